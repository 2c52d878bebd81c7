package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgramsOfOtherFolders: a program counts only where nobody's project around
// the document, and no other workspace folder, holds it.
func TestProgramsOfOtherFolders(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	h := newHostile(t)
	project, pkg := filepath.Join(h.root, "p"), filepath.Join(h.root, "p", "pkg")
	writeAll(t, project, map[string]string{"go.mod": "module m\n", "pkg/pyproject.toml": "", "pkg/app.py": "import os\n"})
	h.script(filepath.Join(project, "bin", "ruff"), h.canaryScript("ruff"))
	h.script(filepath.Join(project, "bin", "sh"), h.canaryScript("interpreter"))
	link := filepath.Join(h.top, "linked")
	if err := os.Symlink(filepath.Join(project, "bin"), link); err != nil {
		t.Fatal(err)
	}
	h.script(filepath.Join(h.bin, "ruff"), "#!/usr/bin/env sh\n: > '"+h.ran+"/ruff'\necho '[]'\n")
	run := func(state string, path ...string) string {
		cmd := h.command(state, "fix", filepath.Join(pkg, "app.py"))
		cmd.Dir = pkg
		cmd.Env = append(cmd.Env, "PATH="+strings.Join(append(path, os.Getenv("PATH")), ":"))
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	for name, path := range map[string][]string{
		"the project around it": {filepath.Join(project, "bin")}, "through a link": {link}, "relative": {"../bin", ".", ""},
	} {
		out := run("unknown", append(path, h.bin)...)
		if canaries := h.did(h.canaries); len(canaries) > 0 {
			t.Errorf("%s: %v ran", name, canaries)
		}
		if ran := h.did(h.ran); len(ran) == 0 {
			t.Errorf("%s: the user's own ruff did not run: %s", name, out)
		}
	}
	run("trusted", filepath.Join(project, "bin"), h.bin)
	if len(h.did(h.canaries)) == 0 {
		t.Error("no canary is alive: the test shows nothing")
	}
}

// TestOnlyToolsThatWaitForTrust: where the tool that needs no trust is not installed,
// how to install it is said beside what trust would do.
func TestOnlyToolsThatWaitForTrust(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	h := newHostile(t)
	writeAll(t, h.root, map[string]string{"app.py": "x = 1\n"})
	h.script(filepath.Join(h.bin, "mypy"), "#!/bin/sh\n: > '"+h.ran+"/mypy'\n")
	cmd := h.command("unknown", "fix", "app.py")
	cmd.Env = append(cmd.Env, "PATH="+h.bin)
	out, _ := cmd.CombinedOutput()
	if said := string(out); len(h.did(h.ran)) > 0 || !strings.Contains(said, "not run here: mypy, which can run code of the project") ||
		!strings.Contains(said, "(fettle fix --run mypy), or trust the folder (fettle trust .), or install one that runs none of it (pip install ruff)\n") {
		t.Error(said)
	}
}

// TestGrantOfTheBinary: a grant ends with a change that nothing ignores, the line
// names the file, one command gives it again; a denied folder within stays denied.
func TestGrantOfTheBinary(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	h := newHostile(t)
	writeAll(t, h.root, map[string]string{"pyproject.toml": "[tool.mypy]\n", "app.py": "x = 1\n", ".gitignore": "sub/\n", "vendor/app.py": "x = 1\n"})
	h.script(filepath.Join(h.bin, "mypy"), "#!/bin/sh\n: > '"+h.ran+"/mypy'\n")
	run := func(deny string, args ...string) string {
		cmd := h.command("unknown", args...)
		if deny != "" {
			writeAll(t, h.home, map[string]string{"config/fettle/config.toml": fmt.Sprintf("[trust]\ndenied = [%q]\n", deny)})
		}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	ran := func() bool { return len(h.did(h.ran)) > 0 }
	if run("", "fix", "app.py"); ran() {
		t.Fatal("mypy ran before the grant")
	}
	run("", "trust", ".")
	if out := run("", "fix", "app.py"); !ran() {
		t.Fatalf("mypy did not run after the grant: %s", out)
	}
	if out := run(filepath.Join(h.root, "vendor"), "fix", "vendor/app.py"); ran() || !strings.Contains(out, "trust.denied") {
		t.Errorf("mypy ran in a denied folder, or nobody says why not: %s", out)
	}
	writeAll(t, h.root, map[string]string{"sub/conftest.py": ""})
	for _, args := range [][]string{{"fix", "app.py"}, {"doctor"}} {
		out := run("", args...)
		if ran() || !strings.Contains(out, "sub/conftest.py is new") || !strings.Contains(out, "fettle trust "+h.root) {
			t.Errorf("%v: %s", args, out)
		}
	}
	run("", "trust", ".")
	if out := run("", "fix", "app.py"); !ran() {
		t.Errorf("mypy did not run after the second grant: %s", out)
	}
}

// TestHangCostsOnce: a tool that does not answer costs a run its time once, says
// so in one line, and the rest goes on; a short time for linters is not one for
// compilers.
func TestHangCostsOnce(t *testing.T) {
	t.Parallel()
	if os.PathSeparator != '/' {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	h := newHostile(t)
	list := map[string]string{"pyproject.toml": "", "go.mod": "module m\n\ngo 1.21\n"}
	var files []string
	for i := range 4 {
		files = append(files, fmt.Sprintf("a%d.py", i))
		list[files[i]] = fmt.Sprintf("x = %d\n", i)
	}
	writeAll(t, h.root, list)
	h.script(filepath.Join(h.bin, "ruff"), "#!/bin/sh\necho x >> '"+h.top+"/asked'\nsleep 60\n")
	h.script(filepath.Join(h.bin, "bandit"), "#!/bin/sh\n: > '"+h.ran+"/bandit'\necho '{\"results\": [], \"errors\": []}'\n")
	h.script(filepath.Join(h.bin, "go"), "#!/bin/sh\nsleep 8\n: > '"+h.ran+"/go'\n")
	writeAll(t, h.root, map[string]string{"main.go": "package m\n"})
	cmd := h.command("unknown", append([]string{"fix", "--set", "timeouts.linter=6"}, append(files, "main.go")...)...)
	began := time.Now()
	out, _ := cmd.CombinedOutput()
	asked, _ := os.ReadFile(filepath.Join(h.top, "asked"))
	more := "fettle: hint: it has 6 s for a file, up to 48 s for many; give it more (--set timeouts.linter=24), name fewer files, or run it by hand"
	if n := strings.Count(string(asked), "x"); n != 1 || strings.Count(string(out), "ruff timed out") != 1 || !strings.Contains(string(out), more) {
		t.Errorf("asked %d times in %v: %s", n, time.Since(began), out)
	}
	if ran := strings.Join(h.did(h.ran), " "); ran != "bandit go" {
		t.Errorf("%s ran to the end: %s", ran, out)
	}
	t.Logf("%v: %s", time.Since(began), out)

	cmd = h.alone(h.command("unknown", append([]string{"fix", "--run", "ruff", "--set", "timeouts.linter=6"}, files...)...))
	out, _ = cmd.CombinedOutput()
	if said := string(out); strings.Count(said, "ruff timed out") != 1 || strings.Count(said, "hint: ") != 1 ||
		!strings.Contains(said, "the same for 3 more files") || !strings.Contains(said, "4 files failed") {
		t.Errorf("where it is the only tool: %s", said)
	}
}
