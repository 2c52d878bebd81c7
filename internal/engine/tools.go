package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// tools is the runner as the server sees it.
type tools struct {
	runner *linter.Runner
	only   []string
}

func (t tools) Names(s text.Snapshot) []string {
	names := t.runner.Names(s)
	if len(t.only) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(n string) bool {
		return !slices.ContainsFunc(t.only, func(o string) bool {
			words := strings.Fields(o)
			return len(words) > 0 && signal.Tool(words[0]) == n
		})
	})
}

func (t tools) Lint(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	return t.runner.Lint(ctx, tool, s)
}

func toolNames() []string {
	var names []string
	for _, s := range linter.Specs() {
		names = append(names, s.Name)
	}
	return names
}

// checkTools refuses names of --run that are no tools.
func (su *setup) checkTools() error {
	known := "known: " + strings.Join(toolNames(), ", ")
	for _, name := range su.run {
		words := strings.Fields(name)
		if len(words) == 0 {
			return withHint(errors.New("--run names no tool"), known)
		}
		if _, ok := linter.Find(words[0]); !ok {
			return withHint(fmt.Errorf("--run %s: not a tool fettle knows", name), known)
		}
	}
	return nil
}

// runnerOptions is how the tools run by the settings and --run.
func (su *setup) runnerOptions(s config.Settings, roots []string) linter.RunnerOptions {
	o := linter.RunnerOptions{Roots: roots, Tools: map[string]linter.ToolOptions{}, Trust: func(root string) linter.Trust {
		return su.trust(s, root)
	}}
	others := su.consents(s, roots)
	for _, spec := range linter.Specs() {
		t := toolOptions(s, spec)
		t.Off = t.Off || !others
		o.Tools[spec.Name] = su.named(spec, t)
	}
	return o
}

// toolOptions is how one tool runs by the settings.
func toolOptions(s config.Settings, spec linter.Spec) linter.ToolOptions {
	t := linter.ToolOptions{Timeout: s.Timeouts.Linter}
	if spec.Timeout > s.Timeouts.Linter {
		t.Timeout = s.Timeouts.Compiler
	}
	if l, ok := s.Linters[spec.Name]; ok {
		t.Off, t.Argv, t.Always = !l.Enabled, l.Command, l.Enabled
	}
	return t
}

// named is how a tool runs when --run may name it.
func (su *setup) named(spec linter.Spec, t linter.ToolOptions) linter.ToolOptions {
	for _, name := range su.run {
		words := strings.Fields(name)
		if found, ok := linter.Find(words[0]); !ok || found.Name != spec.Name {
			continue
		}
		t.Off, t.Always = false, true
		if len(words) > 1 {
			t.Argv = withArguments(spec, t.Argv, words[1:])
		}
	}
	return t
}

// consents reports whether other tools than those that --run names may run in
// some folders: to name one is consent to that one.
func (su *setup) consents(s config.Settings, roots []string) bool {
	if len(su.run) == 0 {
		return true
	}
	if len(roots) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return false
		}
		roots = []string{files.ProjectRoot(filepath.Join(dir, "x"))}
	}
	return !slices.ContainsFunc(roots, func(root string) bool { return su.granted(s, root) != linter.Trusted })
}

// withArguments is the command of a tool that was named with arguments, as in
// --run 'pytest -k login'.
func withArguments(spec linter.Spec, argv, words []string) []string {
	if len(argv) == 0 {
		path, err := child.Look(spec.Binary, child.LookOptions{Trusted: true})
		if err != nil {
			return nil // the runner says what is missing
		}
		argv = []string{path}
	}
	return append(slices.Clone(argv), words...)
}
