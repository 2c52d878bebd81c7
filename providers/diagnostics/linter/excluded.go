package linter

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Excluded is a file that a tool does not look at, as the project's settings say.
type Excluded struct{ Path, Tool, Why string }

// Excluded returns those of some files, which the tools have looked at, that one of them has
// passed over without a word: ruff, and bandit; and those that ESLint says it ignores. Other
// tools look at every file that they are given.
func (r *Runner) Excluded(ctx context.Context, list []text.Snapshot) (out []Excluded) {
	silent := map[toolKey][]string{}
	for _, s := range list {
		known := r.Known(s)
		for _, spec := range r.opts.Set.For(s.Lang) {
			key := r.key(spec.Name, r.Root(s.Path))
			o := r.opts.Tools[spec.Name]
			found, looked := known[spec.Name]
			switch {
			case o.Off || !o.Always && !r.wants(&spec, s.Path, key.root):
			case spec.Name == "bandit" && r.hookLeaves(s.Path):
				out = append(out, Excluded{s.Path, spec.Name, "the hook in " + hookFile + " excludes it"})
			case r.passesOver(runKey{key, s.Path, s.Hash()}):
				out = append(out, Excluded{s.Path, spec.Name, "its settings exclude it"})
			case spec.Name == "ruff" && looked && len(found) == 0:
				silent[key] = append(silent[key], s.Path)
			}
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(silent),
		func(a, b toolKey) int { return cmp.Compare(a.root, b.root) }) {
		for paths := range slices.Chunk(silent[key], ruffAtOnce) {
			for _, path := range r.ruffExcludes(ctx, key, paths) {
				out = append(out, Excluded{path, key.name, "its settings exclude it"})
			}
		}
	}
	return out
}

// ruffExcludes returns the files that ruff does not check, though they are named; none where it
// does not answer.
func (r *Runner) ruffExcludes(ctx context.Context, key toolKey, paths []string) (out []string) {
	spec, _ := r.opts.Set.Find(key.name)
	t, err := r.tool(spec, key.root, key.root)
	if err != nil {
		return nil
	}
	j := &job{tool: t, root: key.root}
	res, err := j.start(ctx, child.Command{Argv: append(j.args("check", "--show-files", "--force-exclude", "--no-cache",
		"--"), paths...), Dir: key.root,
		Timeout: j.timeOver(len(paths)), MaxOutput: limits.ChildListing})
	if err != nil || res.ExitCode != 0 {
		return nil
	}
	checked := map[string]bool{}
	for line := range strings.Lines(string(res.Stdout)) {
		checked[realPath(filepath.FromSlash(strings.TrimRight(line, "\r\n")))] = true
	}
	for _, path := range paths {
		if !checked[realPath(path)] {
			out = append(out, path)
		}
	}
	return out
}

// passesOver reports whether a tool was seen to pass over a text.
func (r *Runner) passesOver(key runKey) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.passed[key]
}

// passOver notes that a tool has passed over a text.
func (r *Runner) passOver(key runKey) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.passed == nil {
		r.passed = map[runKey]bool{}
	}
	r.passed[key] = true
}
