package e2e

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// mcpIn starts the built server in a project, with ruff on the PATH and a model
// at a URL in the user's settings, if there is one.
func mcpIn(t *testing.T, dir, model string, options *mcp.ClientOptions, args ...string) (*mcp.ClientSession, context.Context) {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	home := t.TempDir()
	cmd := inProject(t, dir, home, append([]string{"mcp"}, args...)...)
	cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
	if model != "" {
		config := filepath.Join(home, "config", "fettle", "config.toml")
		writeAll(t, filepath.Dir(config), map[string]string{"config.toml": fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\nprofile = 'strong'\n", model)})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options).Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	must.OK(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s, ctx
}

func writeAll(t *testing.T, dir string, list map[string]string) {
	t.Helper()
	must.WriteAll(t, dir, list)
}

// treeSum stands for all files of a folder.
func treeSum(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		body, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(body), body)
		return err
	})
	must.OK(t, err)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// callTool calls a tool whose answer is its text, once; the text of an error is given apart.
func callTool(ctx context.Context, t *testing.T, s *mcp.ClientSession, name string, args map[string]any) (answer,
	failed string) {
	t.Helper()
	text, wrong := said(ctx, t, s, name, args)
	if wrong {
		return "", text
	}
	return text, ""
}

// mcpFixed are the parts of what fix and edit answer: a line that sums up, one for each problem, and the diff.
type mcpFixed struct{ Summary, Lines, Diff string }

func partsOf(text string) (f mcpFixed) {
	text, f.Diff, _ = strings.Cut(text, "\n\n")
	f.Summary, f.Lines, _ = strings.Cut(text, "\n")
	return f
}

// sick is a project with problems: two imports that are not used, a name that
// is not defined, and a secret.
func sick(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"S105\"]\n",
		"app.py":         "import os\nimport sys\n\n\ndef show(items):\n    for item in items:\n        print(box)\n",
		"pkg/key.py":     "import os\n\nPASSWORD = \"xK9-canary-Lq27vTz\"\n",
		"pkg/fine.py":    "print(1)\n",
		".env":           "TOKEN=canary\n",
		"note.txt":       "nothing\n",
	})
	return dir
}

func realPath(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	must.OK(t, err)
	return real
}
