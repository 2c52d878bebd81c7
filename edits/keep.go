package edits

import (
	"slices"
	"strings"
)

// kept is a block with what it keeps of the document, and what was mended for it.
type kept struct {
	lines     []string
	lookalike bool // a typographic form or the like of a character was put back
	trailing  bool // blanks at the end of lines went
}

// keep copies from the document what a kept line has there: its text, its
// trailing blanks, and all of a blank line or of one inside a string that came
// back as it was. The indentation is the block's own.
func (f frame) keep(b block, match []int) kept {
	var k kept
	lines := make([]string, len(b.lines))
	extra, known := "", false // the blanks that every kept line came back with …
	marks, some := "", 0      // … or every kept line of marks
	for i, l := range b.lines {
		lines[i] = l
		if match[i] < 0 {
			continue
		}
		old := f.old[match[i]]
		switch {
		case blank(old):
			lines[i] = old
		case !f.certain(l, old, b.fixed[i]): // trailing blanks tell two such lines apart
		default:
			lines[i] = lead(l) + old[len(lead(old)):]
		}
		if !blank(old) && !b.fixed[i] {
			more, _ := strings.CutPrefix(trailing(l), trailing(old))
			if len(trailing(l)) <= len(trailing(old)) {
				more = ""
			}
			switch {
			case !hasWord(old):
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
			k.lookalike = true
		}
	}
	if !known && some > 0 && len(f.free(b, 0)) > 1 {
		extra, known = marks, true
	}
	if !known && f.code && !slices.ContainsFunc(f.old, hasTrailing) {
		extra = allTrailing(b)
	}
	if extra != "" {
		k.trailing = true
		for i, l := range lines {
			if match[i] < 0 || !f.certain(l, f.old[match[i]], b.fixed[i]) {
				lines[i] = l[:len(l)-len(commonSuffix(trailing(l), extra))]
			}
		}
	}
	k.lines = lines
	return k
}

// certain reports whether a line that equals an old one, blanks aside, is that
// line: brackets alone stand everywhere.
func (f frame) certain(line, old string, fixed bool) bool {
	return fixed || blank(old) || hasWord(old) || trailing(line) == trailing(old)
}

// allTrailing is the blanks that every one of several lines ends in, which no
// one writes on purpose.
func allTrailing(b block) string {
	n, all := 0, ""
	for i, l := range b.lines {
		if blank(l) || b.fixed[i] {
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

func hasTrailing(line string) bool { return !blank(line) && trailing(line) != "" }

// trailing is the blanks at the end of a line.
func trailing(line string) string { return line[len(strings.TrimRight(line, " \t")):] }
