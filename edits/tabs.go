package edits

import (
	"strings"
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

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
