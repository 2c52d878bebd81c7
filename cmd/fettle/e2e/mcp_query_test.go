package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCPSeesTheDisk answers with what was written, changed and deleted between
// two questions.
func TestMCPSeesTheDisk(t *testing.T) {
	dir := shop(t)
	s, ctx := mcpIn(t, dir, "", nil)
	ask := func(query string) string {
		r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "context_query", Arguments: map[string]any{"query": query}})
		if err != nil || r.IsError {
			t.Fatal(err, r)
		}
		return r.Content[0].(*mcp.TextContent).Text
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Fatalf("found before it is there:\n%s", got)
	}
	writeAll(t, dir, map[string]string{"shop/refund.py": "def refund_voucher(customer):\n    return customer\n"})
	if got := ask("refund_voucher"); !strings.Contains(got, "shop/refund.py:1-2") {
		t.Errorf("not found once it is there:\n%s", got)
	}
	more, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "context_query", Arguments: map[string]any{"lines": "shop/refund.py:2-9"}})
	if text := more.Content[0].(*mcp.TextContent).Text; err != nil || !strings.Contains(text, "```python\n    return customer\n```") {
		t.Errorf("more of a file: %v %s", err, text)
	}
	if err := os.Remove(filepath.Join(dir, "shop/refund.py")); err != nil {
		t.Fatal(err)
	}
	if got := ask("refund_voucher"); strings.Contains(got, "voucher") {
		t.Errorf("found though it is gone:\n%s", got)
	}
}

// TestQuestionsAreRated: the last answer can be rated over the protocol and on
// the command line; the journal counts questions and ratings, and can be
// deleted.
func TestQuestionsAreRated(t *testing.T) {
	dir, home := shop(t), t.TempDir()
	s, ctx := connectMCP(t, inProject(t, dir, home, "mcp"))
	rate := func(rating string) string {
		_, e := callTool(ctx, t, s, "rate_context", map[string]any{"rating": rating})
		return e
	}
	if e := rate("enough"); !strings.Contains(e, "no entry to rate") {
		t.Errorf("nothing was asked: %q", e)
	}
	until(t, "an answer of the whole index", func() bool { // one with nothing in it is not rated
		got, e := callTool(ctx, t, s, "context_query", map[string]any{"query": "where is the cart total"})
		if e != "" {
			t.Fatal(e)
		}
		return !strings.Contains(got, "This answer is")
	})
	if e := rate("enough"); e != "" {
		t.Error(e)
	}
	if e := rate("so so"); !strings.Contains(e, "want enough or missing") && !strings.Contains(e, "so so") {
		t.Errorf("an unknown rating: %q", e)
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := inProject(t, dir, home, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("context", "where is the cart total")
	run("journal", "--rate", "missing")
	if got := run("journal"); strings.Contains(got, "questions 1\n") || !strings.Contains(got, "enough 1, missing 1") {
		t.Errorf("%s", got)
	}
	run("journal", "--forget")
	if got := run("journal"); !strings.Contains(got, "questions 0") {
		t.Errorf("%s", got)
	}
}
