package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// judged is a project that uses mypy. What ruff finds in its first lines can be
// answered with code that ruff likes and mypy does not: in the file itself, or in
// the one that imports from it. ruff's own fix of the last line is such code.
func judged() map[string]string {
	return map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"B009\"]\n\n[tool.mypy]\nstrict = true\n",
		"app.py": "LIMIT = undefined_limit\nSIZE: int = undefined_size\n\n\nclass Box:\n    size = 1\n\n\n" +
			"def width(box: Box) -> int:\n    return int(getattr(box, \"widths\"))\n",
		"user.py": "from app import LIMIT\n\ntotal: int = LIMIT\n",
	}
}

// TestJudgesHaveASay: a fix for ruff that makes mypy report an error anew is refused
// in the editor, over MCP and on the command line alike; one that does not is
// verified by both.
func TestJudgesHaveASay(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "mypy"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	const settings = "[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n"
	for _, tt := range []struct {
		name, holds, answer string
		line                int // from 0
		good                bool
		why                 string
	}{
		{"wrong in the file that imports it", "undefined_limit", "LIMIT = \"many\"", 0, false, "mypy reports something new in user.py, line 3: assignment"},
		{"right for the file that imports it", "undefined_limit", "LIMIT = len(__name__)", 0, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := answer(tt.holds, tt.answer, 0)
			t.Run("editor", func(t *testing.T) {
				p := newProject(t, judged()["app.py"], model, settings)
				p.put(t, judged())
				from := p.Seen()
				got := p.tried(t, tt.line, `^AI fix: F821`)
				if good := regexp.MustCompile(` fixed; ruff and mypy are clean$`); good.MatchString(got) != tt.good || tt.good != strings.Contains(p.doc.Text(), tt.answer) {
					t.Errorf("%q %q\n%s", got, p.messages(from), p.doc.Text())
				}
			})
			dir, home := t.TempDir(), home(t)
			writeAll(t, dir, judged())
			served := testkit.ServeModel(model)
			t.Cleanup(served.Close)
			t.Run("mcp", func(t *testing.T) {
				s, ctx := mcpIn(t, dir, served.URL+"/v1", nil, "--set", "trust.trusted=['/']")
				var got mcpFixed
				if e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "line": tt.line + 1, "tool": "ruff"}, &got); e != "" {
					t.Fatal(e)
				}
				if strings.Contains(got.Diff, "+"+tt.answer) != tt.good || !strings.Contains(fmt.Sprint(got.Findings), tt.why) {
					t.Errorf("%+v", got)
				}
			})
			t.Run("command line", func(t *testing.T) {
				cmd := inProject(t, dir, home, "fix", "--json", "--run", "ruff", "--run", "mypy", "--set", "model.backend=openai",
					"--set", "model.url="+served.URL+"/v1", "--set", "model.name=scripted", "--set", "model.profile=strong", "app.py")
				out, err := cmd.Output()
				if strings.Contains(string(out), "+"+tt.answer) != tt.good || !strings.Contains(string(out), tt.why) ||
					tt.good && !regexp.MustCompile(`"verdict":"verified".*"name":"mypy","version":"[\d.]+","files":2`).Match(out) {
					t.Errorf("%v\n%s", err, out)
				}
			})
		})
	}
}
