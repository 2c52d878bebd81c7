package fixer

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// watching are tools that look at more than the document, with two judges.
type watching struct {
	Tools
	mu     *sync.Mutex
	until  map[string]time.Time // deadline of the last call, by tool
	looked *[]string
}

func (w watching) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	w.mu.Lock()
	w.until[tool], _ = ctx.Deadline()
	w.mu.Unlock()
	return w.Tools.Check(ctx, tool, base, s)
}

func (w watching) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	w.mu.Lock()
	*w.looked = append(*w.looked, after.Text())
	w.mu.Unlock()
	return lookAlone{w}.Look(ctx, tool, before, after)
}

func (watching) Judges(text.Snapshot) verify.Judges {
	return verify.Judges{Tools: []string{"ruff", "mypy"}, Counts: func(signal.Diagnostic) bool { return false }}
}

func watched(lint verify.Lint) watching {
	return watching{LintOnly(lint), new(sync.Mutex), map[string]time.Time{}, new([]string)}
}

// TestShortLimits: the tools have a deadline, a quick one an early one; without tools there
// are none.
func TestShortLimits(t *testing.T) {
	e, s := Ladder{}, text.File("/src/app.py", "python", "x = 1\n")
	if e.WithShortLimits().mayRun() {
		t.Error("there are tools now")
	}
	w := watched(lintBad)
	e.Tools = w
	for _, ask := range []func(Ladder, string){
		func(e Ladder, tool string) { _, _ = e.lint(t.Context(), tool, s) },
		func(e Ladder, tool string) { _, _ = e.Tools.Look(t.Context(), tool, s, s) },
	} {
		for _, tool := range []string{"mypy", "ruff"} {
			if ask(e, tool); !w.until[tool].IsZero() {
				t.Errorf("%s has a deadline", tool)
			}
			ask(e.WithShortLimits(), tool)
		}
		if w.until["ruff"].IsZero() || !w.until["ruff"].Before(w.until["mypy"]) {
			t.Errorf("deadlines %v", w.until)
		}
	}
}

// TestWithoutSlow: the slow judges are left for later.
func TestWithoutSlow(t *testing.T) {
	s := text.File("/src/app.py", "python", "x = 1\n")
	e := Ladder{Tools: watched(lintBad)}
	quick, left := e.WithoutSlow(s, func(tool string) bool { return tool == "mypy" })
	if got := quick.Tools.Judges(s).Tools; !slices.Equal(got, []string{"ruff"}) || !slices.Equal(left, []string{"mypy"}) {
		t.Errorf("judges %v, left %v", got, left)
	}
	if quick, left := (Ladder{}).WithoutSlow(s, nil); quick.mayRun() || len(left) > 0 {
		t.Error("there are tools now")
	}
}

// TestOthersLookAtEachFix: a tool that looks at more than the document looks at each fix
// alone, not at all of them together.
func TestOthersLookAtEachFix(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = 2\nc = BAD\n")
	own := toolFixed(signal.Safe)
	w := watched(own)
	e := Ladder{Tools: w, Now: time.Now}
	found, _ := own(t.Context(), "ruff", s)
	_, n, err := several(e, Problem{Snapshot: s}, found, Choice{Worst: evidence.Checked, Deterministic: true})
	if got := slices.Compact(slices.Sorted(slices.Values(*w.looked))); err != nil || n != 2 || len(got) != 2 ||
		!strings.Contains(got[0], "BAD") || !strings.Contains(got[1], "BAD") {
		t.Errorf("%d fixed, %v, looked at %q", n, err, got)
	}
}
