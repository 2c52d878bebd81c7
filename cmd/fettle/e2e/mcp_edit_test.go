package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestMCPEdit does what an instruction says, and holds the answer against the
// tools.
func TestMCPEdit(t *testing.T) {
	with := "    return [item for item in items]"
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) { return answer("return items", with, 0)(r) })
	t.Cleanup(m.Close)
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\"]\n",
		"app.py":         "def show(items):\n    return items\n",
		"key.py":         "def show(items):\n    return items\n\n\nPASSWORD = \"xK9-canary-Lq27vTz\"\n",
	})
	before := treeSum(t, dir)
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	ask := func(args map[string]any) (got mcpFixed, failed string) {
		text, failed := callTool(ctx, t, s, "edit", args)
		return partsOf(text), failed
	}
	rate := func() string {
		_, e := callTool(ctx, t, s, "rate_context", map[string]any{"rating": "enough"})
		return e
	}
	if e := rate(); !strings.Contains(e, "no entry") {
		t.Errorf("rated before anything was asked: %q", e)
	}
	got, e := ask(map[string]any{"path": "app.py", "line": 2, "instruction": "copy the list"})
	if e != "" || !strings.HasPrefix(got.Summary, "checked: ") ||
		!strings.Contains(got.Diff, "-    return items\n+    return [item for item in items]\n") {
		t.Errorf("%s %+v", e, got)
	}
	if e := rate(); e != "" {
		t.Errorf("the journal does not know of the edit: %s", e)
	}
	if n := len(m.Requests()); n == 0 || !strings.Contains(m.Requests()[n-1].Prompt(), "copy the list") {
		t.Errorf("%d requests, none with the instruction", n)
	}
	// What a tool reports of the result is not handed out.
	with = "    return itms"
	if got, e := ask(map[string]any{"path": "app.py", "line": 2, "instruction": "copy the list"}); !strings.Contains(e, "neither defined nor imported") {
		t.Errorf("%q %+v", e, got)
	}
	with = "    return list(items)"
	if got, e := ask(map[string]any{"path": "key.py", "line": 1, "endLine": 2, "instruction": "copy the list"}); strings.Contains(e+got.Diff, "canary") {
		t.Errorf("a secret: %q %+v", e, got)
	}
	for want, args := range map[string]map[string]any{
		"needs an instruction": {"path": "app.py", "line": 1, "instruction": " "},
		"needs a line":         {"path": "app.py", "instruction": "x"},
		"needs a path":         {"line": 1, "instruction": "x"},
		"has 2 lines, not 9":   {"path": "app.py", "line": 9, "instruction": "x"},
		"is before line":       {"path": "app.py", "line": 2, "endLine": 1, "instruction": "x"},
		"is outside":           {"path": filepath.Dir(dir), "line": 2, "instruction": "x"},
		"more than 4096 bytes": {"path": "app.py", "line": 1, "instruction": strings.Repeat("x", 5000)},
	} {
		if got, e := ask(args); !strings.Contains(e, want) {
			t.Errorf("%q %+v, want %q", e, got, want)
		}
	}
	none, ctx := mcpIn(t, dir, "", nil)
	_, e = callTool(ctx, t, none, "edit", map[string]any{"path": "app.py", "line": 2, "instruction": "x"})
	if !strings.Contains(e, "needs a model\nnext: ") {
		t.Errorf("without a model: %q", e)
	}
	if treeSum(t, dir) != before {
		t.Error("a file was written")
	}
}
