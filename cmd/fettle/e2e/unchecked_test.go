package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestToolFailsAtTheCheck: a tool that reports, and then cannot look at the fixes, has
// verified none: they are not written, it is said what would take them, and that does.
func TestToolFailsAtTheCheck(t *testing.T) {
	ruff := testkit.Tool(t, "ruff")
	home := home(t)
	program, once := filepath.Join(home, "ruff"), filepath.Join(home, "once")
	writeAll(t, home, map[string]string{"ruff": fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--version*) exec %[1]s \"$@\" ;; esac\nif [ -e %[2]s ]; then echo 'no memory' >&2; exit 9; fi\n: >%[2]s\nexec %[1]s \"$@\"\n", ruff, once),
		"config/fettle/config.toml": fmt.Sprintf("[linters.ruff]\ncommand = [%q]\n", program)})
	must.OK(t, os.Chmod(program, 0o755))
	const before, after = "import os\nimport sys\n\nprint(sys.argv)\n", "import sys\n\nprint(sys.argv)\n"
	for _, tt := range []struct {
		name  string
		args  []string
		want  string
		words string
	}{
		{"by itself", nil, before, "not fixed: a fix was found but could not be checked (ruff failed: exit code 9: no memory); check it yourself, or allow it with --unchecked\n"},
		{"asked for", []string{"--unchecked"}, after, "1 fixed (1 unchecked)"},
	} {
		dir := t.TempDir()
		writeAll(t, dir, map[string]string{"app.py": before, "pyproject.toml": ""})
		_ = os.Remove(once)
		out, _ := inProject(t, dir, home, append([]string{"fix", "--no-model", "--no-cache", "--write", "app.py"}, tt.args...)...).CombinedOutput()
		got, err := os.ReadFile(filepath.Join(dir, "app.py"))
		if err != nil || string(got) != tt.want || !strings.Contains(string(out), tt.words) {
			t.Errorf("%s: %v\n%s\n%s", tt.name, err, got, out)
		}
	}
}
