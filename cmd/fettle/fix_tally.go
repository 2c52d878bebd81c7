package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits/verify"
)

// tally counts outcomes for the closing lines.
type tally struct {
	fixed, unverified, needModel, declined int
	failed, written, resumed, left         int // left: by an interruption
	asks, tokens                           int
	cost                                   float64
	reasons                                map[string]int
	codes                                  map[string]*[4]int // of a tool's rule: fixed, unverified, need a model, declined
}

func newTally() tally { return tally{reasons: map[string]int{}, codes: map[string]*[4]int{}} }

func (t *tally) count(r fileResult) {
	if r.resumed {
		t.resumed++
	}
	for _, f := range r.findings {
		if !r.resumed {
			t.asks += f.Asks
			t.tokens += f.Tokens
			t.cost += f.Cost
		}
		if r.err != nil {
			continue // it could not be written: what it cost counts
		}
		column := 3
		switch {
		case f.Applied && f.Verdict == verify.Verified.String():
			t.fixed++
			column = 0
		case f.Applied:
			t.unverified++
			column = 1
		case f.needs:
			t.needModel++
			column = 2
		default:
			t.declined++
			if f.brief != "" {
				t.reasons[f.brief]++
			}
		}
		name := strings.TrimSpace(f.Tool + " " + f.Code)
		if t.codes[name] == nil {
			t.codes[name] = new([4]int)
		}
		t.codes[name][column]++
	}
}

// table has a line for each rule, most frequent first.
func (t *tally) table(w io.Writer) {
	names := slices.SortedFunc(maps.Keys(t.codes), func(a, b string) int {
		x, y := t.codes[a], t.codes[b]
		return cmp.Or(cmp.Compare(y[0]+y[1]+y[2]+y[3], x[0]+x[1]+x[2]+x[3]), cmp.Compare(a, b))
	})
	fmt.Fprintf(w, "%-32s %9s %11s %11s %9s\n", "rule", "verified", "unverified", "need model", "declined")
	for _, n := range names {
		c := t.codes[n]
		fmt.Fprintf(w, "%-32s %9d %11d %11d %9d\n", clean(n), c[0], c[1], c[2], c[3])
	}
}

// line is the summary: fixed and verified / need a model / declined.
func (t *tally) line() string {
	parts := []string{fmt.Sprintf("%d fixed and verified", t.fixed)}
	if t.unverified > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed, not verified", t.unverified))
	}
	need := "need"
	if t.needModel == 1 {
		need = "needs"
	}
	parts = append(parts, fmt.Sprintf("%d %s a model", t.needModel, need))
	declined := fmt.Sprintf("%d declined", t.declined)
	if most, n := mostFrequent(t.reasons); n > 0 {
		declined += fmt.Sprintf(" (%d× %s)", n, clean(most))
	}
	parts = append(parts, declined)
	if t.asks > 0 {
		cost := ""
		if t.cost > 0 {
			cost = fmt.Sprintf(", cost %.4f", t.cost)
		}
		parts = append(parts, fmt.Sprintf("%s (%d tokens%s)", counted(t.asks, "model call"), t.tokens, cost))
	}
	if t.failed > 0 {
		parts = append(parts, counted(t.failed, "file")+" failed")
	}
	return "fettle: " + strings.Join(parts, ", ")
}

func mostFrequent(m map[string]int) (best string, n int) {
	for k, v := range m {
		if v > n || v == n && k < best {
			best, n = k, v
		}
	}
	return best, n
}

// meter shows progress on a terminal once the work takes long.
type meter struct {
	w     io.Writer
	total int
	n     int
	start time.Time
	on    bool
}

// meterAfter is when work counts as long.
const meterAfter = 2 * time.Second

func newMeter(w io.Writer, total int) *meter {
	return &meter{w: w, total: total, start: time.Now(), on: isTerminal(w)}
}

func (m *meter) step() {
	m.n++
	if m.on && time.Since(m.start) > meterAfter && m.n < m.total {
		fmt.Fprintf(m.w, "\rfettle: %d of %d files", m.n, m.total)
	}
}

func (m *meter) clear() {
	if m.on && time.Since(m.start) > meterAfter {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
