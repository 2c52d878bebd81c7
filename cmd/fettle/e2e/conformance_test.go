package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// The tests of this file and its neighbours speak to the built binary over its
// standard input and output, as an editor would. One subtest is one item of the
// list of what a server must bear: TestConformance/C09 and so on. Times are
// printed; a test fails at ten times the figure.
//
// FETTLE_BINARY names a binary to test instead of one built here.

type item struct {
	id, what string
	run      func(t *testing.T, s suite)
}

func TestConformance(t *testing.T) {
	t.Parallel()
	testkit.OtherProcesses(t)
	s := suite{bin: binary(t)}
	var items []item
	for _, group := range [][]item{framing(), envelopes(), lifecycle(), cancellation(), synchronisation(), menus(), editing(), tolerance()} {
		items = append(items, group...)
	}
	for _, it := range items {
		t.Run(it.id, func(t *testing.T) {
			t.Log(it.what)
			it.run(t, s)
		})
	}
}

// binary builds the command into a folder of the test.
func binary(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("FETTLE_BINARY"); path != "" {
		return path
	}
	path, err := built()
	must.OK(t, err)
	return path
}

// suite starts servers.
type suite struct{ bin string }

// options of one server.
type options struct {
	settings string   // the user's config.toml
	env      []string // added to the environment
	caps     string   // capabilities of the client; full ones when empty
	home     string   // shared with other servers; its own when empty
}

// server is one running server with its own, empty home.
type server struct {
	*testkit.Child
	t      *testing.T
	home   string
	pushes int
}

// start runs a server and sends nothing.
func (s suite) start(t *testing.T, o options) *server {
	t.Helper()
	return s.startWith(t, o)
}

// startWith is start with arguments for the command.
func (s suite) startWith(t *testing.T, o options, args ...string) *server {
	t.Helper()
	home := cmp.Or(o.home, t.TempDir())
	config := filepath.Join(home, ".config", "fettle")
	must.OK(t, os.MkdirAll(config, 0o755))
	file := filepath.Join(config, "config.toml")
	if _, err := os.Stat(file); err != nil { // a shared one is watched by its servers
		must.OK(t, os.WriteFile(file, []byte(o.settings), 0o600))
	}
	cmd := exec.Command(s.bin, append([]string{"serve"}, args...)...)
	cmd.Dir = home
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"XDG_CACHE_HOME=" + filepath.Join(home, ".cache"), "XDG_STATE_HOME=" + filepath.Join(home, ".state"), "FETTLE_BUGS=fatal"}, o.env...)
	return &server{Child: testkit.StartChild(t, cmd), t: t, home: home}
}

// capabilities of a client that can do all that a server may ask for.
const capabilities = `{
	"general":{"positionEncodings":["utf-16"]},
	"window":{"workDoneProgress":true,"showMessage":{},"showDocument":{"support":true}},
	"workspace":{"applyEdit":true,"configuration":true,"workspaceFolders":true,
		"workspaceEdit":{"documentChanges":true,"changeAnnotationSupport":{}},
		"didChangeConfiguration":{"dynamicRegistration":true},"didChangeWatchedFiles":{"dynamicRegistration":true}},
	"textDocument":{"synchronization":{"didSave":true},
		"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","source.fixAll"]}},
			"isPreferredSupport":true,"disabledSupport":true,"dataSupport":true,"tagSupport":{"valueSet":[1]}}}}`

// ready runs a server and initializes it.
func (s suite) ready(t *testing.T, o options) *server {
	t.Helper()
	srv := s.start(t, o)
	srv.initialize(o.caps)
	return srv
}

func (s *server) initialize(caps string) testkit.Message {
	s.t.Helper()
	if caps == "" {
		caps = capabilities
	}
	m := s.Call("initialize", map[string]any{"processId": nil, "rootUri": nil, "clientInfo": map[string]string{"name": "conformance"},
		"capabilities": json.RawMessage(caps)})
	if m.Error != nil {
		s.t.Fatalf("initialize: %s", m.Raw)
	}
	s.Notify("initialized", map[string]any{})
	return m
}

// alive fails the test unless the next request gets its answer.
func (s *server) alive() {
	s.t.Helper()
	if m := s.Call("fettle/noSuchMethod", nil); m.Code() != -32601 {
		s.t.Fatalf("an unknown method was answered %s", m.Raw)
	}
}

// refused sends raw bytes and wants an error with the id null.
func (s *server) refused(bytes string, code int) {
	s.t.Helper()
	from := s.Seen()
	if err := s.Bytes(bytes); err != nil {
		s.t.Fatal(err)
	}
	m := s.Wait(from, "refusal", func(m testkit.Message) bool { return m.Method == "" && string(m.ID) == "null" })
	if m.Code() != code {
		s.t.Errorf("%.100q: answered %s, want %d", bytes, m.Raw, code)
	}
}

// silent sends a body and fails the test if anything but the answer to the
// next request comes back.
func (s *server) silent(body string) {
	s.t.Helper()
	from := s.Seen()
	s.Body(body)
	s.alive()
	for _, m := range s.Messages()[from:] {
		if m.Method == "" && m.Code() != -32601 {
			s.t.Errorf("%.200s: answered %s", body, m.Raw)
		}
	}
}

// exits waits for the end and checks the exit code and the time.
func (s *server) exits(code int, seconds float64) {
	s.t.Helper()
	got, took := s.Exit()
	s.t.Logf("exit code %d after %v", got, took)
	if got != code {
		s.t.Errorf("exit code %d, want %d", got, code)
	}
	if took.Seconds() > 10*seconds {
		s.t.Errorf("exit took %v, should take %.1f s", took, seconds)
	}
}

const python = "file:///w/module.py"

func (s *server) open(uri string, version any, text string) {
	s.t.Helper()
	s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": version, "text": text}})
}

func (s *server) change(uri string, version any, changes ...any) {
	s.t.Helper()
	if changes == nil {
		changes = []any{}
	}
	s.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes})
}

// replace is one incremental change.
func replace(line1, char1, line2, char2 int, text string) any {
	return map[string]any{"range": span(line1, char1, line2, char2), "text": text}
}

func whole(text string) any { return map[string]any{"text": text} }

func span(line1, char1, line2, char2 int) any {
	return map[string]any{"start": map[string]int{"line": line1, "character": char1}, "end": map[string]int{"line": line2, "character": char2}}
}

// problem is a diagnostic as a client sends it.
func problem(line1, char1, line2, char2 int, code, message string) map[string]any {
	return map[string]any{"range": span(line1, char1, line2, char2), "severity": 1, "source": "Ruff", "code": code, "message": message}
}

// actions asks for the menu.
func (s *server) actions(uri string, at any, context map[string]any) testkit.Message {
	s.t.Helper()
	return s.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uri}, "range": at, "context": context})
}

func (s *server) command(name string, arguments ...any) testkit.Message {
	s.t.Helper()
	return s.Call("workspace/executeCommand", map[string]any{"command": name, "arguments": arguments})
}

// shows has the server explain a problem on a line, which quotes its text, and
// fails the test unless that holds the line.
func (s *server) shows(uri string, line int, want string) {
	s.t.Helper()
	got, m := s.quoted(uri, line)
	if !strings.Contains(got, want) {
		s.t.Errorf("%s line %d: %q is not in what the server sees: %s", uri, line, want, clip(m.Raw))
	}
}

// quoted is the server's explanation of a problem on a zero-based line.
func (s *server) quoted(uri string, line int) (string, testkit.Message) {
	s.t.Helper()
	s.pushes++ // a problem that an edit has overlapped counts as gone while it is only repeated
	message := fmt.Sprintf("Undefined name `x%d`", s.pushes)
	s.Notify("fettle/diagnostics", map[string]any{"uri": uri, "diagnostics": []any{problem(line, 0, line, 1, "F821", message)}})
	m := s.command("fettle.explain", map[string]any{"uri": uri, "lines": []int{line + 1, line + 1}})
	var v struct{ Markdown string }
	_ = json.Unmarshal(m.Result, &v)
	return v.Markdown, m
}

// unfixable fails the test unless the server offers nothing for a document and
// gives a reason.
func (s *server) unfixable(uri, reason string) {
	s.t.Helper()
	m := s.command("fettle.explain", map[string]any{"uri": uri, "lines": []int{1, 1}})
	if m.Error == nil || !strings.Contains(m.Error.Message, reason) {
		s.t.Errorf("%s: answered %s, want a reason with %q", uri, clip(m.Raw), reason)
	}
	m = s.actions(uri, span(0, 0, 0, 1), map[string]any{"diagnostics": []any{problem(0, 0, 0, 1, "F821", "Undefined name `x`")}})
	if r := string(m.Result); r != "[]" && r != "null" {
		s.t.Errorf("%s: offered %s", uri, clip(m.Raw))
	}
}

func clip(s string) string {
	if len(s) > 1500 {
		return s[:1500] + fmt.Sprintf("... (%d bytes)", len(s))
	}
	return s
}
