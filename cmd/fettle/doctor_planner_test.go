package main

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/model"
)

// TestPlannerNobodyAskedFor: where nothing says that a planner is wanted, and
// Ollama's own place does not answer, nothing is advised. What answers there on
// this machine is nothing to a test.
//
// Covers R3-04.
func TestPlannerNobodyAskedFor(t *testing.T) {
	gone := &model.Error{Fault: model.FaultUnreachable}
	for _, c := range []struct {
		name    string
		planner config.Planner
		env     [2]string // OLLAMA_HOST, OLLAMA_MODEL
		err     error
		level   string
		quiet   bool
	}{
		{name: "nothing said", err: gone, level: "info", quiet: true},
		{name: "something else answers", err: &model.Error{Fault: model.FaultServer}, level: "info"},
		{name: "a place", env: [2]string{"127.0.0.1:1"}, err: gone, level: "info"},
		{name: "a model", env: [2]string{"", "tiny"}, err: gone, level: "info"},
		{name: "a place in the settings", planner: config.Planner{URL: "http://127.0.0.1:1"}, err: gone, level: "info"},
		{name: "wanted", planner: config.Planner{Mode: "model"}, err: gone, level: "warn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("OLLAMA_HOST", c.env[0])
			t.Setenv("OLLAMA_MODEL", c.env[1])
			t.Setenv("PATH", t.TempDir()) // no ollama
			p := c.planner
			p.Backend = "ollama"
			got := check{Level: "info"}
			got.unplanned(p, c.err)
			if quiet := strings.Contains(got.Message, "; if Ollama runs") && got.Advice == nil; quiet != c.quiet || got.Level != c.level {
				t.Errorf("%+v", got)
			}
			if !strings.Contains(got.Message, "without a model") {
				t.Errorf("not said that it works without one: %s", got.Message)
			}
		})
	}
}
