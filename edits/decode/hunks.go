package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// script makes the operations of a reading: what differs from the document, all
// of it inside the windows.
func (r reading) script(c edits.Candidates) (edits.Script, *edits.Reject) {
	s := edits.Script{Status: edits.StatusFix, Shape: edits.ShapePlain}
	old := r.at.Start
	var fresh []string
	flush := func(to int) *edits.Reject {
		ops, reject := differing(c, text.Lines{Start: old, End: to}, fresh)
		s.Ops = append(s.Ops, ops...)
		fresh = nil
		return reject
	}
	for i, l := range r.lines {
		o := r.from[i]
		if o < old {
			if !edits.ImportLine(c.Snapshot.Lang, l) || used(c.Snapshot.Lang, l, r.body(c)) {
				fresh = append(fresh, l)
			}
			continue
		}
		if reject := flush(o); reject != nil {
			return s, reject
		}
		old = o + 1
	}
	if reject := flush(r.at.End); reject != nil {
		return s, reject
	}
	s.Ops = append(r.imports(c), s.Ops...)
	if len(s.Ops) == 0 {
		return s, rejectf(edits.RejectNoop, "the code is the same as before; change what the tool reports")
	}
	return s, nil
}

// differing returns the operation that replaces some lines, none where only blank lines
// outside the windows differ.
func differing(c edits.Candidates, at text.Lines, fresh []string) ([]edits.Op, *edits.Reject) {
	if at.Len() == 0 && len(fresh) == 0 || slices.Equal(c.LinesOf(at), fresh) {
		return nil, nil
	}
	for _, r := range c.Windows.Runs {
		if r.Lines.Covers(at) {
			return []edits.Op{placed(at, fresh)}, nil
		}
	}
	if allBlank(c.LinesOf(at)) && allBlank(fresh) {
		return nil, nil
	}
	// Blank lines at the edges of a run may be layout.
	for _, r := range c.Windows.Runs {
		in := at
		for in.Len() > 0 && !r.Lines.Covers(in) && lines.Blank(c.Line(in.End-1)) {
			in.End--
		}
		for in.Len() > 0 && !r.Lines.Covers(in) && lines.Blank(c.Line(in.Start)) {
			in.Start++
		}
		if r.Lines.Covers(in) && in.Len() > 0 {
			return []edits.Op{placed(in, lines.TrimBlank(fresh))}, nil
		}
	}
	what := "a line was added there"
	if at.Len() > 0 {
		what = "it was: " + lines.Clip(strings.TrimSpace(c.Line(at.Start)), 60)
	}
	return nil, rejectf(edits.RejectOutside, "line %d may not change (%s)", at.Start+1, what)
}

func allBlank(list []string) bool {
	return !slices.ContainsFunc(list, func(l string) bool { return !lines.Blank(l) })
}

// body returns the lines of a reading that are no imports.
func (r reading) body(c edits.Candidates) []string {
	return slices.DeleteFunc(slices.Clone(r.lines), func(l string) bool { return edits.ImportLine(c.Snapshot.Lang, l) })
}

// used reports whether code uses a name that an import binds, as far as that can be seen: models import what they might
// have needed.
func used(lang, importing string, code []string) bool {
	names := map[string]bool{}
	f := syntax.Parse(lang, importing+"\n")
	for i := range f.Imports() {
		for _, name := range f.Nodes[i].Names {
			names[name] = true
		}
	}
	body := strings.Join(code, "\n")
	return len(names) == 0 || slices.ContainsFunc(syntax.Lexed(lang, body).Identifiers(text.Span{End: len(body)}),
		func(id syntax.Identifier) bool { return names[id.Name] })
}

// imports puts the imports that stood before the code to the other ones.
func (r reading) imports(c edits.Candidates) []edits.Op {
	var fresh []string
	for _, l := range r.head {
		if l = strings.TrimSpace(l); !c.KnownImport(l) && used(c.Snapshot.Lang, l, r.body(c)) {
			fresh = append(fresh, l)
		}
	}
	block, ok := importsOf(c)
	if !ok {
		return firstImports(c, fresh)
	}
	var ops []edits.Op
	for _, l := range fresh {
		at, row := c.ImportRow(block, l)
		op := placed(text.Lines{Start: at, End: at}, []string{row})
		if at > block.Start {
			op.Kind = edits.InsertAfter
		}
		ops = append(ops, op)
	}
	return ops
}

// firstImports puts imports where the first ones of a file go. The code that may
// change begins there, and leaves no place to imports alone.
func firstImports(c edits.Candidates, fresh []string) []edits.Op {
	if len(fresh) == 0 || c.File == nil {
		return nil
	}
	place, some := c.File.ImportBlock()
	for _, r := range c.Windows.Runs {
		if some || r.Lines.Len() == 0 || r.Lines.Start != place.Start {
			continue
		}
		rows := slices.Concat(fresh, []string{""})
		if c.Snapshot.Lang == "python" {
			rows = append(rows, "") // PEP 8 has two above a definition
		}
		return []edits.Op{placed(place, rows)}
	}
	return nil
}

// importsOf returns the lines of the windows that are left to imports alone. They
// may be part of a run that goes on below.
func importsOf(c edits.Candidates) (text.Lines, bool) {
	for _, r := range c.Windows.Runs {
		if n := len(r.ImportOnly); n > 0 {
			return text.Lines{Start: r.ImportOnly[0].Start, End: r.ImportOnly[n-1].End}, true
		}
	}
	return text.Lines{}, false
}
