package fixer

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

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
	if e.WithShortLimits().Tools != nil {
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
	if quick, left := (Ladder{}).WithoutSlow(s, nil); quick.Tools != nil || len(left) > 0 {
		t.Error("there are tools now")
	}
}

// checking are tools whose check is played.
type checking struct {
	Tools
	check func(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error)
}

func (c checking) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	return c.check(ctx, tool, base, s)
}

// A tool hears what a text is a fix of; of the text itself there is nothing to say.
func TestFixesNameTheirBase(t *testing.T) {
	s := text.File("/src/app.py", "python", "a = BAD\nb = 2\n")
	own := toolFixed(signal.Safe)
	e, _ := engine(t, 1)
	fixes := 0
	e.Tools = lookAlone{checking{e.Tools, func(ctx context.Context, tool string, base, got text.Snapshot) (
		[]signal.Diagnostic, error) {
		fixed := got.Hash() != s.Hash()
		if fixed {
			fixes++
		}
		if fixed != (base.Path != "") || fixed && base.Hash() != s.Hash() {
			t.Errorf("%q as a fix of %q", got.Text(), base.Text())
		}
		return own(ctx, tool, got)
	}}}
	found, _ := own(t.Context(), "tool", s)
	if _, err := e.Fix(t.Context(), Problem{Snapshot: s, Diagnostic: found[0]}, nil); err != nil || fixes != 1 {
		t.Errorf("%v, looked at %d fixes", err, fixes)
	}
}
