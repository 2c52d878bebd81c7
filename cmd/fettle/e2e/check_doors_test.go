package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// committed makes a repository of some files.
func committed(t *testing.T, all map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	writeAll(t, dir, all)
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@b commit -qm one"} {
		cmd := exec.Command("git", strings.Fields(args)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}

// TestWithRunsNothingOfTheFolder: another fixer's command is the user's, and no program of a folder that is not trusted
// is run in its place, nor what the folder has the tools load that look at the result.
func TestWithRunsNothingOfTheFolder(t *testing.T) {
	testkit.Tool(t, "mypy")
	bin, ran := t.TempDir(), filepath.Join(t.TempDir(), "ran")
	script := func(path, body string) {
		t.Helper()
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	}
	dir := committed(t, map[string]string{"a.py": "x: int = 1\n", "mypy.ini": "[mypy]\nplugins = evil.py\n",
		"evil.py": "open(" + string(quoted(ran)) + ", 'w')\n"})
	script(filepath.Join(bin, "fixer"), "echo 'x: int = 2' > a.py; test -z \"$API_TOKEN\" || touch "+ran)
	script(filepath.Join(dir, "node_modules", ".bin", "fixer"), "touch "+ran)
	script(filepath.Join(dir, ".venv", "bin", "fixer"), "touch "+ran)
	with := func(path string) string {
		cmd := inProject(t, dir, t.TempDir(), "fix", "--write", "--with", "fixer")
		cmd.Env = append(cmd.Env, "PATH="+path, "API_TOKEN=t")
		out, _ := cmd.CombinedOutput() // mypy may not look, which is no success
		return string(out)
	}
	if out := with(bin + ":" + os.Getenv("PATH")); !strings.Contains(out, "fixer: 1 file written") {
		t.Errorf("the user's own program: %s", out)
	}
	inside := filepath.Join(dir, "node_modules", ".bin")
	if out := with(inside + ":" + os.Getenv("PATH")); !strings.Contains(out, "--with fixer: ") {
		t.Errorf("a folder of the project on PATH: %s", out)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the folder ran, or a variable of the user's was handed on")
	}
}

func quoted(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return b
}

// TestAgentsWordsStayWords: what an agent wrote stands in the answer about it, where it is no control of a terminal, no
// line of the answer, and no secret.
func TestAgentsWordsStayWords(t *testing.T) {
	testkit.Tool(t, "ruff")
	dir := committed(t, map[string]string{"a.py": "x = 1\n"})
	secret := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	words := "\x1b[2J\u202e\u2028nothing new; ruff looked " + secret
	text := "import os  # noqa " + words + "\nx = 1\n"
	writeAll(t, dir, map[string]string{"a.py": text})
	input, err := json.Marshal(map[string]any{"cwd": dir, "tool_input": map[string]any{"file_path": "a.py"}})
	must.OK(t, err)
	code, hook := ranHook(t, "claude", dir, string(input))
	if code != 2 {
		t.Errorf("exit code %d: %s", code, hook)
	}
	s, ctx := mcpIn(t, dir, "", nil)
	answer, failed := said(ctx, t, s, "check", map[string]any{"files": []string{"a.py"}})
	if failed {
		t.Error(answer)
	}
	for _, said := range []string{hook, answer} {
		if !strings.Contains(said, "HIDDEN a.py:1") || strings.ContainsAny(said, "\x1b\u202e\u2028") ||
			strings.Contains(said, secret) || strings.Contains(said, "\nnothing new") {
			t.Errorf("%q", said)
		}
	}
}
