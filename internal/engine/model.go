package engine

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
)

// NoModelSaid is why nothing is asked where the settings say so.
const NoModelSaid = `model.backend is "": no model is used; name one there to have it asked`

// model connects the model of the settings, or says why there is none.
func (p *Process) model(s config.Settings, gate *egress.Gate, audit *egress.Audit, log *slog.Logger) fixer.Model {
	p.endpoints.settle(s)
	used, ok := s.Active()
	switch {
	case s.NoModel():
		return fixer.Model{Why: NoModelSaid}
	case !ok: // also with the flag, which left out would change nothing
		return fixer.Model{Why: "no model is set", Step: fixer.StepSetModel}
	case p.o.NoModel:
		return fixer.Model{Step: fixer.StepAllowModel}
	}
	record := recorder{audit: audit, process: p}
	first, err := p.Client(s, used, gate, log)
	spare, why := p.spare(s, used, gate, log)
	switch {
	case why != nil:
		log.Warn("model.fallback is not used", "err", why)
	case spare != nil && err != nil:
		log.Warn("the model in use cannot be asked, its fallback is", "err", err)
		return record.model(s.Models[s.Fallback], spare, log)
	case spare != nil:
		both := record.model(used, first, log)
		both.Completer = model.WithFallback(both.Completer, record.completer(spare))
		return both
	}
	if err != nil {
		return fixer.Model{Why: err.Error()}
	}
	return record.model(used, first, log)
}

// recorder puts the record of what is sent, and the count of what is used, in
// front of clients.
type recorder struct {
	audit   *egress.Audit
	process *Process
}

func (r recorder) completer(c *model.Client) model.Completer {
	var next model.Completer = c
	if r.audit != nil {
		next = audited{next: c, audit: r.audit, host: c.Host(), name: c.Name()}
	}
	return metered{next, &r.process.meter, c.Name()}
}

// model returns a client as the fixer sees it.
func (r recorder) model(m config.Model, c *model.Client, log *slog.Logger) fixer.Model {
	in, out, err := Prices(m.Price)
	if err != nil {
		log.Warn("model.price is not used", "err", err)
	}
	weak := m.Profile == "weak" || m.Profile == "auto" && c.Loopback()
	shape, settled := shapeOf(m, c)
	var learn func(context.Context) prompt.Shape
	if c.Loopback() {
		learn = func(ctx context.Context) prompt.Shape {
			// The window is learnt besides: what is longer than that is cut, or refused.
			if t := c.Traits(ctx); t.Billions > 0 && !settled {
				return prompt.ShapeOf(c.Name(), t.Billions, true)
			}
			return shape
		}
	}
	known, _ := Calibrated(c.Host(), c.Name()) // nothing is weighed where nothing was measured
	return fixer.Model{Completer: r.completer(c), Name: c.Name(), Host: c.Host(), Window: c.ContextWindow, Speed: c.Speed,
		Local: c.Loopback(), Shape: shape, Learn: learn,
		Weak: weak, Encoding: m.Encoding, Sure: known.Sure, PriceIn: in, PriceOut: out}
}

// shapeOf returns how the model is asked: as the user says, else as it did best in
// the built-in tasks, else by its profile; and where none of these settles it, by
// its name.
func shapeOf(m config.Model, c *model.Client) (shape prompt.Shape, settled bool) {
	if shape, settled = prompt.ShapeNamed(m.Shape); settled {
		return shape, true
	}
	if k, known := Calibrated(c.Host(), c.Name()); known {
		if shape, settled = prompt.ShapeNamed(k.Shape); settled {
			return shape, true
		}
	}
	switch m.Profile {
	case "strong":
		return prompt.ShapeScript, true
	case "weak":
		return prompt.ShapeRewrite, true
	}
	return prompt.ShapeOf(m.Name, 0, c.Loopback()), false
}

// Prices reads what a million tokens cost: "3/15".
func Prices(s string) (in, out float64, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, ok := strings.Cut(s, "/")
	in, errIn := strconv.ParseFloat(strings.TrimSpace(a), 64)
	out, errOut := strconv.ParseFloat(strings.TrimSpace(b), 64)
	if !ok || errIn != nil || errOut != nil || !(in >= 0 && out >= 0) || math.IsInf(in+out, 1) {
		return 0, 0, fmt.Errorf("%s is not a pair of prices; write it like 3/15", s)
	}
	return in, out, nil
}

// spare connects the model that is asked when the one in use is down, nil if
// there is none.
func (p *Process) spare(s config.Settings, used config.Model, gate *egress.Gate,
	log *slog.Logger) (*model.Client, error) {
	if s.Fallback == "" {
		return nil, nil
	}
	m, ok := s.Models[s.Fallback]
	if !ok {
		return nil, fmt.Errorf("there is no model %q in models", s.Fallback)
	}
	if m.None || m.URL == used.URL && m.Name == used.Name && m.Backend == used.Backend {
		return nil, nil
	}
	return p.Client(s, m, gate, log)
}

// Client makes the client of a model of the settings.
func (p *Process) Client(s config.Settings, m config.Model, gate *egress.Gate,
	log *slog.Logger) (*model.Client, error) {
	o, err := p.clientOptions(s, m, gate, log)
	if err != nil {
		return nil, err
	}
	return model.New(o)
}

// clientOptions returns what the client of a model of the settings is made with.
func (p *Process) clientOptions(s config.Settings, m config.Model, gate *egress.Gate,
	log *slog.Logger) (model.Options, error) {
	key, source, err := p.key(m)
	if err != nil {
		return model.Options{}, err
	}
	var ca []byte
	if m.CAFile != "" {
		f, err := files.Read(files.Expand(m.CAFile), limits.SettingsFile)
		if err != nil {
			return model.Options{}, fmt.Errorf("model.caFile: %w", err)
		}
		ca = f.Data
	}
	return model.Options{
		Backend: model.Backend(cmp.Or(m.Backend, "openai")), BaseURL: m.URL, Name: m.Name, Key: key, KeySource: source,
		Headers: m.Headers, ContextWindow: m.ContextWindow, Stream: m.Stream, CAFile: ca,
		LocalOnly: s.Privacy.Mode == "local", Total: s.Timeouts.Fix, Seal: gate.Seal, Record: p.record(s),
		UserAgent: "fettle/" + p.o.Version, Log: log, Scrub: &p.scrub, Origins: &p.endpoints.shared,
	}, nil
}
