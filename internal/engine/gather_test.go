package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSettingsOfTheContext: what the settings say of warnings, and what the
// instructions take of a small window, is what a model is shown.
func TestSettingsOfTheContext(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	src := "import os\nimport sys\nx = y; z = w\nq = v\n"
	s := text.File(filepath.Join(dir, "a.py"), "python", src)
	s.URI = "file://" + s.Path
	found := diagnostics.NewStore()
	target := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `y`", Severity: signal.Error, Span: s.LineSpan(2)}
	found.Push(s, s.Version, []signal.Diagnostic{target,
		{Tool: "ruff", Code: "F822", Message: "Undefined name `w`", Severity: signal.Error, Span: s.LineSpan(2)},
		{Tool: "ruff", Code: "F823", Message: "Undefined name `v`", Severity: signal.Error, Span: s.LineSpan(3)},
		{Tool: "ruff", Code: "E702", Message: "Multiple statements, see `os`", Severity: signal.Warning, Span: s.LineSpan(2)}})
	gather := func(change func(*config.Settings), system int) string {
		settings, _ := config.Resolve()
		change(&settings)
		p := testProcess()
		defer p.Close()
		e := p.Engine(settings, []string{dir}, Sources{Diagnostics: found}, quiet())
		e.Warm(t.Context(), s)
		e.ladder.Model.Window = func() int { return 4096 }
		return e.Gather(t.Context(), fixer.Gathering{Problem: fixer.Problem{Root: dir, Snapshot: s, Diagnostic: target}, System: system}).Text
	}
	if got := gather(func(*config.Settings) {}, 100); !strings.Contains(got, "`w`") || !strings.Contains(got, "`os`") || strings.Contains(got, "`v`") {
		t.Errorf("gathered\n%s", got)
	}
	if got := gather(func(s *config.Settings) { s.Context.ErrorsOnly = true }, 100); !strings.Contains(got, "`w`") || strings.Contains(got, "`os`") {
		t.Errorf("with errors alone\n%s", got)
	}
	if got := gather(func(*config.Settings) {}, 4000); got != "" {
		t.Errorf("beside instructions that fill the window\n%s", got)
	}
}

// TestLineOfAnotherFile: where a problem refers to another file, its line there is
// shown, as an editor has it; none of a file that must not leave, of a secret, or
// of what lies outside of the project.
func TestLineOfAnotherFile(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir, outside := t.TempDir(), t.TempDir()
	for path, body := range map[string]string{
		filepath.Join(dir, "b.py"):     "\ndef on_disk(): ...\n",
		filepath.Join(dir, "open.py"):  "\ndef as_saved(): ...\n",
		filepath.Join(dir, ".env"):     "\nNAME=in_the_environment\n",
		filepath.Join(dir, "key.py"):   "\nTOKEN = 'ghp_" + strings.Repeat("a1B2", 9) + "'\n",
		filepath.Join(outside, "o.py"): "\ndef elsewhere(): ...\n",
	} {
		must.OK(t, os.WriteFile(path, []byte(body), 0o600))
	}
	s := text.File(filepath.Join(dir, "a.py"), "python", "x = y\n")
	target := signal.Diagnostic{Tool: "mypy", Code: "arg-type", Message: "wrong", Severity: signal.Error, Span: s.LineSpan(0)}
	settings, _ := config.Resolve()
	p := testProcess()
	defer p.Close()
	e := p.Engine(settings, []string{dir}, Sources{Document: func(path string) (text.Snapshot, bool) {
		return text.File(path, "python", "\ndef as_edited(): ...\n"), filepath.Base(path) == "open.py"
	}}, quiet())
	e.Warm(t.Context(), s)
	e.ladder.Model.Window = func() int { return 4096 }
	for path, want := range map[string]string{
		filepath.Join(dir, "b.py"): "def on_disk", filepath.Join(dir, "open.py"): "def as_edited", filepath.Join(dir, "none.py"): "",
		filepath.Join(dir, ".env"): "", filepath.Join(dir, "key.py"): "", filepath.Join(outside, "o.py"): "",
	} {
		d := target
		d.Related = []signal.Related{{Path: path, Lines: text.Lines{Start: 1, End: 2}, Message: "declared there"}}
		got := e.Gather(t.Context(), fixer.Gathering{Problem: fixer.Problem{Root: dir, Snapshot: s, Diagnostic: d}}).Text
		_, after, told := strings.Cut(got, "declared there\n")
		if line, _, _ := strings.Cut(after, "\n"); !told || !strings.Contains(line, want) || want == "" && strings.HasPrefix(line, "    ") {
			t.Errorf("%s: gathered\n%s", filepath.Base(path), got)
		}
	}
}

// TestNoneMeansNone: no diagnostics and no edits are not as many as fit.
func TestNoneMeansNone(t *testing.T) {
	var s config.Context
	s.Diagnostics.Enabled, s.History.Enabled, s.Semantic.Enabled = true, true, true
	s.Diagnostics.Max, s.History.Max = 5, 3
	for name, limit := range shares(s, fixer.Gathering{}) {
		if limit.Off {
			t.Errorf("%s is off", name)
		}
	}
	for name, limit := range shares(s, fixer.Gathering{Slow: true}) {
		if limit.Off != (name == "history") {
			t.Errorf("%s for a slow model: off is %v", name, limit.Off)
		}
	}
	s.Diagnostics.Max, s.History.Max = 0, 0
	for name, limit := range shares(s, fixer.Gathering{}) {
		if limit.Off != (name != "semantic") {
			t.Errorf("%s: off is %v", name, limit.Off)
		}
	}
}
