package app

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
)

// Tally counts outcomes for the closing lines.
type Tally struct {
	Fixed, Unverified, NeedModel, Declined int
	Failed, Written, Resumed, Left         int // left: by an interruption
	Unsafe                                 int // of those not fixed, which --unsafe would offer a fix for
	ModelOnly                              int // of those that need a model, which nothing else has a fix for
	Unlooked                               []Unlooked
	asks, tokens                           int
	cost                                   float64
	beside                                 int // findings that are gone with those that were fixed
	reasons                                map[string]int
	Codes                                  map[string]*[4]int // of a tool's rule: fixed, unverified, need a model, declined
}

// NewTally counts from zero.
func NewTally() Tally { return Tally{reasons: map[string]int{}, Codes: map[string]*[4]int{}} }

// Count adds the findings of one file.
func (t *Tally) Count(r Result) {
	t.Unlooked = append(t.Unlooked, r.Unlooked...)
	if r.Resumed {
		t.Resumed++
	}
	if r.Err == nil {
		t.beside += r.beside
	}
	for _, f := range r.Findings {
		if !r.Resumed {
			t.asks += f.Asks
			t.tokens += f.Tokens
			t.cost += f.Cost
		}
		if r.Err != nil {
			continue // it could not be written: what it cost counts
		}
		if f.unsafe && !f.Applied {
			t.Unsafe++
		}
		column := 3
		switch {
		case f.Applied && f.Verdict == verify.Verified.String():
			t.Fixed++
			column = 0
		case f.Applied:
			t.Unverified++
			column = 1
		case f.Needs:
			t.NeedModel++
			if !f.unsafe {
				t.ModelOnly++
			}
			column = 2
		default:
			t.Declined++
			if f.Brief != "" {
				t.reasons[f.Brief]++
			}
		}
		name := strings.TrimSpace(f.Tool + " " + f.Code)
		if t.Codes[name] == nil {
			t.Codes[name] = new([4]int)
		}
		t.Codes[name][column]++
	}
}

// Add adds what was counted elsewhere.
func (t *Tally) Add(o Tally) {
	t.Fixed, t.Unverified, t.NeedModel, t.Declined = t.Fixed+o.Fixed, t.Unverified+o.Unverified, t.NeedModel+o.NeedModel, t.Declined+o.Declined
	t.Failed, t.Written, t.Resumed, t.Left = t.Failed+o.Failed, t.Written+o.Written, t.Resumed+o.Resumed, t.Left+o.Left
	t.asks, t.tokens, t.cost, t.beside = t.asks+o.asks, t.tokens+o.tokens, t.cost+o.cost, t.beside+o.beside
	t.Unsafe, t.ModelOnly = t.Unsafe+o.Unsafe, t.ModelOnly+o.ModelOnly
	t.Unlooked = append(t.Unlooked, o.Unlooked...)
	for why, n := range o.reasons {
		t.reasons[why] += n
	}
	for rule, n := range o.Codes {
		if t.Codes[rule] == nil {
			t.Codes[rule] = new([4]int)
		}
		for i := range n {
			t.Codes[rule][i] += n[i]
		}
	}
}

// Table has a line for each rule, most frequent first.
func (t *Tally) Table(w io.Writer) {
	names := slices.SortedFunc(maps.Keys(t.Codes), func(a, b string) int {
		x, y := t.Codes[a], t.Codes[b]
		return cmp.Or(cmp.Compare(y[0]+y[1]+y[2]+y[3], x[0]+x[1]+x[2]+x[3]), cmp.Compare(a, b))
	})
	width := 32
	for _, n := range names {
		width = max(width, len(Clean(n)))
	}
	fmt.Fprintf(w, "%-*s %9s %11s %11s %9s\n", width, "rule", "verified", "unverified", "need model", "declined")
	for _, n := range names {
		c := t.Codes[n]
		fmt.Fprintf(w, "%-*s %9d %11d %11d %9d\n", width, Clean(n), c[0], c[1], c[2], c[3])
	}
}

// Line is the summary: fixed and verified / need a model / declined.
func (t *Tally) Line() string {
	parts := []string{fmt.Sprintf("%d fixed and verified", t.Fixed)}
	if t.beside > 0 {
		parts[0] += fmt.Sprintf(" (%d more gone with them)", t.beside)
	}
	if t.Unverified > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed, not verified", t.Unverified))
	}
	need := "need"
	if t.NeedModel == 1 {
		need = "needs"
	}
	parts = append(parts, fmt.Sprintf("%d %s a model", t.NeedModel, need))
	declined := fmt.Sprintf("%d declined", t.Declined)
	if most, n := mostFrequent(t.reasons); n > 0 {
		declined += fmt.Sprintf(" (%d× %s)", n, Clean(most))
	}
	parts = append(parts, declined)
	if t.asks > 0 {
		cost := ""
		if t.cost > 0 {
			cost = fmt.Sprintf(", cost %.4f", t.cost)
		}
		parts = append(parts, fmt.Sprintf("%s (%d tokens%s)", Counted(t.asks, "model call"), t.tokens, cost))
	}
	if n := t.notLooked(); n > 0 {
		parts = append(parts, Counted(n, "file")+" not looked at by every tool")
	}
	if t.Failed > 0 {
		parts = append(parts, Counted(t.Failed, "file")+" failed")
	}
	return "fettle: " + strings.Join(parts, ", ")
}

// notLooked is the number of files that a tool did not answer for.
func (t *Tally) notLooked() int {
	files := map[string]bool{}
	for _, u := range t.Unlooked {
		files[u.File] = true
	}
	return len(files)
}

func mostFrequent(m map[string]int) (best string, n int) {
	for k, v := range m {
		if v > n || v == n && k < best {
			best, n = k, v
		}
	}
	return best, n
}
