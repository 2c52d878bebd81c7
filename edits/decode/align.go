package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// align pairs the lines of code with equal ones of a range, blanks at their
// ends aside: the longest common sequence, as the numbers of the document's
// lines, -1 for new ones.
func align(c edits.Candidates, l text.Lines, code []string) []int {
	match := make([]int, len(code))
	for i := range match {
		match[i] = -1
	}
	old := make([]string, l.Len())
	for i := range old {
		old[i] = strings.TrimSpace(c.Line(l.Start + i))
	}
	key := make([]string, len(code))
	for i, t := range code {
		key[i] = strings.TrimSpace(t)
	}
	head := 0
	for head < len(key) && head < len(old) && key[head] == old[head] {
		match[head] = l.Start + head
		head++
	}
	tail := 0
	for tail < len(key)-head && tail < len(old)-head && key[len(key)-1-tail] == old[len(old)-1-tail] {
		tail++
		match[len(key)-tail] = l.End - tail
	}
	a, b := key[head:len(key)-tail], old[head:len(old)-tail]
	if len(a)*len(b) > maxAligned || len(a) == 0 || len(b) == 0 {
		return match
	}
	for _, pair := range lines.Pairs(len(a), len(b), func(i, j int) int32 {
		if a[i] != b[j] {
			return 0
		}
		return int32(weight(a[i]))
	}) {
		match[head+pair[0]] = l.Start + head + pair[1]
	}
	return match
}

// maxAligned bounds the table of an alignment.
const maxAligned = 4_000_000

// weight is what a kept line tells of where code belongs: blank lines and lone
// brackets stand everywhere.
func weight(line string) int {
	switch {
	case line == "":
		return 1
	case len(line) < 4:
		return 2
	}
	return telling
}

// telling is the weight of a line that does not stand everywhere.
const telling = 8
