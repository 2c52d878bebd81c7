package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// plannerCheck returns the doctor's line about the planner.
func plannerCheck(ctx context.Context, process *engine.Process, s config.Settings) check {
	c := check{ID: "search", Level: "info"}
	p := s.Context.Plan
	if p.Mode == "heuristic" {
		c.Message = "searches are planned without a model (context.plan.mode)"
		return c
	}
	if s.NoModel() {
		c.Message = "searches are planned without a model: " + engine.NoModelSaid
		return c
	}
	if !engine.PlannerWanted(s) {
		c.Message = "searches are planned without a model; to have one plan them, name it in context.plan.model"
		return c
	}
	client, err := process.PlannerClient(s, process.Gate(s), slog.New(slog.DiscardHandler))
	if err == nil {
		_, err = client.Ping(ctx)
	}
	if err == nil {
		c.Level, c.Message = "ok", fmt.Sprintf("%s at %s plans searches", client.Name(), client.Host())
		return c
	}
	c.unplanned(p, err)
	return c
}

// unplanned says why there is no planner, and what helps.
func (c *check) unplanned(p config.Planner, err error) {
	// Without a planner everything works: this is no error.
	c.Message = "searches are planned without a model: " + err.Error()
	if p.Mode == "model" {
		c.Level = "warn"
	}
	if p.Backend == "ollama" {
		c.Advice = ollamaAdvice(err, cmp.Or(p.Model, os.Getenv("OLLAMA_MODEL"), plan.DefaultModel))
	}
	c.Advice = append(c.Advice, "or plan without a model: context.plan.mode = \"heuristic\"")
}

// ollamaAdvice returns the steps that are missing until Ollama plans.
func ollamaAdvice(err error, name string) []string {
	var me *model.Error
	if !errors.As(err, &me) {
		return nil
	}
	start, fetch := "start it: ollama serve", "fetch the model: ollama pull "+name
	switch me.Fault {
	case model.FaultUnreachable, model.FaultTimeout:
		if _, err := child.Look("ollama", child.LookOptions{}); err != nil {
			return []string{"to have a local one plan, install Ollama: https://ollama.com/download", start, fetch}
		}
		return []string{start, fetch}
	case model.FaultUnknownModel:
		return []string{fetch}
	}
	return nil
}
