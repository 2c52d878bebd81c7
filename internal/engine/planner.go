package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// planSchema is the form of a plan.
const planSchema = `{"type":"object","properties":{"keywords":{"type":"array","items":{"type":"string"}},` +
	`"symbols_to_find":{"type":"array","items":{"type":"string"}},"file_patterns":{"type":"array","items":{"type":"string"}},` +
	`"include_tests":{"type":"boolean"},"max_depth":{"type":"integer"},` +
	`"strategy":{"type":"string","enum":["focused","semantic","broad","entry_point_based"]}},` +
	`"required":["keywords","symbols_to_find","file_patterns","include_tests","max_depth","strategy"]}`

// plannerFor is who plans the searches of a configuration. Where no model can
// be asked the heuristics plan, and say why.
func (su *setup) plannerFor(s config.Settings, gate *egress.Gate, log *slog.Logger) plan.Planner {
	if s.Context.Plan.Mode == "heuristic" || su.noModel {
		return &plan.Model{}
	}
	c, err := su.plannerClient(s, gate, log)
	if err != nil {
		return &plan.Model{Name: "none", Complete: func(context.Context, string) (string, error) { return "", err }}
	}
	audit, _ := su.openAudit() // what cannot be written is kept in memory
	completer := audited{next: c, audit: audit, host: c.Host(), name: c.Name(), required: s.Audit.Required}
	return &plan.Model{Name: c.Name() + "@" + c.Host(), Timeout: s.Context.Plan.Timeout,
		Complete: func(ctx context.Context, prompt string) (string, error) {
			r, err := completer.Complete(ctx, model.Prompt{User: prompt, MaxTokens: limits.PlannerAnswer, Schema: []byte(planSchema), Mode: model.Resolve, About: model.About{Kind: "plan"}})
			return r.Text, err
		}}
}

// plannerClient connects the planner.
func (su *setup) plannerClient(s config.Settings, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	p := s.Context.Plan
	return su.local(s, localModel{key: "context.plan", backend: p.Backend, url: p.URL, total: limits.PlannerTotal,
		name: cmp.Or(p.Model, os.Getenv("OLLAMA_MODEL"), plan.DefaultModel)}, gate, log)
}

// localModel is a small model beside the one that fixes: a model of the
// settings by name, or Ollama as setting and environment say.
type localModel struct {
	key                string // of the settings, for messages
	backend, url, name string
	total              time.Duration
}

// local connects a small model.
func (su *setup) local(s config.Settings, l localModel, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	if l.backend != "ollama" {
		m, ok := s.Models[l.backend]
		if !ok {
			return nil, fmt.Errorf("%s.backend: no model of that name in models", l.key)
		}
		o, err := su.clientOptions(s, m, gate, log)
		if err != nil {
			return nil, err
		}
		o.Aside = true
		return model.New(o)
	}
	address := l.url
	if address == "" {
		address = os.Getenv("OLLAMA_HOST")
	}
	url, err := plan.Endpoint(address)
	if err != nil {
		return nil, err
	}
	c, err := model.New(model.Options{Backend: model.Ollama, BaseURL: url, Name: l.name, ContextWindow: limits.PlannerWindow, Stream: true,
		LocalOnly: s.Privacy.Mode == "local", Total: l.total, Seal: gate.Seal, UserAgent: "fettle/" + version, Log: log, Scrub: &su.scrub,
		Origins: &su.endpoints.shared, Aside: true})
	if err != nil && l.url == "" && address != "" {
		return nil, fmt.Errorf("OLLAMA_HOST: %w", err)
	}
	if err != nil {
		return nil, err
	}
	if l.url == "" && !c.Loopback() {
		return nil, fmt.Errorf("OLLAMA_HOST is not on this computer; to send text there, set %s.url", l.key)
	}
	return c, nil
}

// plannerCheck is the doctor's line about the planner.
func (su *setup) plannerCheck(ctx context.Context, s config.Settings) check {
	c := check{ID: "planner", Level: "info"}
	p := s.Context.Plan
	if p.Mode == "heuristic" {
		c.Message = "searches are planned without a model (context.plan.mode)"
		return c
	}
	client, err := su.plannerClient(s, newGate(s, &su.scrub), discardLog())
	if err == nil {
		_, err = client.Ping(ctx)
	}
	if err == nil {
		c.Level, c.Message = "ok", fmt.Sprintf("%s at %s plans searches", client.Name(), client.Host())
		return c
	}
	if unwanted(p, err) {
		c.Message = "searches are planned without a model; if Ollama runs, " + plan.DefaultModel + " plans them"
		return c
	}
	// Without a planner everything works: this is no error.
	c.Message = "searches are planned without a model: " + err.Error()
	if p.Mode == "model" {
		c.Level = "warn"
	}
	if p.Backend == "ollama" {
		c.Advice = ollamaAdvice(err, cmp.Or(p.Model, os.Getenv("OLLAMA_MODEL"), plan.DefaultModel))
	}
	c.Advice = append(c.Advice, "or plan without a model: context.plan.mode = \"heuristic\"")
	return c
}

// unwanted reports whether nothing says that a planner is wanted: it is looked
// for at Ollama's own place, and nobody is there.
func unwanted(p config.Planner, err error) bool {
	var me *model.Error
	return p.Mode != "model" && p.Backend == "ollama" && p.URL == "" && p.Model == "" &&
		os.Getenv("OLLAMA_HOST") == "" && os.Getenv("OLLAMA_MODEL") == "" &&
		errors.As(err, &me) && me.Fault == model.FaultUnreachable
}

// ollamaAdvice are the steps that are missing until Ollama plans.
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
