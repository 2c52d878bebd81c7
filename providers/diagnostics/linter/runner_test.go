package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// counted is ruff played by ourselves, with a file that grows by one byte for
// every run, and a clock of our own.
type counted struct {
	*Runner
	t    *testing.T
	path string
	now  time.Time
	log  string
}

func newCounted(t *testing.T, role string, o RunnerOptions) *counted {
	t.Helper()
	self, err := os.Executable()
	must.OK(t, err)
	dir := t.TempDir()
	c := &counted{t: t, path: filepath.Join(dir, "a.py"), now: time.Unix(1e9, 0), log: filepath.Join(t.TempDir(), "runs")}
	o.Roots, o.CacheDir = []string{dir}, t.TempDir()
	o.Now = func() time.Time { return c.now }
	o.Tools = map[string]ToolOptions{
		"ruff":   {Argv: []string{self, "play", role, c.log}},
		"bandit": {Off: true},
	}
	c.Runner = NewRunner(o)
	return c
}

func (c *counted) snapshot(body string, version int32) text.Snapshot {
	s := text.File(c.path, "python", body)
	s.Version = version
	return s
}

func (c *counted) runs() int {
	data, _ := os.ReadFile(c.log)
	return len(data)
}

func TestRunnerKeepsResults(t *testing.T) {
	c := newCounted(t, "count", RunnerOptions{})
	for version := range int32(3) {
		list, err := c.Lint(t.Context(), "Ruff", c.snapshot("import os\n", version))
		if err != nil || len(list) != 1 || list[0].Version != version {
			t.Fatalf("version %d: %+v, %v", version, list, err)
		}
		list[0].Message = "the caller's own"
	}
	if c.runs() != 1 {
		t.Errorf("%d runs for one text", c.runs())
	}
	if known := c.Known(c.snapshot("import os\n", 9))["ruff"]; len(known) != 1 || known[0].Version != 9 || known[0].Message != "m" {
		t.Errorf("known: %+v", known)
	}
	if known := c.Known(c.snapshot("import sys\n", 9)); len(known) != 0 {
		t.Errorf("known of another text: %+v", known)
	}
	c.Changed(filepath.Join(filepath.Dir(c.path), "other.py")) // ruff reads one file only
	_, _ = c.Lint(t.Context(), "ruff", c.snapshot("import os\n", 1))
	if c.runs() != 1 {
		t.Errorf("another file's change cost a run")
	}
	c.Changed(filepath.Join(filepath.Dir(c.path), "pyproject.toml"))
	_, _ = c.Lint(t.Context(), "ruff", c.snapshot("import os\n", 1))
	if c.runs() != 2 {
		t.Errorf("%d runs after a change of the configuration", c.runs())
	}
	for i := range limits.LinterResults + 10 {
		c.mu.Lock()
		c.results.put(runKey{path: strings.Repeat("x", i)}, result{})
		c.mu.Unlock()
	}
	if n := len(c.results.of); n != limits.LinterResults {
		t.Errorf("%d results kept", n)
	}
}

func TestResultsAreBounded(t *testing.T) {
	c := newLRU(10)
	for i := range 20 {
		c.put(runKey{path: strings.Repeat("x", i)}, result{list: make([]signal.Diagnostic, limits.LinterHeld/4)})
		c.put(runKey{path: "same"}, result{list: make([]signal.Diagnostic, 1)})
	}
	if _, stays := c.get(runKey{path: strings.Repeat("x", 19)}); len(c.of) != 4 || !stays {
		t.Errorf("%d results, the last of them: %t", len(c.of), stays)
	}
	c.put(runKey{path: "huge"}, result{list: make([]signal.Diagnostic, limits.LinterHeld+1)})
	if len(c.of) != 0 {
		t.Errorf("%d results", len(c.of))
	}
}

func TestRunnerSharesRuns(t *testing.T) {
	c := newCounted(t, "count-slow", RunnerOptions{})
	first, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		ctx := t.Context()
		if i == 0 {
			ctx = first
		}
		wg.Go(func() { _, errs[i] = c.Lint(ctx, "ruff", c.snapshot("import os\n", 1)) })
	}
	for range 500 {
		if c.runs() > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel() // the others still want the run
	c.Wait(t.Context(), c.snapshot("import os\n", 2))
	if len(c.Known(c.snapshot("import os\n", 2))) != 1 {
		t.Error("nothing is known after the wait")
	}
	wg.Wait()
	if c.runs() != 1 {
		t.Errorf("%d runs", c.runs())
	}
	if !errors.Is(errs[0], ErrCanceled) && errs[0] != nil {
		t.Errorf("the first: %v", errs[0])
	}
	for _, err := range errs[1:] {
		if err != nil {
			t.Errorf("another waiter: %v", err)
		}
	}
}

func TestRunnerStopsWhatNobodyWaitsFor(t *testing.T) {
	c := newCounted(t, "hang", RunnerOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := c.Lint(ctx, "ruff", c.snapshot("import os\n", 1)); !errors.Is(err, ErrTimeout) {
		t.Errorf("got %v", err)
	}
	for range 500 {
		c.mu.Lock()
		n := len(c.slots)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the run goes on without anybody")
}

func TestRunnerLeavesFailuresAlone(t *testing.T) {
	c := newCounted(t, "count-fail", RunnerOptions{})
	s := c.snapshot("import os\n", 1)
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		if _, err := c.Lint(t.Context(), "ruff", s); !errors.Is(err, ErrFailed) {
			t.Fatalf("run %d: %v", i, err)
		}
		if _, err := c.Lint(t.Context(), "ruff", s); !errors.Is(err, ErrPaused) || !errors.Is(err, ErrFailed) {
			t.Fatalf("at once again, it says that it is left alone, and why: %v", err)
		}
		c.now = c.now.Add(want*time.Second - time.Millisecond)
		if _, err := c.Lint(t.Context(), "ruff", s); !errors.Is(err, ErrPaused) {
			t.Fatalf("before %d s are over: %v", want, err)
		}
		c.now = c.now.Add(2 * time.Millisecond)
	}
	if c.runs() != 8 {
		t.Errorf("%d runs", c.runs())
	}
}

func TestRunnerIsBounded(t *testing.T) {
	c := newCounted(t, "count-hang", RunnerOptions{Parallel: 1})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() { _, _ = c.Lint(ctx, "ruff", c.snapshot(strings.Repeat("x", i+1), 1)) })
	}
	wg.Wait()
	if n := c.runs(); n > 1 {
		t.Errorf("%d tools at once", n)
	}
}

func TestNames(t *testing.T) {
	dir := t.TempDir()
	put := func(name, data string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must.Write(t, path, data)
	}
	trust := Unknown
	r := NewRunner(RunnerOptions{Roots: []string{dir}, Trust: func(string, string) Trust { return trust }, Tools: map[string]ToolOptions{"pyright": {Off: true}}})
	names := func() []string { return r.Names(text.File(filepath.Join(dir, "pkg", "a.py"), "python", "")) }
	if got := names(); !slices.Equal(got, []string{"ruff"}) {
		t.Errorf("plain project: %v", got)
	}
	put("pyproject.toml", "[tool.mypy]\nstrict = true\n[tool.bandit]\n[tool.pyright]\n")
	if got := names(); !slices.Equal(got, []string{"ruff", "bandit"}) {
		t.Errorf("unknown root: %v", got)
	}
	trust = Trusted
	if got := names(); !slices.Equal(got, []string{"ruff", "bandit", "mypy"}) {
		t.Errorf("trusted root: %v", got)
	}
	trust = Denied
	if got := names(); len(got) != 0 {
		t.Errorf("denied root: %v", got)
	}
	if _, err := r.Lint(t.Context(), "pyright", text.File(filepath.Join(dir, "a.py"), "python", "")); !errors.Is(err, ErrNotAllowed) {
		t.Errorf("switched off: %v", err)
	}
	if got := r.Root(filepath.Join(t.TempDir(), "x.py")); got == dir {
		t.Error("a file outside of the roots belongs to one")
	}
}

func TestFindKnowsRulesOfGo(t *testing.T) {
	for name, want := range map[string]string{"Ruff": "ruff", "Pylance": "pyright", "compiler": "go", "printf": "go vet", "SA4006": "staticcheck",
		"errcheck": "golangci-lint", "rust-analyzer": "clippy", "clippy": "clippy", "typescript": "tsc", "Pyrefly": "pyrefly",
		"oxc": "oxlint"} {
		if s, _ := Find(name); s.Name != want {
			t.Errorf("%s is %q, want %q", name, s.Name, want)
		}
	}
	for _, name := range []string{"pyre", "pylint", "", "x"} {
		if s, ok := Find(name); ok {
			t.Errorf("%q is %s", name, s.Name)
		}
	}
}
