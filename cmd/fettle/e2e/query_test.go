package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestContextInTheEditor asks the built server by its commands: the answer is
// the result itself, and is opened as a document, with the reasons, where that
// was asked for.
//
// Covers R2-11, R3-09.
func TestContextInTheEditor(t *testing.T) {
	dir, home := shop(t), t.TempDir()
	ruff := testkit.Tool(t, "ruff")
	writeAll(t, dir, map[string]string{"shop/bad.py": "def show(items):\n    return cart_totl(items)\n", "pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\"]\n"})
	cmd := inProject(t, dir, home, "serve")
	cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
	server := testkit.StartChild(t, cmd)
	var shown []string
	e := testkit.NewFake(t, server.Wire, testkit.NamedProfile("helix"), dir, nil)
	e.Answer("window/showDocument", func(m testkit.Message) (any, *testkit.WireError) {
		var p struct{ URI string }
		_ = json.Unmarshal(m.Params, &p)
		body, err := os.ReadFile(strings.TrimPrefix(p.URI, "file://"))
		if err != nil {
			t.Error(err)
		}
		shown = append(shown, string(body))
		return map[string]bool{"success": true}, nil
	})
	ask := func(command string, args map[string]any) (json.RawMessage, string) {
		m := e.Call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{args}})
		if m.Error != nil {
			return nil, m.Error.Message
		}
		return m.Result, ""
	}
	var got struct {
		Query, Context string
		TokenCount     int
		Results        []struct {
			Entity      struct{ Name, Type, QualifiedName string }
			Location    struct{ FilePath string }
			CodePreview string
		}
	}
	// Without any document: the workspace's first root.
	raw, failed := ask("fettle.contextQuery", map[string]any{"query": "cart total", "maxTokens": 500, "format": "plain"})
	if err := json.Unmarshal(raw, &got); err != nil || failed != "" {
		t.Fatal(err, failed)
	}
	if len(got.Results) == 0 || got.Results[0].Entity.QualifiedName != "shop/cart.py::cart_total" || !strings.HasPrefix(got.Context, "=== function: cart_total ===") ||
		got.TokenCount == 0 || got.TokenCount > 500 || len(shown) != 0 {
		t.Errorf("%s, shown %q", raw, shown)
	}
	if _, failed = ask("fettle.contextQuery", map[string]any{"query": "cart total", "show": true}); failed != "" || len(shown) != 1 ||
		!strings.Contains(shown[0], "### function: `cart_total`") || !strings.Contains(shown[0], "\n## Why\n\n- shop/cart.py:") || !strings.Contains(shown[0], "named cart, total") {
		t.Errorf("%s\n%q", failed, shown)
	}
	if _, failed = ask("fettle.contextQuery", map[string]any{"query": "cart total", "maxTokens": 1}); !strings.Contains(failed, "maxTokens 1: want 100") {
		t.Errorf("a bad parameter: %q", failed)
	}
	if raw, failed = ask("fettle.contextQuery", map[string]any{"query": "zebra wombat", "keywords": []string{"cart", "total"}}); failed != "" || !strings.Contains(string(raw), "cart_total") {
		t.Errorf("keywords: %s %s", failed, raw)
	}
	if _, failed = ask("fettle.contextQuery", map[string]any{"query": "zebra wombat", "show": true}); failed != "" || !strings.HasPrefix(shown[len(shown)-1], "Nothing was found: ") {
		t.Errorf("%s\n%q", failed, shown)
	}
	// What a fix would send, with the reason for each piece.
	d := e.Open(filepath.Join(dir, "shop/bad.py"), "python", "def show(items):\n    return cart_totl(items)\n")
	until(t, "the diagnostic", func() bool {
		raw, _ = ask("fettle.showContext", map[string]any{"uri": d.URI, "lines": []int{2, 2}, "show": true})
		return string(raw) != "null"
	})
	last := shown[len(shown)-1]
	for _, want := range []string{"# ruff F821, line 2", "- related code: shown", "names like it: `cart_total`"} {
		if !strings.Contains(last, want) {
			t.Errorf("no %q in\n%s", want, last)
		}
	}
	raw, _ = ask("fettle.explain", map[string]any{"uri": d.URI, "lines": []int{2, 2}, "show": true})
	if all := shown[len(shown)-1]; strings.Contains(last, "### system") || !strings.Contains(all, "### system") || !strings.Contains(all, "### user") {
		t.Errorf("the prompt belongs to the explanation:\n%s\n%s", last, raw)
	}
}
