package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// An indentStyle is how a text indents: with tabs, or with steps of spaces.
type indentStyle struct {
	tabs bool
	step int // spaces per level; 0 where the text does not tell or mixes both
}

// columns is the width of one level, 0 if the text does not tell.
func (st indentStyle) columns() int {
	if st.tabs {
		return width("\t")
	}
	return st.step
}

const styleSample = 2000 // lines of the document looked at

// style finds how the run indents, else how the document does. How wide a step
// is the whole document says: in a few lines it may be that of a continued line.
func (c Candidates) style(run int) indentStyle {
	switch c.Snapshot.Lang {
	case "go", "makefile":
		return indentStyle{tabs: true}
	}
	r := c.Windows.Runs[run].Lines
	here := samplesOf(c.linesOf(r), c.oldLiterals(r, run))
	if here.tabs > 0 {
		return here.style()
	}
	all := c.linesOf(text.Lines{Start: 0, End: min(c.Snapshot.LineCount(), styleSample)})
	in, _ := literalLines(literal{dia: literalsOf(c.Snapshot.Lang)}, all)
	doc := samplesOf(all, in)
	if here.spaces > 0 {
		doc.tabs, doc.spaces = 0, here.spaces
	}
	return doc.style()
}

// samples counts how lines are indented.
type samples struct {
	tabs, spaces int
	steps        map[int]int // by how much a line stands deeper than the one above
}

func samplesOf(lines []string, literal []bool) samples {
	s := samples{steps: map[int]int{}}
	before := -1
	for i, l := range lines {
		if blank(l) || literal[i] {
			continue
		}
		in := lead(l)
		switch {
		case strings.HasPrefix(in, "\t"):
			s.tabs++
		case len(in) > 1:
			s.spaces++
		}
		if d := len(in) - before; before >= 0 && d > 1 && d <= 8 {
			s.steps[d]++
		}
		before = len(in)
	}
	return s
}

func (s samples) style() indentStyle {
	switch {
	case s.tabs == 0 && s.spaces == 0, s.tabs > 0 && s.spaces > 0:
		return indentStyle{}
	case s.tabs > 0:
		return indentStyle{tabs: true}
	}
	best := 4
	for _, d := range []int{2, 3, 8} {
		if s.steps[d] > s.steps[best] {
			best = d
		}
	}
	return indentStyle{step: best}
}

// converted lists the forms of a block in the document's style: the block
// itself where it already has it or where its steps are not constant.
func (st indentStyle) converted(b block) []block {
	spaces, tabs, mixed, step := 0, 0, 0, 0
	for i, l := range b.lines {
		in := lead(l)
		if in == "" || blank(l) || b.literal[i] || b.fixed[i] {
			continue
		}
		switch {
		case strings.Trim(in, " ") == "":
			spaces++
			if !strings.HasPrefix(l[len(in):], "*") { // the inside of a block comment
				step = gcd(step, len(in))
			}
		case strings.Trim(in, "\t") == "":
			tabs++
		default:
			mixed++
		}
	}
	switch {
	case st.tabs && spaces > 0 && tabs == 0 && mixed == 0 && isStep(step):
		var list []block
		for _, n := range []int{step, 8, 4, 2} {
			if n == step || n < step && step%n == 0 {
				list = append(list, b.with(mapLead(b, func(in string) string {
					return strings.Repeat("\t", len(in)/n) + strings.Repeat(" ", len(in)%n)
				})))
			}
		}
		return list
	case st.step > 0 && tabs > 0 && spaces == 0 && mixed == 0:
		return []block{b.with(mapLead(b, func(in string) string { return strings.Repeat(" ", len(in)*st.step) }))}
	}
	return nil
}

// isStep reports whether levels are a multiple of a width that someone indents
// by.
func isStep(n int) bool { return n > 0 && (n%2 == 0 || n%3 == 0) }

// sameLeads reports whether all lines are indented as some old line is, in the
// document or as shown: then the answer kept what was there, odd as it may be.
func (f frame) sameLeads(b block) bool {
	known := map[string]bool{"": true}
	for _, l := range f.old {
		if !blank(l) {
			known[lead(l)] = true
			known[strings.TrimPrefix(lead(l), f.prefix)] = true
		}
	}
	for i, l := range b.lines {
		if !blank(l) && !b.literal[i] && !known[lead(l)] {
			return false
		}
	}
	return true
}

// hasTabs reports whether a line of code is indented with a tab.
func (b block) hasTabs() bool {
	for i, l := range b.lines {
		if !b.literal[i] && !b.fixed[i] && strings.Contains(lead(l), "\t") && !blank(l) {
			return true
		}
	}
	return false
}

func mapLead(b block, convert func(string) string) []string {
	out := make([]string, len(b.lines))
	for i, l := range b.lines {
		out[i] = l
		if !blank(l) && !b.literal[i] && !b.fixed[i] {
			out[i] = convert(lead(l)) + l[len(lead(l)):]
		}
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
