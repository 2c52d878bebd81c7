package imports

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// difference is the imports that edits touch, before and after.
type difference struct{ out, in []pyload.Import }

// part is neighbouring import statements that edits touch, or where they insert some, and
// these edits.
type part struct {
	lines       text.Span
	first, last int // of side.stmts; the last one is before the first where none is touched
	edits       []text.Edit
}

// difference reads what the edits do to the imports from the lines that they touch. ok is
// false where that is not enough: they touch more than whole import statements, or their
// order may change.
func (c Change) difference(before *side) (d difference, ok bool) {
	parts, ok := before.parts(c.Edits)
	if !ok {
		return d, false
	}
	for _, p := range parts {
		in, ok := c.after(before, p)
		if !ok {
			return d, false
		}
		out := before.between(p.first, p.last)
		if !slices.Equal(both(out, in), both(in, out)) {
			return d, false
		}
		d.out, d.in = append(d.out, out...), append(d.in, in...)
	}
	there := map[imported]int{}
	for _, i := range d.out {
		there[key(i)]++
	}
	for _, i := range slices.Concat(d.out, d.in) {
		if before.count[key(i)] != there[key(i)] { // it stands elsewhere as well: which of them is the first may change
			return d, false
		}
	}
	return d, len(parts) < 2 || len(both(d.out, d.in)) == 0
}

// both returns what the first imports bind and the second ones bind as well, in the order
// of the first.
func both(list, other []pyload.Import) (out []imported) {
	in := map[imported]bool{}
	for _, i := range other {
		in[key(i)] = true
	}
	for _, i := range list {
		if in[key(i)] {
			out = append(out, key(i))
		}
	}
	return out
}

// parts returns the imports that edits touch. ok is false where they touch more: the header
// over an import, or only a part of what stands on its line.
func (s *side) parts(edits []text.Edit) (out []part, ok bool) {
	inOrder := func(a, b text.Edit) int { return a.Span.Start - b.Span.Start }
	for _, e := range slices.SortedStableFunc(slices.Values(edits), inOrder) {
		first, _ := slices.BinarySearchFunc(s.stmts, e.Span.Start, func(st *pytree.Stmt, at int) int {
			if s.lines(st).End <= at {
				return -1
			}
			return 1
		})
		last := first - 1
		for last+1 < len(s.stmts) && s.lines(s.stmts[last+1]).Start < max(e.Span.End, e.Span.Start+1) {
			last++
		}
		p := part{first: first, last: last, edits: []text.Edit{e}}
		switch {
		case first <= last:
			p.lines = text.Span{Start: s.lines(s.stmts[first]).Start, End: s.lines(s.stmts[last]).End}
			if !s.siblings(first, last) || e.Span.Start < p.lines.Start || e.Span.End > p.lines.End {
				return nil, false
			}
		case lex.HasWord(e.New, "import"):
			p.lines = text.Span{Start: e.Span.Start, End: e.Span.Start}
			if e.Span.Len() > 0 || !s.opensLine(e.Span.Start) {
				return nil, false
			}
		default:
			for line := s.Snapshot.LineAt(e.Span.Start); line <= s.Snapshot.LineAt(e.Span.End); line++ {
				if s.headers[line] {
					return nil, false
				}
			}
			continue
		}
		if n := len(out) - 1; n >= 0 && first <= out[n].last {
			out[n].last, out[n].lines.End = max(last, out[n].last), max(p.lines.End, out[n].lines.End)
			out[n].edits = append(out[n].edits, e)
			if !s.siblings(out[n].first, out[n].last) {
				return nil, false
			}
			continue
		}
		out = append(out, p)
	}
	return out, true
}

// siblings reports whether nothing but import statements of one suite stands on the lines
// of some.
func (s *side) siblings(first, last int) bool {
	for n, st := range s.stmts[first : last+1] {
		if !st.Alone || st.Parent != s.stmts[first].Parent || st.Index != s.stmts[first].Index+n {
			return false
		}
	}
	return true
}

// opensLine reports whether an offset is the beginning of a line, in no statement. What is
// inserted there without indentation is of the module level.
func (s *side) opensLine(at int) bool {
	if s.Snapshot.LineStart(s.Snapshot.LineAt(at)) != at {
		return false
	}
	st := s.At(at)
	return st == nil || s.Tokens[st.Decorators].Span.Start == at
}

// after returns the imports of a part after its edits.
func (c Change) after(before *side, p part) (out []pyload.Import, ok bool) {
	for n := range p.edits {
		p.edits[n].Span.Start -= p.lines.Start
		p.edits[n].Span.End -= p.lines.Start
	}
	s, err := text.New(before.Snapshot.Slice(p.lines)).Apply(p.edits)
	if err != nil || s.Len() > 0 && !strings.HasSuffix(s.Text(), "\n") && p.lines.End < before.Snapshot.Len() {
		return nil, false
	}
	where := pyload.WhenLoaded
	if p.first <= p.last {
		where = before.list[before.begins[p.first]].Where
		if before.stmts[p.first].Parent != nil {
			s = s.With("if 1:\n" + s.Text())
		}
	}
	t, err := pytree.Parse(s.Text())
	if err != nil {
		return nil, false
	}
	for st := range t.All {
		if st.Colon >= 0 && st.First > 0 {
			return nil, false
		}
	}
	m := pycode.Module{Problem: rule.Problem{Snapshot: s}, Tree: t}
	for i := range pyload.Imports(m, c.Module, c.isPackage()) {
		i.Where = where
		out = append(out, i)
	}
	return out, true
}
