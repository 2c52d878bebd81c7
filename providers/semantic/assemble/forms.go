package assemble

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// The sizes of definitions that are shown without their bodies.
const (
	shortEnough = 14 // lines that are not worth being shortened
	initLines   = 12 // of a constructor, which tells the fields
	mostMembers = 40
)

// signature shows what others need to know of an entity, unless it is shown
// already.
func (b *builder) signature(block Block, s text.Snapshot) Reason {
	if b.shows(block) {
		return Duplicate
	}
	own := Range{block.doc, block.Location.EndLine}
	full := code(s, own)
	block.Shown, block.Code = own, Outline(Code{Text: full, Lang: block.lang})
	if block.Code != full {
		block.Cut = string(Signature)
	}
	if b.accept(block) {
		return ""
	}
	return OverBudget
}

// summary shows a few words in the place of code.
func (b *builder) summary(block Block, words string) Reason {
	if words == "" {
		return NotFound
	}
	block.Code, block.Cut = words, string(Summarized)
	if b.accept(block) {
		return ""
	}
	return OverBudget
}

// shows reports whether a block holds all lines of another already.
func (b *builder) shows(block Block) bool {
	return slices.ContainsFunc(b.out.Blocks, func(o Block) bool {
		return o.Location.FilePath == block.Location.FilePath && o.Cut == "" && o.Shown.StartLine <= block.Location.StartLine && block.Location.EndLine <= o.Shown.EndLine
	})
}

// has reports whether an entity is one of the members.
func (b Block) has(other Block) bool {
	return slices.ContainsFunc(b.Merged, func(m Member) bool {
		return m.Entity.QualifiedName == other.Entity.QualifiedName && m.Location == other.Location
	})
}

// relate adds names of related entities, each once.
func (b *Block) relate(names []string) {
	for _, n := range names {
		if !slices.Contains(b.Context.RelatedEntities, n) {
			b.Context.RelatedEntities = append(b.Context.RelatedEntities, n)
		}
	}
}

// Outline is a definition without the bodies of its functions: of a type, its
// fields and the signatures of its methods. What is short stays as it is.
func Outline(c Code) string {
	lines := slices.Collect(strings.Lines(c.Text))
	first, ok := firstDef(c)
	if !ok || first.Start >= len(lines) || len(lines) <= 3 {
		return c.Text
	}
	kept := keep(c, first, len(lines))
	left := 0
	var out strings.Builder
	for i, line := range lines {
		if kept[i] {
			out.WriteString(line)
		} else {
			left++
		}
	}
	if left <= 2 || len(lines) <= shortEnough && holdsNoMethods(c, first) {
		return c.Text
	}
	body := lines[min(max(first.Sig, first.Start+1), len(lines)-1)]
	return out.String() + marker(c, indentOf(body), left, eol(c.Text))
}

func holdsNoMethods(c Code, first index.Def) bool {
	if first.Kind == scan.Function || first.Kind == scan.Method {
		return false
	}
	return !slices.ContainsFunc(index.Extract(c.Lang, c.Text).Defs, func(d index.Def) bool { return d.Container == first.Name && d.Kind == scan.Method && d.HasBody() })
}

// keep tells the lines of a definition that are shown of its outline.
func keep(c Code, first index.Def, n int) []bool {
	kept := make([]bool, n)
	mark := func(from, to int) {
		for i := max(0, from); i < min(to, n); i++ {
			kept[i] = true
		}
	}
	mark(max(0, first.Start-3), first.Start) // the end of the documentation, decorators
	mark(first.Start, max(first.Sig, first.Start+1))
	if first.Kind == scan.Function || first.Kind == scan.Method {
		mark(first.Sig, docstring(c, first))
		return kept
	}
	inBody := make([]bool, n)
	members := 0
	for _, d := range index.Extract(c.Lang, c.Text).Defs {
		if d.Start <= first.Start || d.Start >= first.End {
			continue
		}
		if d.Kind != scan.Method && d.Kind != scan.Function {
			continue
		}
		for i := d.Doc; i < min(d.End, n); i++ {
			inBody[i] = true
		}
		if d.Container != first.Name || members >= mostMembers {
			continue
		}
		members++
		mark(d.Start, max(d.Sig, d.Start+1))
		if d.Name == "__init__" || d.Name == "constructor" {
			mark(d.Sig, min(d.End, d.Sig+initLines))
		}
	}
	for i := first.Sig; i < min(first.End, n); i++ {
		kept[i] = kept[i] || !inBody[i]
	}
	return kept
}

// docstring is the line behind the first line of a documentation that stands
// in the body.
func docstring(c Code, d index.Def) int {
	lines := slices.Collect(strings.Lines(c.Text))
	if d.Sig < len(lines) && c.Lang == "python" && strings.HasPrefix(strings.TrimSpace(lines[d.Sig]), `"""`) && strings.Count(lines[d.Sig], `"""`) == 2 {
		return d.Sig + 1
	}
	return d.Sig
}
