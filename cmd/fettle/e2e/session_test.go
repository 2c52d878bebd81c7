package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// project is a workspace with one Python file, a server and an editor.
type project struct {
	*testkit.Editor
	doc   *testkit.EditorDocument
	model *testkit.Model
	path  string
}

const source = `import os


def café(cond):
    défini = "😀", undefined
    print(défini)
    if cond: return 1
    return f"nothing"
`

// newProject starts the built server on a workspace. Without a model function
// no model is set.
func newProject(t *testing.T, text string, model func(testkit.ModelRequest) (testkit.Reply, bool), settings string) *project {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	dir := home(t)
	put := func(name, body string) string {
		path := filepath.Join(dir, name)
		must.Write(t, path, body)
		return path
	}
	p := &project{path: put("w/app.py", text)}
	put("w/pyproject.toml", "[tool.ruff.lint]\nselect = [\"F\", \"E7\"]\n")
	if model != nil {
		p.model = testkit.ServeModel(model)
		t.Cleanup(p.model.Close)
		settings += fmt.Sprintf("\n[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\nprofile = 'strong'\n", p.model.URL+"/v1")
	}
	put("config/fettle/config.toml", settings)
	put("config/go/telemetry/mode", "off") // else the go command leaves a process behind that writes there
	cmd := exec.Command(binary(t), "serve")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "XDG_STATE_HOME="+filepath.Join(dir, "state"),
		"XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	server := testkit.StartChild(t, cmd)
	p.Editor = testkit.NewEditor(t, server, filepath.Join(dir, "w"), nil)
	p.doc = p.Open(p.path, "python", text)
	return p
}

// answer makes a model that replaces the line that holds a text.
func answer(holds, with string, delay time.Duration) func(testkit.ModelRequest) (testkit.Reply, bool) {
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*` + holds)
	return func(r testkit.ModelRequest) (testkit.Reply, bool) {
		m := id.FindStringSubmatch(r.Prompt())
		if m == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Delay: delay, Text: fmt.Sprintf("EDIT replace %s\n~~~\n%s\n~~~\nEND\n", m[1], with)}, true
	}
}

// hanging is a model that never answers.
func hanging(testkit.ModelRequest) (testkit.Reply, bool) {
	return testkit.Reply{Fault: testkit.HangAtStart}, true
}

func titled(pattern string) func(testkit.MenuItem) bool {
	re := regexp.MustCompile(pattern)
	return func(it testkit.MenuItem) bool { return re.MatchString(it.Title) }
}

// until waits for something to become true.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	deadline := time.Now().Add(testkit.WireTimeout)
	for !f() {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// home is a folder that tools may still write to when a test ends.
func home(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fettle-home-")
	must.OK(t, err)
	t.Cleanup(func() {
		until(t, "the tools to leave "+dir, func() bool { return os.RemoveAll(dir) == nil })
	})
	return dir
}

// messages are the texts of window/showMessage after a mark.
func (p *project) messages(from int) []string {
	var out []string
	for _, m := range p.Messages()[from:] {
		if m.Method == "window/showMessage" {
			var params struct{ Message string }
			_ = json.Unmarshal(m.Params, &params)
			out = append(out, params.Message)
		}
	}
	return out
}

func TestRuleFixCarriesItsEdit(t *testing.T) {
	p := newProject(t, source, nil, "")
	// Until it is made, its entry starts it.
	ready := titled(`^Fix E701:`)
	_, it := p.WaitMenu(p.doc, 6, nil, func(it testkit.MenuItem) bool { return ready(it) && it.Edit != nil })
	if it.Edit == nil || it.Kind != "quickfix" || !it.Preferred {
		t.Errorf("entry: %+v", it)
	}
	p.Choose(it)
	if !strings.Contains(p.doc.Text(), "    if cond:\n        return 1\n") {
		t.Errorf("text:\n%s", p.doc.Text())
	}
}

func TestModelFix(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), "")
	items, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	if len(fixes(items)) != 1 || it.Command == nil || it.Preferred || len(it.Tags) != 1 {
		t.Errorf("menu: %+v", items)
	}
	p.Choose(it)
	until(t, "the edit", func() bool { return strings.Contains(p.doc.Text(), `défini = "😀", cond`) })
	if p.doc.Text() != strings.Replace(source, "undefined", "cond", 1) {
		t.Errorf("text:\n%s", p.doc.Text())
	}
}

// hold makes a model that answers when it is released.
func hold(model func(testkit.ModelRequest) (testkit.Reply, bool)) (held func(testkit.ModelRequest) (testkit.Reply, bool), release func()) {
	released := make(chan struct{})
	return func(r testkit.ModelRequest) (testkit.Reply, bool) {
		<-released
		return model(r)
	}, sync.OnceFunc(func() { close(released) })
}

// whileAsking makes a change after the model was asked, and lets the model
// answer when the server knows of the change.
func (p *project) whileAsking(t *testing.T, release func(), change func()) {
	t.Helper()
	until(t, "the model to be asked", func() bool { return len(p.model.Requests()) == 1 })
	change()
	p.Call("fettle/noSuchMethod", nil)
	release()
}

func TestTypingElsewhereMovesTheFix(t *testing.T) {
	for name, change := range map[string]func(*project){
		"above": func(p *project) { p.Type(p.doc, 0, 0, "# typed\n") },
		"below": func(p *project) { p.Type(p.doc, len(p.doc.Text()), len(p.doc.Text()), "# typed\n") },
	} {
		t.Run(name, func(t *testing.T) {
			model, release := hold(answer("undefined", `    défini = "😀", cond`, 0))
			defer release()
			p := newProject(t, source+strings.Repeat("\n", 20)+"print(1)\n", model, "")
			_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
			p.Choose(it)
			var want string
			p.whileAsking(t, release, func() {
				change(p)
				want = strings.Replace(p.doc.Text(), "undefined", "cond", 1)
			})
			until(t, "the edit", func() bool { return p.doc.Text() == want })
		})
	}
}

func TestTypingInTheWindowStopsTheFix(t *testing.T) {
	model, release := hold(answer("undefined", `    défini = "😀", cond`, 0))
	defer release()
	p := newProject(t, source, model, "")
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	from := p.Seen()
	p.Choose(it)
	p.whileAsking(t, release, func() {
		at := strings.Index(p.doc.Text(), "undefined")
		p.Type(p.doc, at, at, "x")
	})
	want := strings.Replace(source, "undefined", "xundefined", 1)
	until(t, "a message", func() bool { return len(p.messages(from)) > 0 })
	if got := p.messages(from); got[0] != "fettle: document changed, fix not applied" {
		t.Errorf("messages: %q", got)
	}
	if p.doc.Text() != want {
		t.Errorf("an edit was applied:\n%s", p.doc.Text())
	}
}

func TestCancelFromTheMenu(t *testing.T) {
	p := newProject(t, source, hanging, "")
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	p.Choose(it)
	items, cancel := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: cancel F821`))
	if len(fixes(items)) != 1 {
		t.Errorf("menu: %q", testkit.Titles(items))
	}
	until(t, "the model to be asked", func() bool { return len(p.model.Requests()) == 1 })
	p.Choose(cancel)
	until(t, "the call to be dropped", func() bool { return p.model.Gone() == 1 })
	_, _ = p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	if p.doc.Text() != source {
		t.Errorf("text:\n%s", p.doc.Text())
	}
}

// TestWithoutModelTheEntrySaysSo: opening a menu shows no message.
func TestWithoutModelTheEntrySaysSo(t *testing.T) {
	p := newProject(t, source, nil, "")
	from := p.Seen()
	_, it := p.WaitMenu(p.doc, 4, map[string]any{"triggerKind": 1}, titled(`^AI fix: F821`))
	if it.Disabled == nil || !strings.Contains(it.Disabled.Reason, "fettle init") {
		t.Errorf("entry: %+v", it)
	}
	for range 3 {
		p.Menu(p.doc, 4, map[string]any{"triggerKind": 1})
	}
	if got := p.messages(from); len(got) > 0 {
		t.Errorf("messages: %q", got)
	}
}

// TestSuppressionIsNoFix: what only hides a problem is neither applied nor offered.
func TestSuppressionIsNoFix(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", undefined  # noqa`, 0), "")
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	from := p.Seen()
	p.Choose(it)
	until(t, "a message", func() bool { return len(p.messages(from)) > 0 })
	if p.doc.Text() != source {
		t.Fatalf("text:\n%s", p.doc.Text())
	}
	if items := p.Menu(p.doc, 4, nil); slices.ContainsFunc(items, titled(`^Suppress F821`)) {
		t.Errorf("menu: %q", testkit.Titles(items))
	}
}

// TestSettingsFileTakesEffect changes the user's file under a running server:
// the menu follows, with no restart and no word from the client.
func TestSettingsFileTakesEffect(t *testing.T) {
	p := newProject(t, source, nil, "")
	offered := func() bool {
		items := p.Menu(p.doc, 6, nil)
		return slices.ContainsFunc(items, titled(`^Fix E701:`))
	}
	until(t, "the fix", offered)
	file := filepath.Join(filepath.Dir(filepath.Dir(p.path)), "config", "fettle", "config.toml")
	for _, settings := range []string{"[actions]\nenable = false\n", "[actions.languages]\npython = false\n", "[actions]\nexclude = ['ruff/E7*']\n"} {
		for _, text := range []string{settings, ""} {
			off := text != ""
			must.OK(t, os.WriteFile(file, []byte(text), 0o600))
			start := time.Now()
			until(t, "the menu after "+text, func() bool { return offered() != off })
			t.Logf("%q took effect after %v", text, time.Since(start))
		}
	}
}
