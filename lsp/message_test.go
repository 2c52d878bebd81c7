package lsp

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
)

func TestDeclineLineKeepsTheNextStep(t *testing.T) {
	long := strings.Repeat("a long cause ", 10)
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("x"), "x"},
		{&fixer.Decline{Reason: "the key was rejected", Next: "set model.apiKeyEnv"}, "the key was rejected; set model.apiKeyEnv"},
		{&fixer.Decline{Reason: "it may change behaviour", Step: fixer.StepAllowUnsafe}, "it may change behaviour; apply it from its own entry"},
		{&fixer.Decline{Reason: "ruff's own fix may change behaviour", Withheld: true}, "ruff's own fix may change behaviour; apply it from its own entry"},
		{errors.New(long), "a long cause a long cause a long cause a long cau... (more: :Fettle why)"},
		{fmt.Errorf("wrapped: %w", &fixer.Decline{Reason: long, Next: "set model.backend"}), "wrapped: a long cause a long c...; set model.backend (more: :Fettle why)"},
		{&fixer.Decline{Reason: long, Next: "no model is set", Step: fixer.StepSetModel}, "a long cause a...; no model is set: run fettle init (more: :Fettle why)"},
	} {
		got := declineLine(c.err, ":Fettle why", messageWidth-len("fettle: "))
		if got != c.want || len("fettle: "+got) > messageWidth {
			t.Errorf("%q", got)
		}
	}
}

// A next step may need the whole line: then nothing is left of its cause.
func TestClip(t *testing.T) {
	for n, want := range map[int]string{-9: "...", 2: "...", 5: "ab...", 9: "abcdefghi"} {
		if got := clip("abcdefghi", n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestOneLineShowsNothingHidden(t *testing.T) {
	if got := oneLine("a\tb\n\u001b]0;x\u0007c\u009bd\u202ee\u200bf é 世"); got != "a b ]0;x c d e f é 世" {
		t.Errorf("%q", got)
	}
}
