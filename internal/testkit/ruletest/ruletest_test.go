package ruletest

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestProblemFindsTheMarks(t *testing.T) {
	p := Case{Signal: "ruff/F821", Message: "m", In: "a = «b»\n"}.Problem(t, "python")
	if p.Snapshot.Text() != "a = b\n" || p.Diagnostic.Span != (text.Span{Start: 4, End: 5}) {
		t.Errorf("%q at %v", p.Snapshot.Text(), p.Diagnostic.Span)
	}
	if p.Diagnostic.Tool != "ruff" || p.Diagnostic.Code != "F821" {
		t.Errorf("%s/%s", p.Diagnostic.Tool, p.Diagnostic.Code)
	}
}

// TestApplyTakesTheFirstThatFixes has a rule that declines in front of two that fix.
func TestApplyTakesTheFirstThatFixes(t *testing.T) {
	write := func(s string) rule.Rule {
		return rule.Rule{Fix: func(p rule.Problem) ([]text.Edit, error) {
			return []text.Edit{{Span: p.Diagnostic.Span, New: s}}, nil
		}}
	}
	decline := rule.Rule{Fix: func(rule.Problem) ([]text.Edit, error) {
		return nil,
			rule.Declined{Reason: "not this one"}
	}}
	p := Case{Signal: "ruff/F821", In: "a = «b»\n"}.Problem(t, "python")
	table := func(rules ...rule.Rule) Table { return func(signal.Diagnostic) []rule.Rule { return rules } }
	if got, err := table(decline, write("c"), write("d")).Apply(t, p); err != nil || got != "a = c\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := table(decline).Apply(t, p); err == nil || !strings.Contains(err.Error(), "not this one") {
		t.Errorf("the reason is %v", err)
	}
}

func TestParses(t *testing.T) {
	for src, want := range map[string]string{"x = 1\n": "ok", "x = \n": "no SyntaxError"} {
		got, ok := Parses(src)
		if !ok {
			t.Fatal("python3 is missing") // make test installs it
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", src, got)
		}
	}
}
