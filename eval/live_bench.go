package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/eval/fresh"
	"github.com/fettle-dev/fettle/internal/child"
)

// liveBench runs the product as a user does, in a home of its own, on one
// project after the other.
type liveBench struct {
	fettle  string // the program
	dir     string // for projects, settings and caches
	backend string
	url     string
	model   string
	shape   string
	seconds int // for one fix
	more    []string
}

// liveFinding is a line of fettle fix --json.
type liveFinding struct {
	File, Tool, Code, Message string
	Line                      int
	Rung                      string `json:"fixedBy"`
	Verdict, Reason, Title    string
	Asks, Tokens              int
	Answered                  int `json:"answered"`
	Diff                      string
	Written                   bool
	Grade                     string // since evidence is said
	Evidence                  []struct{ Kind string }
	Effects                   []string
}

// grade is the word for what is known of a fix.
func (f liveFinding) grade() string { return cmp.Or(f.Grade, f.Verdict) }

// said reports whether anything was said of what else the fix does.
func (f liveFinding) said() bool {
	return len(f.Effects) > 0 || slices.ContainsFunc(f.Evidence,
		func(e struct{ Kind string }) bool { return e.Kind == "said" })
}

// project lays a case out as files.
func (b liveBench) project(c liveCase) (string, error) {
	dir := filepath.Join(b.dir, "work")
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if c.Package != "" {
		return dir, errors.Join(os.CopyFS(dir, os.DirFS(filepath.Join(c.Package, "tree"))), put(dir, c.File, c.Text))
	}
	files := maps.Clone(c.Project)
	files[c.File] = c.Text
	for name, text := range files {
		if err := put(dir, name, text); err != nil {
			return "", err
		}
	}
	return dir, nil
}

func put(dir, name, text string) error {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// run calls fettle fix on the case's file and gives its findings.
func (b liveBench) run(ctx context.Context, dir string, c liveCase, args ...string) ([]liveFinding, error) {
	// How busy the computer is besides is to cost time and no fix.
	argv := append([]string{b.fettle, "fix", "--json", "--no-resume", "--set", "timeouts.linter=120", "--set",
		"timeouts.compiler=600"}, args...)
	target := c.File
	for _, tool := range strings.Split(c.Tool, ", ") {
		switch tool {
		case "ruff", "go build", "go vet", "staticcheck": // run everywhere, together
			continue
		case "pytest":
			target = "."
		}
		argv = append(argv, "--run", tool)
	}
	r, err := child.Run(ctx, child.Command{Argv: append(argv, target), Dir: dir, Env: b.env(), Timeout: 20 * time.Minute})
	if err != nil {
		return nil, err
	}
	var out []liveFinding
	for line := range strings.Lines(string(r.Stdout)) {
		var f liveFinding
		if json.Unmarshal([]byte(line), &f) == nil && f.Verdict != "" {
			out = append(out, f)
		}
	}
	if len(out) == 0 && r.ExitCode > 1 {
		return nil, fmt.Errorf("fettle fix: %s", strings.TrimSpace(r.Stderr))
	}
	return out, nil
}

// env is what programs see; the home is one nobody lives in.
func (b liveBench) env() []string {
	home := filepath.Join(b.dir, "home")
	caches, err := os.UserCacheDir()
	if err != nil {
		caches = home
	}
	modules := filepath.Join(cmp.Or(os.Getenv("GOPATH"), filepath.Join(os.Getenv("HOME"), "go")), "pkg/mod")
	return append(os.Environ(), "GOCACHE="+filepath.Join(caches, "go-build"), "GOMODCACHE="+modules, "HOME="+home,
		"XDG_CONFIG_HOME="+home+"/config", "XDG_STATE_HOME="+home+"/state",
		"XDG_CACHE_HOME="+home+"/cache", "GOFLAGS=-mod=mod", "PYTHONDONTWRITEBYTECODE=1")
}

// settings are the user's own, for the model in question.
func (b liveBench) settings() []string {
	out := []string{"--set", "model.backend=" + b.backend, "--set", "model.url=" + b.url, "--set", "model.name=" + b.model,
		"--set", fmt.Sprintf("timeouts.fix=%d", b.seconds)}
	for _, s := range b.more {
		out = append(out, "--set", s)
	}
	if b.shape != "" {
		out = append(out, "--set", "model.shape="+b.shape)
	}
	return out
}

// judged runs the hidden test on a project as it is now.
func (b liveBench) judged(ctx context.Context, dir string, c liveCase) (bool, string, error) {
	if c.Package != "" {
		r, err := fresh.Run(ctx, dir, fresh.Env(dir, c.Package), fresh.Tests(c.Lang)...)
		return err == nil && r.ExitCode == 0, string(r.Stdout) + r.Stderr, err
	}
	if err := put(dir, c.JudgeFile, c.Judge); err != nil {
		return false, "", err
	}
	defer os.Remove(filepath.Join(dir, c.JudgeFile))
	var argv []string
	switch c.Lang {
	case "python":
		// Programs are started with PYTHONSAFEPATH: a script does not find what lies beside it by itself.
		argv = []string{"python3", "-c", "import runpy, sys; sys.path.insert(0, '.'); runpy.run_path(sys.argv[1])",
			c.JudgeFile}
	case "go":
		argv = []string{"go", "test", "-count=1", "-vet=off", "-run", "TestJudge", "."}
	case "typescript":
		// The compiler writes JavaScript in spite of what it reports; a folder of its output would be left out of its input.
		if _, _, err := b.command(ctx, dir, "tsc", "--noEmit", "false"); err != nil {
			return false, "", err
		}
		argv = []string{"node", c.JudgeFile}
	default:
		return false, "", errors.New("no judge for " + c.Lang)
	}
	ok, out, err := b.command(ctx, dir, argv...)
	return ok, out, err
}

func (b liveBench) command(ctx context.Context, dir string, argv ...string) (ok bool, out string, err error) {
	program, err := child.Look(argv[0], child.LookOptions{})
	if err != nil {
		return false, "", err
	}
	r, err := child.Run(ctx, child.Command{Argv: append([]string{program}, argv[1:]...), Dir: dir, Env: b.env(),
		Timeout: 3 * time.Minute})
	return err == nil && r.ExitCode == 0, string(r.Stdout) + r.Stderr, err
}
