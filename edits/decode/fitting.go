package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// fitting finds the lines of the document that code stands for.
type fitting struct {
	c    edits.Candidates
	part text.Lines
	code []string
}

// reading is one way to read the code: these lines of the document become those.
type reading struct {
	at    text.Lines
	lines []string
	from  []int // for each of lines the document's line it keeps, or -1
	head  []string
}

// place is a range of the document, the code that is to stand there, and what differs.
type place struct {
	at         text.Lines
	code, head []string
	kept, cost int // lines with text that stay, and that go or come
}

// readings lists the ways to read the code, the most likely one first: all of the part, a
// piece of it that holds the diagnostic, or more than the part. Code differs little from the
// lines that it stands for, and much from all others. Where the part and a piece of it differ
// alike, but for a line, the checks decide.
func (f fitting) readings() []reading {
	code, head := f.imports()
	at, all := f.c.At(), text.Lines{End: f.c.Snapshot.LineCount()}
	var in []place
	if p := f.place(f.part, code, head); p.kept > 0 {
		in = append(in, p)
	}
	if l, ok := f.span(f.part, code); ok && l != f.part && (l.Covers(at) || l.Overlaps(at)) {
		in = append(in, f.place(l, code, head))
	} else if !ok && f.part.Covers(at) && len(code) <= 2*at.Len()+1 {
		in = append(in, f.place(at, code, head)) // nothing is kept: one statement for another
	}
	slices.SortStableFunc(in, func(a, b place) int { return a.cost - b.cost })
	if l, ok := f.span(all, f.code); ok {
		if p := f.place(l, f.code, nil); len(in) == 0 || p.cost < in[0].cost {
			return f.lay(p)
		}
	}
	var out []reading
	for _, p := range in {
		if p.cost <= in[0].cost+1 {
			out = append(out, f.lay(p)...)
		}
	}
	return out
}

// place says what code at some lines changes. A line that comes and stands elsewhere in the
// document counts twice: it was more likely kept there.
func (f fitting) place(at text.Lines, code, head []string) place {
	p := place{at: at, code: code, head: head}
	for _, l := range f.c.LinesOf(at) {
		if !lines.Blank(l) {
			p.cost++
		}
	}
	known := countsOf(f.c)
	for i, o := range align(f.c, at, code) {
		switch {
		case lines.Blank(code[i]):
		case o >= 0:
			p.kept++
			p.cost--
		case lines.HasWord(code[i]) && known[strings.TrimSpace(code[i])] > 0:
			p.cost += 2
		default:
			p.cost++
		}
	}
	return p
}

// span returns the lines of a range from the first to the last one that code keeps, and those
// before and behind them of which the code has other versions.
func (f fitting) span(within text.Lines, code []string) (l text.Lines, ok bool) {
	first, last := -1, -1
	match := align(f.c, within, code)
	for i, o := range match {
		if o >= 0 && lines.HasWord(code[i]) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return l, false
	}
	l = text.Lines{Start: match[first], End: match[last] + 1}
	version := func(i, o int) bool {
		return i >= 0 && i < len(code) && within.Contains(o) && !f.other(o, code[i]) &&
			(f.c.At().Contains(o) || lines.Alike(f.c.Line(o), code[i]) || lines.Blank(f.c.Line(o)) && lines.Blank(code[i]))
	}
	for version(first-1, l.Start-1) {
		first, l.Start = first-1, l.Start-1
	}
	for version(last+1, l.End) {
		last, l.End = last+1, l.End+1
	}
	for lines.Blank(f.c.Line(l.Start)) {
		l.Start++
	}
	for lines.Blank(f.c.Line(l.End - 1)) {
		l.End--
	}
	return l, true
}

// other reports whether a definition of another name begins at a line: headers are alike, and
// mean others.
func (f fitting) other(line int, code string) bool {
	return f.c.File != nil && slices.ContainsFunc(f.c.File.Nodes, func(n syntax.Node) bool {
		return (n.Kind == syntax.Function || n.Kind == syntax.Class) && n.Header.Contains(line) &&
			!strings.Contains(code, n.Name)
	})
}

// imports splits the import lines off the beginning of code for a part that does
// not begin with imports itself.
func (f fitting) imports() (code, head []string) {
	lang := f.c.Snapshot.Lang
	if f.part.Len() > 0 && edits.ImportLine(lang, f.firstOf(f.part)) {
		return f.code, nil
	}
	all := single(lang, f.code)
	n := 0
	for i, l := range all {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if !edits.ImportLine(lang, l) {
			break
		}
		n = i + 1
	}
	if n == 0 || n == len(all) {
		return f.code, nil
	}
	for _, l := range all[:n] {
		if strings.TrimSpace(l) != "" {
			head = append(head, l)
		}
	}
	return lines.TrimBlank(all[n:]), head
}

// single writes a block of Go's imports at the beginning of code as single ones.
func single(lang string, code []string) []string {
	if lang != "go" || len(code) == 0 || strings.TrimSpace(code[0]) != "import (" {
		return code
	}
	for i, l := range code[1:] {
		if strings.TrimSpace(l) != ")" {
			continue
		}
		var out []string
		for _, path := range code[1 : i+1] {
			if path = strings.TrimSpace(path); path != "" {
				out = append(out, "import "+path)
			}
		}
		return append(out, code[i+2:]...)
	}
	return code
}

func (f fitting) firstOf(l text.Lines) string {
	for i := l.Start; i < l.End; i++ {
		if t := f.c.Line(i); strings.TrimSpace(t) != "" {
			return t
		}
	}
	return ""
}

// lay makes the readings of code at a place.
func (f fitting) lay(p place) []reading {
	var out []reading
	for _, l := range f.c.Layouts(p.at, p.code) {
		r := reading{at: p.at, lines: l.Lines, from: l.Kept, head: p.head}
		for i, o := range r.from {
			switch {
			case o < 0 || r.lines[i] == f.c.Line(o):
			case lines.Blank(r.lines[i]):
				r.lines[i] = f.c.Line(o)
			default:
				r.from[i] = -1 // it moved
			}
		}
		out = append(out, r)
	}
	return out
}
