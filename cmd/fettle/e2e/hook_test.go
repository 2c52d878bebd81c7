package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// ranHook gives a hook its input, and what it answers.
func ranHook(t *testing.T, agent, dir, input string) (code int, told string) {
	t.Helper()
	cmd := inProject(t, dir, t.TempDir(), "hook", agent)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		t.Errorf("a hook prints on standard output: %q", out.String())
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

// TestHookDoors: a hook tells its agent what the edited file has to answer for, and
// nothing else; what lies outside of the project is not looked at.
func TestHookDoors(t *testing.T) {
	testkit.Tool(t, "go")
	dir := edited(t)
	outside := edited(t)
	must.OK(t, os.Symlink(filepath.Join(outside, "args.go"), filepath.Join(dir, "link.go")))
	must.OK(t, os.WriteFile(filepath.Join(dir, "README.md"), []byte("# m\n"), 0o600))
	input := func(cwd string, of map[string]any) string {
		raw, err := json.Marshal(map[string]any{"session_id": "", "cwd": cwd, "hook_event_name": "PostToolUse",
			"tool_name": "Edit", "tool_input": of})
		must.OK(t, err)
		return string(raw)
	}
	file := func(name string) map[string]any { return map[string]any{"file_path": name} }
	for name, c := range map[string]struct {
		agent, input string
		code         int
		told         string
	}{
		"claude":     {"claude", input(dir, file(filepath.Join(dir, "args.go"))), 2, "legacyArgs is gone, renamed oldArgs in args.go"},
		"codex":      {"codex", input(dir, map[string]any{"command": "*** Begin Patch\n*** Update File: args.go\n@@\n-a\n+b\n*** End Patch"}), 2, "legacyArgs is gone"},
		"opencode":   {"opencode", input(dir, map[string]any{"filePath": "args.go"}), 2, "legacyArgs is gone"},
		"clean file": {"claude", input(dir, file(filepath.Join(dir, "command.go"))), 0, ""},
		"a page":     {"claude", input(dir, file(filepath.Join(dir, "README.md"))), 0, ""},
		"no file":    {"claude", input(dir, map[string]any{"command": "ls"}), 0, ""},
		"elsewhere":  {"claude", input(dir, file(filepath.Join(outside, "args.go"))), 0, ""},
		"above":      {"claude", input(dir, file("../"+filepath.Base(outside)+"/args.go")), 0, ""},
		"a link":     {"claude", input(dir, file(filepath.Join(dir, "link.go"))), 0, ""},
		"no JSON":    {"claude", "hello", 1, "the hook's input is not its JSON"},
		"no folder":  {"claude", `{"tool_input":{"file_path":"args.go"}}`, 1, "names no cwd"},
		"no agent":   {"emacs", input(dir, file("args.go")), 1, "fettle hook needs the name of an agent"},
	} {
		t.Run(name, func(t *testing.T) {
			code, told := ranHook(t, c.agent, dir, c.input)
			if code != c.code || !strings.Contains(told, c.told) || (c.told == "") != (told == "") {
				t.Errorf("exit code %d: %q", code, told)
			}
		})
	}
}

// TestHookTellsOnce: in a session each defect is reported once, whatever else is edited, and again
// where it was gone meanwhile. A setting that loosens is reported like any other.
func TestHookTellsOnce(t *testing.T) {
	testkit.Tool(t, "ruff")
	dir, state := t.TempDir(), t.TempDir()
	write := func(name, body string) {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600))
	}
	write("a.py", "x = 1\n")
	write("ruff.toml", "lint.select = [\"F\"]\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s", args, out)
		}
	}
	for _, step := range []struct {
		name, body, session string
		code                int
		told                string
	}{
		{"a.py", "x = 1\nprint(y)\n", "s", 2, "a.py:2:7  Undefined name `y`"},
		{"a.py", "x = 2\n\nprint(y)\n", "s", 0, ""},
		{"a.py", "x = 2\n\nprint(y)\n", "another", 2, "a.py:3:7  Undefined name `y`"},
		{"a.py", "x = 2\n\nprint(y)\nprint(z)\n", "s", 2, "1 problem from before still there"},
		{"a.py", "x = 2\n", "s", 0, ""},
		{"a.py", "x = 2\n\nprint(y)\n", "s", 2, "a.py:3:7  Undefined name `y`"},
		{"ruff.toml", "lint.select = [\"F\"]\nlint.ignore = [\"F401\"]\n", "s", 2,
			"LOOSENED ruff.toml  lint.ignore has F401 now"},
		{"ruff.toml", "lint.select = [\"F\"]\nlint.ignore = [\"F401\"]\n", "s", 0, ""},
	} {
		write(step.name, step.body)
		raw, err := json.Marshal(map[string]any{"session_id": step.session, "cwd": dir,
			"tool_input": map[string]any{"file_path": filepath.Join(dir, step.name)}})
		must.OK(t, err)
		cmd := inProject(t, dir, state, "hook", "claude")
		var errs bytes.Buffer
		cmd.Stdin, cmd.Stderr = bytes.NewReader(raw), &errs
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != step.code || !strings.Contains(errs.String(), step.told) ||
			(step.told == "") != (errs.Len() == 0) {
			t.Errorf("%s in session %s: exit code %d, %q", step.name, step.session, got, errs.String())
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 3 {
		t.Errorf("the project has %v, %v", list, err)
	}
}
