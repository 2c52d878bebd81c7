package lines

import "strings"

// jumps counts the lines of a block that are indented more than the line above
// allows: below a header by another step than the document's, below a complete
// line at all. Inside brackets and strings everything is allowed.
func jumps(b Block, step int) int {
	n, above := 0, ""
	for i, l := range b.Lines {
		if Blank(l) || b.Literal[i] {
			continue
		}
		if above != "" {
			deeper := width(Lead(l)) - width(Lead(above))
			switch opening(above) {
			case opensBlock:
				if deeper > 0 && step > 0 && deeper != step {
					n++
				}
			case opensNothing:
				if deeper > 0 {
					n++
				}
			}
		}
		above = l
	}
	return n
}

// opens says what a line allows the next one to do.
type opens uint8

const (
	opensNothing opens = iota
	opensBlock
	opensLine // a bracket, an operator, a continuation
)

func opening(line string) opens {
	if i := strings.Index(line, "  #"); i > 0 && !Blank(line[:i]) {
		line = line[:i]
	}
	if line = strings.TrimRight(line, " \t"); line == "" {
		return opensNothing
	}
	switch line[len(line)-1] {
	case ':', '{':
		return opensBlock
	case '(', '[', ',', '\\', '=', '+', '-', '*', '/', '|', '&', '.', '%', '<', '>', '?':
		return opensLine
	}
	if strings.Count(line, "(") > strings.Count(line, ")") || strings.Count(line, "[") > strings.Count(line, "]") {
		return opensLine
	}
	return opensNothing
}
