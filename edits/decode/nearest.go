package decode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// Suggestion names lines of the windows that resemble some quoted code. It is
// for the feedback to the model; nothing is ever placed by it.
type Suggestion struct {
	Lines    text.Lines
	From, To edits.AnchorID // "" for lines without an id
	Score    float64        // share of the quotation's words found there in order of lines, 0…1
}

func (s Suggestion) String() string {
	switch {
	case s.From == "" || s.To == "":
		return s.Lines.String()
	case s.From == s.To:
		return string(s.From)
	}
	return fmt.Sprintf("%s–%s", s.From, s.To)
}

// The caps of the search for resembling lines.
const (
	nearestQuoted = 60 // lines of the quotation that are compared
	nearestCommon = 64 // words on more lines than this say nothing
	nearestList   = 3
	nearestScore  = 0.4
)

// Nearest lists the places in the windows that resemble the quoted lines most,
// best first, at most three. Only words count, so that it costs little.
func Nearest(c edits.Candidates, old []string) []Suggestion {
	old = lines.TrimBlank(old)
	if len(old) == 0 {
		return nil
	}
	length := len(old)
	old = old[:min(len(old), nearestQuoted)]
	lines := map[string][]int{} // word → lines that hold it, each once
	runOf := map[int]int{}
	for r, run := range c.Windows.Runs {
		for l := run.Lines.Start; l < min(run.Lines.End, c.Snapshot.LineCount()); l++ {
			runOf[l] = r
			for _, w := range words(c.Snapshot.Line(l)) {
				if at := lines[w]; len(at) == 0 || at[len(at)-1] != l {
					lines[w] = append(at, l)
				}
			}
		}
	}
	votes := map[int]int{} // first line → words found on the right lines
	total := 0
	for i, l := range old {
		said := words(l)
		slices.Sort(said)
		for _, w := range slices.Compact(said) {
			total++
			if at := lines[w]; len(at) <= nearestCommon {
				for _, line := range at {
					votes[line-i]++
				}
			}
		}
	}
	var all []Suggestion
	for start, n := range votes {
		score := float64(n) / float64(total)
		first := max(start, 0)
		run, ok := runOf[first]
		if !ok || score < nearestScore {
			continue
		}
		end := min(start+length, c.Windows.Runs[run].Lines.End)
		if end <= first {
			continue
		}
		all = append(all, Suggestion{Lines: text.Lines{Start: first, End: end}, Score: score})
	}
	slices.SortFunc(all, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Lines.Start, b.Lines.Start))
	})
	var best []Suggestion
	for _, s := range all {
		if slices.ContainsFunc(best, func(b Suggestion) bool { return b.Lines.Overlaps(s.Lines) }) {
			continue
		}
		if best = append(best, suggest(c, s.Lines, s.Score)); len(best) == nearestList {
			break
		}
	}
	return best
}

// suggest names lines by their ids, where they have one.
func suggest(c edits.Candidates, lines text.Lines, score float64) Suggestion {
	return Suggestion{Lines: lines, From: c.LineID(lines.Start), To: c.LineID(lines.End - 1), Score: score}
}

// words returns the identifiers and numbers of a line; a line of marks only is one
// word itself.
func words(line string) []string {
	w := strings.FieldsFunc(line, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if t := strings.TrimSpace(line); len(w) == 0 && t != "" {
		w = append(w, t)
	}
	return w
}
