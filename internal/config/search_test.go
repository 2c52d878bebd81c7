package config

import "testing"

// TestSearchKeys sets every setting about related code, and lets a workspace
// ask for less only.
//
// Covers R4-10.
func TestSearchKeys(t *testing.T) {
	user, problems := TOML("user", []byte(`
[context.query]
maxTokens = 3000
minScore = 0.5
format = "xml"
[context.plan]
mode = "model"
backend = "mine"
maxDepth = 2
timeoutMs = 700
[context.index]
maxFileKB = 300
[context.providers.semantic]
maxContextFiles = 6
includeTests = "always"
[context.languageServers]
go = ["gopls", "-remote=auto"]
`), true)
	s, more := Resolve(user)
	if len(problems)+len(more) > 0 {
		t.Fatal(problems, more)
	}
	c := s.Context
	if c.Query.MaxTokens != 3000 || c.Query.MinScore != 0.5 || c.Query.Format != "xml" || c.Plan.Mode != "model" || c.Plan.Backend != "mine" ||
		!c.Plan.DepthSet || c.Plan.Depth != 2 || c.Plan.Timeout.Milliseconds() != 700 || c.Index.MaxFileKB != 300 || c.Files != 6 || c.Tests != "always" ||
		len(c.LanguageServers["go"]) != 2 || !c.Learning || !c.Index.Persist || !c.Index.Git {
		t.Errorf("%+v", c)
	}
	for _, row := range []struct {
		body string
		ok   bool
	}{
		{"query.maxTokens = 2000", true}, {"query.maxTokens = 3001", false},
		{"query.minScore = 0.6", true}, {"query.minScore = 0.4", false}, {"query.minScore = 2", false},
		{"query.limit = 5", true}, {"query.limit = 0", false},
		{"index.enabled = false", true}, {"index.git = 'never'", true}, {"index.maxFileKB = 301", false},
		{"providers.semantic.maxContextFiles = 0", false}, {"providers.semantic.includeTests = 'never'", true},
		{"plan.url = 'https://elsewhere'", false}, {"plan.mode = 'heuristic'", false},
		{"languageServers.python = 'evil'", false}, {"learning = false", true},
	} {
		ws, _ := TOML("workspace", []byte("[context]\n"+row.body), false)
		if _, p := Resolve(user, ws); (len(p) == 0) != row.ok {
			t.Errorf("%s: %v, want allowed %v", row.body, p, row.ok)
		}
	}
	off, _ := TOML("user", []byte("[context]\nlearning = false"), true)
	on, _ := TOML("workspace", []byte("[context]\nlearning = true"), false)
	if s, p := Resolve(off, on); s.Context.Learning || len(p) != 1 {
		t.Errorf("a workspace switched learning on: %v", p)
	}
}
