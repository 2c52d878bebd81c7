package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestOneRunFindsAll: over a project a tool is started once to find what is
// wrong, and then for the files with findings only.
func TestOneRunFindsAll(t *testing.T) {
	ruff := testkit.Tool(t, "ruff")
	dir := t.TempDir()
	put := func(name, body string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), mode); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "runs")
	put("bin/ruff", fmt.Sprintf("#!/bin/sh\necho run >> '%s'\nexec '%s' \"$@\"\n", log, ruff), 0o755)
	put("w/pyproject.toml", "[tool.ruff.lint]\nselect = [\"F\"]\n", 0o600)
	for i := range 40 {
		body := fmt.Sprintf("def f%d(a):\n    return a\n", i)
		if i == 7 {
			body = "import os\n\n\n" + body
		}
		put(fmt.Sprintf("w/p%d/m%d.py", i%4, i), body, 0o600)
	}
	cmd := exec.Command(binary(t), "fix", "--no-model", "--write", ".")
	cmd.Dir = filepath.Join(dir, "w")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir,
		"XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "1 fixed and verified") {
		t.Fatalf("%v\n%s", err, out)
	}
	runs, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	// The survey, the check of the fix, and the look at the fixed file.
	if n := strings.Count(string(runs), "run"); n < 2 || n > 4 {
		t.Errorf("ruff was started %d times for 40 files", n)
	}
}
