package assemble

import "github.com/fettle-dev/fettle/internal/text"

// The most of the budget that one piece takes before the others are in, as its
// share: a third for the best, and of the rest as much as leaves room for all.
const (
	firstShare = 1. / 3
	pieceShare = 1. / 6
	leastShare = 1. / 16
	restShare  = 0.6
)

// shareOf is the share of each piece behind the best: the more are shown whole, the
// less each may take.
func shareOf(entities []Entity) float64 {
	behind := -1
	for _, e := range entities {
		if e.Form == Whole {
			behind++
		}
	}
	return max(leastShare, min(pieceShare, restShare/float64(max(1, behind))))
}

// capped is a block that was cut only to leave room for others.
type capped struct {
	block int
	full  Block
	s     text.Snapshot
}

// shorten adds the block, its code cut to at most a number of bytes by the
// truncation strategy.
func (b *builder) shorten(block Block, s text.Snapshot, most int) bool {
	room := min(most, b.budget-b.used-b.note-b.format.frame())
	own := Range{block.doc, block.Location.EndLine}
	full := code(s, own)
	empty := block
	empty.Code = ""
	room -= len(b.format.block(empty)) + 8 // a longer fence, the line end
	for _, st := range Strategies(b.o.Truncation, block.Entity.Type) {
		// CDATA and fences may grow the text: try with less until it fits.
		for limit := room; limit > 60; limit = limit * 3 / 4 {
			short, ok := st.Truncate(Code{Text: full, Lang: block.lang}, limit)
			if !ok {
				break
			}
			cut := block
			cut.Code, cut.Cut, cut.Shown = short, st.Name(), own
			if short == full {
				cut.Cut = ""
			}
			if b.accept(cut) {
				return true
			}
		}
	}
	return false
}

// restore shows whole what was cut for the sake of others, best first, as far
// as they have left room.
func (b *builder) restore() {
	for _, c := range b.capped {
		apart := true // no other block shows any of its lines
		for i, o := range b.out.Blocks {
			apart = apart && (i == c.block || o.Location.FilePath != c.full.Location.FilePath ||
				o.Shown.EndLine < c.full.Shown.StartLine || c.full.Shown.EndLine < o.Shown.StartLine)
		}
		with, more := b.withImports(c.full, c.s)
		switch {
		case apart && more && b.replace(c.block, with):
			b.imported[c.full.Location.FilePath] = true
		case apart && b.replace(c.block, c.full):
			b.out.Summary.Truncated = b.out.Summary.Truncated || more
		default:
			b.out.Summary.Truncated = true
			if apart {
				b.lengthen(c)
			}
		}
	}
}

// lengthen shows more of a block that was cut, as far as there is room.
func (b *builder) lengthen(c capped) {
	old := b.out.Blocks[c.block]
	own := Range{c.full.doc, c.full.Location.EndLine}
	room := b.budget - b.used - b.note - b.format.frame() + len(old.Code)
	for _, st := range Strategies(b.o.Truncation, old.Entity.Type) {
		if st.Name() != old.Cut {
			continue
		}
		for limit := room; limit > len(old.Code); limit = limit * 3 / 4 {
			more, ok := st.Truncate(Code{Text: code(c.s, own), Lang: old.lang}, limit)
			if !ok || len(more) <= len(old.Code) {
				return
			}
			longer := old
			longer.Code = more
			if b.replace(c.block, longer) {
				return
			}
		}
	}
}
