package config

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func texts(ps []Problem) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return strings.Join(out, "\n")
}

func TestDefaults(t *testing.T) {
	s, ps := Resolve()
	if len(ps) > 0 {
		t.Fatal(texts(ps))
	}
	if s.Fix.Calls != 3 || s.Context.Tokens != 2000 || s.Context.Timeout != 500*time.Millisecond || !s.Actions.Enable || !s.Model.Stream {
		t.Errorf("unexpected defaults: %+v", s)
	}
	if _, ok := s.Active(); ok {
		t.Error("a model is active by default")
	}
}

// TestEveryKey proves that each row is whole, unique, and takes its own default.
func TestEveryKey(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		if seen[k.Name] {
			t.Errorf("%s stands twice in the table", k.Name)
		}
		seen[k.Name] = true
		if k.Doc == "" || k.set == nil {
			t.Errorf("%s: no doc or no setter", k.Name)
		}
		if k.Plane == Narrow && k.less == nil {
			t.Errorf("%s: no rule for what is less", k.Name)
		}
		if d, ok := k.Default.(int); ok {
			if _, err := k.check(d); err != "" {
				t.Errorf("%s: the default is refused: %s", k.Name, err)
			}
		}
	}
}

func TestTOMLProblemsNameLineAndCause(t *testing.T) {
	layer, ps := TOML("config.toml", []byte(`
[model]
backend = "openai"
urll = "http://x"
[fix]
calls = 9
[linters.ruff]
command = "/opt/ruff"
[context.embeddings]
store = "embedded"
`), true)
	if len(ps) > 0 {
		t.Fatal(texts(ps))
	}
	s, ps := Resolve(layer)
	want := "config.toml:10: context.embeddings.store: there is no such setting any more: " +
		"embeddings are kept with the index; remove the line\n" +
		"config.toml:6: fix.calls: expected a whole number from 1 to 3; the default is used\n" +
		"config.toml:4: model.urll: unknown setting; did you mean model.url?"
	if texts(ps) != want {
		t.Errorf("problems:\n%s\nwant:\n%s", texts(ps), want)
	}
	_, ps = Resolve(Layer{Control: true, Values: []Value{{Key: "resolve", Any: "auto"}}})
	if !strings.Contains(texts(ps), "no such setting any more") {
		t.Errorf("a setting that there was once: %s", texts(ps))
	}
	if s.Model.Backend != "openai" || s.Linters["ruff"].Command[0] != "/opt/ruff" || s.Fix.Calls != 3 {
		t.Errorf("got %+v", s)
	}
}

func TestBrokenTOML(t *testing.T) {
	layer, ps := TOML("c.toml", []byte("a = 1\nb = [\n"), true)
	if len(layer.Values) > 0 || len(ps) != 1 || ps[0].Line == 0 || !strings.Contains(ps[0].Text, "not valid TOML") {
		t.Errorf("got %v", texts(ps))
	}
}

func TestPlanes(t *testing.T) {
	user, _ := TOML("user", []byte("[models.local]\nbackend='ollama'\nworkspaces=true\n[models.cloud]\nbackend='openai'\n[context.providers.history]\nmaxEdits=2"), true)
	for _, c := range []struct {
		name, body string
		problems   int
		ok         func(Settings) bool
	}{
		{"command of a linter", `{"linters":{"ruff":{"command":["touch","x"]}}}`, 1, func(s Settings) bool { return s.Linters["ruff"].Command == nil }},
		{"url", `{"model":{"url":"http://evil"}}`, 1, func(s Settings) bool { return s.Model.URL == "" }},
		{"linter off", `{"linters":{"ruff":{"enabled":false}}}`, 0, func(s Settings) bool { return !s.Linters["ruff"].Enabled }},
		{"marked model", `{"model":{"use":"local"}}`, 0, func(s Settings) bool { return s.Use == "local" }},
		{"unmarked model", `{"model":{"use":"cloud"}}`, 1, func(s Settings) bool { return s.Use == "" }},
		{"less history", `{"context":{"providers":{"history":{"maxEdits":1}}}}`, 0, func(s Settings) bool { return s.Context.History.Max == 1 }},
		{"no warnings beside errors", `{"context":{"providers":{"diagnostics":{"warnings":"onlyWithoutErrors"}}}}`, 0, func(s Settings) bool { return s.Context.ErrorsOnly }},
		{"more history", `{"context":{"providers":{"history":{"maxEdits":9}}}}`, 1, func(s Settings) bool { return s.Context.History.Max == 2 }},
		{"deny more", `{"privacy":{"deny":["*.sql"]}}`, 0, func(s Settings) bool { return len(s.Privacy.Deny) == 1 }},
		{"trust itself", `{"trust":{"trusted":["/"]}}`, 1, func(s Settings) bool { return s.Trust.Trusted == nil }},
		{"wrapped", `{"settings":{"actions":{"enable":false}}}`, 0, func(s Settings) bool { return !s.Actions.Enable }},
		{"wrapped twice", `{"settings":{"fettle":{"actions":{"enable":false}}}}`, 0, func(s Settings) bool { return !s.Actions.Enable }},
		{"null", `null`, 0, func(s Settings) bool { return s.Actions.Enable }},
		{"empty list", `[]`, 0, func(s Settings) bool { return s.Actions.Enable }},
	} {
		t.Run(c.name, func(t *testing.T) {
			layer, ps := JSON("the editor", []byte(c.body), false)
			s, more := Resolve(user, layer)
			if ps = append(ps, more...); len(ps) != c.problems {
				t.Errorf("problems: %s", texts(ps))
			}
			if !c.ok(s) {
				t.Errorf("got %+v", s)
			}
		})
	}
}

// TestWorkspaceNarrows sets by the user first, then by a workspace that wants
// more: the user's word stays.
func TestWorkspaceNarrows(t *testing.T) {
	for _, c := range []struct{ key, user, workspace string }{
		{"preview", `"ask"`, `"off"`},
		{"preview", `"unverified"`, `"off"`},
		{"context.providers.semantic.maxChunks", "5", "0"},
		{"context.providers.semantic.maxContextFiles", "5", "0"},
		{"context.query.limit", "5", "0"},
		{"privacy.mode", `"local"`, `"standard"`},
	} {
		user, _ := TOML("config.toml", []byte(c.key+" = "+c.user), true)
		workspace, _ := TOML(".fettle.toml", []byte(c.key+" = "+c.workspace), false)
		want, _ := Resolve(user)
		got, ps := Resolve(user, workspace)
		if len(ps) != 1 || ps[0].Key != c.key {
			t.Errorf("%s: %s over %s gives %q", c.key, c.workspace, c.user, texts(ps))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: a workspace has set %s over the user's %s", c.key, c.workspace, c.user)
		}
	}
	workspace, _ := TOML(".fettle.toml", []byte(`preview = "ask"`), false)
	if s, ps := Resolve(workspace); s.Preview != "ask" || len(ps) > 0 {
		t.Errorf("a workspace asks for a preview: %q, %s", s.Preview, texts(ps))
	}
}

// TestSignalPlanes keeps the rows of user and workspace apart, whichever comes
// first: what the workspace says must stay something that may only narrow.
func TestSignalPlanes(t *testing.T) {
	user, _ := TOML("config.toml", []byte("[signals.ruff.F821]\nwindow = \"line\""), true)
	workspace, _ := TOML(".fettle.toml", []byte("[signals.ruff.F821]\nwindow = \"file\""), false)
	flag, _ := Flags([]string{"signals.ruff.F821.offer=true"})
	for name, layers := range map[string][]Layer{
		"user first":      {user, workspace},
		"workspace first": {workspace, user},
		"flag last":       {user, workspace, flag},
	} {
		s, ps := Resolve(layers...)
		if len(ps) > 0 {
			t.Fatal(name, texts(ps))
		}
		windows := map[bool]string{}
		for _, r := range s.Signals {
			windows[r.Control] = r.Window
		}
		if len(s.Signals) != 2 || windows[true] != "line" || windows[false] != "file" {
			t.Errorf("%s: rows are %+v", name, s.Signals)
		}
	}
}

func TestFlags(t *testing.T) {
	layer, ps := Flags([]string{"model.name=qwen2.5-coder:7b", "fix.calls=3", "actions.exclude=['a/*']", "nonsense"})
	if len(ps) != 1 {
		t.Errorf("problems: %s", texts(ps))
	}
	s, more := Resolve(layer)
	if len(more) > 0 || s.Model.Name != "qwen2.5-coder:7b" || s.Fix.Calls != 3 || s.Actions.Exclude[0] != "a/*" {
		t.Errorf("got %+v, %s", s, texts(more))
	}
}

func FuzzTOML(f *testing.F) {
	f.Add([]byte("[model]\nbackend='x'"))
	f.Add([]byte("signals.ruff.F821.window = 'function'"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		layer, _ := TOML("f", data, false)
		Resolve(layer)
	})
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"fettle":{"model":{"use":1}}}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		layer, _ := JSON("f", data, false)
		Resolve(layer)
	})
}

// TestNoModelIsTheLastWord: an empty backend means none over all that weaker
// layers name; only a stronger layer of the user's names one again.
func TestNoModelIsTheLastWord(t *testing.T) {
	user := []Value{{Key: "model.backend", Any: "openai"}, {Key: "model.url", Any: "http://x"}, {Key: "models.big.url", Any: "http://y"}, {Key: "models.big.workspaces", Any: true}}
	none := Value{Key: "model.backend", Any: ""}
	for _, c := range []struct {
		name   string
		above  []Layer
		active bool
	}{
		{"nothing above", nil, true},
		{"none from the user", []Layer{{Control: true, Values: []Value{none}}}, false},
		{"none from a workspace", []Layer{{Values: []Value{none}}}, false},
		{"none over a choice", []Layer{{Control: true, Values: []Value{{Key: "model.use", Any: "big"}}}, {Values: []Value{none}}}, false},
		{"a workspace cannot take it back by a choice", []Layer{{Control: true, Values: []Value{none}}, {Values: []Value{{Key: "model.use", Any: "big"}}}}, false},
		{"nor by a name", []Layer{{Control: true, Values: []Value{none}}, {Values: []Value{{Key: "model.backend", Any: "openai"}}}}, false},
		{"an address alone does not either", []Layer{{Control: true, Values: []Value{none}}, {Control: true, Values: []Value{{Key: "model.url", Any: "http://z"}}}}, false},
		{"the user can by a choice", []Layer{{Values: []Value{none}}, {Control: true, Values: []Value{{Key: "model.use", Any: "big"}}}}, true},
		{"and by a backend", []Layer{{Values: []Value{none}}, {Control: true, Values: []Value{{Key: "model.backend", Any: "ollama"}}}}, true},
		{"an entry that is none", []Layer{{Control: true, Values: []Value{{Key: "models.big.backend", Any: ""}, {Key: "model.use", Any: "big"}}}}, false},
	} {
		s, _ := Resolve(append([]Layer{{Control: true, Values: user}}, c.above...)...)
		if _, active := s.Active(); active != c.active || s.NoModel() == c.active {
			t.Errorf("%s: active %v, no model %v", c.name, active, s.NoModel())
		}
	}
}
