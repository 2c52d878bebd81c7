package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Names lists the tools that report on a document, without starting one: those that
// may run, and if some were named, those of them.
func (e *Engine) Names(s text.Snapshot) []string {
	return slices.DeleteFunc(e.runner.Names(s), func(n string) bool { return !e.named(n) })
}

// LookedAtWhole reports whether a tool that reports on a document looks at its whole project for that.
func (e *Engine) LookedAtWhole(s text.Snapshot) bool {
	return slices.ContainsFunc(e.Names(s), func(name string) bool {
		spec, _ := e.tools.Find(name)
		return spec.Project
	})
}

// named reports whether a tool is one of those that were named for this run; all are
// if none was.
func (e *Engine) named(tool string) bool {
	return len(e.process.o.Run) == 0 || slices.ContainsFunc(e.process.o.Run, func(o string) bool {
		spec, _, ok := e.tools.Named(o)
		return ok && spec.Name == tool
	})
}

// Lint runs a tool on the snapshot's text.
func (e *Engine) Lint(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	return e.runner.Lint(ctx, tool, s)
}

// Survey runs the tools of many files with few processes, where they can; the
// runs file by file then find the results at hand.
func (e *Engine) Survey(ctx context.Context, list []text.Snapshot, names func(text.Snapshot) []string) {
	e.runner.Survey(ctx, list, names)
}

// Version returns what the program of a tool says of its version: [linter.Runner.Version].
func (e *Engine) Version(ctx context.Context, tool, root string) string {
	return e.runner.Version(ctx, tool, root)
}

// Excluded returns the files that a tool has passed over, as the project's settings say:
// [linter.Runner.Excluded].
func (e *Engine) Excluded(ctx context.Context, list []text.Snapshot) []linter.Excluded {
	return slices.DeleteFunc(e.runner.Excluded(ctx, list), func(x linter.Excluded) bool { return !e.named(x.Tool) })
}

// Reads returns the digest of what a tool reads outside of a root: [linter.Runner.Reads].
func (e *Engine) Reads(tool, root string, dirs []string) ([sha256.Size]byte, bool) {
	return e.runner.Reads(tool, root, dirs)
}

// Extend has a tool look for more rules: [linter.Runner.Extend].
func (e *Engine) Extend(ctx context.Context, tool string, s text.Snapshot, codes []string) bool {
	return e.runner.Extend(ctx, tool, s, codes)
}

// Again begins another run: tools that have failed are asked again.
func (e *Engine) Again() { e.runner.Again() }

// Check returns what a tool says of a text for a fix, or a language server that speaks for
// it; base is the text that it would fix, the zero Snapshot where it fixes none.
func (e *Engine) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	return e.process.workspaces.Check(ctx, e.Root(s.Path), tool, s,
		func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			if list, ok := e.lookBefore(ctx, tool, base, s); ok {
				return list, nil
			}
			return e.runner.Recheck(ctx, tool, base, s)
		})
}

// runnerOptions returns how the tools run by the settings and --run.
func (p *Process) runnerOptions(s config.Settings, roots []string) linter.RunnerOptions {
	o := linter.RunnerOptions{OneRun: p.o.OneRun, Roots: roots,
		Tools: map[string]linter.ToolOptions{}, Trust: func(root, path string) linter.Trust {
			return stateOf(p.Judge(s).Document(root, path))
		}, Hidden: func(root string) []string { return p.Judge(s).Hidden(root, roots) }}
	p.warm.Forget() // what stays was started by other settings
	p.servers.Close()
	o.Servers = &p.servers
	if s.Warm {
		o.Warm = p.warm
	}
	o.Set, _ = Tools(s) // what is wrong with the user's own is said where the engine is made
	for _, spec := range o.Set.Specs() {
		o.Tools[spec.Name] = p.named(o.Set, spec, toolOptions(s, spec))
	}
	ruff, _ := o.Set.Find("ruff")
	o.Tools[linter.Floor] = toolOptions(s, ruff) // without what a run may add to it
	return o
}

// Tools returns the tools of some settings. What is wrong with the user's own is an
// error, and the others count.
func Tools(s config.Settings) (linter.Set, error) {
	var list []linter.Custom
	for _, name := range slices.Sorted(maps.Keys(s.Custom)) {
		c := s.Custom[name]
		list = append(list, linter.Custom{
			Name: name, Command: c.Command, Languages: c.Languages, Input: c.Input, Format: c.Format,
			Stderr: c.Output == "stderr", ExitMax: c.ExitMax,
			Severity: c.Severity, Columns: c.Columns, FromZero: c.FromZero, Project: c.Project, Safe: c.Safe,
			SafeFixes: c.SafeFixes, Marks: c.Marks, Server: c.Server,
		})
	}
	set, wrong := linter.NewSet(list)
	for _, name := range slices.Sorted(maps.Keys(s.Linters)) {
		// A repository may speak of a tool that not everybody has.
		if _, ok := set.Find(name); !ok {
			if tool := Meant(set, name); tool != "" {
				wrong = errors.Join(wrong, fmt.Errorf("linters.%s: there is no such tool; did you mean linters.%s?", name, tool))
			}
		}
	}
	return set, wrong
}

// Meant returns the tool whose name is much like this one, "" if there is none.
func Meant(set linter.Set, name string) string {
	for _, spec := range set.Specs() {
		if config.Near(spec.Name, name) {
			return spec.Name
		}
	}
	return ""
}

// Tools returns the tools that the engine may run.
func (e *Engine) Tools() linter.Set { return e.tools }

// Slow reports whether a tool waits for a longer pause in typing than others.
func (e *Engine) Slow(tool string) bool {
	spec, ok := e.tools.Find(tool)
	return ok && spec.Slow
}

// toolOptions returns how one tool runs by the settings.
func toolOptions(s config.Settings, spec linter.Spec) linter.ToolOptions {
	t := linter.ToolOptions{Timeout: s.Timeouts.Linter}
	if spec.Compiles() {
		t.Timeout = s.Timeouts.Compiler
	}
	if l, ok := s.Linters[spec.Name]; ok {
		t.Off, t.Argv, t.Always = !l.Enabled, l.Command, l.Enabled
	}
	return t
}

// named returns how a tool runs when --run may name it.
func (p *Process) named(set linter.Set, spec linter.Spec, t linter.ToolOptions) linter.ToolOptions {
	for _, name := range p.o.Run {
		found, arguments, ok := set.Named(name)
		if !ok || found.Name != spec.Name {
			continue
		}
		t.Off, t.Always, t.Named = false, true, true
		if len(arguments) > 0 {
			t.Argv = withArguments(spec, t.Argv, arguments)
		}
	}
	return t
}

// withArguments returns the command of a tool that was named with arguments, as in
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
