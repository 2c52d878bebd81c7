package lines

import (
	"strings"
)

// An IndentStyle is how a text indents: with tabs, or with steps of spaces.
type IndentStyle struct {
	Tabs bool
	Step int // spaces per level; 0 where the text does not tell or mixes both
}

// Columns is the width of one level, 0 if the text does not tell.
func (st IndentStyle) Columns() int {
	if st.Tabs {
		return width("\t")
	}
	return st.Step
}

// samples counts how lines are indented.
type samples struct {
	Tabs, Spaces int
	steps        map[int]int // by how much a line stands deeper than the one above
}

// SamplesOf counts how lines outside of literals are indented.
func SamplesOf(lines []string, literal []bool) samples {
	s := samples{steps: map[int]int{}}
	before := -1
	for i, l := range lines {
		if Blank(l) || literal[i] {
			continue
		}
		in := Lead(l)
		switch {
		case strings.HasPrefix(in, "\t"):
			s.Tabs++
		case len(in) > 1:
			s.Spaces++
		}
		if d := len(in) - before; before >= 0 && d > 1 && d <= 8 {
			s.steps[d]++
		}
		before = len(in)
	}
	return s
}

func (s samples) Style() IndentStyle {
	switch {
	case s.Tabs == 0 && s.Spaces == 0, s.Tabs > 0 && s.Spaces > 0:
		return IndentStyle{}
	case s.Tabs > 0:
		return IndentStyle{Tabs: true}
	}
	best := 4
	for _, d := range []int{2, 3, 8} {
		if s.steps[d] > s.steps[best] {
			best = d
		}
	}
	return IndentStyle{Step: best}
}

// Converted lists the forms of a block in the document's style: the block
// itself where it already has it or where its steps are not constant.
func (st IndentStyle) Converted(b Block) []Block {
	spaces, tabs, mixed, step := 0, 0, 0, 0
	for i, l := range b.Lines {
		in := Lead(l)
		if in == "" || Blank(l) || b.Literal[i] || b.Fixed[i] {
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
	case st.Tabs && spaces > 0 && tabs == 0 && mixed == 0 && isStep(step):
		var list []Block
		for _, n := range []int{step, 8, 4, 2} {
			if n == step || n < step && step%n == 0 {
				list = append(list, b.with(mapLead(b, func(in string) string {
					return strings.Repeat("\t", len(in)/n) + strings.Repeat(" ", len(in)%n)
				})))
			}
		}
		return list
	case st.Step > 0 && tabs > 0 && spaces == 0 && mixed == 0:
		return []Block{b.with(mapLead(b, func(in string) string { return strings.Repeat(" ", len(in)*st.Step) }))}
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
