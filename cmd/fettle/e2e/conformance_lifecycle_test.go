package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func lifecycle() []item {
	return []item{
		{"C19", "before initialize: requests refused, notifications dropped", func(t *testing.T, s suite) {
			srv := s.start(t, options{})
			for _, method := range []string{"textDocument/codeAction", "shutdown", "foo/bar", "$/foo"} {
				if m := srv.Call(method, nil); m.Code() != -32002 {
					t.Errorf("%s: %s", method, m.Raw)
				}
			}
			srv.open(python, 1, "x = 1\n")
			srv.initialize("")
			if m := srv.command("fettle.explain", map[string]any{"uri": python}); m.Error == nil {
				t.Errorf("the document of a dropped didOpen is there: %s", clip(m.Raw))
			}
		}},
		{"C20", "a second initialize", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			if m := srv.Call("initialize", map[string]any{"capabilities": map[string]any{}}); m.Code() != -32600 {
				t.Error(m.Raw)
			}
			srv.alive()
		}},
		{"C21", "shutdown and exit codes", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			if m := srv.Call("shutdown", nil); m.Error != nil || string(m.Result) != "null" {
				t.Error(m.Raw)
			}
			for _, method := range []string{"textDocument/codeAction", "shutdown", "foo/bar", "initialize"} {
				if m := srv.Call(method, nil); m.Code() != -32600 {
					t.Errorf("%s after shutdown: %s", method, m.Raw)
				}
			}
			srv.silentAfterShutdown()
			srv.Notify("exit", nil)
			srv.exits(0, 1)

			srv = s.ready(t, options{})
			srv.Notify("exit", nil)
			srv.exits(1, 1)

			srv = s.start(t, options{})
			srv.Notify("exit", nil)
			srv.exits(1, 1)
		}},
		{"C22", "shutdown and exit back to back while a model call hangs", func(t *testing.T, s suite) {
			srv, model := s.hanging(t)
			srv.StartAs("bye", "shutdown", nil)
			srv.Notify("exit", nil)
			srv.exits(0, 1)
			model.wantGone(t, 1)
		}},
		{"C23", "standard input ends while a model call hangs", func(t *testing.T, s suite) {
			srv, model := s.hanging(t)
			srv.CloseInput()
			srv.exits(1, 1)
			model.wantGone(t, 1)
		}},
		{"C24", "SIGTERM and SIGHUP while a model call hangs", func(t *testing.T, s suite) {
			for _, sig := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP} {
				srv, model := s.hanging(t)
				must.OK(t, srv.Cmd.Process.Signal(sig))
				srv.exits(1, 1)
				model.wantGone(t, 1)
			}
		}},
		{"C25", "the editor dies without a word", func(t *testing.T, s suite) {
			parent := exec.Command("sleep", "1000")
			must.OK(t, parent.Start())
			srv := s.start(t, options{})
			params := fmt.Sprintf(`{"processId":%d,"rootUri":null,"capabilities":{}}`, parent.Process.Pid)
			if m := srv.Call("initialize", testJSON(params)); m.Error != nil {
				t.Fatal(m.Raw)
			}
			_ = parent.Process.Kill()
			_ = parent.Wait()
			srv.exits(1, 6)

			for _, pid := range []string{"null", "0", "-1", "1e3", `"7"`, "999999999"} {
				srv := s.start(t, options{})
				if m := srv.Call("initialize", testJSON(`{"processId":`+pid+`,"rootUri":null,"capabilities":{}}`)); m.Error != nil {
					t.Errorf("processId %s: %s", pid, m.Raw)
				}
				srv.alive()
			}
		}},
		{"C26", "initialize with next to nothing, or with members of wrong types", func(t *testing.T, s suite) {
			for _, params := range []string{`{}`, `{"capabilities":{}}`, `{"capabilities":null,"rootUri":null,"workspaceFolders":null}`, `{"processId":null,"capabilities":{"unknown":{"a":[1]}},"future":true}`,
				`{"capabilities":{},"initializationOptions":null}`, `{"capabilities":{},"initializationOptions":[]}`, `{"capabilities":{},"initializationOptions":"x"}`,
				`{"capabilities":{},"initializationOptions":{"fix":5,"model":[],"actions":{"enable":"perhaps"}}}`,
				`{"capabilities":{"workspace":{"applyEdit":"yes"},"textDocument":[],"general":{"positionEncodings":"utf-8"},"window":7}}`,
				`{"capabilities":{},"clientInfo":{"name":5},"rootUri":"file:////x","rootPath":9,"trace":"loud","locale":1,"processId":1e3}`,
				`{"capabilities":[],"workspaceFolders":[1,{"uri":5},{"uri":"","name":"x"},{"uri":"file:///nowhere/at/all","name":"x"}]}`, `[]`, `null`, `5`} {
				srv := s.start(t, options{})
				m := srv.Call("initialize", testJSON(params))
				var v struct {
					Capabilities struct {
						TextDocumentSync json.RawMessage
						PositionEncoding string
					}
				}
				if err := json.Unmarshal(m.Result, &v); m.Error != nil || err != nil || v.Capabilities.TextDocumentSync == nil {
					t.Errorf("%s: %s", params, clip(m.Raw))
					continue
				}
				if v.Capabilities.PositionEncoding != "utf-16" && v.Capabilities.PositionEncoding != "" {
					t.Errorf("%s: encoding %q", params, v.Capabilities.PositionEncoding)
				}
				srv.Notify("initialized", nil)
				srv.open(python, 1, "def f():\n    return x\n")
				srv.shows(python, 1, "return x")
				srv.alive()
			}
		}},
		{"C27", "only what the client announced is used", func(t *testing.T, s suite) {
			for _, c := range oldClients(t) {
				srv := s.ready(t, options{caps: string(c.Capabilities)})
				srv.open(python, 1, "def f():\n    return x\n")
				at := problem(1, 11, 1, 12, "F821", "Undefined name `x`")
				srv.Notify("fettle/diagnostics", map[string]any{"uri": python, "diagnostics": []any{at}})
				srv.actions(python, span(1, 11, 1, 12), map[string]any{"diagnostics": []any{at}})
				srv.command("fettle.fix", map[string]any{"uri": python, "lines": []int{2, 2}})
				srv.settle()
				for _, m := range srv.Messages() {
					for _, fault := range c.faults(m) {
						t.Errorf("%s: %s: %s", c.name, fault, clip(m.Raw))
					}
				}
				srv.Call("shutdown", nil)
				srv.Notify("exit", nil)
				srv.exits(0, 1)
			}
		}},
	}
}

// silentAfterShutdown sends notifications that must have no effect.
func (s *server) silentAfterShutdown() {
	s.t.Helper()
	from := s.Seen()
	s.open(python, 1, "x")
	s.change(python, 2, whole("y"))
	s.Notify("foo/bar", nil)
	if m := s.Call("foo/bar", nil); m.Code() != -32600 {
		s.t.Error(m.Raw)
	}
	if n := s.Seen() - from; n != 1 {
		s.t.Errorf("%d messages after shutdown", n)
	}
}

// settle waits until the server has been quiet for a moment.
func (s *server) settle() {
	for n := -1; n != s.Seen(); time.Sleep(300 * time.Millisecond) {
		n = s.Seen()
	}
}
