package doctor

import (
	"context"
	"fmt"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// ollamaChoice says which model of the Ollama that plans searches would be used
// for fixes, and why: nothing where none runs. Only its list is asked for.
func ollamaChoice(ctx context.Context, process *engine.Process, s config.Settings) []string {
	if p := s.Context.Plan; p.Mode == "heuristic" || p.Backend != "ollama" {
		return nil
	}
	return chosen(app.LocalModels(ctx, process, s))
}

// chosen names the model of a list that suits fixes best, and what it is expected
// to do; or a model to fetch where none does.
func chosen(list []model.Installed) []string {
	m, why, ok := model.Choose(list, app.LeastBillions, limits.ModelFile)
	switch {
	case len(list) == 0:
		return nil
	case !ok:
		return []string{fmt.Sprintf("none of the %d models that Ollama has here suits fixes; fetch one: ollama pull %s (1 "+
			"GB), or ollama pull %s (5 GB)", len(list), smallModel, plan.DefaultModel)}
	}
	if e, known := expect(m.Billions); known {
		why += "; " + e.String()
	}
	return []string{fmt.Sprintf("of the %d models that Ollama has here, take model.name = %q: %s", len(list), m.Name, why)}
}

// smallModel is the smallest of those measured that fixes most of what it is asked.
const smallModel = "qwen2.5-coder:1.5b"

// expected is what the model of a size fixed that was measured: see docs/models.md.
type expected struct {
	from, below float64 // billions of parameters
	model       string
	right, of   int
}

func (e expected) String() string {
	return fmt.Sprintf("measured, %s fixed %d of %d small defects", e.model, e.right, e.of)
}

// expect returns what a model of a size may be expected to do, where one was measured.
func expect(billions float64) (expected, bool) {
	for _, e := range []expected{
		{0, app.LeastBillions, "one of 0.135 billion parameters", 0, 13},
		{1, 3, "one of 1.5 billion", 25, 31},
	} {
		if billions > e.from && billions < e.below {
			return e, true
		}
	}
	return expected{}, false
}
