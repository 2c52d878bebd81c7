package linter

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Unfixable reports whether a project's settings for a tool forbid that it fixes what a
// rule reports in a file ("unfixable" and "fixable" of ruff:
// https://docs.astral.sh/ruff/settings/#lint_unfixable): nobody else is to do so unasked
// either (https://github.com/astral-sh/ruff/issues/9873). Only ruff is asked; what it
// does not answer is allowed.
func (r *Runner) Unfixable(ctx context.Context, name, code string, s text.Snapshot) bool {
	spec, ok := r.opts.Set.Find(name)
	root := r.Root(s.Path)
	if !ok || spec.Name != "ruff" || spec.own != nil {
		return false
	}
	t, err := r.tool(spec, root, s.Path)
	if err != nil {
		return false
	}
	return slices.Contains(t.unfixable(ctx, s.Path), code)
}

var settingsRule = lazyre.New(`\(([A-Z]+[0-9]+)\),?$`)

// unfixable returns the rules that the settings for a folder enable and do not have fixed.
func (t *tool) unfixable(ctx context.Context, path string) []string {
	dir := filepath.Dir(path)
	if settings := files.NearestWith(dir, t.opts.Root, ruffFiles()...); settings != "" {
		dir = settings
	}
	return once(ctx, t, "settings of "+dir, child.Command{Argv: append(slices.Clone(t.argv), "check", "--show-settings",
		path), Dir: dir, Timeout: limits.LinterTime}, notToFix)
}

// notToFix reads ruff's settings.
func notToFix(settings string) (out []string) {
	lists := map[string][]string{}
	at := ""
	for line := range strings.Lines(settings) {
		line = strings.TrimSpace(line)
		switch name, begins := strings.CutSuffix(line, " = ["); {
		case begins:
			at = name
			lists[at] = []string{}
		case line == "]":
			at = ""
		case at != "":
			if m := settingsRule.FindStringSubmatch(line); m != nil {
				lists[at] = append(lists[at], m[1])
			}
		}
	}
	fixed, known := lists["linter.rules.should_fix"]
	if !known && !strings.Contains(settings, "linter.rules.should_fix = []") {
		return nil // an older ruff
	}
	for _, code := range lists["linter.rules.enabled"] {
		if !slices.Contains(fixed, code) {
			out = append(out, code)
		}
	}
	return out
}
