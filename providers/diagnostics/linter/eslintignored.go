package linter

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// eslintIgnored asks ESLint what a configuration ignores.
//
//go:embed eslint_ignored.js
var eslintIgnored string

// LeftOut is a folder that ESLint does not look at, and the configuration above it that
// says so.
type LeftOut struct{ Dir, Config string }

// LeaveOut has ESLint leave out what it does not look at when it is started in a
// folder: folders below with a configuration of their own (examples, with plugins that
// nobody has installed) that the one of the folder ignores. Files elsewhere that are
// ignored ESLint passes over by itself. Where that cannot be found out, nothing is left
// out.
func (r *Runner) LeaveOut(ctx context.Context, top string, paths []string) []LeftOut {
	inside := map[string]map[string]bool{} // configuration → folders below with their own
	for _, path := range paths {
		outer, inner := r.eslintConfigs(top, path)
		if outer == "" {
			continue
		}
		if inside[outer] == nil {
			inside[outer] = map[string]bool{}
		}
		inside[outer][inner] = true
	}
	var out []LeftOut
	for _, config := range slices.Sorted(maps.Keys(inside)) {
		dirs := slices.Sorted(maps.Keys(inside[config]))
		for i, ignored := range r.eslintIgnores(ctx, config, dirs) {
			if ignored {
				out = append(out, LeftOut{dirs[i], config})
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range out {
		r.leftOut = append(r.leftOut, o.Dir)
	}
	return out
}

// leaves reports whether a tool was asked to leave out a document.
func (r *Runner) leaves(tool, path string) bool {
	if tool != "eslint" {
		return tool == "bandit" && r.hookLeaves(path)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.leftOut,
		func(dir string) bool { return strings.HasPrefix(path, dir+string(filepath.Separator)) })
}

// eslintConfigs returns the outermost configuration of ESLint from a folder down to a file
// that it looks at, and the innermost folder with one; "" where there is but one.
func (r *Runner) eslintConfigs(top, path string) (outer, inner string) {
	spec, _ := Find("eslint")
	lang := syntax.Language(path)
	if !slices.Contains(spec.Languages, lang) || !slices.Contains(r.Names(text.File(path, lang, "")), spec.Name) {
		return "", ""
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if i := slices.IndexFunc(spec.marks, func(name string) bool { return isFile(filepath.Join(dir, name)) }); i >= 0 {
			if inner == "" {
				inner = dir
			} else {
				outer = filepath.Join(dir, spec.marks[i])
			}
		}
		if dir == top || dir == filepath.Dir(dir) {
			return outer, inner
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// eslintIgnores reports for each of some folders whether a configuration above ignores
// it; nothing where ESLint cannot say.
func (r *Runner) eslintIgnores(ctx context.Context, config string, dirs []string) []bool {
	spec, _ := r.opts.Set.Find("eslint")
	root := r.Root(config)
	t, err := r.tool(spec, root, config)
	if err != nil {
		return nil
	}
	j := &job{tool: t, snapshot: text.File(config, "javascript", ""), root: root}
	defer j.cleanUp()
	node, cli := j.eslintScript()
	question, err := json.Marshal(map[string]any{"cwd": filepath.Dir(config), "config": config,
		"flat": strings.HasPrefix(filepath.Base(config), "eslint.config."), "dirs": dirs})
	if cli == "" || err != nil {
		return nil
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil
	}
	res, err := j.start(ctx, child.Command{Argv: []string{node, "-e", eslintIgnored, "--", cli}, Dir: filepath.Dir(config),
		Stdin: question, Timeout: j.timeout()})
	var out []bool
	if err != nil || res.ExitCode != 0 || json.Unmarshal(res.Stdout, &out) != nil || len(out) != len(dirs) {
		return nil
	}
	return out
}
