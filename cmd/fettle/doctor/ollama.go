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

// chosen names the model of a list that suits fixes best, or a model to fetch where none does.
func chosen(list []model.Installed) []string {
	m, why, ok := model.Choose(list, app.LeastBillions, limits.ModelFile)
	switch {
	case len(list) == 0:
		return nil
	case !ok:
		return []string{fmt.Sprintf("none of the %d models that Ollama has here suits fixes; fetch one: ollama pull %s (1 "+
			"GB), or ollama pull %s (5 GB)", len(list), smallModel, plan.DefaultModel)}
	}
	return []string{fmt.Sprintf("of the %d models that Ollama has here, take model.name = %q: %s", len(list), m.Name, why)}
}

// smallModel is the smallest of those measured that fixes most of what it is asked.
const smallModel = "qwen2.5-coder:1.5b"
