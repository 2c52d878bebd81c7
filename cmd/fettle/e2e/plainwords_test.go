package e2e

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestPlainOutputs: what the program prints in a real project, all help
// included, has no words in it that only its source explains. The prompts that
// it shows word for word are for a model.
func TestPlainOutputs(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	ruff := testkit.Tool(t, "ruff")
	writeAll(t, dir, map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"B\", \"UP\"]\n",
		"app.py": "import os\n\n\ndef label(item, seen=[]):\n    if item == None:\n        return f\"item \" + itme\n    return dict()\n"})
	commands := []string{
		"fix --verbose --unsafe", "fix --json --unsafe", "fix --summary", "fix --format markdown", "fix --format github", "fix --format gitlab", "fix --format sarif",
		"fix --preview --explain-context", "explain app.py:6", "explain app.py:4", "explain --rule ruff/F821", "explain --rule mypy/override", "explain --rule none/at-all",
		"context --explain-context where is the label made", "doctor", "doctor --json", "doctor --audit", "settings --all", "help settings", "journal", "version", "init", "mcp nowhere",
		"fix --set model.nmae=x", "fix --set signals.ruff.F401.window=all", "fix none.py", "explain app.py:2",
	}
	for _, name := range []string{"", "completion", "context", "doctor", "explain", "fix", "init", "journal", "mcp", "serve", "settings", "worker", "version"} {
		commands = append(commands, strings.TrimSpace(name+" --help"))
	}
	prompts := regexp.MustCompile(`(?s)### system\n.*?(\n# |\z)|-- instructions\n.*?(\nfettle: |\n== |\z)`)
	for _, command := range commands {
		cmd := inProject(t, dir, home, strings.Fields(command)...)
		cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(ruff))
		out, err := cmd.CombinedOutput()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		said := prompts.ReplaceAllString(string(out), "\n")
		if len(said) < 20 {
			t.Errorf("fettle %s says %q", command, out)
		}
		for line := range strings.Lines(said) {
			if word := testkit.Insiders(line); word != "" && !setting.MatchString(line) {
				t.Errorf("fettle %s: %q in %q", command, word, line)
			}
		}
	}
}

// setting is where the value of a setting is named as it is written.
var setting = regexp.MustCompile(`^setting +signals\.|function \+I|known: (\+S|lines stmt)|wants "`)
