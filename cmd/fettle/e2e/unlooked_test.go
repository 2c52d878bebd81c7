package e2e

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/cmd/fettle/format"
)

// TestNotLookedIsNotClean: a tool that times out, crashes or prints nonsense is in the
// closing lines, in --json and in every format, and the exit code says so, also where
// another tool has looked, and in the next run of the same command.
func TestNotLookedIsNotClean(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	put(t, bin, "ruff", "#!/bin/sh\necho '[]'\n")
	for _, tt := range []struct{ name, script, why string }{
		{"timed out", "#!/bin/sh\nexec sleep 60\n", "timed out"},
		{"crashed", "#!/bin/sh\necho oh >&2\nexit 70\n", "failed"},
		{"nonsense", "#!/bin/sh\necho '{'\n", "gave output that is not its own"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			put(t, bin, "mycheck", tt.script)
			dir, cache := t.TempDir(), t.TempDir()
			put(t, dir, "app.py", "x = 1\n")
			run := func(args ...string) (string, int) {
				cmd := inProject(t, dir, cache, slices.Concat([]string{"fix", "app.py", "--no-model", "--set", "trust.trusted=['/']", "--set", "timeouts.linter=1",
					"--set", `linters.custom.mine.command=["mycheck"]`, "--set", `linters.custom.mine.languages=["python"]`, "--set", "linters.custom.mine.format=sarif"}, args)...)
				cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+"/usr/bin:/bin")
				out, _ := cmd.CombinedOutput()
				return string(out), cmd.ProcessState.ExitCode()
			}
			for range 2 {
				if out, code := run("--write"); code != 2 || !strings.Contains(out, "fettle: mine did not look at app.py: "+tt.why) ||
					!strings.Contains(out, ", 1 file not looked at by every tool\n") {
					t.Errorf("exit code %d\n%s", code, out)
				}
			}
			if out, code := run("--check"); code != 3 {
				t.Errorf("--check: exit code %d\n%s", code, out)
			}
			if out, code := run("--json"); code != 2 || !strings.Contains(out, `{"file":"app.py","tool":"mine","reason":"`+tt.why) || !strings.Contains(out, `"verdict":"not_looked"}`) {
				t.Errorf("--json: exit code %d\n%s", code, out)
			}
			if tt.name != "crashed" {
				return // of the others it takes a second each
			}
			for _, name := range format.Names() {
				// Twice on standard error; a patch without a change stays empty.
				if out, code := run("--format", name); code != 2 || name != "patch" && strings.Count(out, "mine") < 3 {
					t.Errorf("%s: exit code %d\n%s", name, code, out)
				}
			}
			// The only tool: nobody has looked.
			if out, code := run("--run", "mine", "--check"); code != 3 || !strings.Contains(out, "mine did not look at app.py") {
				t.Errorf("alone: exit code %d\n%s", code, out)
			}
		})
	}
}
