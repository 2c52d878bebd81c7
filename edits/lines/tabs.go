package lines

import (
	"strings"
)

// An IndentStyle is how a text indents: with tabs, or with steps of spaces.
type IndentStyle struct {
	Tabs bool
	Step int // spaces per level; 0 where the text does not show it or mixes both
}

// Columns returns the width of one level, 0 if the text does not show it.
func (st IndentStyle) Columns() int {
	if st.Tabs {
		return width("\t")
	}
	return st.Step
}

// Samples counts how lines are indented.
type Samples struct {
	Tabs, Spaces int
	steps        map[int]int // by how much a line stands deeper than the one above
}

// SamplesOf counts how lines outside of literals are indented.
func SamplesOf(lines []string, literal []bool) Samples {
	s := Samples{steps: map[int]int{}}
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

// Style returns what most of the lines say.
func (s Samples) Style() IndentStyle {
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
	switch in := leadsOf(b); {
	case st.Tabs && in.spaces > 0 && in.tabs == 0 && in.mixed == 0 && isStep(in.step):
		var list []Block
		for _, n := range []int{in.step, 8, 4, 2} {
			if n == in.step || n < in.step && in.step%n == 0 {
				list = append(list, b.with(mapLead(b, func(in string) string {
					return strings.Repeat("\t", len(in)/n) + strings.Repeat(" ", len(in)%n)
				})))
			}
		}
		return list
	case st.Step > 0 && in.tabs > 0 && in.spaces == 0 && in.mixed == 0:
		return []Block{b.with(mapLead(b, func(in string) string { return strings.Repeat(" ", len(in)*st.Step) }))}
	}
	return nil
}

// leads counts the lines of a block by what they are indented with; step divides
// all indentations by blanks.
type leads struct{ spaces, tabs, mixed, step int }

func leadsOf(b Block) leads {
	var n leads
	for i, l := range b.Lines {
		in := Lead(l)
		if in == "" || Blank(l) || b.Literal[i] || b.Fixed[i] {
			continue
		}
		switch {
		case strings.Trim(in, " ") == "":
			n.spaces++
			if !strings.HasPrefix(l[len(in):], "*") { // the inside of a block comment
				n.step = gcd(n.step, len(in))
			}
		case strings.Trim(in, "\t") == "":
			n.tabs++
		default:
			n.mixed++
		}
	}
	return n
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
