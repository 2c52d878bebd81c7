package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// countedRuff is a folder with a project in w, a ruff in bin that notes each of
// its runs in the file runs, and a way to add files.
func countedRuff(t *testing.T) (dir string, put func(name, body string, mode os.FileMode)) {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	dir = t.TempDir()
	put = func(name, body string, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(body), mode))
	}
	put("bin/ruff", fmt.Sprintf("#!/bin/sh\necho run >> '%s'\nexec '%s' \"$@\"\n", filepath.Join(dir, "runs"), ruff), 0o755)
	put("w/pyproject.toml", "[tool.ruff.lint]\nselect = [\"F\"]\n", 0o600)
	return dir, put
}

// countedFix is fettle fix in the project of [countedRuff].
func countedFix(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(binary(t), append([]string{"fix", "--no-model"}, args...)...)
	cmd.Dir = filepath.Join(dir, "w")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir,
		"XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	return cmd
}

// TestOneRunFindsAll: over a project a tool is started once to find what is wrong,
// once to hear what holds of the files whatever the project asks for (the floor), and
// then for the files with findings only.
func TestOneRunFindsAll(t *testing.T) {
	dir, put := countedRuff(t)
	for i := range 40 {
		body := fmt.Sprintf("def f%d(a):\n    return a\n", i)
		if i == 7 {
			body = "import os\n\n\n" + body
		}
		put(fmt.Sprintf("w/p%d/m%d.py", i%4, i), body, 0o600)
	}
	cmd := countedFix(t, dir, "--write", ".")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "1 fixed (1 proved)") {
		t.Fatalf("%v\n%s", err, out)
	}
	runs := must.Read(t, filepath.Join(dir, "runs"))
	// The survey and the check of the fix, by the project's rules and by those of the
	// floor, which no run can do together, the version that has looked, and which files the
	// project's settings exclude.
	if n := strings.Count(runs, "run"); n < 2 || n > 6 {
		t.Errorf("ruff was started %d times for 40 files", n)
	}
}

// TestOneRunBesideAReport: what the fixes of a report's findings are held
// against is found by one run over all files with findings that can be fixed.
func TestOneRunBesideAReport(t *testing.T) {
	dir, put := countedRuff(t)
	const files = 6
	for i := range files {
		put(fmt.Sprintf("w/m%d.py", i), fmt.Sprintf("import os\n\nx = %d\n", i), 0o600)
	}
	put("w/left.py", "print(undefined)\n", 0o600)
	report := exec.Command(testkit.Tool(t, "ruff"), "check", "--output-format", "json", ".")
	report.Dir = filepath.Join(dir, "w")
	found, _ := report.Output() // it exits with 1: there are findings
	put("w/report.json", string(found), 0o600)
	for run, want := range map[string]struct{ fixed, most int }{
		"ruff": {files, files + 1}, // the survey, and the check of each fix
		"mypy": {files, files + 1}, // ruff, which runs no code of the project, checks its own findings
	} {
		_ = os.Remove(filepath.Join(dir, "runs"))
		cmd := countedFix(t, dir, "--no-resume", "--json", "--run", run, "--input", "report.json")
		out, _ := cmd.Output() // it exits with 1: something is left
		if n := strings.Count(string(out), `"applied":true`); n != want.fixed {
			t.Errorf("%s: %d fixed\n%s", run, n, out)
		}
		runs, _ := os.ReadFile(filepath.Join(dir, "runs")) // not there: none
		if n := strings.Count(string(runs), "run"); n > want.most {
			t.Errorf("%s: ruff was started %d times for %d fixes", run, n, want.fixed)
		}
	}
}
