package egress

import (
	_ "embed" // the tables next to this file
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

//go:embed words.txt
var wordFile string

// The sets of words.txt, as they are written and for looking one word up.
var (
	wordLists = readWords(wordFile)
	wordSets  = readSets(wordLists)
)

func readWords(file string) map[string][]string {
	out := map[string][]string{}
	for paragraph := range strings.SplitSeq(file, "\n\n") {
		first, rest, _ := strings.Cut(paragraph, "\n")
		if name, _, ok := strings.Cut(first, ": "); ok {
			out[name] = strings.Fields(rest)
		}
	}
	return out
}

func readSets(lists map[string][]string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for name, words := range lists {
		out[name] = map[string]bool{}
		for _, w := range words {
			out[name][w] = true
		}
	}
	return out
}

// in reports whether a word is one of a set.
func in(set, word string) bool { return wordSets[set][word] }

// oneOf reports whether the last part of a name is one of a set.
func oneOf(set, name string) bool { return in(set, lower(lastPart(name))) }

// anyOf reports whether the last part of a name is put together of words of which a set has one.
func anyOf(set, name string) bool {
	return slices.ContainsFunc(nameWords(lastPart(name)), func(w string) bool { return in(set, w) })
}

// contains reports whether a text contains a word of a set.
func contains(set, text string) bool {
	return slices.ContainsFunc(wordLists[set], func(w string) bool { return strings.Contains(text, w) })
}

//go:embed formats.tsv
var formatFile string

// formatRules returns the rules of formats.tsv.
func formatRules(compile func(string) *lazyre.Regexp) (out []rule) {
	judges := map[string]func(string) bool{"mixed": mixed, "hasDigit": hasDigit, "vendorKey": vendorKey,
		"notReference": notReference}
	for _, c := range table(formatFile, 5) {
		r := rule{name: c[0], fits: judges[c[2]], words: strings.Fields(c[3]), re: compile(c[4])}
		if c[1] == "part" {
			r.group = 1
		} else {
			r.before, r.greedy = wordStart, strings.Contains(c[4], ",}")
		}
		out = append(out, r)
	}
	return out
}

//go:embed patterns.tsv
var patternFile string

func readPatterns(file string) (out []pattern) {
	for _, c := range table(file, 4) {
		p := pattern{quick: c[0], then: c[1], re: lazyre.New(c[3])}
		if c[2] == "password" {
			p.kind = passwordName
		}
		out = append(out, p)
	}
	return out
}

//go:embed commands.tsv
var commandFile string

// readCommands returns the rows of each program.
func readCommands(file string) map[string][]commandRow {
	out := map[string][]commandRow{}
	for _, c := range table(file, 5) {
		last, _ := strconv.Atoi(c[3]) // empty: none
		for name := range strings.FieldsSeq(c[0]) {
			out[name] = append(out[name], commandRow{sub: c[1], flags: c[2], last: last, stdin: c[4]})
		}
	}
	return out
}

// table returns the rows of a file, each with so many cells; those at the end of a line may be left out.
func table(file string, cells int) (out [][]string) {
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), make([]string, cells)...)
		out = append(out, row[:cells])
	}
	return out
}
