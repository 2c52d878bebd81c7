package edits

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/internal/limits"
)

// maxReadings bounds the interpretations of one script that are tried.
const maxReadings = 24

// Apply applies a script to the frozen snapshot: all of it, or nothing and the
// reasons. Places are resolved by id (or taken from the script's shape), the
// indentation of the answer is interpreted, lines that it kept are copied from
// the document, and the result stays inside the windows and the limits.
func Apply(c Candidates, s Script, o Options) (Result, []Reject) {
	if r := c.applicable(s, o); r != nil {
		return Result{}, []Reject{*r}
	}
	changes, rejects := c.resolve(s)
	if len(rejects) == 0 {
		rejects = c.checkChanges(changes, o)
	}
	if len(rejects) > 0 {
		return Result{}, rejects
	}
	changes = c.belowShebang(changes)
	slices.SortStableFunc(changes, func(x, y change) int { // how readings are tried is not to hang on the script's order
		return cmp.Or(x.lines.Start-y.lines.Start, x.lines.End-y.lines.End)
	})
	drafts := make([][]draft, len(changes))
	for i, ch := range changes {
		drafts[i] = c.drafts(ch, changes, o)
	}
	return c.choose(changes, drafts, o)
}

// applicable rejects what no look at the single operations can save.
func (c Candidates) applicable(s Script, o Options) *Reject {
	switch {
	case s.Status != StatusFix && s.Status != 0:
		return &Reject{Code: RejectDecodeNone, Op: -1, Detail: "the answer holds no edit"}
	case len(s.Ops) == 0:
		return &Reject{Code: RejectNoop, Op: -1, Detail: "the script holds no edit"}
	case o.Unlimited:
		return nil
	}
	if len(s.Ops) > limits.Ops {
		return &Reject{Code: RejectTooLarge, Op: -1, Detail: fmt.Sprintf("%d edits, more than %d", len(s.Ops), limits.Ops)}
	}
	return c.Usable()
}

// choose tries the drafts of all changes together until a text passes: first
// the best of each, then the next best of one, and so on. That another reading may be
// as good does not count: of the recorded answers whose right text is known, the first one
// that passes is right in all (fettle-eval pyty-llm).
func (c Candidates) choose(changes []change, drafts [][]draft, o Options) (Result, []Reject) {
	var first []Reject
	for _, combo := range combinations(drafts) {
		chosen := make([]draft, len(combo))
		for i, n := range combo {
			chosen[i] = drafts[i][n]
		}
		res, rejects := c.attempt(changes, chosen, o)
		if len(rejects) == 0 {
			return res, nil
		}
		if first == nil {
			first = rejects
		}
		if rejects[0].Code != RejectParse {
			break // another reading would not say what was meant any better
		}
	}
	return Result{}, first
}

// attempt plans one reading, whose text must pass.
func (c Candidates) attempt(changes []change, chosen []draft, o Options) (Result, []Reject) {
	res, rejects := c.plan(changes, chosen)
	if len(rejects) == 0 && o.Parse != nil && !o.Parse(res.Text) {
		rejects = []Reject{{Code: RejectParse, Op: -1, Detail: "the new text does not parse"}}
	}
	return res, rejects
}

// combinations lists which draft of each change to use, in the order of how
// far they are from the best ones, at most maxReadings.
func combinations(drafts [][]draft) [][]int {
	list := [][]int{make([]int, len(drafts))}
	seen := map[string]bool{}
	for at := 0; at < len(list) && len(list) < maxReadings; at++ {
		for i := range drafts {
			if list[at][i]+1 >= len(drafts[i]) || len(list) == maxReadings {
				continue
			}
			next := slices.Clone(list[at])
			next[i]++
			if k := comboKey(next); !seen[k] {
				seen[k] = true
				list = append(list, next)
			}
		}
	}
	return list
}

func comboKey(combo []int) string {
	b := make([]byte, len(combo))
	for i, n := range combo {
		b[i] = byte(n)
	}
	return string(b)
}
