package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// countedModel is a model's endpoint that counts every request of any kind, and
// a project whose user has it fix, plan, embed and stand in.
func countedModel(t *testing.T, own string) (dir string, asked *atomic.Int32, env []string) {
	t.Helper()
	asked = &atomic.Int32{}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(front.Close)
	config := strings.ReplaceAll(`[fix]
prefetch = 'onSave'
[model]
backend = 'openai'
url = 'URL/v1'
name = 'scripted'
profile = 'strong'
fallback = 'spare'
`+own+`
[models.spare]
backend = 'ollama'
url = 'URL'
name = 'second'
workspaces = true
[context.plan]
mode = 'model'
url = 'URL'
model = 'tiny'
[context.embeddings]
enabled = true
url = 'URL'
`, "URL", front.URL)
	dir = modelProject(t, "", map[string]string{"app.py": undefinedName, "config/fettle/config.toml": config, "config/go/telemetry/mode": "off"})
	return dir, asked, []string{"OLLAMA_HOST=" + front.URL}
}

// TestNoModelIsFinal: an empty model.backend means that nothing is asked, in
// whatever layer above the user's file it stands, by any command.
func TestNoModelIsFinal(t *testing.T) {
	for _, c := range []struct {
		name, own, repository string
		flags                 []string
		asks                  bool
	}{
		{name: "control: the model is asked", asks: true},
		{name: "flag", flags: []string{"--set", "model.backend="}},
		{name: "flag, quoted", flags: []string{"--set", `model.backend=""`}},
		{name: "flag over a choice", own: "use = 'spare'", flags: []string{"--set", "model.backend="}},
		{name: "repository", repository: "[model]\nbackend = ''\n"},
		{name: "repository that also chooses", repository: "[model]\nbackend = ''\nuse = 'spare'\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, asked, env := countedModel(t, c.own)
			if c.repository != "" {
				must.OK(t, os.WriteFile(filepath.Join(dir, ".fettle.toml"), []byte(c.repository), 0o600))
			}
			run := func(args ...string) string {
				cmd := fixCommandIn(t, dir, append(args, c.flags...)...)
				cmd.Env = append(cmd.Env, env...)
				out, _ := cmd.CombinedOutput() // the exit code says that something is left
				return string(out)
			}
			said := run("fix", "app.py") + run("doctor") + run("query", "what shows the items of a list one by one?")
			if got := asked.Load() > 0; got != c.asks {
				t.Errorf("%d requests\n%s", asked.Load(), said)
			}
			if !c.asks && strings.Count(said, `model.backend is ""`) < 2 {
				t.Errorf("not said why:\n%s", said)
			}
		})
	}
}

// TestNoModelIsFinalInEditors: the same on the wire of an editor, where a menu,
// a save, an instruction and a question could ask.
func TestNoModelIsFinalInEditors(t *testing.T) {
	for _, c := range []struct {
		name    string
		flags   []string
		options any
		asks    bool
	}{
		{name: "control: the model is asked", asks: true},
		{name: "flag, as VS Code says No model", flags: []string{"--set", `model.backend=""`}},
		{name: "initialization options", options: map[string]any{"model": map[string]any{"backend": ""}}},
		{name: "initialization options that also choose", options: map[string]any{"model": map[string]any{"backend": "", "use": "spare"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, asked, env := countedModel(t, "")
			cmd := fixCommandIn(t, dir, append([]string{"serve"}, c.flags...)...)
			cmd.Env = append(cmd.Env, env...)
			e := testkit.NewEditor(t, testkit.StartChild(t, cmd), dir, c.options)
			doc := e.Open(filepath.Join(dir, "app.py"), "python", undefinedName)
			e.Notify("fettle/diagnostics", map[string]any{"uri": doc.URI, "version": 1, "diagnostics": []any{map[string]any{
				"range":   map[string]any{"start": map[string]int{"line": 2, "character": 14}, "end": map[string]int{"line": 2, "character": 17}},
				"message": "Undefined name `box`", "code": "F821", "source": "Ruff", "severity": 1}}})
			e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": doc.URI}})
			e.Execute("fettle.contextQuery", map[string]any{"query": "what shows the items of a list one by one?"})
			if c.asks {
				until(t, "a request", func() bool { return asked.Load() > 0 })
				return
			}
			e.WaitMenu(doc, 2, nil, func(it testkit.MenuItem) bool { return it.Title != "" })
			for _, it := range e.Menu(doc, 2, nil) {
				if strings.HasPrefix(it.Title, "AI") && (it.Disabled == nil || !strings.Contains(it.Disabled.Reason, "model.backend")) {
					t.Errorf("offered: %s", it.Title)
				}
			}
			time.Sleep(300 * time.Millisecond) // what a save starts
			if n := asked.Load(); n != 0 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// TestNoModelIsFinalForPrograms: nor does a program that asks for a fix by the
// model, or for an edit, get one.
func TestNoModelIsFinalForPrograms(t *testing.T) {
	dir, asked, env := countedModel(t, "")
	cmd := fixCommandIn(t, dir, "mcp", "--set", "model.backend=")
	cmd.Env = append(cmd.Env, env...)
	s, ctx := connectMCP(t, cmd)
	for name, args := range map[string]any{
		"fix":           map[string]any{"path": "app.py", "model": true},
		"edit":          map[string]any{"path": "app.py", "line": 3, "instruction": "print the item"},
		"context_query": map[string]any{"query": "what shows the items of a list one by one?"},
	} {
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		must.OK(t, err)
		if n := asked.Load(); n != 0 {
			t.Fatalf("%s: %d requests: %s", name, n, fmt.Sprint(r.Content))
		}
	}
}
