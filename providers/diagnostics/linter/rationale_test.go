package linter

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestRationale(t *testing.T) {
	long := strings.Repeat("A sentence of some length. ", 20)
	for said, want := range map[string]string{
		`{"explanation":"## What it does\nChecks for\ntoo many returns.\n\nMore.\n\n## Why is this bad?\nThey are hard to read.\n\n## Example\nx"}`: "Checks for too many returns. They are hard to read.",
		"### What it does\nChecks for returns.\n\n### Why is this bad?\nThey say nothing.\n\n### Example\nx\n":                                      "Checks for returns. They say nothing.",
		"A value is never read.\n\nAvailable since\n    2017.1\n":                                                                                   "A value is never read.",
		"":   "",
		long: strings.TrimSpace(long[:27*11]),
	} {
		if got := rationale(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// A tool is asked once about a rule, and never about what is no code of one.
func TestRationaleIsAskedOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	program, calls := filepath.Join(dir, "ruff"), filepath.Join(dir, "calls")
	script := "#!/bin/sh\necho \"$@\" >> '" + calls + "'\necho 'Too many returns.'\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	r := NewRunner(RunnerOptions{Roots: []string{dir}, CacheDir: t.TempDir(), Trust: func(string, string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
	for _, code := range []string{"--help", "", "E 1", "../x"} {
		if got := r.Rationale(t.Context(), "ruff", code, dir); got != "" {
			t.Errorf("%q is explained as %q", code, got)
		}
	}
	for range 2 {
		if got := r.Rationale(t.Context(), "ruff", "PLR0911", dir); got != "Too many returns." {
			t.Errorf("got %q", got)
		}
	}
	if said, err := os.ReadFile(calls); err != nil || string(said) != "rule PLR0911 --output-format json\n" {
		t.Errorf("asked with %q, %v", said, err)
	}
}

// TestRationaleOfAnothersRule: golangci-lint's findings of staticcheck's rules are
// explained by staticcheck, clippy's by cargo.
func TestRationaleOfAnothersRule(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "any")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	tools := map[string]ToolOptions{}
	for _, name := range []string{"staticcheck", "golangci-lint", "clippy"} {
		tools[name] = ToolOptions{Argv: []string{program}}
	}
	r := NewRunner(RunnerOptions{Roots: []string{dir}, CacheDir: t.TempDir(), Trust: func(string, string) Trust { return Trusted }, Tools: tools})
	for _, c := range []struct{ tool, code, want string }{
		{"staticcheck", "SA4006", "-explain SA4006"}, {"golangci-lint", "staticcheck:SA4006", "-explain SA4006"}, {"golangci-lint", "errcheck", ""},
		{"clippy", "needless_return", "clippy --explain needless_return"}, {"rustc", "clippy::needless_return", "clippy --explain needless_return"}, {"rustc", "E0308", ""},
	} {
		if got := r.Rationale(t.Context(), c.tool, c.code, dir); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool, c.code, got, c.want)
		}
	}
}
