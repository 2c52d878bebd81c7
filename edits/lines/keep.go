package lines

import (
	"slices"
	"strings"
)

// kept is a block with what it keeps of the document, and what was mended for it.
type kept struct {
	Lines     []string
	Lookalike bool // a typographic form or the like of a character was put back
	Trailing  bool // blanks at the end of lines went
}

// Keep copies from the document what a kept line has there: its text, its
// trailing blanks, and all of a blank line or of one inside a string that came
// back as it was. The indentation is the block's own.
func (f Frame) Keep(b Block, match []int) kept {
	var k kept
	lines := make([]string, len(b.Lines))
	extra, known := "", false // the blanks that every kept line came back with …
	marks, some := "", 0      // … or every kept line of marks
	for i, l := range b.Lines {
		lines[i] = l
		if match[i] < 0 {
			continue
		}
		old := f.Old[match[i]]
		switch {
		case Blank(old):
			lines[i] = old
		case !f.certain(l, old, b.Fixed[i]): // trailing blanks tell two such lines apart
		default:
			lines[i] = Lead(l) + old[len(Lead(old)):]
		}
		if !Blank(old) && !b.Fixed[i] {
			more, _ := strings.CutPrefix(trailing(l), trailing(old))
			if len(trailing(l)) <= len(trailing(old)) {
				more = ""
			}
			switch {
			case !HasWord(old):
				if some++; some == 1 {
					marks = more
				}
				marks = commonSuffix(marks, more)
			case !known:
				extra, known = more, true
			default:
				extra = commonSuffix(extra, more)
			}
		}
		if strings.TrimSpace(l) != strings.TrimSpace(old) {
			k.Lookalike = true
		}
	}
	if !known && some > 0 && len(f.free(b, 0)) > 1 {
		extra, known = marks, true
	}
	if !known && f.Code && !slices.ContainsFunc(f.Old, hasTrailing) {
		extra = allTrailing(b)
	}
	if extra != "" {
		k.Trailing = true
		for i, l := range lines {
			if match[i] < 0 || !f.certain(l, f.Old[match[i]], b.Fixed[i]) {
				lines[i] = l[:len(l)-len(commonSuffix(trailing(l), extra))]
			}
		}
	}
	k.Lines = lines
	return k
}

// certain reports whether a line that equals an old one, blanks aside, is that
// line: brackets alone stand everywhere.
func (f Frame) certain(line, old string, fixed bool) bool {
	return fixed || Blank(old) || HasWord(old) || trailing(line) == trailing(old)
}

// allTrailing is the blanks that every one of several lines ends in, which no
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

// commonSuffix is the longest end that two texts share.
func commonSuffix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return a[len(a)-n:]
}

func hasTrailing(line string) bool { return !Blank(line) && trailing(line) != "" }

// trailing is the blanks at the end of a line.
func trailing(line string) string { return line[len(strings.TrimRight(line, " \t")):] }
