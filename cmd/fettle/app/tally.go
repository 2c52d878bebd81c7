package app

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/evidence"
)

// Tally counts outcomes for the closing lines.
type Tally struct {
	Fixed, NeedModel, Declined     int
	Grades                         evidence.Counts // of those fixed
	Failed, Written, Resumed, Left int             // left: by an interruption
	Unsafe                         int             // of those not fixed, which --unsafe would offer a fix for
	ModelOnly                      int             // of those that need a model, which nothing else has a fix for
	Unlooked                       []Unlooked
	asks, tokens                   int
	cost                           float64
	beside                         int // findings that are gone with those that were fixed
	reasons                        map[string]int
	Codes                          map[string]*Row // of a tool's rule
}

// Row is what became of the findings of one rule.
type Row struct {
	Grades              evidence.Counts // of those fixed
	NeedModel, Declined int
}

// Fixed returns how many were fixed.
func (r Row) Fixed() (n int) {
	for _, k := range r.Grades {
		n += k
	}
	return n
}

// NewTally counts from zero.
func NewTally() Tally { return Tally{reasons: map[string]int{}, Codes: map[string]*Row{}} }

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
		if f.Unsafe && !f.Applied {
			t.Unsafe++
		}
		name := strings.TrimSpace(f.Tool + " " + f.Code)
		if t.Codes[name] == nil {
			t.Codes[name] = new(Row)
		}
		row := t.Codes[name]
		switch {
		case f.Applied:
			g := evidence.Named(f.Grade)
			t.Fixed++
			t.Grades[g]++
			row.Grades[g]++
		case f.Needs:
			t.NeedModel++
			row.NeedModel++
			if !f.Unsafe {
				t.ModelOnly++
			}
		default:
			t.Declined++
			row.Declined++
			if f.Brief != "" {
				t.reasons[f.Brief]++
			}
		}
	}
}

// Add adds what was counted elsewhere.
func (t *Tally) Add(o Tally) {
	t.Fixed, t.NeedModel, t.Declined = t.Fixed+o.Fixed, t.NeedModel+o.NeedModel, t.Declined+o.Declined
	t.Grades.Add(o.Grades)
	t.Failed, t.Written, t.Resumed, t.Left = t.Failed+o.Failed, t.Written+o.Written, t.Resumed+o.Resumed, t.Left+o.Left
	t.asks, t.tokens, t.cost, t.beside = t.asks+o.asks, t.tokens+o.tokens, t.cost+o.cost, t.beside+o.beside
	t.Unsafe, t.ModelOnly = t.Unsafe+o.Unsafe, t.ModelOnly+o.ModelOnly
	t.Unlooked = append(t.Unlooked, o.Unlooked...)
	for why, n := range o.reasons {
		t.reasons[why] += n
	}
	for rule, n := range o.Codes {
		if t.Codes[rule] == nil {
			t.Codes[rule] = new(Row)
		}
		row := t.Codes[rule]
		row.Grades.Add(n.Grades)
		row.NeedModel, row.Declined = row.NeedModel+n.NeedModel, row.Declined+n.Declined
	}
}

// Table has a line for each rule, most frequent first.
func (t *Tally) Table(w io.Writer) {
	names := slices.SortedFunc(maps.Keys(t.Codes), func(a, b string) int {
		all := func(r *Row) int { return r.Fixed() + r.NeedModel + r.Declined }
		return cmp.Or(cmp.Compare(all(t.Codes[b]), all(t.Codes[a])), cmp.Compare(a, b))
	})
	width := 32
	for _, n := range names {
		width = max(width, len(Clean(n)))
	}
	fmt.Fprintf(w, "%-*s %7s %8s %7s %10s %11s %9s\n", width, "rule", "proved", "checked", "unsure", "unchecked",
		"need model", "declined")
	for _, n := range names {
		c := t.Codes[n]
		fmt.Fprintf(w, "%-*s %7d %8d %7d %10d %11d %9d\n", width, Clean(n), c.Grades[evidence.Proved],
			c.Grades[evidence.Checked],
			c.Grades[evidence.Unsure], c.Grades[evidence.Unchecked], c.NeedModel, c.Declined)
	}
}

// Line returns the summary: fixed, by grade / need a model / declined.
func (t *Tally) Line() string {
	parts := []string{fmt.Sprintf("%d fixed", t.Fixed)}
	if t.Fixed > 0 {
		parts[0] += " (" + t.Grades.String() + ")"
	}
	if t.beside > 0 {
		parts = append(parts, fmt.Sprintf("%d more gone with them", t.beside))
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

// notLooked returns the number of files that a tool did not answer for.
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
