package app

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestOutcome: what a run made of a file is known on another machine: its text, its error, and that a tool leaves it
// out for good, under the name that it has there.
func TestOutcome(t *testing.T) {
	for name, r := range map[string]Result{
		"changed":  {Path: "w/a.py", Before: "a\n", After: "b\n", beside: 2, Looked: []string{"ruff"}},
		"as it is": {Path: "w/a.py", Before: "a\n", After: "a\n"},
		"failed":   {Path: "w/a.py", Before: "a\n", After: "b\n", Err: errors.New("no tool")},
		"left out": {Path: "w/a.py", Before: "a\n", After: "a\n",
			Unlooked: []Unlooked{{File: "w/a.py", Tool: "go vet", Why: "its build leaves it out", LeftOut: true}}},
	} {
		body, err := json.Marshal(new(App).Outcome(r))
		if err != nil {
			t.Fatal(err)
		}
		var o Outcome
		if err := json.Unmarshal(body, &o); err != nil {
			t.Fatal(err)
		}
		got := o.Result(Target{Shown: "a.py", Snapshot: text.File("/r/a.py", "python", "a\n")})
		want := r.After
		if r.Err != nil {
			want = "a\n"
		}
		if got.Path != "a.py" || got.Before != "a\n" || got.After != want || got.beside != r.beside ||
			(got.Err == nil) != (r.Err == nil) || len(got.Unlooked) != len(r.Unlooked) ||
			!slices.Equal(got.Looked, r.Looked) {
			t.Errorf("%s: %+v", name, got)
		}
		for _, u := range got.Unlooked {
			if u.File != "a.py" || !u.LeftOut {
				t.Errorf("%s: %+v", name, u)
			}
		}
	}
}
