package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// oldClient is a file of testdata/clients: what an editor of some years ago
// tells in initialize, cut down to what concerns a server like this one.
type oldClient struct {
	name         string
	Why          string
	Encoding     string // that is negotiated
	Fixes        bool   // there is a way to apply a fix
	Capabilities json.RawMessage
}

func oldClients(t *testing.T) []oldClient {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "clients", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no capabilities of old clients: %v", err)
	}
	var out []oldClient
	for _, file := range files {
		c := oldClient{name: strings.TrimSuffix(filepath.Base(file), ".json")}
		data, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, c)
	}
	return out
}

// at is a capability; nil if it is not there.
func (c oldClient) at(path ...string) any {
	var v any
	_ = json.Unmarshal(c.Capabilities, &v)
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// faults are what a message to the client needs and the client
// has not announced.
func (c oldClient) faults(m testkit.Message) []string {
	var out []string
	need := func(path ...string) {
		if v := c.at(path...); v == nil || v == false {
			out = append(out, m.Method+" without "+strings.Join(path, "."))
		}
	}
	switch m.Method {
	case "client/registerCapability":
		var p struct{ Registrations []struct{ Method string } }
		_ = json.Unmarshal(m.Params, &p)
		for _, r := range p.Registrations {
			need(append(strings.Split(r.Method, "/"), "dynamicRegistration")...)
		}
	case "window/workDoneProgress/create", "$/progress":
		need("window", "workDoneProgress")
	case "window/showMessageRequest":
		need("window", "showMessage")
	case "window/showDocument":
		need("window", "showDocument", "support")
	case "workspace/configuration":
		need("workspace", "configuration")
	case "workspace/workspaceFolders":
		need("workspace", "workspaceFolders")
	case "workspace/applyEdit":
		need("workspace", "applyEdit")
		if strings.Contains(m.Raw, `"changeAnnotations"`) {
			need("workspace", "workspaceEdit", "changeAnnotationSupport")
		}
	case "window/logMessage", "window/showMessage":
	case "":
		for member, path := range map[string][]string{
			`"tags":`: {"textDocument", "codeAction", "tagSupport"}, `"isPreferred":`: {"textDocument", "codeAction", "isPreferredSupport"},
			`"disabled":`: {"textDocument", "codeAction", "disabledSupport"}, `"kind":`: {"textDocument", "codeAction", "codeActionLiteralSupport"},
		} {
			if strings.Contains(m.Raw, member) {
				need(path...)
			}
		}
	default:
		out = append(out, m.Method+" is not for any client")
	}
	if strings.Contains(m.Raw, `"documentChanges"`) {
		if v := c.at("workspace", "workspaceEdit", "changeAnnotationSupport"); v == nil {
			need("workspace", "workspaceEdit", "documentChanges")
		}
	}
	return out
}

// TestOldClientsGetFixes goes from a diagnostic of the tool to the fixed text
// with each old client, also with settings that ask for what it may not have.
func TestOldClientsGetFixes(t *testing.T) {
	const text = "# 😀 naïve\ndef f(cond):\n    b = 'é😀', cond == None, '😀'\n    return b\n"
	want := strings.Replace(text, "== None", "is None", 1)
	for _, c := range oldClients(t) {
		for _, preview := range []string{"off", "unverified"} {
			t.Run(c.name+", preview "+preview, func(t *testing.T) {
				t.Log(c.Why)
				f, d := c.start(t, text, "preview = '"+preview+"'\n[actions]\ntoolFixes = 'always'\n")
				c.fix(t, f, d, want)
				for _, m := range f.Messages() {
					if m.Code() != 0 && m.Method == "" {
						t.Errorf("error: %s", m.Raw)
					}
					for _, fault := range c.faults(m) {
						t.Errorf("%s: %s", fault, clip(m.Raw))
					}
				}
			})
		}
	}
}

// start opens a document in a workspace that ruff looks at.
func (c oldClient) start(t *testing.T, text, settings string) (*testkit.Fake, *testkit.FakeDocument) {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	home := t.TempDir()
	for name, body := range map[string]string{
		"w/app.py": text, "w/pyproject.toml": "[tool.ruff.lint]\nselect = [\"E711\"]\n", "config/fettle/config.toml": settings,
	} {
		path := filepath.Join(home, name)
		must.Write(t, path, body)
	}
	cmd := exec.Command(binary(t), "serve")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"))
	f := testkit.NewFake(t, testkit.StartChild(t, cmd).Wire, testkit.ClientProfile{Name: "old", Capabilities: string(c.Capabilities)}, filepath.Join(home, "w"), nil)
	f.P.Encoding = c.Encoding
	f.Press = func(_ string, buttons []string) string { return buttons[0] }
	var v struct {
		Capabilities struct{ PositionEncoding string }
	}
	if err := json.Unmarshal(f.Server, &v); err != nil || v.Capabilities.PositionEncoding != c.Encoding {
		t.Errorf("encoding %q, want %q", v.Capabilities.PositionEncoding, c.Encoding)
	}
	return f, f.Open(filepath.Join(home, "w", "app.py"), "python", text)
}

// fix chooses the entry for the problem and waits for the text to be right.
func (c oldClient) fix(t *testing.T, f *testkit.Fake, d *testkit.FakeDocument, want string) {
	t.Helper()
	at := strings.Index(d.Text, "cond == None")
	context := map[string]any{"diagnostics": []any{f.Problem(d, "None", "Ruff", "E711", "Comparison to `None` should be `cond is None`")}}
	if !c.Fixes {
		if items := f.Menu(d, at, at+4, context); len(items) != 0 {
			t.Errorf("menu %q", testkit.Titles(items))
		}
		return
	}
	var chosen testkit.MenuItem
	until(t, "an entry for E711", func() bool {
		for _, it := range f.Menu(d, at, at+4, context) {
			if strings.Contains(it.Title, "E711") && (it.Edit != nil || it.Command != nil) {
				chosen = it
				return true
			}
		}
		return false
	})
	if c.at("workspace", "applyEdit") == nil && chosen.Edit == nil {
		t.Errorf("the entry has no edit: %+v", chosen)
	}
	f.Choose(chosen)
	until(t, "the fixed text", func() bool { return f.Text(d) == want })
	for _, e := range f.Edits() {
		if e.Beyond {
			t.Errorf("a position beyond the end of its line: %+v", e)
		}
	}
}
