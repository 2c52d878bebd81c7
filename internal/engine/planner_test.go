package engine

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// TestPlanSchema: a model that keeps to the schema can say every part of a plan.
func TestPlanSchema(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Type string }
	}
	must.OK(t, json.Unmarshal([]byte(planSchema), &schema))
	types := map[reflect.Kind]string{reflect.Slice: "array", reflect.Bool: "boolean", reflect.Int: "integer", reflect.String: "string"}
	kind := reflect.TypeFor[plan.Plan]()
	for i := range kind.NumField() {
		f := kind.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "-" && schema.Properties[name].Type != types[f.Type.Kind()] {
			t.Errorf("%s: %+v", name, schema.Properties[name])
		}
	}
}

// TestPlannerWanted: an Ollama that merely runs is not asked for plans; a word of
// the user's, in settings or environment, is needed.
func TestPlannerWanted(t *testing.T) {
	for _, c := range []struct {
		name string
		env  [2]string // OLLAMA_HOST, OLLAMA_MODEL
		set  string
		want bool
	}{
		{name: "nothing said"},
		{name: "a place", env: [2]string{"127.0.0.1:1"}, want: true},
		{name: "a model", env: [2]string{"", "tiny"}, want: true},
		{name: "a place in the settings", set: "context.plan.url=http://127.0.0.1:1", want: true},
		{name: "a model in the settings", set: "context.plan.model=tiny", want: true},
		{name: "another backend", set: "context.plan.backend=mine", want: true},
		{name: "any", set: "context.plan.mode=model", want: true},
		{name: "none", env: [2]string{"127.0.0.1:1", "tiny"}, set: "context.plan.mode=heuristic"},
	} {
		t.Setenv("OLLAMA_HOST", c.env[0])
		t.Setenv("OLLAMA_MODEL", c.env[1])
		var set []string
		if c.set != "" {
			set = append(set, c.set)
		}
		layer, _ := config.Flags(set)
		s, _ := config.Resolve(layer)
		if got := PlannerWanted(s); got != c.want {
			t.Errorf("%s: wanted %t", c.name, got)
		}
	}
}
