package verify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestUnsaid: where Go's analyzers name one error at a time, the next one is neither
// new nor the first one in another place, as far as the compiler has named it before.
func TestUnsaid(t *testing.T) {
	// each problem is the word BAD1 to BAD9; its message leaves the number out.
	found := func(tool, code string, s text.Snapshot, most int) (out []signal.Diagnostic) {
		for i := range s.Len() {
			if strings.HasPrefix(s.Text()[i:], "BAD") && len(out) < most {
				out = append(out, signal.Diagnostic{Tool: tool, Code: code, Message: "undefined: BAD", Severity: signal.Error, Span: text.Span{Start: i, End: i + 3}})
			}
		}
		return out
	}
	unused := func(s text.Snapshot) []signal.Diagnostic {
		at := strings.Index(s.Text(), "unused")
		return []signal.Diagnostic{{Tool: "golangci-lint", Code: "errcheck", Message: "not checked", Severity: signal.Warning, Span: text.Span{Start: at, End: at + 6}}}
	}
	for _, tt := range []struct {
		name, before, after, tool string
		analyzer                  bool // what else there is comes up when all compiles
		judges                    []string
		want                      Verdict
		detail                    string
	}{
		{"the next one", "a = BAD\n\n\n\nb = BAD\n", "a = 1\n\n\n\nb = BAD\n", "golangci-lint", false, []string{"go"}, Verified, ""},
		{"right below", "a = BAD\nb = BAD\n", "a = 1\nb = BAD\n", "golangci-lint", false, []string{"go"}, Verified, ""},
		{"one that came with the fix", "a = BAD\n\n\n\nb = 1\n", "a = 1\n\n\n\nb = BAD\n", "golangci-lint", false, []string{"go"}, Rejected, "golangci-lint still reports typecheck in line 5: undefined: BAD"},
		{"that the compiler cannot have named", "a = BAD\n\n\n\nb = BAD\n", "a = 1\n\n\n\nb = BAD\n", "golangci-lint", false, nil, Rejected, "golangci-lint now reports typecheck in line 5: the problem moved"},
		{"still there", "a = BAD\n\n\n\nb = BAD\n", "a = BAD + 1\n\n\n\nb = BAD\n", "golangci-lint", false, []string{"go"}, Rejected, "golangci-lint still reports typecheck in line 1: undefined: BAD"},
		{"what it looks for then", "a = BAD\nunused\n", "a = 1\nunused\n", "golangci-lint", true, []string{"go"}, Verified, ""},
		{"what it looks for then in a changed line", "a = BAD\nx\n", "a = unused\nx\n", "golangci-lint", true, []string{"go"}, Rejected, "golangci-lint reports something new: errcheck in line 1: not checked"},
		{"of another tool", "a = BAD\n\n\n\nb = BAD\n", "a = 1\n\n\n\nb = BAD\n", "ruff", false, []string{"go"}, Rejected, "ruff now reports typecheck in line 5: the problem moved"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := text.File("/src/a.go", "go", tt.before)
			lint := func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
				if tool == "go" {
					return found("go", "typecheck", s, 99), nil
				}
				out := found(tt.tool, "typecheck", s, 1)
				if tt.analyzer && len(out) == 0 {
					out = unused(s)
				}
				return out, nil
			}
			known, _ := lint(t.Context(), tt.tool, before)
			r := Run(t.Context(), Input{Before: before, After: tt.after, Target: known[0], Known: known, Source: ToolSafe, Windows: whole(before), Lint: lint,
				Judges: Judges{Tools: tt.judges, Counts: func(signal.Diagnostic) bool { return true }}})
			said := strings.Join(r.Doubts, "")
			if r.Reject != nil {
				said = r.Reject.Detail
			}
			if r.Verdict != tt.want || said != tt.detail {
				t.Errorf("%v %q", r.Verdict, said)
			}
		})
	}
}

// TestJudgesThatStop: a judge that stopped at an error of the old text, and stops at the
// next one of another file now, has no word; one that did not is missed.
func TestJudgesThatStop(t *testing.T) {
	const src = "package a\n\nvar a = nam\n"
	before := text.File("/src/a.go", "go", src)
	at := strings.Index(src, "nam")
	target := signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Message: "undefined: nam", Severity: signal.Error, Span: text.Span{Start: at, End: at + 3}}
	for _, tt := range []struct {
		name string
		was  []signal.Diagnostic
		err  error
		want Verdict
	}{
		{"at the next error", []signal.Diagnostic{target}, fmt.Errorf("go vet %w a.go", ErrNotLooked), Verified},
		{"of itself", []signal.Diagnostic{target}, context.DeadlineExceeded, Unverified},
		{"with nothing said before", nil, fmt.Errorf("go vet %w a.go", ErrNotLooked), Unverified},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Run(t.Context(), Input{Before: before, After: "package a\n\nvar a = 1\n", Target: target, Known: []signal.Diagnostic{target}, Source: ToolSafe, Windows: whole(before),
				Judges: Judges{Tools: []string{"go", "go vet"}, Counts: func(signal.Diagnostic) bool { return true }},
				Lint:   func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return tt.was, nil },
				Look: func(_ context.Context, tool string, _, _ text.Snapshot) (Looked, error) {
					if tool == "go vet" {
						return Looked{}, tt.err
					}
					return Looked{}, nil
				}})
			if r.Verdict != tt.want {
				t.Errorf("%v %q", r.Verdict, r.Doubts)
			}
		})
	}
}

// What a name stood for that a rule brings in could not be told before; what a model
// brings in may be the wrong thing.
func TestRevealed(t *testing.T) {
	before, now := text.New("x = heapq.pop()\nx.y\n"), text.New("import heapq\nx = heapq.pop()\nx.z\n")
	hunks := diff.Lines(before, now)
	fixed := signal.Diagnostic{Tool: "mypy", Code: "name-defined", Message: `Name "heapq" is not defined`}
	at := func(line int) signal.Diagnostic {
		return signal.Diagnostic{Tool: "mypy", Code: "misc", Message: "Need more values", Span: now.LineSpan(line)}
	}
	for _, c := range []struct {
		name   string
		tool   string
		source Source
		fixed  signal.Diagnostic
		found  signal.Diagnostic
		want   bool
	}{
		{"on a line that was there", "mypy", Rule, fixed, at(1), true},
		{"on a changed line", "mypy", Rule, fixed, at(2), false},
		{"by a model", "mypy", Model, fixed, at(1), false},
		{"by a linter", "ruff", Rule, fixed, at(1), false},
		{"of another kind", "mypy", Rule, signal.Diagnostic{Message: "Incompatible types"}, at(1), false},
	} {
		if got := Revealed(c.tool, c.found, c.source, c.fixed, now, hunks); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
