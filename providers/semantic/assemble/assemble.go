// Package assemble turns ranked entities into context for a reader. It reads
// the code at their places, adds the imports that the code needs, keeps to a
// token budget in which every byte of the formatted output counts, and writes
// Markdown, XML or plain text. It ranks nothing.
//
// An entity that does not fit is cut round the lines that match the question
// ([Matches]) or by another [Strategy]; what still does not fit is skipped, and the
// next is tried. The first three get most of the room; what the others leave goes to
// the best again. Everything that is left out is counted and named with its reason.
package assemble

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// Options shape the result. Zero values of MaxTokens and ContextLines mean
// none; [Defaults] returns the usual ones.
type Options struct {
	MaxTokens      int
	IncludeImports bool
	ContextLines   int // lines shown around an entity
	Format         string
	Truncation     string // "auto", "signature-first", "bookend"
	MaxFiles       int    // distinct files, 0 = no cap
	// Match says how much a line of code says of each word of the question; nil where
	// there is none.
	Match func(lang, line string) []float64
}

// Defaults returns the usual options.
func Defaults() Options {
	return Options{MaxTokens: 4000, IncludeImports: true, ContextLines: 3, Format: Markdown, Truncation: "auto"}
}

// Entity is one thing to show.
type Entity struct {
	Name, Type    string
	QualifiedName string
	Path          string
	StartLine     int // 1-based; 0: no location
	EndLine       int // inclusive; 0: unknown
	Doc           int // lines of documentation and decorators in front
	Score         float64
	Why           []string
	Role          string // what it is there for: "direct", "type", "callee", …
	Source        string // what it was found by: "symbol", "words", "imports", …
	Form          Form   // how much of it is shown
	Lines         []int  // of the form [Signature]: lines of the body that are shown, too
	Summary       string // of the form [Summarized]: what is shown
}

// Form is how much of an entity is shown.
type Form string

// The forms.
const (
	Whole      Form = ""          // all of it
	Signature  Form = "signature" // what others need to know: no bodies
	Summarized Form = "summary"   // a few words instead of code
)

// Text is a file as it is shown.
type Text struct {
	Snapshot text.Snapshot
	Origin   string // "disk", "document", "moved", "stored-changed", "stored-deleted"
	Path     string // where it lies now; "" = where the entity said
}

// Reader returns the text of an entity's file and the entity at its place in that text. An error that is a [Reason]
// says why it is left out.
type Reader func(context.Context, Entity) (Entity, Text, error)

// Reason is why an entity is left out.
type Reason string

// The reasons.
const (
	NoLocation Reason = "no-location"
	NotFound   Reason = "not-found"
	Denied     Reason = "denied"
	TooLarge   Reason = "too-large"
	Binary     Reason = "binary"
	OverBudget Reason = "budget"
	Duplicate  Reason = "duplicate"
	FileLimit  Reason = "file-limit"
	Deadline   Reason = "deadline"
)

func (r Reason) Error() string { return string(r) }

// Context is the assembled result.
type Context struct {
	TotalTokens int     `json:"totalTokens"`
	Blocks      []Block `json:"blocks"`
	Summary     Summary `json:"summary"`
}

// Block is one piece of code.
type Block struct {
	Entity   EntityName `json:"entity"`
	Score    float64    `json:"score"`
	Location Location   `json:"location"`
	Code     string     `json:"code"`
	Context  *Around    `json:"context,omitempty"`
	Shown    Range      `json:"shown"`
	Lines    []Range    `json:"lines,omitempty"` // of a block that is cut: the lines that are left
	Cut      string     `json:"cut,omitempty"`
	Origin   string     `json:"origin"`
	Role     string     `json:"role,omitempty"`
	Source   string     `json:"source,omitempty"`
	Why      []string   `json:"why,omitempty"`
	Merged   []Member   `json:"merged,omitempty"` // other entities that it shows

	lang string
	doc  int // first line of documentation and decorators
}

// Member is an entity that another one's block shows, too.
type Member struct {
	Entity   EntityName `json:"entity"`
	Score    float64    `json:"score"`
	Location Location   `json:"location"`
	Role     string     `json:"role,omitempty"`
	Source   string     `json:"source,omitempty"`
	Why      []string   `json:"why,omitempty"`
}

// EntityName names what a block shows.
type EntityName struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	QualifiedName string `json:"qualifiedName"`
}

// Location is where the entity stands; lines are 1-based and inclusive.
type Location struct {
	FilePath  string `json:"filePath"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

// Range is the lines shown, with those around the entity.
type Range struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

// Around is what a block needs or touches.
type Around struct {
	Imports         string   `json:"imports,omitempty"`
	RelatedEntities []string `json:"relatedEntities,omitempty"`
}

// Summary counts. Included and excluded add up to the entities given.
type Summary struct {
	EntitiesIncluded int         `json:"entitiesIncluded"`
	EntitiesExcluded int         `json:"entitiesExcluded"`
	FilesRead        int         `json:"filesRead"`
	Truncated        bool        `json:"truncated"` // something was left out or shortened for the budget
	Exclusions       []Exclusion `json:"exclusions,omitempty"`
}

// Exclusion is one entity left out.
type Exclusion struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
}

// Parts are what the assembler asks for.
type Parts struct {
	Read Reader
	// Imports returns the import statements of a file that bind names used in
	// code; nil: none.
	Imports func(path string, s text.Snapshot, code string) string
	// Related names workspace definitions that the code calls; nil: none.
	Related func(path, code string) []string
}

// unknownEnd is how far an entity without an end is shown.
const unknownEnd = 50

// Assemble reads and fits the entities, best first, and returns the result and
// its formatted text.
func Assemble(ctx context.Context, entities []Entity, parts Parts, o Options) (Context, string) {
	b := builder{ctx: ctx, parts: parts, o: o, format: formatOf(o.Format), budget: o.MaxTokens * int(tokens.DefaultRatio),
		files: map[string]bool{}, imported: map[string]bool{}}
	b.note = len(b.format.note(len(entities)))
	b.share = shares(entities)
	for _, e := range entities {
		if why := b.add(e); why != "" {
			b.out.Summary.Exclusions = append(b.out.Summary.Exclusions, Exclusion{e.Name, why})
			b.out.Summary.EntitiesExcluded++
			b.out.Summary.Truncated = b.out.Summary.Truncated || why == OverBudget
		} else {
			b.out.Summary.EntitiesIncluded++
		}
	}
	b.restore()
	b.out.Summary.FilesRead = len(b.files)
	formatted := Format(b.out, o.Format)
	b.out.TotalTokens = tokens.Estimate(formatted)
	return b.out, formatted
}

// builder is a result being filled.
type builder struct {
	ctx      context.Context
	parts    Parts
	o        Options
	format   format
	budget   int                     // bytes
	note     int                     // bytes kept free for the closing note
	used     int                     // bytes of the blocks
	share    func(place int) float64 // of the budget for the piece at a place
	out      Context
	files    map[string]bool
	imported map[string]bool
	capped   []capped
}

// add shows one entity, or says why not.
func (b *builder) add(e Entity) Reason {
	if b.ctx.Err() != nil {
		return Deadline
	}
	if e.Path == "" || e.StartLine <= 0 {
		return NoLocation
	}
	if b.o.MaxFiles > 0 && !b.files[e.Path] && len(b.files) >= b.o.MaxFiles {
		return FileLimit
	}
	e, t, err := b.parts.Read(b.ctx, e)
	if err != nil {
		var r Reason
		if errors.As(err, &r) {
			return r
		}
		return NotFound
	}
	path := cmp.Or(t.Path, e.Path)
	s := t.Snapshot
	if e.StartLine <= 0 || e.StartLine > s.LineCount() {
		return NotFound
	}
	end := e.EndLine
	if end < e.StartLine {
		end = e.StartLine + unknownEnd
	}
	end = min(end, s.LineCount())
	shown := b.around(s, e, end)
	if e.Form != Whole || e.Role != "" && e.Role != "direct" {
		shown = Range{max(1, e.StartLine-e.Doc), end}
	}
	block := Block{
		Entity: EntityName{e.Name, e.Type, e.QualifiedName}, Score: e.Score, Location: Location{path, e.StartLine, end},
		Shown: shown, Origin: cmp.Or(t.Origin, "disk"), Role: e.Role, Source: e.Source, Why: e.Why, lang: s.Lang,
		doc: max(1, e.StartLine-e.Doc),
	}
	switch {
	case e.Form == Summarized:
		block.Code, block.Cut = e.Summary, string(Summarized)
		if e.Summary == "" {
			return NotFound
		}
		return b.accepted(block)
	case e.Form == Signature && b.shows(block):
		return Duplicate
	case e.Form == Signature:
		own := Range{block.doc, end}
		short, kept := Outline(Code{Text: code(s, own), Lang: block.lang, First: own.StartLine}, e.Lines...)
		return b.accepted(cutTo(block, own, short, kept, string(Signature)))
	}
	if done, why := b.merge(block, s); done {
		return why
	}
	block.Code = code(s, shown)
	if b.parts.Related != nil {
		if rel := b.parts.Related(path, block.Code); len(rel) > 0 {
			block.Context = &Around{RelatedEntities: rel}
		}
	}
	if most := int(b.share(len(b.out.Blocks)) * float64(b.budget)); len(block.Code) > most && b.shorten(block, s, most) {
		b.capped = append(b.capped, capped{len(b.out.Blocks) - 1, block, s})
		return ""
	}
	if with, ok := b.withImports(block, s); ok {
		if b.accept(with) {
			b.imported[path] = true
			return ""
		}
		b.out.Summary.Truncated = true
	}
	if b.accept(block) {
		return ""
	}
	if b.shorten(block, s, b.budget) {
		b.out.Summary.Truncated = true
		return ""
	}
	return OverBudget
}

// accepted adds a block, or says that there is no room for it.
func (b *builder) accepted(block Block) Reason {
	if b.accept(block) {
		return ""
	}
	return OverBudget
}

// cutTo returns a block that shows the kept lines of a range, as they are rendered.
func cutTo(block Block, own Range, short string, kept []bool, strategy string) Block {
	block.Code, block.Shown = short, own
	block.Lines, block.Cut = nil, ""
	if !slices.Contains(kept, false) {
		return block
	}
	block.Cut = strategy
	for i, k := range kept {
		n := own.StartLine + i
		if last := len(block.Lines) - 1; k && last >= 0 && block.Lines[last].EndLine == n-1 {
			block.Lines[last].EndLine = n
		} else if k {
			block.Lines = append(block.Lines, Range{n, n})
		}
	}
	return block
}

// withImports adds the imports that a block needs, if they are not shown yet.
func (b *builder) withImports(block Block, s text.Snapshot) (Block, bool) {
	path := block.Location.FilePath
	if !b.o.IncludeImports || b.parts.Imports == nil || b.imported[path] {
		return block, false
	}
	im := b.parts.Imports(path, s, block.Code)
	if im == "" {
		return block, false
	}
	around := Around{Imports: im}
	if block.Context != nil {
		around.RelatedEntities = block.Context.RelatedEntities
	}
	block.Context = &around
	return block, true
}

// accept adds a block if it fits.
func (b *builder) accept(block Block) bool {
	n := len(b.format.block(block))
	if b.used+n+b.note+b.format.frame() > b.budget {
		return false
	}
	b.used += n
	b.out.Blocks = append(b.out.Blocks, block)
	b.files[block.Location.FilePath] = true
	return true
}

// around returns the lines shown of an entity that ends at a line: its own with
// documentation and decorators, and those around without blank ones at the ends.
func (b *builder) around(s text.Snapshot, e Entity, end int) Range {
	first := max(1, e.StartLine-e.Doc)
	r := Range{min(first, max(1, e.StartLine-b.o.ContextLines)), min(s.LineCount(), end+b.o.ContextLines)}
	blank := func(line int) bool { return strings.TrimSpace(s.Line(line-1)) == "" }
	for r.StartLine < first && blank(r.StartLine) {
		r.StartLine++
	}
	for r.EndLine > end && blank(r.EndLine) {
		r.EndLine--
	}
	return r
}

// replace puts a block in the place of another if it fits.
func (b *builder) replace(i int, block Block) bool {
	grow := len(b.format.block(block)) - len(b.format.block(b.out.Blocks[i]))
	if b.used+grow+b.note+b.format.frame() > b.budget {
		return false
	}
	b.used += grow
	b.out.Blocks[i] = block
	return true
}

// merge puts an entity into the block of the same file whose lines its own
// touch. The block keeps the name of the better entity.
func (b *builder) merge(block Block, s text.Snapshot) (done bool, why Reason) {
	i := slices.IndexFunc(b.out.Blocks, func(o Block) bool {
		return o.Location.FilePath == block.Location.FilePath && o.Cut == "" && o.Origin == block.Origin &&
			block.Shown.StartLine <= o.Shown.EndLine+1 && o.Shown.StartLine <= block.Shown.EndLine+1
	})
	if i < 0 {
		return false, ""
	}
	old := b.out.Blocks[i]
	same := func(m Member) bool {
		return m.Entity.QualifiedName == block.Entity.QualifiedName && m.Location == block.Location
	}
	if same(Member{Entity: old.Entity, Location: old.Location}) || slices.ContainsFunc(old.Merged, same) {
		return true, Duplicate
	}
	union := old
	union.Merged = append(slices.Clone(old.Merged),
		Member{block.Entity, block.Score, block.Location, block.Role, block.Source, block.Why})
	union.Shown = Range{min(old.Shown.StartLine, block.Shown.StartLine), max(old.Shown.EndLine, block.Shown.EndLine)}
	// A third block that the union reaches stays apart: lines are not
	// repeated.
	for k, o := range b.out.Blocks {
		if k == i || o.Location.FilePath != union.Location.FilePath {
			continue
		}
		switch {
		case o.Shown.StartLine > old.Shown.EndLine:
			union.Shown.EndLine = min(union.Shown.EndLine, o.Shown.StartLine-1)
		case o.Shown.EndLine < old.Shown.StartLine:
			union.Shown.StartLine = max(union.Shown.StartLine, o.Shown.EndLine+1)
		}
	}
	union.Code = code(s, union.Shown)
	if len(union.Code)-len(old.Code) > int(b.share(len(b.out.Blocks))*float64(b.budget)) && b.part(i, block, s) {
		return false, ""
	}
	around := Around{}
	if old.Context != nil {
		around = *old.Context
	}
	around.RelatedEntities = append(slices.Clone(around.RelatedEntities), block.Entity.Name)
	union.Context = &around
	if b.parts.Related != nil {
		for _, n := range b.parts.Related(union.Location.FilePath, union.Code) {
			if !slices.Contains(around.RelatedEntities, n) {
				around.RelatedEntities = append(around.RelatedEntities, n)
			}
		}
	}
	if !b.replace(i, union) {
		return true, OverBudget
	}
	return true, ""
}

// part removes from a block the context lines that another block will show, and
// reports whether the two have no others in common. A long neighbour is cut like any
// other piece: together with the better one, it would leave no room for the rest.
func (b *builder) part(i int, next Block, s text.Snapshot) bool {
	old := b.out.Blocks[i]
	switch {
	case len(old.Merged) > 0:
		return false
	case old.Location.EndLine < next.doc:
		old.Shown.EndLine = min(old.Shown.EndLine, next.doc-1)
	case next.Location.EndLine < old.doc:
		old.Shown.StartLine = max(old.Shown.StartLine, next.Location.EndLine+1)
	default:
		return false
	}
	old.Code = code(s, old.Shown)
	return b.replace(i, old)
}

// shows reports whether a block holds all lines of another already.
func (b *builder) shows(block Block) bool {
	return slices.ContainsFunc(b.out.Blocks, func(o Block) bool {
		return o.Location.FilePath == block.Location.FilePath && o.Cut == "" &&
			o.Shown.StartLine <= block.Location.StartLine &&
			block.Location.EndLine <= o.Shown.EndLine
	})
}

// leastShare is what one piece behind the first three may use of the budget before the
// others are in.
const leastShare = 1. / 16

// firstShares are those of the first three, of what the others leave.
var firstShares = [...]float64{0.45, 0.3, 0.25}

// shares returns the shares of all pieces by their place: the fewer there are, the more each.
func shares(entities []Entity) func(place int) float64 {
	whole := 0
	for _, e := range entities {
		if e.Form == Whole {
			whole++
		}
	}
	behind := max(0, whole-len(firstShares))
	each := max(leastShare, 0.4/float64(max(3, behind)))
	return func(place int) float64 {
		if place < len(firstShares) {
			return firstShares[place] * max(0.5, 1-leastShare*float64(behind))
		}
		return each
	}
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
	empty := block
	empty.Code = ""
	// a longer fence, the line end
	room := min(most, b.budget-b.used-b.note-b.format.frame()) - len(b.format.block(empty)) - 8
	for _, st := range Strategies(b.o.Truncation, block.Entity.Type) {
		if b.tryCut(block, s, st, room, 60, b.accept) {
			return true
		}
	}
	return false
}

// tryCut cuts a block by a strategy to as much as is accepted, from room bytes down to
// more than least: the numbers of lines, CDATA and fences make the text longer.
func (b *builder) tryCut(block Block, s text.Snapshot, st Strategy, room, least int, take func(Block) bool) bool {
	own := Range{block.doc, block.Location.EndLine}
	c := Code{Text: code(s, own), Lang: block.lang, First: own.StartLine}
	if b.o.Match != nil {
		c.Match = func(line string) []float64 { return b.o.Match(block.lang, line) }
	}
	for limit := room; limit > least; limit = min(limit-80, limit*9/10) {
		short, kept, ok := st.Truncate(c, limit)
		if !ok || len(short) <= least && least > 60 {
			return false
		}
		if take(cutTo(block, own, short, kept, st.Name)) {
			return true
		}
	}
	return false
}

// restore shows whole what was cut for the sake of others, or more of it, best first,
// as far as they have left room.
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
			old := b.out.Blocks[c.block]
			for _, st := range Strategies(b.o.Truncation, old.Entity.Type) {
				if apart && st.Name == old.Cut {
					room := b.budget - b.used - b.note - b.format.frame() + len(old.Code)
					b.tryCut(c.full, c.s, st, room, max(60, len(old.Code)),
						func(longer Block) bool { return b.replace(c.block, longer) })
				}
			}
		}
	}
}

// code returns the text of lines; its last line ends.
func code(s text.Snapshot, r Range) string {
	body := s.Slice(s.LinesSpan(text.Lines{Start: r.StartLine - 1, End: r.EndLine}))
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	return body
}
