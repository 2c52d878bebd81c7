package lines

import (
	"slices"
	"strings"
	"unicode"
)

// changedInto reports whether lines hold a changed version of an old one: half
// of its words on one line, or most of them on all. Of lines with few words the
// characters are compared; a line without words says nothing, and the parser
// must tell. Imports all look alike: of those the names count.
func changedInto(old string, lines []string) bool {
	words := wordsOf(old)
	if len(words) == 0 {
		return len(lines) > 0
	}
	_, names, isImport := strings.Cut(old, "import ")
	if isImport {
		if words = wordsOf(names); len(words) == 0 { // import *
			return false
		}
	}
	all := map[string]bool{}
	for _, l := range lines {
		if !isImport && len(words) < fewWords && (Alike(old, l) || renamed(words, old, l)) {
			return true
		}
		here := map[string]bool{}
		for _, w := range wordsOf(l) {
			here[w], all[w] = true, true
		}
		if (isImport || len(words) >= fewWords) && 2*countIn(words, here) >= len(words) {
			return true
		}
	}
	return 5*countIn(words, all) >= 3*len(words)
}

// renamed reports whether a line is an old one of few words with half of them
// replaced and all else, marks and blanks, as it was.
func renamed(words []string, old, now string) bool {
	form := func(l string) string {
		return strings.Join(strings.FieldsFunc(l, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }), "\x00")
	}
	have := map[string]bool{}
	for _, w := range wordsOf(now) {
		have[w] = true
	}
	return len(words) > 1 && 2*countIn(words, have) >= len(words) && form(strings.TrimSpace(old)) == form(strings.TrimSpace(now))
}

// fewWords is the number of words from which words are compared.
const fewWords = 3

func countIn(words []string, set map[string]bool) int {
	n := 0
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return n
}

// wordsOf are the names and numbers of a line, keywords that say nothing of its
// content left out.
func wordsOf(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return w == "import" || w == "from" || w == "pass" })
}

// likeness orders old lines by how likely a new one is their version: those that
// bind the same name come first.
func likeness(old, now string) float64 {
	old, now = strings.TrimSpace(old), strings.TrimSpace(now)
	n := similarity(old, now)
	if name, _, ok := strings.Cut(old, " = "); ok && strings.HasPrefix(now, name+" = ") {
		n += sameName
	}
	return n
}

// sameName is what lines gain in likeness if they bind the same name.
const sameName = 1

// sameLine is the similarity above which two lines count as versions of one.
const sameLine = 0.6

// Alike reports whether one line may be a version of the other.
func Alike(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a != "" && similarity(a, b) > sameLine
}

// similarity is twice the longest common subsequence over both lengths.
func similarity(a, b string) float64 {
	a, b = a[:min(len(a), 400)], b[:min(len(b), 400)]
	if len(a)+len(b) == 0 {
		return 1
	}
	row := make([]int, len(b)+1)
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			up := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return 2 * float64(row[len(b)]) / float64(len(a)+len(b))
}
