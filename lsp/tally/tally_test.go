package tally

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOf: a tool's own fix that may change behaviour is one to look at, not one
// that was refused; and of what is left each has its line and its reason.
func TestOf(t *testing.T) {
	snap := text.File("/w/a.py", "python", "import os\nprint(x)\nfor k in d.keys(): pass\n")
	at := func(code, on string) signal.Diagnostic {
		i := strings.Index(snap.Text(), on)
		return signal.Diagnostic{Tool: "ruff", Code: code, Span: text.Span{Start: i, End: i + len(on)}}
	}
	line, left := Of([]fixer.Outcome{
		{Applied: true, Snapshot: snap, Diagnostic: at("F401", "os")},
		{Snapshot: snap, Diagnostic: at("SIM118", "d.keys"), Decline: &fixer.Decline{Code: fixer.DeclineRejected, Reason: "ruff's own fix may change behaviour", Withheld: true}},
		{Snapshot: snap, Diagnostic: at("E701", "pass"), Decline: &fixer.Decline{Code: fixer.DeclineRejected, Reason: "mypy reports something new", Asks: 1}},
		{Snapshot: snap, Diagnostic: at("E711", "k in"), Decline: &fixer.Decline{Reason: "could not be checked", Step: fixer.StepAllowUnchecked,
			Gates: []verify.Result{{State: verify.Pass, Detail: "parses"}, {State: verify.Unknown, Detail: "ruff timed out"}}}},
		{Snapshot: snap, Diagnostic: at("F821", "x"), Decline: &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}},
	}, signal.Table{})
	if want := "1 fixed, 1 needs a model, 1 may change behaviour, 2 refused: could not be checked (ruff timed out)"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	if want := []string{"line 2, F821: needs a model", "line 3, E711: could not be checked (ruff timed out)", "line 3, SIM118: ruff's own fix may change behaviour", "line 3, E701: mypy reports something new"}; !slices.Equal(left, want) {
		t.Errorf("%q, want %q", left, want)
	}
}
