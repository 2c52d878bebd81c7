package engine

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
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
	src := "import os\nimport sys\nx = y\nz = w\n"
	s := text.File(filepath.Join(dir, "a.py"), "python", src)
	s.URI = "file://" + s.Path
	found := diagnostics.NewStore()
	target := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `y`", Severity: signal.Error, Span: s.LineSpan(2)}
	found.Push(s, s.Version, []signal.Diagnostic{target,
		{Tool: "ruff", Code: "F821", Message: "Undefined name `w`", Severity: signal.Error, Span: s.LineSpan(3)},
		{Tool: "ruff", Code: "F401", Message: "`os` imported but unused", Severity: signal.Warning, Span: s.LineSpan(0)}})
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
	if got := gather(func(*config.Settings) {}, 100); !strings.Contains(got, "`w`") || !strings.Contains(got, "`os`") {
		t.Errorf("gathered\n%s", got)
	}
	if got := gather(func(s *config.Settings) { s.Context.ErrorsOnly = true }, 100); !strings.Contains(got, "`w`") || strings.Contains(got, "`os`") {
		t.Errorf("with errors alone\n%s", got)
	}
	if got := gather(func(*config.Settings) {}, 4000); got != "" {
		t.Errorf("beside instructions that fill the window\n%s", got)
	}
}

// TestNoneMeansNone: no diagnostics and no edits are not as many as fit.
func TestNoneMeansNone(t *testing.T) {
	var s config.Context
	s.Diagnostics.Enabled, s.History.Enabled, s.Semantic.Enabled = true, true, true
	s.Diagnostics.Max, s.History.Max = 5, 3
	for name, limit := range shares(s) {
		if limit.Off {
			t.Errorf("%s is off", name)
		}
	}
	s.Diagnostics.Max, s.History.Max = 0, 0
	for name, limit := range shares(s) {
		if limit.Off != (name != "semantic") {
			t.Errorf("%s: off is %v", name, limit.Off)
		}
	}
}
