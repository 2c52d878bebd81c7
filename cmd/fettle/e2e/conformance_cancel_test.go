package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

func cancellation() []item {
	return []item{
		{"C28", "cancel in flight: the answer says so and the model's request is ended", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, "def f():\n    return x\n")
			srv.quoted(python, 1)
			explain := `{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"fettle.explain","arguments":[{"uri":"` + python + `","lines":[2,2]}]}}`
			cancel := `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`
			cancelled := 0
			for id := range 50 {
				_ = srv.Bytes(testkit.Frame(fmt.Sprintf(explain, id)) + testkit.Frame(fmt.Sprintf(cancel, id)))
				m := srv.AnswerTo(id)
				switch m.Code() {
				case 0: // was faster
				case -32800:
					cancelled++
				default:
					t.Errorf("answer %s", clip(m.Raw))
				}
			}
			t.Logf("%d of 50 were cancelled in flight", cancelled)
			if cancelled == 0 {
				t.Error("no request was ever cancelled")
			}

			srv, model := s.hanging(t)
			var took []time.Duration
			for i := range 20 {
				from := 0
				if i > 0 {
					from = srv.Seen()
					srv.fix()
					model.wantAsked(t, i+1)
				}
				start := time.Now()
				srv.stop(from)
				model.wantGone(t, i+1)
				took = append(took, time.Since(start))
			}
			srv.alive()

			t.Logf("answer and end of the model's request after %v, at most %v", percentile(took, 50), percentile(took, 100))
			if percentile(took, 50) > 10*limits.Cancel { // one of them may meet a busy machine
				t.Errorf("cancelled after %v", took)
			}
			srv.alive()
		}},
		{"C29", "cancel at the wrong moment, of nothing, or by a strange id", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, id := range []string{`1`, `"text"`, `4294967296`, `-1`, `""`, `9223372036854775807`} {
				cancel := testkit.Frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`)
				body := testkit.Frame(`{"jsonrpc":"2.0","id":` + id + `,"method":"workspace/executeCommand","params":{"command":"fettle.cancel"}}`)
				_ = srv.Bytes(cancel + body + cancel + cancel)
				if m := srv.AnswerTo(json.RawMessage(id)); m.Code() != 0 && m.Code() != -32800 {
					t.Errorf("id %s: %s", id, m.Raw)
				}
				_ = srv.Bytes(cancel)
				srv.alive()
			}
			for _, params := range []string{`null`, `{}`, `[]`, `5`, `{"id":null}`, `{"id":1.5}`, `{"id":true}`, `{"id":[1]}`, `{"id":1e400}`, `{"id":99999999999999999999999999}`} {
				srv.silent(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":` + params + `}`)
			}
			srv.OneAnswerEach()
		}},
	}
}

// hangingModel is a model endpoint that never answers.
type hangingModel struct{ *testkit.Model }

// hang makes one.
func hang(t *testing.T) hangingModel {
	m := hangingModel{testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Fault: testkit.HangAtStart}, true
	})}
	t.Cleanup(m.Close)
	return m
}

// wantAsked waits until the model has been asked n times.
func (m hangingModel) wantAsked(t *testing.T, n int) {
	t.Helper()
	until(t, "the model to be asked", func() bool { return len(m.Requests()) >= n })
}

// wantGone waits until the clients of n hanging requests have gone away.
func (m hangingModel) wantGone(t *testing.T, n int) {
	t.Helper()
	until(t, "the model's request to end", func() bool { return m.Gone() >= n })
}

// hanging is a server with a fix under way whose model does not answer.
func (s suite) hanging(t *testing.T) (*server, hangingModel) {
	t.Helper()
	m := hang(t)
	srv := s.ready(t, options{settings: "[model]\nbackend = \"openai\"\nurl = \"" + m.URL + "/v1\"\nname = \"test\"\nprofile = \"strong\"\n"})
	srv.fix()
	m.wantAsked(t, 1)
	return srv, m
}

// fix opens a document whose problem only a model can fix, and asks for that.
func (s *server) fix() {
	s.t.Helper()
	s.fixIn(misspelled)
}

// fixIn is fix in a document that begins with the problem.
func (s *server) fixIn(text string) {
	s.t.Helper()
	s.open(python, 1, text)
	at := problem(1, 15, 1, 20, "F821", "Undefined name `value`")
	menu := s.actions(python, span(1, 15, 1, 20), map[string]any{"diagnostics": []any{at}})
	var list []struct {
		Command struct {
			Command   string            `json:"command"`
			Arguments []json.RawMessage `json:"arguments"`
		} `json:"command"`
	}
	if err := json.Unmarshal(menu.Result, &list); err != nil {
		s.t.Fatalf("menu %s: %v", clip(menu.Raw), err)
	}
	for _, a := range list {
		if a.Command.Command != "fettle.fix" {
			continue
		}
		if m := s.Call("workspace/executeCommand", a.Command); m.Error != nil || string(m.Result) != "null" {
			s.t.Fatalf("command answered %s", m.Raw)
		}
		return
	}
	s.t.Fatalf("no AI fix in the menu: %s\nlog:\n%s", clip(menu.Raw), s.Stderr())
}

// stop cancels the fix that has begun behind a number of messages.
func (s *server) stop(from int) {
	s.t.Helper()
	s.Notify("window/workDoneProgress/cancel", map[string]any{"token": s.token(from)})
}

// token is the progress token of that fix.
func (s *server) token(from int) json.RawMessage {
	s.t.Helper()
	return s.WaitFix(from, "begin").Token
}
