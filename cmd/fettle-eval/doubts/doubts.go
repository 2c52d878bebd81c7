// Package doubts counts what each rule of the gates brings and what it costs: tricks
// that it sees through, and right answers that it keeps from being called verified.
package doubts

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Believed is the input of an answer when its tool believes whatever it is told: the
// problem is reported on the text before, nothing on the one after.
func Believed(before text.Snapshot, after string, target signal.Diagnostic) verify.Input {
	return verify.Input{
		Before: before, After: after, Target: target, Requirement: signal.Require(target), Known: []signal.Diagnostic{target}, Source: verify.Model,
		Windows: window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 0, End: before.LineCount()}, Index: 1}}},
		Lint:    func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return nil, nil },
	}
}

// Row is one of the written answers.
func Row(a testkit.Answer) verify.Input {
	return Believed(text.File(a.File(), a.Lang, a.Before), a.After, signal.Diagnostic{
		Tool: a.Tool, Code: a.Code, Message: a.Message, Severity: signal.Error, Span: text.Span{Start: a.Start, End: a.End},
	})
}

// Rule is what one rule says: of how many right answers and of how many tricks, and
// of how many of each no other rule says anything.
type Rule struct{ Right, RightAlone, Tricks, TricksAlone int }

// Tally counts answers and what the rules say of them.
type Tally struct {
	Rules         map[string]*Rule
	Right, Tricks int
	// Lost right answers are not verified, Passed tricks are.
	Lost, Passed int
}

// Add counts one answer, and gives what is said against it.
func (t *Tally) Add(in verify.Input, right bool) []verify.Reason {
	list := verify.Reasons(in)
	names := map[string]bool{}
	for _, r := range list {
		names[r.Rule] = true
	}
	switch {
	case right && len(names) > 0:
		t.Lost++
	case !right && len(names) == 0:
		t.Passed++
	}
	if right {
		t.Right++
	} else {
		t.Tricks++
	}
	for name := range names {
		t.rule(name).count(right, len(names) == 1)
	}
	return list
}

func (t *Tally) rule(name string) *Rule {
	if t.Rules == nil {
		t.Rules = map[string]*Rule{}
	}
	if t.Rules[name] == nil {
		t.Rules[name] = &Rule{}
	}
	return t.Rules[name]
}

func (r *Rule) count(right, alone bool) {
	all, only := &r.Tricks, &r.TricksAlone
	if right {
		all, only = &r.Right, &r.RightAlone
	}
	*all++
	if alone {
		*only++
	}
}

// Print writes a table, the dearest rules first.
func (t *Tally) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "right\talone\ttricks\talone\t  rule\t")
	names := slices.Collect(maps.Keys(t.Rules))
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(t.Rules[b].RightAlone-t.Rules[a].RightAlone, t.Rules[b].Right-t.Rules[a].Right, t.Rules[b].TricksAlone-t.Rules[a].TricksAlone, cmp.Compare(a, b))
	})
	for _, name := range names {
		r := t.Rules[name]
		fmt.Fprintf(tw, "%d\t%d\t%d\t%d\t  %s\t\n", r.Right, r.RightAlone, r.Tricks, r.TricksAlone, name)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d of %d right answers are doubted or refused; %d of %d tricks are not\n", t.Lost, t.Right, t.Passed, t.Tricks)
	return err
}
