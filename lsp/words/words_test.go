package words

import (
	"errors"
	"fmt"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// TestWords are the sentences that somebody in an editor reads.
func TestWords(t *testing.T) {
	const none, said = "no model is set", "no model is set: run fettle init"
	if got := NoModel(fixer.Model{Why: none, Step: fixer.StepSetModel}); got != said {
		t.Errorf("no model: %q", got)
	}
	if got := NoModel(fixer.Model{Why: "no API key for h; set K"}); got != "no API key for h; set K" {
		t.Errorf("no key: %q", got)
	}
	if got := NoModel(fixer.Model{Step: fixer.StepAllowModel}); got != "allow a model: leave --no-model out" {
		t.Errorf("--no-model: %q", got)
	}
	for n, want := range []string{"", "a", "a and b", "a, b and c"} {
		if got := Listed([]string{"a", "b", "c"}[:n]); got != want {
			t.Errorf("%d names: %q", n, got)
		}
	}
	for _, c := range []struct {
		d          fixer.Decline
		said, next string
	}{
		{fixer.Decline{Reason: "needs a model", Next: none, Step: fixer.StepSetModel}, "needs a model; " + said, said},
		{fixer.Decline{Reason: "it may change behaviour", Step: fixer.StepAllowUnsafe}, "it may change behaviour", "apply it from its own entry"},
		{fixer.Decline{Reason: "it may change behaviour", Withheld: true}, "it may change behaviour", "apply it from its own entry"},
		{fixer.Decline{Reason: "request held a secret (a_key), not sent", Step: fixer.StepExplain}, "request held a secret (a_key), not sent; see fettle explain", ""},
		{fixer.Decline{Reason: "timed out", Next: "try again"}, "timed out; try again", "try again"},
	} {
		if got := Error(fmt.Errorf("x: %w", &c.d)); got != "x: "+c.said {
			t.Errorf("got %q, want %q", got, c.said)
		}
		if got := Next(&c.d); got != c.next {
			t.Errorf("next of %q: %q, want %q", c.said, got, c.next)
		}
	}
	if got := Error(errors.New("gone")); got != "gone" {
		t.Errorf("got %q", got)
	}
}
