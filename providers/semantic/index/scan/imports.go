package scan

import "strings"

// Statement returns the range of lines of an import's statement; it begins at most
// maxLines before the line of the import.
func (s *Text) Statement(im Import, maxLines int) (first, end int) {
	first, end = im.Line, im.Line+1
	switch s.fam {
	case Python:
		end = s.sigEnd(first)
	case Rust:
		_, end = s.statement(first)
	case Script:
		for first > 0 && im.Line-first < maxLines && !startsImport(s.raw(first)) {
			first--
		}
	}
	return first, min(end, len(s.Starts))
}

func startsImport(line string) bool {
	t := strings.TrimSpace(line)
	for _, p := range []string{"import", "export", "const", "let", "var", "use", "from"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}
