package lines

import (
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// maxAlignCells bounds the exact alignment; longer blocks get a linear one.
const maxAlignCells = 1 << 20

// Align matches new lines with the old lines they keep: the longest common
// subsequence of keys, where lines with words count most and equal indentation
// decides between equals. The result holds for each new line an old one or -1.
func Align(old, new []string, key func(string) string) []int {
	match := make([]int, len(new))
	for i := range match {
		match[i] = -1
	}
	a, b := keys(old, key), keys(new, key)
	head := 0
	for head < len(a) && head < len(b) && old[head] == new[head] {
		match[head] = head
		head++
	}
	endA, endB := len(a), len(b)
	for endA > head && endB > head && old[endA-1] == new[endB-1] {
		endA--
		endB--
		match[endB] = endA
	}
	n, m := endA-head, endB-head
	if n == 0 || m == 0 {
		return match
	}
	if n*m > maxAlignCells {
		alignLong(a[head:endA], b[head:endB], match[head:endB], head)
		return match
	}
	score := make([]int32, (n+1)*(m+1)) // of the best sequence of the rests
	at := func(i, j int) *int32 { return &score[i*(m+1)+j] }
	worth := func(i, j int) int32 {
		if a[head+i] != b[head+j] {
			return 0
		}
		return Weight(old[head+i], new[head+j])
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best := max(*at(i+1, j), *at(i, j+1))
			if w := worth(i, j); w > 0 {
				best = max(best, *at(i+1, j+1)+w)
			}
			*at(i, j) = best
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch w := worth(i, j); {
		case w > 0 && *at(i, j) == *at(i+1, j+1)+w:
			match[head+j] = head + i
			i++
			j++
		case *at(i, j) == *at(i+1, j):
			i++
		default:
			j++
		}
	}
	return match
}

func alignLong(a, b []string, match []int, offset int) {
	at, bt := 0, 0
	same := func(end int) {
		for ; at < end; at, bt = at+1, bt+1 {
			match[bt] = offset + at
		}
	}
	for _, d := range lcs.DiffLines(a, b) {
		same(d.Start)
		at, bt = d.End, d.ReplEnd
	}
	same(len(a))
}

func keys(lines []string, key func(string) string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = key(l)
	}
	return out
}

// Weight returns what matching two lines with equal keys is worth: blank lines and lone
// brackets stand everywhere.
func Weight(old, new string) int32 {
	w := int32(2)
	switch {
	case HasWord(new):
		w = 8
	case Blank(new):
		w = 1
	}
	if Lead(old) == Lead(new) {
		w++
	}
	return w
}

// Key returns how kept lines are recognised: blanks at the ends do not make a
// difference, nor do typographic forms of a character that models write plain.
func Key(line string) string { return plain(strings.Trim(line, " \t\f\v\r")) }

// ExactKey recognises a kept line by all of its bytes.
func ExactKey(line string) string { return line }

var lookalikes = strings.NewReplacer(
	"\u2018", "'", "\u2019", "'", "\u201a", "'", "\u2032", "'",
	"\u201c", `"`, "\u201d", `"`, "\u201e", `"`, "\u2033", `"`,
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-",
	"\u2026", "...", "\u00a0", " ", "\u202f", " ", "\u2009", " ",
)

// plain replaces typographic characters by what stands on a keyboard.
func plain(s string) string {
	for i := range len(s) {
		if s[i] >= 0x7F || s[i] < 0x20 && s[i] != '\t' {
			return lookalikes.Replace(Visible(s))
		}
	}
	return s
}
