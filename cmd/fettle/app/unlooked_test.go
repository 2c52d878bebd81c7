package app

import (
	"context"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestUnlooked: a tool that failed on a file, and a file that no tool can look at, are
// taken down with the reason; a missing tool and an interruption are not.
func TestUnlooked(t *testing.T) {
	w := &App{}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	failed := func(tool string, kind error, detail string) error {
		return &linter.Error{Tool: tool, Kind: kind, Detail: detail}
	}
	w.note(t.Context(), failed("mypy", linter.ErrTimeout, "made a mess"), "/a.py", "/b.py")
	paused := func(tool string, why error) error {
		return &linter.Error{Tool: tool, Kind: linter.ErrPaused, Detail: "for 3s", Err: failed(tool, why, "")}
	}
	w.note(t.Context(), paused("mypy", linter.ErrTimeout), "/c.py")
	w.note(t.Context(), paused("ruff", linter.ErrMissing), "/c.py")
	w.note(t.Context(), failed("ruff", linter.ErrMissing, ""), "/c.py")
	w.note(interrupted, failed("ruff", linter.ErrFailed, "killed"), "/c.py")
	w.note(t.Context(), nil, "/c.py")
	unsuited := []error{failed("go", linter.ErrUnsuitable, "build constraints leave it out"), failed("go vet", linter.ErrUnsuitable, "as well")}
	w.nobody(t.Context(), unsuited, "/w.go")
	w.nobody(t.Context(), nil, "/x.go")
	w.nobody(interrupted, unsuited, "/x.go")
	var got Tally
	for _, path := range []string{"/a.py", "/b.py", "/c.py", "/w.go", "/x.go"} {
		got.Unlooked = append(got.Unlooked, w.unlookedAt(path[1:], path)...)
	}
	want := []Unlooked{
		{File: "a.py", Tool: "mypy", Why: "timed out"}, {File: "b.py", Tool: "mypy", Why: "timed out"}, {File: "c.py", Tool: "mypy", Why: "timed out"},
		{File: "w.go", Tool: "go", Why: "build constraints leave it out", LeftOut: true},
	}
	if d := cmp.Diff(want, got.Unlooked); d != "" {
		t.Error(d)
	}
	if n := got.Unanswered(); n != 3 {
		t.Errorf("%d files without an answer", n)
	}
	lines := []string{"go did not look at w.go: build constraints leave it out", "mypy did not look at 3 files (a.py, …): timed out"}
	if d := cmp.Diff(lines, UnlookedLines(got.Unlooked)); d != "" {
		t.Error(d)
	}
}

// TestSkippedLine: what is left out is counted by its kind, and behind that what one tool
// leaves out.
func TestSkippedLine(t *testing.T) {
	list := []Skipped{{File: "a", kind: "notebook"}, {File: "b", Tool: "bandit"}, {File: "c", kind: "symbolic link"}, {File: "d", kind: "notebook"}, {File: "e", Tool: "bandit"}}
	if got, want := SkippedLine(list), "skipped: 2 notebooks, 1 symbolic link, 2 files by the settings for bandit (--json names them)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := SkippedLine(nil); got != "" {
		t.Errorf("%q of nothing", got)
	}
}

// TestLookersLine: tools that have looked at as many files are named together, with the
// most first.
func TestLookersLine(t *testing.T) {
	w, err := (&Setup{}).Build(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	l := Lookers{{"no-such-a", "/r"}: {"a", "b"}, {"no-such-b", "/r"}: {"a", "b", "c"},
		{"no-such-a", "/s"}: {"d"}, {"no-such-c", "/r"}: {"a"}}
	if got, want := l.Line(t.Context(), w), "no-such-a and no-such-b looked at 3 files, no-such-c looked at 1 file"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
