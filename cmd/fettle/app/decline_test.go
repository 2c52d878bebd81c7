package app

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
)

// TestDeclineText names the flag that takes a fix which is not taken by itself.
func TestDeclineText(t *testing.T) {
	for _, c := range []struct {
		d    fixer.Decline
		want string
	}{
		{fixer.Decline{Reason: "the fix may change behaviour", Step: fixer.StepAllowUnsafe}, "the fix may change behaviour; allow it with --unsafe"},
		{fixer.Decline{Reason: "ruff's own fix may change behaviour", Withheld: true}, "ruff's own fix may change behaviour; --unsafe takes the tool's own fix"},
		{fixer.Decline{Reason: "needs a model", Next: "no model is set", Step: fixer.StepSetModel, Withheld: true},
			"needs a model; no model is set: run fettle init; --unsafe takes the tool's own fix"},
		{fixer.Decline{Reason: "needs a model", Step: fixer.StepAllowModel}, "needs a model; allow a model: leave --no-model out"},
		{fixer.Decline{Reason: "request held a secret (a_key), not sent", Step: fixer.StepExplain}, "request held a secret (a_key), not sent; see fettle explain"},
		{fixer.Decline{Reason: "no rule and no tool has a fix for this"}, "no rule and no tool has a fix for this"},
	} {
		if got := declineText(&c.d); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A refused fix names the checks that it met, and the one that said no.
func TestRefusedFixNamesItsChecks(t *testing.T) {
	o := fixer.Outcome{Decline: &fixer.Decline{Code: fixer.DeclineRejected, Reason: "it is a stub",
		Gates: []verify.Result{{Gate: verify.Parse}, {Gate: verify.Hollow, State: verify.Fail}}}}
	got := Result{Path: "a.py"}.Finding(o)
	if want := []string{"parses: yes", "is not hollow: no"}; !slices.Equal(got.Gates, want) {
		t.Errorf("got %q, want %q", got.Gates, want)
	}
}
