package mcp

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
)

// TestMCPAlternatives: what passes the gate as a finding passes it with its
// other answers, too.
func TestMCPAlternatives(t *testing.T) {
	const secret = "AKIAIOSFODNN7EXAMPLQ"
	e := new(app.Setup).Process().Engine(config.Default(), nil, engine.Sources{}, slog.New(slog.DiscardHandler))
	m := &server{w: &app.App{Engine: e}}
	got := m.findings(app.Result{Findings: []app.Finding{{Title: secret, Alternatives: []app.Alternative{
		{Title: "use " + secret, Diff: "+a\n"}, {Title: "b", Diff: " key = '" + secret + "'\n+b\n"},
	}}}}, app.Target{Shown: "a.py"})
	if len(got) != 1 || strings.Contains(got[0].Title, secret) || got[0].Title == "" || len(got[0].Alternatives) != 1 ||
		strings.Contains(got[0].Alternatives[0].Title, secret) || !strings.HasPrefix(got[0].Alternatives[0].Title, "use ") || got[0].Alternatives[0].Diff != "+a\n" {
		t.Errorf("shown: %+v", got)
	}
}
