package doctor

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/model"
)

// TestPlannerNotThere: a planner that is wanted and does not answer is no fault,
// unless nothing else may plan, and everything works without one.
//
// Covers R3-04.
func TestPlannerNotThere(t *testing.T) {
	gone := &model.Error{Fault: model.FaultUnreachable}
	for _, c := range []struct {
		name    string
		planner config.Planner
		env     [2]string // OLLAMA_HOST, OLLAMA_MODEL
		err     error
		level   string
	}{
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
			if len(got.Advice) == 0 || got.Level != c.level {
				t.Errorf("%+v", got)
			}
			if !strings.Contains(got.Message, "without a model") {
				t.Errorf("not said that it works without one: %s", got.Message)
			}
		})
	}
}
