package engine

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// planSchema is the form of a plan.
const planSchema = `{"type":"object","properties":{"keywords":{"type":"array","items":{"type":"string"}},` +
	`"symbols_to_find":{"type":"array","items":{"type":"string"}},"file_patterns":{"type":"array","items":{"type":"string"}},` +
	`"entry_files":{"type":"array","items":{"type":"string"}},"query":{"type":"string"},"top_k":{"type":"integer"},` +
	`"include_tests":{"type":"boolean"},"max_depth":{"type":"integer"},` +
	`"strategy":{"type":"string","enum":["focused","semantic","broad","entry_point_based"]}},` +
	`"required":["keywords","symbols_to_find","file_patterns","include_tests","max_depth","strategy"]}`

// planner is who plans the searches of a configuration. Where no model can
// be asked the heuristics plan, and say why.
func (p *Process) planner(s config.Settings, gate *egress.Gate, log *slog.Logger) plan.Planner {
	if !PlannerWanted(s) || p.o.NoModel || s.NoModel() {
		return &plan.Model{}
	}
	c, err := p.PlannerClient(s, gate, log)
	if err != nil {
		return &plan.Model{Name: "none", Complete: func(context.Context, string) (string, error) { return "", err }}
	}
	audit, _ := p.openAudit() // what cannot be written is kept in memory
	completer := audited{next: c, audit: audit, host: c.Host(), name: c.Name()}
	ask := func(schema string, most int) plan.Complete {
		return func(ctx context.Context, prompt string) (string, error) {
			r, err := completer.Complete(ctx, model.Prompt{User: prompt, MaxTokens: most, Schema: []byte(schema),
				Mode: model.Plan, About: model.About{Kind: "plan"}})
			return r.Text, err
		}
	}
	return &plan.Model{Name: c.Name() + "@" + c.Host(), Timeout: s.Context.Plan.Timeout,
		Complete: ask(planSchema, limits.PlannerAnswer), Words: ask(plan.WordsSchema, limits.PlannerWords)}
}

// PlannerWanted reports whether a model is to plan searches: a setting or the
// environment has to name it or its place. An Ollama that merely runs is not asked:
// a question waits for it, and what it loads leaves less room for others. On two cores a
// model of 1.5 billion parameters makes no plan in the 1.5 s that a question has, and
// names words in one: of 129 questions the right place is then among the first three
// for .73 instead of .67, first for .48 instead of .41.
func PlannerWanted(s config.Settings) bool {
	p := s.Context.Plan
	switch p.Mode {
	case "heuristic":
		return false
	case "model":
		return true
	}
	return p.Backend != "ollama" || p.URL != "" || p.Model != "" || os.Getenv("OLLAMA_HOST") != "" ||
		os.Getenv("OLLAMA_MODEL") != ""
}

// PlannerClient connects the planner.
func (p *Process) PlannerClient(s config.Settings, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	c := s.Context.Plan
	return p.local(s, localModel{key: "context.plan", backend: c.Backend, url: c.URL, total: limits.PlannerTotal,
		name: cmp.Or(c.Model, os.Getenv("OLLAMA_MODEL"), plan.DefaultModel)}, gate, log)
}

// localModel is a small model in addition to the one that fixes: a model of the
// settings by name, or Ollama as setting and environment say.
type localModel struct {
	key                string // of the settings, for messages
	backend, url, name string
	total              time.Duration
}

// local connects a small model.
func (p *Process) local(s config.Settings, l localModel, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	m, named := s.Models[l.backend]
	address := ""
	switch {
	case l.backend == "ollama":
		address, named = cmp.Or(l.url, os.Getenv("OLLAMA_HOST")), false
		url, err := plan.Endpoint(address)
		if err != nil {
			return nil, err
		}
		m = config.Model{Backend: string(model.Ollama), URL: url, Name: l.name, ContextWindow: limits.PlannerWindow,
			Stream: true}
	case !named:
		return nil, fmt.Errorf("%s.backend: no model of that name in models", l.key)
	case m.None:
		return nil, fmt.Errorf("%s.backend: %s", l.key, NoModelSaid)
	}
	o, err := p.clientOptions(s, m, gate, log)
	if err != nil {
		return nil, err
	}
	if o.Aside = true; named {
		return model.New(o)
	}
	o.Total = l.total
	c, err := model.New(o)
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
