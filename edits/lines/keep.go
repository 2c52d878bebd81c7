package lines

import (
	"slices"
	"strings"
)

// Keep copies from the document what a kept line has there: its text, its
// trailing blanks, and all of a blank line or of one inside a string that came
// back as it was. The indentation is the block's own.
func (f Frame) Keep(b Block, match []int) []string {
	lines := make([]string, len(b.Lines))
	var blanks addedBlanks
	for i, l := range b.Lines {
		lines[i] = l
		if match[i] < 0 {
			continue
		}
		old := f.Old[match[i]]
		switch {
		case Blank(old):
			lines[i] = old
		case !f.certain(l, old, b.Fixed[i]): // two such lines differ by trailing blanks
		default:
			lines[i] = Lead(l) + old[len(Lead(old)):]
		}
		if !Blank(old) && !b.Fixed[i] {
			blanks.note(l, old)
		}
	}
	extra, known := blanks.common(len(f.free(b, 0)) > 1)
	if !known && f.Code && !slices.ContainsFunc(f.Old, hasTrailing) {
		extra = allTrailing(b)
	}
	if extra != "" {
		for i, l := range lines {
			if match[i] < 0 || !f.certain(l, f.Old[match[i]], b.Fixed[i]) {
				lines[i] = l[:len(l)-len(commonSuffix(trailing(l), extra))]
			}
		}
	}
	return lines
}

// addedBlanks are the blanks that all kept lines have at their ends beyond those
// of the document: the model put them there, so they go from its new lines as well.
// Lines of marks alone, as "}", count where there is no other.
type addedBlanks struct {
	words, marks         string
	knownWords, anyMarks bool
}

// note looks at one kept line, as it came back and as it was.
func (a *addedBlanks) note(line, old string) {
	more := ""
	if len(trailing(line)) > len(trailing(old)) {
		more, _ = strings.CutPrefix(trailing(line), trailing(old))
	}
	suffix, known := &a.words, &a.knownWords
	if !HasWord(old) {
		suffix, known = &a.marks, &a.anyMarks
	}
	if !*known {
		*suffix, *known = more, true
	}
	*suffix = commonSuffix(*suffix, more)
}

// common returns the blanks; known is false where no line shows them. Lines of marks show them only in a block of
// several lines.
func (a *addedBlanks) common(several bool) (extra string, known bool) {
	if !a.knownWords && a.anyMarks && several {
		return a.marks, true
	}
	return a.words, a.knownWords
}

// certain reports whether a line that equals an old one, blanks aside, is that
// line: brackets alone stand everywhere.
func (f Frame) certain(line, old string, fixed bool) bool {
	return fixed || Blank(old) || HasWord(old) || trailing(line) == trailing(old)
}

// allTrailing returns the blanks that every one of several lines ends in, which no
// one writes on purpose.
func allTrailing(b Block) string {
	n, all := 0, ""
	for i, l := range b.Lines {
		if Blank(l) || b.Fixed[i] {
			continue
		}
		if n++; n == 1 {
			all = trailing(l)
		}
		all = commonSuffix(all, trailing(l))
	}
	if n < 2 {
		return ""
	}
	return all
}

// commonSuffix returns the longest end that two texts share.
func commonSuffix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return a[len(a)-n:]
}

func hasTrailing(line string) bool { return !Blank(line) && trailing(line) != "" }

// trailing returns the blanks at the end of a line.
func trailing(line string) string { return line[len(strings.TrimRight(line, " \t")):] }
