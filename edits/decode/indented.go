package decode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// indented are the ways to indent code that replaces a range, the most likely
// one first. The code is shifted as one, by what most of its kept lines ask
// for; where they do not agree, a second reading leaves kept lines where the
// document has them and moves each new line with the kept one above it. A third puts
// it where the range begins, as it came.
func indented(c edits.Candidates, at text.Lines, code []string, match []int) [][]string {
	code = withTabsOf(c, at, code)
	in := lines.LiteralLines(c.Snapshot.Lang, nil, code)
	votes := map[int]int{}
	var steps []int
	for i, o := range match {
		if o < 0 || in[i] || lines.Blank(code[i]) {
			continue
		}
		d := len(lines.Lead(c.Line(o))) - len(lines.Lead(code[i]))
		if votes[d] == 0 {
			steps = append(steps, d)
		}
		votes[d] += int(lines.Weight(code[i], code[i]))
	}
	if len(steps) == 0 {
		steps = append(steps, len(lines.Lead(firstText(c, at)))-len(lines.Lead(firstOf(code))))
	}
	slices.SortStableFunc(steps, func(a, b int) int { return cmp.Compare(votes[b], votes[a]) })
	blanks := blanksOf(c, at)
	first := make([]string, len(code))
	second := make([]string, len(code))
	near := steps[0]
	for i, l := range code {
		kept := match[i] >= 0
		if kept && !in[i] && !lines.Blank(l) {
			near = len(lines.Lead(c.Line(match[i]))) - len(lines.Lead(l))
		}
		switch {
		case lines.Blank(l):
		case in[i] && kept:
			first[i], second[i] = c.Line(match[i]), c.Line(match[i])
		case kept:
			first[i], second[i] = shifted(l, steps[0], blanks), c.Line(match[i])
			if i == 0 && lines.Lead(l) == "" && len(steps) > 1 { // its blanks went with the fence's
				first[i] = c.Line(match[i])
			}
		default:
			first[i], second[i] = shifted(l, steps[0], blanks), shifted(l, near, blanks)
			if was := firstText(c, at); i == 0 && lines.Lead(l) == "" && lines.Alike(was, l) {
				first[i] = lines.Lead(was) + l // a version of a line whose blanks went with the fence's
			}
		}
	}
	out := [][]string{first}
	if !slices.Equal(first, second) {
		out = append(out, second)
	}
	if step := len(lines.Lead(firstText(c, at))) - len(lines.Lead(firstOf(code))); len(match) > 0 && match[0] < 0 && step != steps[0] && !slices.Contains(in, true) {
		// What is kept went deeper, with a new head above it.
		third := make([]string, len(code))
		for i, l := range code {
			if !lines.Blank(l) {
				third[i] = shifted(l, step, blanks)
			}
		}
		out = append(out, third)
	}
	return out
}

// shifted moves a line by so many columns.
func shifted(line string, by int, blanks string) string {
	switch {
	case by > 0:
		return strings.Repeat(blanks, by) + line
	case by < 0:
		return line[min(-by, len(lines.Lead(line))):]
	}
	return line
}

// blanksOf is what the range is indented with.
func blanksOf(c edits.Candidates, at text.Lines) string {
	for i := at.Start; i < at.End; i++ {
		if lead := lines.Lead(c.Line(i)); lead != "" {
			return lead[:1]
		}
	}
	for i := range c.Snapshot.LineCount() {
		if lead := lines.Lead(c.Line(i)); lead != "" {
			return lead[:1]
		}
	}
	return " "
}

// withTabsOf gives code the tabs of the document, or takes them away: models
// write four blanks for each.
func withTabsOf(c edits.Candidates, at text.Lines, code []string) []string {
	tabs := blanksOf(c, at) == "\t"
	step := 0
	for _, l := range code {
		lead := lines.Lead(l)
		if lines.Blank(l) || lead == "" {
			continue
		}
		if strings.Contains(lead, "\t") == tabs {
			return code // some of it is as the document has it
		}
		if n := len(lead); step == 0 || n < step {
			step = n
		}
	}
	if step == 0 {
		return code
	}
	out := make([]string, len(code))
	for i, l := range code {
		lead := lines.Lead(l)
		if tabs {
			out[i] = strings.Repeat("\t", len(lead)/step) + strings.Repeat(" ", len(lead)%step) + l[len(lead):]
		} else {
			out[i] = strings.Repeat("    ", len(lead)) + l[len(lead):]
		}
	}
	return out
}

func firstText(c edits.Candidates, at text.Lines) string {
	for i := at.Start; i < at.End; i++ {
		if t := c.Line(i); !lines.Blank(t) {
			return t
		}
	}
	return ""
}

func firstOf(code []string) string {
	if i := lines.FirstText(code); i >= 0 {
		return code[i]
	}
	return ""
}
