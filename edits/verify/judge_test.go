package verify

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestJudges: what a judge newly says speaks against a fix for another tool, here
// and in other files, as far as it is about errors. One that does not run here
// says nothing; one that falls silent leaves the fix unverified.
func TestJudges(t *testing.T) {
	judges := Judges{Tools: []string{"ruff", "mypy"}, Counts: func(d signal.Diagnostic) bool { return d.Code != "taste" }}
	says := func(word, code string) func(text.Snapshot) ([]signal.Diagnostic, error) {
		return func(s text.Snapshot) ([]signal.Diagnostic, error) {
			if at := strings.Index(s.Text(), word); at >= 0 {
				return []signal.Diagnostic{{Tool: "mypy", Code: code, Message: "no " + word, Span: text.Span{Start: at, End: at + 1}}}, nil
			}
			return nil, nil
		}
	}
	fails := func(only string) func(text.Snapshot) ([]signal.Diagnostic, error) {
		return func(s text.Snapshot) ([]signal.Diagnostic, error) {
			if strings.Contains(s.Text(), only) {
				return nil, errors.New("mypy crashed")
			}
			return nil, nil
		}
	}
	// A tool that ends at its first error says the next one when that is gone.
	hidden := func(word, code string) func(text.Snapshot) ([]signal.Diagnostic, error) {
		return func(s text.Snapshot) ([]signal.Diagnostic, error) {
			if strings.Contains(s.Text(), "BAD") {
				return nil, nil
			}
			return says(word, code)(s)
		}
	}
	away := []Away{{signal.Diagnostic{Code: "arg-type", Message: "bad argument"}, "user.py", 7}}
	for _, tt := range []struct {
		name   string
		mypy   func(text.Snapshot) ([]signal.Diagnostic, error)
		away   []Away
		want   Verdict
		detail string
		proof  string
	}{
		{"nothing new", says("nowhere", "x"), nil, Verified, "", "ruff, mypy"},
		{"new here", says("worse", "arg-type"), nil, Rejected, "mypy reports something new: arg-type in line 1: no worse", ""},
		{"a matter of taste", says("worse", "taste"), nil, Verified, "", "ruff, mypy"},
		{"as before", says("keep", "arg-type"), nil, Verified, "", "ruff, mypy"},
		{"what ruff has said of the line", hidden("keep", "X2"), nil, Verified, "", "ruff, mypy"},
		{"what ruff has said of another line", hidden("worse", "X2"), nil, Rejected, "mypy reports something new: X2 in line 1: no worse", ""},
		{"what ruff has not said", hidden("keep", "X3"), nil, Rejected, "mypy reports something new: X3 in line 2: no keep", ""},
		{"new elsewhere", says("nowhere", "x"), away, Rejected, "mypy reports something new in user.py, line 7: arg-type bad argument", ""},
		{"does not run here", fails("keep"), nil, Verified, "", "ruff"},
		{"falls silent", fails("worse"), nil, Unverified, "mypy could not check the result: mypy crashed", "ruff"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := text.File("/src/app.py", "python", "x = BAD\nkeep = 1\n")
			target := signal.Diagnostic{Tool: "ruff", Code: "X1", Message: "bad, not worse", Span: text.Span{Start: 4, End: 7}}
			var asked atomic.Bool
			lint := func(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
				if tool == "mypy" {
					if s.Text() == before.Text() {
						asked.Store(true)
					}
					return tt.mypy(s)
				}
				at := strings.Index(s.Text(), "keep")
				list := []signal.Diagnostic{{Tool: "ruff", Code: "X2", Message: "no keep", Span: text.Span{Start: at, End: at + 1}}, {Tool: "ruff", Code: "X2", Message: "no worse", Span: text.Span{Start: at, End: at + 1}}}
				if strings.Contains(s.Text(), "BAD") {
					list = append(list, target)
				}
				return list, nil
			}
			r := Run(t.Context(), Input{Before: before, After: "x = 'worse'\nkeep = 1\n", Target: target, Windows: whole(before), Lint: lint, Judges: judges,
				Look: func(ctx context.Context, tool string, _, after text.Snapshot) (Looked, error) {
					list, err := lint(ctx, tool, after)
					out := Looked{Here: list, Files: 2}
					if tool == "mypy" {
						out.Elsewhere = tt.away
					}
					return out, err
				}})
			if silent := tt.name == "nothing new"; silent == asked.Load() {
				t.Errorf("the old text was looked at: %t", asked.Load())
			}
			said := strings.Join(r.Doubts, "")
			if r.Reject != nil {
				said = r.Reject.Detail
			}
			var names []string
			if r.Proof != nil {
				for _, p := range r.Proof.Tools {
					names = append(names, p.Name)
				}
			}
			if r.Verdict != tt.want || said != tt.detail || strings.Join(names, ", ") != tt.proof {
				t.Errorf("%v %q by %q", r.Verdict, said, names)
			}
		})
	}
}
