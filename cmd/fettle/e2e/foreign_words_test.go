package e2e

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestForeignWordsAreNoLinks: what a model says when it declines is shown, and
// has nothing in it that an editor would make a link of.
func TestForeignWordsAreNoLinks(t *testing.T) {
	p := newProject(t, source, func(testkit.ModelRequest) (testkit.Reply, bool) {
		return testkit.Reply{Text: "NO_FIX [see](command:run) <img src=x> \u202ehidden"}, true
	}, "")
	mark := len(p.Messages())
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	p.Choose(it)
	until(t, "the reason", func() bool { return strings.Contains(strings.Join(p.messages(mark), "\n"), "see") })
	said := strings.Join(p.messages(mark), "\n")
	if !strings.Contains(said, "[see] (command: run)") || strings.ContainsAny(said, "<\u202e") {
		t.Errorf("shown: %q", said)
	}
}

// TestForeignWordsForPrograms: names of files reach progress and errors of
// the MCP server without a link or an element in them.
func TestForeignWordsForPrograms(t *testing.T) {
	dir := t.TempDir()
	name := "[x](command:run)<img src=x>.py"
	writeAll(t, dir, map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\"]\n", name: "import os\n"})
	var mu sync.Mutex
	var heard []string
	s, ctx := mcpIn(t, dir, "", &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, r.Params.Message)
	}})
	p := &mcp.CallToolParams{Name: "diagnostics", Arguments: map[string]any{"path": name}}
	p.SetProgressToken("1")
	if _, err := s.CallTool(ctx, p); err != nil {
		t.Fatal(err)
	}
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "diagnostics", Arguments: map[string]any{"path": "none/" + name}})
	if err != nil || !r.IsError {
		t.Fatalf("%v %+v", err, r)
	}
	refusal := r.Content[0].(*mcp.TextContent).Text
	mu.Lock()
	defer mu.Unlock()
	if len(heard) == 0 {
		t.Error("no progress")
	}
	for _, said := range append(heard, refusal) {
		if !strings.Contains(said, "[x]") || strings.Contains(said, "](command:run") || strings.Contains(said, "<img") {
			t.Errorf("said: %q", said)
		}
	}
}
