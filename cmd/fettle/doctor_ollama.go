package main

import (
	"context"
	"fmt"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
)

// ollamaChoice says which model of the Ollama that plans searches would be taken
// for fixes, and why: nothing where none runs. Only its list is asked for.
func ollamaChoice(ctx context.Context, process *engine.Process, s config.Settings) []string {
	if p := s.Context.Plan; p.Mode == "heuristic" || p.Backend != "ollama" {
		return nil
	}
	return chosen(localModels(ctx, process, s))
}

// chosen names the model of a list that suits fixes best.
func chosen(list []model.Installed) []string {
	m, why, ok := model.Choose(list, limits.ModelFile)
	if !ok {
		return nil
	}
	return []string{fmt.Sprintf("of the %d models that Ollama has here, take model.name = %q: %s", len(list), m.Name, why)}
}
