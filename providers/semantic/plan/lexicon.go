package plan

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// lexiconText is what people call things and what code calls them, row by row.
//
//go:embed lexicon.txt
var lexiconText string

// What the rows of the lexicon count.
const (
	spokenWorth = 0.2 // of a word that may mean another: most of them mean several things
	turnWeight  = 0.6 // of a turn of speech: it asks for a kind of thing, not for one that is named
)

// lexicon is the text, read.
type lexicon struct {
	synonyms map[string][]string
	spoken   map[string]map[string]float64 // word → what code has for it, and what that counts
	turns    map[string][]idiom            // by their first word, the longest first
	lists    map[string]map[string]bool
	forms    map[string]string
}

// idiom is a turn of speech without its first word.
type idiom struct{ words, means []string }

var theLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{map[string][]string{}, map[string]map[string]float64{}, map[string][]idiom{},
		map[string]map[string]bool{}, map[string]string{}}
	for row := range strings.Lines(lexiconText) {
		said, means, pair := strings.Cut(strings.TrimSpace(row), ": ")
		f := strings.Fields(row)
		switch {
		case len(f) == 0 || f[0][0] == '#':
		case f[0] == "=":
			l.alike(f[1:])
		case f[0] == "!form":
			l.forms[f[1]] = f[2]
		case f[0][0] == '!':
			if l.lists[f[0][1:]] == nil {
				l.lists[f[0][1:]] = map[string]bool{}
			}
			for _, w := range f[1:] {
				l.lists[f[0][1:]][w] = true
			}
		case pair && f[0] == "~":
			words := strings.Fields(said)[1:]
			l.turns[words[0]] = append(l.turns[words[0]], idiom{words[1:], strings.Fields(means)})
		case pair:
			if l.spoken[said] == nil {
				l.spoken[said] = map[string]float64{}
			}
			for _, w := range strings.Fields(means) {
				l.spoken[said][w] = spokenWorth
			}
		}
	}
	for _, list := range l.turns {
		slices.SortStableFunc(list, func(a, b idiom) int { return len(b.words) - len(a.words) })
	}
	return l
})

// alike makes all words of a row stand for each other.
func (l *lexicon) alike(row []string) {
	for _, w := range row {
		for _, other := range row {
			if other != w && !slices.Contains(l.synonyms[w], other) {
				l.synonyms[w] = append(l.synonyms[w], other)
			}
		}
	}
}

// is reports whether a word is on a list of the lexicon.
func is(list, w string) bool { return theLexicon().lists[list][w] }

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// turn reads a turn of speech at the beginning of some words, and says how many of
// them it is.
func turn(fields []string) (means []string, n int) {
	for _, base := range bases(spelled(fields[0])) {
		for _, it := range theLexicon().turns[base] {
			if n := begins(fields[1:], it.words); n >= 0 {
				return it.means, 1 + n
			}
		}
	}
	return nil, 0
}

// begins says how many of some words the rest of a turn is, in any form of its words,
// or -1. Between them may stand what a sentence has there: "when they are needed" is
// "when needed".
func begins(fields, words []string) int {
	n := 0
	for _, w := range words {
		for n < len(fields) && between[spelled(fields[n])] && spelled(fields[n]) != w {
			n++
		}
		if n == len(fields) || !isForm(spelled(fields[n]), w) {
			return -1
		}
		n++
	}
	return n
}

// between are words that may stand in the middle of a turn.
var between = words(`it they he she we you i is are was were be been being`)

// isForm reports whether a word is a form of another.
func isForm(said, word string) bool { return said == word || slices.Contains(bases(said), word) }

// spelled returns a word of a question without what stands around it.
func spelled(field string) string {
	return strings.ToLower(strings.Trim(field, ".'"))
}
