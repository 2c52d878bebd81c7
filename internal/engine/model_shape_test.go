package engine

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// A name that says nothing of a model's size does not decide how it is asked: the
// endpoint does, and the user before it.
func TestShapeByTheEndpoint(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for name, c := range map[string]struct {
		says string
		set  config.Model
		want prompt.Shape
	}{
		"small":             {`{"details":{"parameter_size":"7.6B"}}`, config.Model{Profile: "auto"}, prompt.ShapeRewrite},
		"large":             {`{"details":{"parameter_size":"70.6B"}}`, config.Model{Profile: "auto"}, prompt.ShapeScript},
		"says nothing":      {`{}`, config.Model{Profile: "auto"}, prompt.ShapeRewrite},
		"large, set":        {`{"details":{"parameter_size":"70.6B"}}`, config.Model{Profile: "auto", Shape: "file"}, prompt.ShapeFile},
		"small, by profile": {`{"details":{"parameter_size":"7.6B"}}`, config.Model{Profile: "strong"}, prompt.ShapeScript},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, c.says) }))
			defer s.Close()
			c.set.Name, c.set.Backend = "mine:latest", "ollama"
			client, err := model.New(model.Options{Backend: model.Ollama, BaseURL: s.URL, Name: c.set.Name, Seal: egress.New(egress.Options{}).Seal})
			must.OK(t, err)
			m := recorder{process: &Process{}}.model(c.set, client, slog.New(slog.DiscardHandler))
			if got := m.Learn(t.Context()); got != c.want {
				t.Errorf("asked by %s, want %s", got, c.want)
			}
		})
	}
}

// How much a server on this computer reads is learnt, also where the name, or the user,
// says how its model is asked.
func TestWindowByTheEndpoint(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for name, set := range map[string]config.Model{"by its name": {Name: "coder:1.5b", Profile: "auto"}, "by the user": {Name: "mine", Profile: "strong", Shape: "file"}} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprint(w, `{"data":[{"id":"/opt/coder.gguf","owned_by":"llamacpp","meta":{"n_ctx":1024,"n_params":1777088000}}]}`)
			}))
			defer s.Close()
			set.Backend = "openai"
			client, err := model.New(model.Options{Backend: model.OpenAI, BaseURL: s.URL, Name: set.Name, Seal: egress.New(egress.Options{}).Seal})
			must.OK(t, err)
			m := recorder{process: &Process{}}.model(set, client, slog.New(slog.DiscardHandler))
			if m.Learn == nil || m.Window() == 1024 {
				t.Fatalf("a window of %d before anybody was asked", m.Window())
			}
			m.Learn(t.Context())
			if m.Window() != 1024 {
				t.Errorf("a window of %d", m.Window())
			}
		})
	}
}
