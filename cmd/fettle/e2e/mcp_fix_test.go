package e2e

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestMCPFix gives diffs that git applies, and writes nothing.
func TestMCPFix(t *testing.T) {
	dir := sick(t)
	before := treeSum(t, dir)
	s, ctx := mcpIn(t, dir, "", nil)
	for _, c := range []struct {
		name    string
		args    map[string]any
		summary string
		removed string // lines of the diff
	}{
		{"file", map[string]any{"path": "app.py"}, "2 fixed (2 proved), 1 needs a model", "-import os -import sys"},
		{"line", map[string]any{"path": "app.py", "line": 2}, "1 fixed (1 proved), 0 need a model", "-import sys"},
		{"lines", map[string]any{"path": "app.py", "line": 1, "endLine": 2}, "2 fixed (2 proved)", "-import os -import sys"},
		{"nothing on the line", map[string]any{"path": "app.py", "line": 5}, "nothing is reported", ""},
		{"other tool", map[string]any{"path": "app.py", "tool": "mypy"}, "nothing is reported", ""},
		{"code", map[string]any{"path": "app.py", "code": "F821"}, "0 fixed, 1 needs a model", ""},
		{"absolute path", map[string]any{"path": filepath.Join(realPath(t, dir), "app.py"), "code": "F401"}, "2 fixed (2 proved), 0", "-import os -import sys"},
		{"folder", map[string]any{"path": "."}, "3 fixed (3 proved)", "-import os -import sys"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, e := callTool(ctx, t, s, "fix", c.args)
			if e != "" {
				t.Fatal(e)
			}
			got := partsOf(text)
			var removed []string
			for line := range strings.Lines(got.Diff) {
				if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") && strings.TrimSpace(line) != "-" {
					removed = append(removed, strings.TrimSpace(line))
				}
			}
			if !strings.HasPrefix(got.Summary, c.summary) || strings.Join(removed, " ") != c.removed {
				t.Errorf("%s\n%s\nwant %s, %s", got.Summary, got.Diff, c.summary, c.removed)
			}
			if got.Diff != "" {
				check := exec.Command("git", "apply", "--check", "-")
				check.Dir, check.Stdin = dir, strings.NewReader(got.Diff)
				if out, err := check.CombinedOutput(); err != nil {
					t.Errorf("git does not take the diff: %v %s\n%s", err, out, got.Diff)
				}
			}
		})
	}
	// The diff of a file with a secret next to the fix is not handed out.
	got, e := callTool(ctx, t, s, "fix", map[string]any{"path": "pkg/key.py"})
	if e != "" || partsOf(got).Diff != "" || !strings.Contains(got, "holds a secret") || strings.Contains(got, "canary") {
		t.Errorf("%s %s", e, got)
	}
	// A problem that is left says why, one that is fixed how far that is sure.
	got, _ = callTool(ctx, t, s, "fix", map[string]any{"path": "app.py"})
	lines := partsOf(got).Lines
	if !strings.Contains(lines, "proved: app.py:1:8  `os` imported but unused  [ruff F401]\n") ||
		!strings.Contains(lines, "app.py:7:15  Undefined name `box`  [ruff F821]; ") {
		t.Errorf("%s", lines)
	}
	if treeSum(t, dir) != before {
		t.Error("a file was written")
	}
}

// TestMCPRefusals: whatever is asked, an answer names the cause and the next
// step, and holds nothing of another folder or a denied file.
func TestMCPRefusals(t *testing.T) {
	dir, outside := sick(t), sick(t)
	writeAll(t, dir, map[string]string{".venv/site.py": "import os\n"})
	must.OK(t, os.Symlink(outside, filepath.Join(dir, "link")))
	must.OK(t, os.Symlink(filepath.Join(outside, "app.py"), filepath.Join(dir, "linked.py")))
	s, ctx := mcpIn(t, dir, "", nil)
	for _, tool := range []string{"diagnostics", "fix"} {
		for _, c := range []struct {
			name string
			args map[string]any
			want string
		}{
			{"outside", map[string]any{"path": filepath.Join(outside, "app.py")}, "is outside"},
			{"dots", map[string]any{"path": "../" + filepath.Base(outside) + "/app.py"}, "is outside"},
			{"link to a folder", map[string]any{"path": "link/app.py"}, "is outside"},
			{"link to a file", map[string]any{"path": "linked.py"}, "is outside"},
			{"missing", map[string]any{"path": "none.py"}, "there is no none.py"},
			{"no code", map[string]any{"path": "note.txt"}, "this kind of file"},
			{"denied", map[string]any{"path": ".env"}, ""},
			{"unknown argument", map[string]any{"path": "app.py", "wirte": true}, "wirte"},
			{"wrong type", map[string]any{"path": 7}, "invalid arguments"},
		} {
			t.Run(tool+" "+c.name, func(t *testing.T) {
				_, e := callTool(ctx, t, s, tool, c.args)
				if e == "" || !strings.Contains(e, c.want) || strings.Contains(e, "canary") {
					t.Errorf("%q, want %q", e, c.want)
				}
			})
		}
	}
	for name, args := range map[string]map[string]any{
		"needs a path":        {},
		"without line":        {"path": "app.py", "endLine": 3},
		"before line":         {"path": "app.py", "line": 3, "endLine": 2},
		"a line needs a file": {"path": ".", "line": 3},
		"7 lines, not 99":     {"path": "app.py", "line": 99},
	} {
		if _, e := callTool(ctx, t, s, "fix", args); !strings.Contains(e, name) {
			t.Errorf("%v: %q, want %q", args, e, name)
		}
	}
	if _, e := callTool(ctx, t, s, "diagnostics", map[string]any{"limit": 0}); !strings.Contains(e, "limit 0") {
		t.Error(e)
	}
	_, e := callTool(ctx, t, s, "diagnostics", map[string]any{"minSeverity": "bad"})
	if !strings.Contains(e, "minSeverity") {
		t.Error(e)
	}
	// A folder where nothing may be started.
	denied, ctx := mcpIn(t, dir, "", nil, "--set", "trust.denied=["+fmt.Sprintf("%q", realPath(t, dir))+"]")
	if _, e := callTool(ctx, t, denied, "diagnostics", map[string]any{"path": "app.py"}); !strings.Contains(e, "next: ") {
		t.Errorf("in a denied folder: %q", e)
	}
	_, e = callTool(ctx, t, denied, "context_query", map[string]any{"query": "show items"})
	if !strings.Contains(e, "not trusted") || !strings.Contains(e, "next: ") {
		t.Errorf("in a denied folder: %q", e)
	}
}

// TestMCPModel asks a model only where the user has set one and the call allows
// it, and holds its answer against the tool.
func TestMCPModel(t *testing.T) {
	m := testkit.ServeModel(answer("box", "        print(item)", 0))
	t.Cleanup(m.Close)
	dir := sick(t)
	s, ctx := mcpIn(t, dir, m.URL+"/v1", nil)
	tools, err := s.ListTools(ctx, nil)
	must.OK(t, err)
	for _, tool := range tools.Tools {
		if open := *tool.Annotations.OpenWorldHint; open != (tool.Name == "fix" || tool.Name == "edit") {
			t.Errorf("%s: open world %v", tool.Name, open)
		}
	}
	call := func(ctx context.Context, s *mcp.ClientSession, more map[string]any) string {
		t.Helper()
		args := map[string]any{"path": "app.py", "code": "F821"}
		maps.Copy(args, more)
		got, e := callTool(ctx, t, s, "fix", args)
		if e != "" {
			t.Fatal(e)
		}
		return got
	}
	if got := call(ctx, s, map[string]any{"model": false}); partsOf(got).Diff != "" || len(m.Requests()) != 0 {
		t.Errorf("%s, %d requests", got, len(m.Requests()))
	}
	got := call(ctx, s, nil)
	if !strings.Contains(partsOf(got).Diff, "+        print(item)") || !strings.Contains(got, "\nchecked: app.py:7:15") {
		t.Errorf("%s", got)
	}
	asked := len(m.Requests())
	if asked == 0 {
		t.Error("the model was not asked")
	}
	never, ctx := mcpIn(t, dir, m.URL+"/v1", nil, "--no-model")
	if got := call(ctx, never, nil); len(m.Requests()) != asked || !strings.Contains(got, "--no-model") {
		t.Errorf("with --no-model: %s", got)
	}
}
