package plan

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// Covers R3-01.
func TestAnalyze(t *testing.T) {
	known := func(name string) int {
		return map[string]int{"UserService": 1, "find_by_email": 1, "getUser": 1, "run": 40}[name]
	}
	for _, c := range []struct {
		text       string
		action     Action
		scope      Scope
		complexity Complexity
		entities   []string
	}{
		{"Implement authentication", Create, Codebase, Medium, nil},
		{"Fix the bug in UserService.find_by_email", Debug, Focused, Simple, []string{"UserService.find_by_email"}},
		{"where is the retry limit read", Search, Module, Simple, nil},
		{"rename getUser to loadUser everywhere", Refactor, Codebase, Medium, []string{"getUser", "loadUser"}},
		{"explain how `run` works, e.g. at start", Explain, Module, Simple, []string{"run"}},
		{"after login the User model crashes on save() in src/models/user.py", Debug, Module, Simple, []string{"src/models/user.py", "User", "save"}},
		{"", Modify, Module, Simple, nil},
		{"MAX_SIZE and std::fmt and parse_url and then also the rest of this very long sentence about many things that go on and on until it is longer than it should be",
			Modify, Module, Complex, []string{"MAX_SIZE", "std::fmt", "parse_url"}},
	} {
		in := Analyze(c.text, known, false)
		if in.Action != c.action || in.Scope != c.scope || in.Complexity != c.complexity || !slices.Equal(in.Entities, c.entities) {
			t.Errorf("%q: %+v", c.text, in)
		}
	}
	in := Analyze("Implement authentication", known, false)
	for _, w := range []string{"auth", "login", "session"} {
		if !slices.Contains(in.Synonyms, w) {
			t.Errorf("no synonym %s in %v", w, in.Synonyms)
		}
	}
	if in = Analyze("rename everything", nil, true); in.Scope != Focused {
		t.Errorf("with a place: %+v", in)
	}
}

// Covers R3-02, R3-03.
func TestHeuristic(t *testing.T) {
	q := func(text string) Query {
		return Query{Text: text, Definers: func(n string) int {
			if n == "Client" {
				return 2
			}
			return 0
		}, Entries: func() []string { return []string{"main.go"} }, Files: func(p string) bool { return p == "main.go" }}
	}
	for _, c := range []struct {
		text     string
		strategy Strategy
		depth    int
		tests    bool
	}{
		{"fix the timeout in `Client`", StrategyFocused, 1, true},
		{"change the colour of errors", StrategySemantic, 1, false},
		{"implement rate limiting", StrategyBroad, 2, true},
		{"where is the cache", StrategySemantic, 0, true},
		{"how does it start", StrategyEntry, 2, false},
	} {
		p, err := Heuristic{}.Plan(context.Background(), q(c.text))
		if err != nil || p.Strategy != c.strategy || p.MaxDepth != c.depth || p.IncludeTests != c.tests {
			t.Errorf("%q: %+v, %v", c.text, p, err)
		}
		if (p.Strategy == StrategyEntry || p.Strategy == StrategyBroad) != (len(p.EntryFiles) == 1) {
			t.Errorf("%q: entries %v", c.text, p.EntryFiles)
		}
	}
}

func TestParse(t *testing.T) {
	base := Plan{Keywords: []string{"base"}, Strategy: StrategyBroad, MaxDepth: 2}
	many := `{"symbols_to_find": ["` + strings.Repeat(`x","`, 10_000) + `y"]}`
	for _, c := range []struct {
		name, answer string
		check        func(Plan) bool
	}{
		{"plain", `{"keywords":["a"],"strategy":"focused","max_depth":0}`, func(p Plan) bool {
			return p.Keywords[0] == "a" && p.Strategy == StrategyFocused && p.MaxDepth == 0
		}},
		{"fenced", "```json\n{\"keywords\":[\"a\"]}\n```", func(p Plan) bool { return p.Keywords[0] == "a" && p.Strategy == StrategyBroad }},
		{"prose", `Sure! Here it is: {"keywords":["a}"]} Hope it helps {`, func(p Plan) bool { return p.Keywords[0] == "a}" }},
		{"trailing comma", `{"keywords":["a","b,",],}`, func(p Plan) bool { return len(p.Keywords) == 2 && p.Keywords[1] == "b," }},
		{"unknown enum", `{"strategy":"psychic","keywords":["a"]}`, func(p Plan) bool { return p.Strategy == StrategyBroad }},
		{"wrong type", `{"keywords":"a","max_depth":"x","include_tests":true}`, func(p Plan) bool {
			return p.Keywords[0] == "base" && p.MaxDepth == 2 && p.IncludeTests
		}},
		{"too many", many, func(p Plan) bool { return len(p.bounded(Query{}).Symbols) == maxList }},
		{"deep", `{"max_depth":99}`, func(p Plan) bool { return p.bounded(Query{}).MaxDepth == 3 }},
	} {
		p, err := Parse(c.answer, base)
		if err != nil || !c.check(p) {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
	for _, bad := range []string{"", "<html><body>502</body></html>", "{", `{"keywords": [`, "[]", "{}", `{"other": 1}`, `{"a":}`} {
		if p, err := Parse(bad, base); err == nil {
			t.Errorf("%q gave %+v", bad, p)
		}
	}
}

// TestPromptNamesThePlan: a model is told every part of a plan that an answer is
// read for.
func TestPromptNamesThePlan(t *testing.T) {
	prompt := Prompt(Query{Text: "q"})
	kind := reflect.TypeFor[Plan]()
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		if name != "-" && !strings.Contains(prompt, fmt.Sprintf("%q: ", name)) {
			t.Errorf("%s is not in\n%s", name, prompt)
		}
	}
	// What the prompt shows as an empty plan leaves the question and its number of places.
	p, err := Parse(prompt, Plan{})
	if err != nil || p.Query != "" || p.TopK != 30 || p.bounded(Query{}).TopK != 30 {
		t.Errorf("%+v %v", p, err)
	}
}

// plans are kept by their key.
type plans map[[32]byte][]byte

func (p plans) Plan(_ context.Context, key [32]byte) ([]byte, bool) {
	body, ok := p[key]
	return body, ok
}

func (p plans) KeepPlan(_ context.Context, key [32]byte, body []byte) error {
	p[key] = body
	return nil
}

// Covers R3-05.
func TestModel(t *testing.T) {
	calls := 0
	m := &Model{Name: "m", Complete: func(_ context.Context, prompt string) (string, error) {
		calls++
		if !strings.Contains(strings.ToLower(prompt), "limiting") || !strings.Contains(prompt, "Client") {
			t.Errorf("prompt:\n%s", prompt)
		}
		return `{"symbols_to_find":["Client","Invented"],"strategy":"broad","keywords":["throttle"]}`, nil
	}}
	q := Query{Text: "implement rate limiting", Cache: plans{}, Outline: []string{"Client"}}
	q.Definers = func(n string) int { return map[string]int{"Client": 1}[n] }
	p, _ := m.Plan(t.Context(), q)
	if p.Origin != "model" || !slices.Equal(p.Symbols, []string{"Client"}) || p.Keywords[0] != "throttle" {
		t.Errorf("%+v", p)
	}
	q.Text = " Implement   RATE limiting "
	if p, _ = m.Plan(t.Context(), q); p.Origin != "cache" || calls != 1 {
		t.Errorf("%+v after %d calls", p, calls)
	}
	q.Text = "fix Client"
	if p, _ = m.Plan(t.Context(), q); p.Origin != "heuristic" {
		t.Errorf("a simple question went to the model: %+v", p)
	}
	q.Text, q.Every = "fix Client limiting", true
	if p, _ = m.Plan(t.Context(), q); p.Origin != "model" {
		t.Errorf("the model was asked for and did not plan: %+v", p)
	}
}

// Covers R3-04, R3-14.
func TestModelFallsBack(t *testing.T) {
	q := Query{Text: "implement rate limiting"}
	if p, err := (&Model{}).Plan(t.Context(), q); err != nil || p.Origin != "heuristic" || p.Reason == "" {
		t.Errorf("%+v %v", p, err)
	}
	for name, complete := range map[string]Complete{
		"error":   func(context.Context, string) (string, error) { return "", errors.New("model not found") },
		"empty":   func(context.Context, string) (string, error) { return "", nil },
		"html":    func(context.Context, string) (string, error) { return "<html>", nil },
		"timeout": func(ctx context.Context, _ string) (string, error) { <-ctx.Done(); return "", nil },
	} {
		calls := 0
		m := &Model{Timeout: time.Minute, Complete: func(ctx context.Context, s string) (string, error) {
			calls++
			return complete(ctx, s)
		}}
		if name == "timeout" {
			m.Timeout = 10 * time.Millisecond
		}
		p, err := m.Plan(t.Context(), q)
		if err != nil || p.Origin != "heuristic" || p.Reason == "" || p.Strategy != StrategyBroad {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		m.Plan(t.Context(), q)
		if down := name == "error" || name == "timeout"; down != (calls == 1) {
			t.Errorf("%s: %d calls", name, calls)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := &Model{Complete: func(ctx context.Context, _ string) (string, error) { return "", ctx.Err() }}
	if p, _ := m.Plan(ctx, q); p.Origin != "heuristic" || !m.downUntil().IsZero() {
		t.Errorf("a cancelled call opened the circuit: %+v", p)
	}
}

func TestEndpoint(t *testing.T) {
	for in, want := range map[string]string{
		"": DefaultURL, "localhost": "http://localhost:11434", "box:8080": "http://box:8080", "0.0.0.0": "http://127.0.0.1:11434",
		"0.0.0.0:99": "http://127.0.0.1:99", "::1": "http://[::1]:11434", "[::1]:5": "http://[::1]:5", "https://x.org": "https://x.org:443",
		"https://x.org/ollama/": "https://x.org:443/ollama", " http://h:1 ": "http://h:1",
	} {
		if got, err := Endpoint(in); err != nil || got != want {
			t.Errorf("Endpoint(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	for _, bad := range []string{"ftp://x", "http://", "http://[", "http://a b"} {
		if got, err := Endpoint(bad); err == nil {
			t.Errorf("Endpoint(%q) = %q", bad, got)
		}
	}
}

// TestStructure: how the program works is asked of where it starts, how a part of it
// does of that part.
func TestStructure(t *testing.T) {
	for question, want := range map[string]bool{"how does it work": true, "how does the program work": true, "how does the worker start": true,
		"overview of the architecture": true, "how does the session work": false,
		"how does it work out the root": false, "how does the cache work": false} {
		if got := Analyze(question, nil, false).Structure; got != want {
			t.Errorf("%s: %v", question, got)
		}
	}
}
