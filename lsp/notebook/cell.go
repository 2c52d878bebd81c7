package notebook

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Text returns the Python of some cells, one behind the other.
func Text(cells []string) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(plainPython(c) + "\n")
	}
	return b.String()
}

// shown is how many bytes of the cells before are shown to a model: the nearest.
const shown = 4000

// Nearest returns what a model is shown of the text of the cells before one.
func Nearest(before string) string {
	if len(before) > shown {
		_, before, _ = strings.Cut(before[len(before)-shown:], "\n")
	}
	return before
}

// Placed is a cell between the other ones of its notebook.
type Placed struct {
	Whole text.Snapshot // what a tool looks at
	cell  text.Snapshot
	own   text.Snapshot // the cell as it stands in Whole
	start int           // where it stands there
}

// Between puts a cell between the texts of those before it and behind it.
func Between(cell text.Snapshot, before, after string) Placed {
	own := text.New(plainPython(cell.Text()))
	whole := text.New(before + own.Text() + "\n" + after)
	// Under the name of a notebook, ruff would want the notebook's own format.
	whole.URI, whole.Path, whole.Lang, whole.Version, whole.Incarnation = cell.URI, cell.Path+".py", cell.Lang,
		cell.Version, cell.Incarnation
	return Placed{whole, cell, own, len(before)}
}

// InCell returns what of a tool's findings on the whole is wrong in the cell, in the
// cell's own places.
func (p Placed) InCell(found []signal.Diagnostic) []signal.Diagnostic {
	at := text.Span{Start: p.start, End: p.start + p.own.Len()}
	var out []signal.Diagnostic
	for _, d := range found {
		if d.Span.Start < at.Start || d.Span.End > at.End || slices.Contains(scriptRules(), d.Code) {
			continue
		}
		d.Span = moved(d.Span, -at.Start)
		if p.cell.Line(p.cell.LineAt(d.Span.Start)) != p.own.Line(p.own.LineAt(d.Span.Start)) {
			continue // of a line that is no Python
		}
		d.Related, d.Fix = nil, within(d.Fix, at)
		out = append(out, d)
	}
	return out
}

// scriptRules are ruff's for files that do not hold for cells: see "Jupyter
// notebooks" in its documentation of each.
func scriptRules() []string {
	return []string{"E402", "E703", "B018", "W291", "W292", "W293", "W391", "E302", "E303", "E305", "D100", "INP001",
		"I001"}
}

func moved(sp text.Span, by int) text.Span { return text.Span{Start: sp.Start + by, End: sp.End + by} }

// within returns a tool's fix in the cell's own places, nil if it leaves the cell.
func within(f *signal.ToolFix, cell text.Span) *signal.ToolFix {
	if f == nil {
		return nil
	}
	own := *f
	own.Edits = slices.Clone(f.Edits)
	for i, e := range own.Edits {
		if e.Span.Start < cell.Start || e.Span.End > cell.End {
			return nil
		}
		own.Edits[i].Span = moved(e.Span, -cell.Start)
	}
	return &own
}

// pythonMagics are the magics of cells whose rest is Python, as ruff has them:
// https://github.com/astral-sh/ruff/blob/main/crates/ruff_notebook/src/cell.rs
var pythonMagics = lazyre.New(`^%%(?:capture|debug|ipytest|prun|pypy|python3?|time(?:it)?)\b`)

// foreign reports whether a cell is for another language.
func foreign(cell string) bool {
	cell = strings.TrimLeft(cell, " \t\r\n")
	return strings.HasPrefix(cell, "%%") && !pythonMagics.MatchString(cell)
}

// escaped is where on a line IPython's own words begin: behind a name to which is assigned what a
// command prints, or with a question mark at the end.
var escaped = lazyre.New(`^\s*(?:[\w, ]+=\s*([!%]\w.*)|([\w.]+\?{1,2}))\s*$`)

// plainPython returns a cell without what only IPython understands, each byte in its
// place: lines that begin with % or !, and whole cells for another language.
func plainPython(cell string) string {
	foreign := foreign(cell)
	var b strings.Builder
	for line := range strings.Lines(cell) {
		code := strings.TrimLeft(line, " \t")
		if m := escaped.FindStringSubmatchIndex(line); m != nil {
			code = line[max(m[2], m[4]):]
		} else if !foreign && !strings.ContainsAny(code[:min(1, len(code))], "%!?") {
			b.WriteString(line)
			continue
		}
		end := strings.TrimRight(line, "\r\n")
		indent := len(line) - len(code)
		b.WriteString(line[:min(indent, len(end))])
		if n := len(end) - indent; n > 0 {
			b.WriteString("0" + strings.Repeat(" ", n-1))
		}
		b.WriteString(line[len(end):])
	}
	return b.String()
}
