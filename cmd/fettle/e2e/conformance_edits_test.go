package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// editing are the items about the edits a fix ends in.
func editing() []item {
	return []item{
		{"C30", "a change inside the window stops the fix and says so; one elsewhere moves it", func(t *testing.T, s suite) {
			for name, c := range map[string]struct {
				change any
				moved  bool
			}{
				"inside": {replace(1, 4, 1, 4, "x"), false}, "above": {replace(0, 0, 0, 0, "# new\n"), true}, "below": {replace(6, 0, 6, 0, "# new\n"), true},
			} {
				f := s.fixing(t, 300*time.Millisecond)
				f.change(python, 2, c.change)
				if !c.moved {
					f.ends("not applied")
					if got := f.shown(); !slices.Equal(got, []string{"fettle: document changed, fix not applied"}) || f.applies() != 0 {
						t.Errorf("%s: %q, %d edits", name, got, f.applies())
					}
					continue
				}
				m := f.Wait(0, "applyEdit", func(m testkit.Message) bool { return m.Method == "workspace/applyEdit" })
				line := map[string]int{"above": 2, "below": 1}[name]
				if !strings.Contains(m.Raw, `"version":2`) || !strings.Contains(m.Raw, fmt.Sprintf(`"start":{"line":%d,`, line)) {
					t.Errorf("%s: %s", name, m.Raw)
				}
			}
		}},
		{"C48", "a document that changed gets no edit and one message", func(t *testing.T, s suite) {
			f := s.fixing(t, 200*time.Millisecond)
			f.change(python, 2, whole("def other():\n    return 1\n"))
			f.ends("not applied")
			if got := f.shown(); len(got) != 1 || f.applies() != 0 {
				t.Errorf("messages %q, %d edits", got, f.applies())
			}
			if m := f.Call("codeAction/resolve", map[string]any{"title": "x"}); m.Code() != -32601 {
				t.Error(m.Raw)
			}
		}},
		{"C49", "edits are minimal, versioned and in the window; the command is answered before the model is asked", func(t *testing.T, s suite) {
			for _, versioned := range []bool{true, false} {
				caps := capabilities
				if !versioned {
					caps = `{"window":{"workDoneProgress":true},"workspace":{"applyEdit":true},"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}`
				}
				f := s.fixingWith(t, 100*time.Millisecond, caps)
				m := f.Wait(0, "applyEdit", func(m testkit.Message) bool { return m.Method == "workspace/applyEdit" })
				var p struct {
					Edit struct {
						Changes         map[string]json.RawMessage
						DocumentChanges []struct {
							TextDocument struct{ Version *int }
							Edits        []struct {
								Range   struct{ Start, End struct{ Line, Character int } }
								NewText string
							}
						}
					}
				}
				must.OK(t, json.Unmarshal(m.Params, &p))
				if !versioned {
					if len(p.Edit.Changes) != 1 || p.Edit.DocumentChanges != nil {
						t.Errorf("%s", m.Raw)
					}
					continue
				}
				c := p.Edit.DocumentChanges
				if len(c) != 1 || c[0].TextDocument.Version == nil || *c[0].TextDocument.Version != 1 || len(c[0].Edits) != 1 {
					t.Fatalf("%s", m.Raw)
				}
				if e := c[0].Edits[0]; e.Range.Start.Line != 1 || e.Range.End.Line != 1 || e.Range.Start.Character != 20 || e.NewText != "s" {
					t.Errorf("not minimal: %s", m.Raw)
				}
			}
		}},
		{"C50", "a refusal is told once; applied without the change is noted", func(t *testing.T, s suite) {
			f := s.fixingWith(t, 0, capabilities)
			f.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
				return map[string]any{"applied": false, "failureReason": "no"}, nil
			})
			f.ends("not applied")
			if got := f.shown(); len(got) != 1 || !strings.Contains(got[0], "refused the edit: no") || f.applies() != 1 {
				t.Errorf("messages %q, %d edits", got, f.applies())
			}
			f = s.fixing(t, 100*time.Millisecond)
			f.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
				return map[string]any{"applied": true}, nil
			})
			f.ends("not confirmed")
			until(t, "the line in the log", func() bool { return strings.Contains(f.Stderr(), "unconfirmed") })
		}},
		{"C51", "diagnostics of the client need no file", func(t *testing.T, s suite) {
			// The folder of the document does not exist.
			srv, _ := s.idle(t)
			if list, m := srv.menu(nil); len(list) != 1 || !strings.HasPrefix(list[0].Title, "AI fix: F821") {
				t.Error(clip(m.Raw))
			}
			srv.open("untitled:Untitled-1", 1, misspelled)
			m := srv.actions("untitled:Untitled-1", span(1, 15, 1, 20), map[string]any{"diagnostics": []any{problem(1, 15, 1, 20, "F821", "Undefined name `value`")}})
			if !strings.Contains(m.Raw, "AI fix: F821") {
				t.Error(clip(m.Raw))
			}
		}},
		{"C54", "diagnostics are neither pulled nor pushed by the server", func(t *testing.T, s suite) {
			srv := s.start(t, options{})
			if m := srv.initialize(""); strings.Contains(m.Raw, "diagnosticProvider") {
				t.Error(m.Raw)
			}
			srv.open(python, 1, misspelled)
			srv.shows(python, 1, "return sum(value)")
			if m := srv.Call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": python}}); m.Code() != -32601 {
				t.Error(m.Raw)
			}
			for _, m := range srv.Messages() {
				if m.Method == "textDocument/publishDiagnostics" {
					t.Error(m.Raw)
				}
			}
		}},
		{"C56", "a job keeps URL and key together when settings change under it", func(t *testing.T, s suite) {
			var models [2]*testkit.Model
			for i := range models {
				models[i] = testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
					return testkit.Reply{Text: "NO_FIX", Delay: 20 * time.Millisecond}, true
				})
				t.Cleanup(models[i].Close)
			}
			srv := s.startWith(t, options{env: []string{"KEY_0=secret-0", "KEY_1=secret-1"}}, "--client-config", "user")
			srv.initialize("")
			settings := func(i int) any {
				return map[string]any{"settings": map[string]any{"model": map[string]any{"backend": "openai", "url": models[i].URL + "/v1", "name": "test", "profile": "strong", "apiKeyEnv": fmt.Sprint("KEY_", i)}}}
			}
			for i := range 40 {
				srv.Notify("workspace/didChangeConfiguration", settings(i%2))
				uri := fmt.Sprintf("file:///w/m%d.py", i)
				srv.open(uri, 1, misspelled)
				srv.Notify("fettle/diagnostics", map[string]any{"uri": uri, "diagnostics": []any{problem(1, 15, 1, 20, "F821", "Undefined name `value`")}})
				srv.command("fettle.fix", map[string]any{"uri": uri, "lines": []int{2, 2}})
				srv.Notify("workspace/didChangeConfiguration", settings((i+1)%2))
				if i%4 == 0 {
					time.Sleep(20 * time.Millisecond)
				}
			}
			asked := func() int { return len(models[0].Requests()) + len(models[1].Requests()) }
			until(t, "some calls", func() bool { return asked() >= 10 })
			for i, m := range models {
				for _, r := range m.Requests() {
					if got := r.Header.Get("Authorization"); got != fmt.Sprint("Bearer secret-", i) {
						t.Errorf("model %d was sent %q", i, got)
					}
				}
			}
			t.Logf("%d and %d calls", len(models[0].Requests()), len(models[1].Requests()))
			if n := srv.holds("audit.jsonl"); n > 1 {
				t.Errorf("the audit log is open %d times", n)
			}
		}},
		{"C60", "one message a minute for a class of fault", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for i := range 50 {
				srv.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"no": map[string]any{"such": i}}})
				srv.open(python, 5, function)
				srv.change(python, 4, replace(0, 0, 0, 0, "x")) // lost
			}
			srv.alive()
			if got := srv.shown(); len(got) != 2 {
				t.Errorf("%d messages: %q", len(got), got)
			}
			for _, text := range srv.shown() {
				if len(text) > 80 {
					t.Errorf("%d characters: %s", len(text), text)
				}
			}
		}},
	}
}

// fixing is a server with a fix under way whose model answers after a while.
func (s suite) fixing(t *testing.T, delay time.Duration) *server {
	t.Helper()
	return s.fixingWith(t, delay, "")
}

func (s suite) fixingWith(t *testing.T, delay time.Duration, caps string) *server {
	t.Helper()
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*sum\(value\)`)
	answered := make(chan struct{}, 1)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		<-answered // the command's answer comes first
		found := id.FindStringSubmatch(r.Prompt())
		if found == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Delay: delay, Text: "EDIT replace " + found[1] + "\n~~~\n    return sum(values)\n~~~\nEND\n"}, true
	})
	t.Cleanup(m.Close)
	srv := s.ready(t, options{caps: caps, settings: "[model]\nbackend = \"openai\"\nurl = \"" + m.URL + "/v1\"\nname = \"test\"\nprofile = \"strong\"\n"})
	srv.fixIn(misspelled + "\n\ndef other():\n    return 1\n")
	close(answered)
	return srv
}

// holds is how many descriptors of the server are open on a file of that name,
// where the system tells.
func (s *server) holds(name string) int {
	n := 0
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", s.Cmd.Process.Pid))
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && filepath.Base(to) == name {
			n++
		}
	}
	return n
}

// shown are the texts of window/showMessage so far.
func (s *server) shown() []string {
	var out []string
	for _, m := range s.Messages() {
		if m.Method == "window/showMessage" {
			var p struct{ Message string }
			_ = json.Unmarshal(m.Params, &p)
			out = append(out, p.Message)
		}
	}
	return out
}

// applies is how many edits the server has sent.
func (s *server) applies() int {
	n := 0
	for _, m := range s.Messages() {
		if m.Method == "workspace/applyEdit" {
			n++
		}
	}
	return n
}

// ends waits for the end of the job and its text.
func (s *server) ends(text string) {
	s.t.Helper()
	if end := s.WaitFix(0, "end"); end.Message != text {
		s.t.Errorf("ended %q, want %q", end.Message, text)
	}
	if text == "not applied" { // the reason follows
		until(s.t, "the message", func() bool { return len(s.shown()) > 0 })
	}
}
