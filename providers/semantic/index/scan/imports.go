package scan

import "strings"

// Statement returns the range of lines of an import's statement, at most maxLines where it is a script's.
func (s *Text) Statement(im Import, maxLines int) (first, end int) {
	first, end = im.Line, im.Line+1
	switch s.fam {
	case Python:
		end = s.sigEnd(first)
	case Rust:
		end = s.ends(first, ';')
	case Script:
		for end < len(s.Starts) && end-first < maxLines && !strings.Contains(s.raw(end-1), im.Spec) {
			end++
		}
	}
	return first, min(end, len(s.Starts))
}
