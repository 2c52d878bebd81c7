package app

import (
	"context"
	"log/slog"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/model"
)

// LeastBillions is how many parameters, in billions, a model has that fixes
// anything.
const LeastBillions = 0.3

// LocalModels returns the models of the Ollama on this computer.
func LocalModels(ctx context.Context, process *engine.Process, s config.Settings) []model.Installed {
	client, err := process.PlannerClient(s, process.Gate(s), slog.New(slog.DiscardHandler))
	if err != nil {
		return nil
	}
	health, _ := client.Ping(ctx) // that the planner's own model is not there says nothing about the others
	return health.Local
}
