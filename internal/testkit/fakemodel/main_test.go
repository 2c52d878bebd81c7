package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func rulesOf(t *testing.T, text string) ([]*rule, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rules.json")
	must.OK(t, os.WriteFile(file, []byte(text), 0o600))
	return read(file)
}

func TestRules(t *testing.T) {
	rules, err := rulesOf(t, `[
		{"match": "broken", "status": 503, "times": 1},
		{"match": "L([0-9]+)", "answer": "EDIT delete $1 for $$2", "delay": "5ms"},
		{"match": "slow", "fault": "hang"},
		{"match": "broken", "answer": "NO_FIX"}]`)
	must.OK(t, err)
	for _, c := range []struct {
		prompt string
		want   testkit.Reply
		none   bool
	}{
		{prompt: "it is broken", want: testkit.Reply{Status: 503}},
		{prompt: "it is broken", want: testkit.Reply{Text: "NO_FIX"}}, // the first rule was used once
		{prompt: "see L12", want: testkit.Reply{Text: "EDIT delete 12 for $2", Delay: 5 * time.Millisecond}},
		{prompt: "slow", want: testkit.Reply{Fault: testkit.HangAtStart}},
		{prompt: "nothing fits", none: true},
	} {
		got, ok := choose(rules, c.prompt)
		if ok == c.none || !cmp.Equal(got, c.want) {
			t.Errorf("%q: %+v, %v; want %+v", c.prompt, got, ok, c.want)
		}
	}
}

func TestRulesNotReadable(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                 "cannot unmarshal",
		`[{"match": "("}]`:                   "rule 1: error parsing regexp",
		`[{"match": ""}, {"delay": "soon"}]`: "rule 2: time: invalid duration",
		`[{"fault": "die"}]`:                 "fault is hang or cut",
	} {
		if _, err := rulesOf(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := read(""); err == nil {
		t.Error("no file of rules is no error")
	}
}
