package verify

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fooled is the input of an answer when its tool believes whatever it is told:
// the problem is reported on the text before and on no other.
func fooled(a testkit.Answer) Input {
	s := text.File(a.File(), a.Lang, a.Before)
	target := signal.Diagnostic{Tool: a.Tool, Code: a.Code, Message: a.Message, Severity: signal.Error, Span: text.Span{Start: a.Start, End: a.End}}
	return Input{Before: s, After: a.After, Target: target, Requirement: signal.Require(target), Known: []signal.Diagnostic{target},
		Windows: whole(s), Source: Model,
		Lint: func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return nil, nil }}
}

// A tool that believes everything must not make a trick verified: the gates that
// read the text see it alone.
func TestTricks(t *testing.T) {
	list, err := testkit.Answers("testdata/tricks/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 3000 {
		t.Errorf("%d tricks", len(list))
	}
	for _, a := range testkit.Sample(list) {
		in := fooled(a)
		in.Project.Module = func(string) bool { return false }
		if r := Run(t.Context(), in); r.Verdict == Verified {
			t.Errorf("%s: %s is called verified:\n%s", a.At, a.Why, a.After)
		}
	}
}

// What people do to fix problems stays verified.
func TestHonest(t *testing.T) {
	list, err := testkit.Answers("testdata/honest/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range testkit.Sample(list) {
		if r := Run(t.Context(), fooled(a)); r.Verdict != Verified {
			why := strings.Join(r.Doubts, "; ")
			for _, g := range r.Results {
				if g.State == Fail || g.State == Unknown {
					why = string(g.Gate) + ": " + g.Detail
				}
			}
			t.Errorf("%s: %s is called %v (%s)", a.At, a.Why, r.Verdict, why)
		}
	}
}

// whole is a window of all lines.
func whole(s text.Snapshot) window.Set {
	return window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 0, End: s.LineCount()}, Index: 1}}}
}
