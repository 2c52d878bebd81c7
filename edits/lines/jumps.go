package lines

import "strings"

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
