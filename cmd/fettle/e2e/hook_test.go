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
	if err := os.Symlink(filepath.Join(outside, "args.go"), filepath.Join(dir, "link.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("# m\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	input := func(cwd string, of map[string]any) string {
		raw, err := json.Marshal(map[string]any{"session_id": "s", "cwd": cwd, "hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": of})
		if err != nil {
			t.Fatal(err)
		}
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
