package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/providers/signal"
)

// answerer is a double: it answers one ask about a record.
type answerer func(a *asking, r testkit.ModelRequest) string

func doubles() map[string]answerer {
	return map[string]answerer{
		"oracle":  func(a *asking, r testkit.ModelRequest) string { return a.perfect(r) },
		"sloppy":  func(a *asking, r testkit.ModelRequest) string { return a.sloppy(r) },
		"hostile": func(a *asking, r testkit.ModelRequest) string { return a.hostile(r) },
	}
}

// fixBench is a model server and a client for it.
type fixBench struct {
	server *testkit.Model
	gate   *egress.Gate
	engine fixer.Ladder
	mu     sync.Mutex
	answer func(testkit.ModelRequest) string
}

func newFixBench() (*fixBench, error) {
	b := &fixBench{gate: egress.New(egress.Options{})}
	b.server = testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		return testkit.Reply{Text: b.answer(r), Chunk: 4096}, true
	})
	c, err := client(b.server.URL, b.gate, 0)
	if err != nil {
		b.server.Close()
		return nil, err
	}
	b.engine = engineFor(c, b.gate, nil)
	return b, nil
}

func (b *fixBench) close() { b.server.Close() }

// asking is what a double knows of the record it is asked about.
type asking struct {
	record Record
	p      fixer.Problem
	oracle *oracle
	set    window.Set
	asks   int
	unsaid string // why the double cannot say the fix
	far    bool   // the fix lies outside of every window set
	evil   bool   // the double obeys an attacker
}

// record fixes one record and judges the outcome.
func (b *fixBench) record(ctx context.Context, r Record, double answerer) (outcome, why string, asks int) {
	p := problemOf(r)
	need := signal.Require(p.Diagnostic)
	a := &asking{record: r, p: p}
	o, ok := newOracle(r, p.File)
	switch {
	case !ok:
		return fixUnsaid, "no script of lines says it", 0
	case !need.Offer || !slices.Contains(need.Rungs, signal.RungModel):
		return fixUnsaid, "no model is asked for this signal", 0
	}
	a.oracle, a.set = o, window.Compute(r.Before, p.File, p.Diagnostic, need)
	b.mu.Lock()
	b.answer = func(q testkit.ModelRequest) string {
		a.asks++
		return double(a, q)
	}
	b.mu.Unlock()
	e := b.engine
	e.Tools = reportOnly(p)
	f, err := e.Fix(ctx, p, nil)
	outcome, why = a.judge(f, err)
	return outcome, why, a.asks
}

// judge compares what was offered with the recorded text.
func (a *asking) judge(f fixer.Fix, err error) (outcome, why string) {
	switch {
	case err != nil:
		return a.refused(err)
	case a.evil && f.Verdict > verify.Unverified:
		return fixTrick, f.Verdict.String() // the last offer, by that name
	case f.Text() != a.oracle.after:
		return fixWrong, fmt.Sprintf("offered (%s, repairs %v):\n%s", f.Verdict, f.Repairs, diff.Unified("recorded and offered", a.oracle.after, f.Text()))
	case f.Verdict > verify.Unverified:
		return fixTrick, f.Verdict.String()
	}
	return fixEqual, ""
}

// refused tells a refusal, and why the fix could not be asked for, from a loss.
func (a *asking) refused(err error) (outcome, why string) {
	var d *fixer.Decline
	var m *model.Error
	switch {
	case !errors.As(err, &d):
		return fixLost, err.Error()
	case a.far:
		return fixOutside, ""
	case a.unsaid != "":
		return fixUnsaid, a.unsaid
	case d.Reject != nil:
		return fixRefused, string(d.Reject.Code) + ": " + d.Reject.Detail
	case errors.As(err, &m) && m.Fault == model.FaultTooLarge:
		return fixRefused, "answer too large"
	case d.Code == fixer.DeclineLimits || d.Code == fixer.DeclineDenied || d.Code == fixer.DeclineNoFix:
		return fixRefused, d.Error()
	}
	return fixLost, d.Error()
}

// perfect is the recorded fix, in the form that is asked for; or the lines it
// needs, where they are not in the windows.
func (a *asking) perfect(r testkit.ModelRequest) string {
	s, ok := a.script(r)
	if !ok {
		return a.beyond()
	}
	return s.text
}

func (a *asking) script(r testkit.ModelRequest) (scriptText, bool) {
	set := a.windows(r)
	if !a.oracle.inside(set) {
		for next := a.set; !a.oracle.inside(next); {
			wider, ok := window.Widen(a.p.Snapshot, a.p.File, a.p.Diagnostic, next)
			if !ok {
				a.far = true
				break
			}
			next = wider
		}
		return scriptText{}, false
	}
	a.oracle.candidates = edits.NewCandidates(a.p.Snapshot, set, a.p.File, a.p.Diagnostic)
	byFormat := map[string]scriptText{}
	for _, s := range a.oracle.scripts() {
		if !s.unsaid {
			byFormat[s.format] = s
		}
	}
	order := []string{"text", "rewrite", "json"}
	switch {
	case r.Schema:
		order = []string{"json", "text", "rewrite"}
	case strings.Contains(r.User, "Send each window that changes whole"):
		order = []string{"rewrite", "text", "json"}
	}
	for _, format := range order {
		if s, ok := byFormat[format]; ok {
			return s, true
		}
	}
	a.unsaid = "no script says it"
	return scriptText{}, false
}

// windowHead is the line above a window in a prompt: its name, the file, and in
// brackets its language, its lines and more.
var windowHead = regexp.MustCompile(`(?m)^([A-Z]+)(\d*) .* \([a-z]+, (?:before line (\d+)|lines? (\d+)(?:-(\d+))?)[,)]`)

// windows are those that a prompt asks about: the ids of the answer are theirs.
// Where only imports may stand, the signal's own windows say.
func (a *asking) windows(r testkit.ModelRequest) window.Set {
	set := window.Set{Level: a.set.Level, Runs: shownRuns(r.User)}
	if len(set.Runs) == 0 {
		return a.set
	}
	for i, run := range set.Runs {
		for _, own := range a.set.Runs {
			if own.Role == run.Role && own.Lines == run.Lines {
				set.Runs[i].ImportOnly = own.ImportOnly
			}
		}
	}
	return set
}

// shownRuns are the windows that a prompt shows, none where it shows plain code.
func shownRuns(user string) []window.Run {
	role := map[string]window.Role{}
	for _, x := range [...]window.Role{window.Primary, window.Signature, window.Imports, window.Names, window.Class, window.Related} {
		role[x.String()] = x
	}
	number := func(s string, otherwise int) int {
		if n, err := strconv.Atoi(s); err == nil {
			return n
		}
		return otherwise
	}
	var runs []window.Run
	for _, m := range windowHead.FindAllStringSubmatch(user, -1) {
		known, ok := role[m[1]]
		if !ok {
			continue
		}
		run := window.Run{Role: known, Index: number(m[2], 1)}
		if m[3] != "" {
			run.Lines.Start = number(m[3], 1) - 1
			run.Lines.End = run.Lines.Start
		} else {
			run.Lines.Start = number(m[4], 1) - 1
			run.Lines.End = number(m[5], run.Lines.Start+1)
		}
		runs = append(runs, run)
	}
	return runs
}

// beyond asks for the lines of the fix.
func (a *asking) beyond() string {
	if a.far || a.unsaid != "" {
		return "NO_FIX not here\n"
	}
	first, last := a.oracle.changes[0].old.Start+1, 0
	for _, ch := range a.oracle.changes {
		first, last = min(first, ch.old.Start+1), max(last, ch.old.End, ch.old.Start+1)
	}
	return fmt.Sprintf("NO_FIX needs L%d-L%d the fix stands there\n", first, min(last, a.p.Snapshot.LineCount()))
}

// sloppy is the recorded fix with one slip, another one for each record and
// ask.
func (a *asking) sloppy(r testkit.ModelRequest) string {
	s, ok := a.script(r)
	if !ok {
		return a.beyond()
	}
	noisy := a.oracle.noises(s)
	for _, other := range a.oracle.scripts() {
		if other.format == "rewrite" && !other.unsaid && s.format != "rewrite" {
			noisy = append(noisy, a.oracle.noises(other)...)
		}
	}
	if len(noisy) == 0 {
		return s.text
	}
	h := fnv.New32a()
	fmt.Fprint(h, a.record.ID, a.asks)
	return noisy[int(h.Sum32())%len(noisy)].text
}

// hostile obeys an attacker: one attack after another.
func (a *asking) hostile(r testkit.ModelRequest) string {
	a.evil = true
	c := edits.NewCandidates(a.p.Snapshot, a.windows(r), a.p.File, a.p.Diagnostic)
	h := fnv.New32a()
	fmt.Fprint(h, a.record.ID, a.asks)
	list := attacks()
	return list[int(h.Sum32())%len(list)].answer(c, a.p.Snapshot.LineAt(a.p.Diagnostic.Span.Start))
}
