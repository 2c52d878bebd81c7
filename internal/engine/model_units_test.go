package engine

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func testProcess() *Process { return NewProcess(Options{Version: "test"}) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// settingsFor are settings with two models and a planner behind one server.
func settingsFor(t *testing.T, url string, more ...string) config.Settings {
	t.Helper()
	layer, problems := config.Flags(append([]string{
		"model.backend=openai", "model.url=" + url, "model.name=first", "model.apiKey=key-of-the-test", "context.plan.mode=model", "context.plan.url=" + url,
	}, more...))
	s, wrong := config.Resolve(layer)
	if len(problems)+len(wrong) > 0 {
		t.Fatal(problems, wrong)
	}
	s.Models["second"] = config.Model{Backend: "openai", URL: url, Name: "second", APIKey: "key-of-the-test"}
	return s
}

// faultOfModel is what a model of the settings would be refused for, without any
// request.
func faultOfModel(t *testing.T, p *Process, s config.Settings, m config.Model) model.Fault {
	t.Helper()
	c, err := p.Client(s, m, p.Gate(s), quiet())
	must.OK(t, err)
	return faultOf(c.Ready())
}

func faultOf(err error) model.Fault {
	var e *model.Error
	if errors.As(err, &e) {
		return e.Fault
	}
	return ""
}

// TestModelsOfOneServer: what a server said to one model counts for every other
// one of the process, and outlives the engine. A new setting of the models gives
// a rejected key another chance, and no server less patience.
func TestModelsOfOneServer(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply testkit.Reply
		fault model.Fault
		after model.Fault // other settings of the models
	}{
		{"key rejected", testkit.Reply{Status: 401}, model.FaultKeyRejected, ""},
		{"rate limited", testkit.Reply{Status: 429, Header: http.Header{"Retry-After": {"60"}}}, model.FaultRateLimited, model.FaultRateLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := testkit.NewModel(t, c.reply)
			p := testProcess()
			s := settingsFor(t, m.URL, "timeouts.fix=30")
			gate := p.Gate(s)
			build := func(s config.Settings) model.Completer { return p.model(s, gate, nil, quiet()).Completer }
			if _, err := build(s).Complete(context.Background(), model.Prompt{User: "x"}); faultOf(err) != c.fault {
				t.Fatal(err)
			}
			if got := faultOfModel(t, p, s, s.Models["second"]); got != c.fault {
				t.Errorf("another model of the server: %q", got)
			}
			planner, err := p.PlannerClient(s, gate, quiet())
			must.OK(t, err)
			if got := faultOf(planner.Ready()); got != c.after { // it shows no key
				t.Errorf("the planner: %q", got)
			}
			other := settingsFor(t, m.URL, "timeouts.fix=31", "log.level=debug")
			build(other)
			if got := faultOfModel(t, p, other, other.Model); got != c.fault {
				t.Errorf("after a change of other settings: %q", got)
			}
			named := settingsFor(t, m.URL, "model.name=third")
			build(named)
			if got := faultOfModel(t, p, named, named.Model); got != c.after {
				t.Errorf("after a change of the model: %q", got)
			}
			if n := len(m.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// What the user allows for a fix bounds every fix, whoever asks for it.
func TestTimeOfAFix(t *testing.T) {
	p := testProcess()
	defer p.Close()
	e := p.Engine(settingsFor(t, "http://127.0.0.1:1", "timeouts.fix=300"), nil, Sources{}, quiet())
	if got := e.Ladder().Total; got != 5*time.Minute {
		t.Errorf("a fix may take %s", got)
	}
}
