package app

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/git"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// whole returns the files of the project here, in order, as they are.
func (w *App) whole(ctx context.Context, o Changes) (*changing, []*review.File, error) {
	c, err := w.changing(ctx, o, false)
	if err != nil {
		return nil, nil, err
	}
	defer c.from.close()
	c.readAll()
	var list []*review.File
	for _, abs := range slices.Sorted(maps.Keys(c.files)) {
		if c.files[abs] != nil && c.wanted(abs) {
			list = append(list, c.files[abs])
		}
	}
	return c, list, nil
}

// Reported returns the files of the project with all that the tools report of them.
func (w *App) Reported(ctx context.Context, o Changes) (list []*review.File, v review.Verdict, err error) {
	c, list, err := w.whole(ctx, o)
	if err != nil {
		return nil, v, err
	}
	var all []text.Snapshot
	for _, f := range list {
		// Names in a baseline count from the top: it is one file for all folders.
		if rel, err := filepath.Rel(c.top, f.After.Path); err == nil {
			f.Name = filepath.ToSlash(rel)
		}
		all = append(all, f.After)
	}
	w.Survey(ctx, all)
	looked, failed := map[string]bool{}, map[string]review.Unlooked{}
	for _, f := range list {
		r, _ := w.report(ctx, f.After) // which tool failed says why there is nothing
		if ctx.Err() != nil {
			return nil, v, ctx.Err()
		}
		f.Now = r.Reports
		for tool := range r.Reports {
			looked[tool] = true
		}
		for _, err := range slices.Concat(r.Failed, r.Unsuited) {
			of := failureOf(err)
			if of != nil && (!errors.Is(err, linter.ErrUnsuitable) || errors.Is(err, linter.ErrLacking)) {
				failed[of.Tool] = w.Engine.Unlooked(of.Tool, err)
			}
		}
	}
	v.Looked = slices.Sorted(maps.Keys(looked))
	v.Unlooked = slices.Collect(maps.Values(failed))
	return list, v, nil
}

// Before returns the text of a file in the last commit, "" where it has none.
func Before(ctx context.Context, path string) string {
	dir := filepath.Dir(path)
	out, err := git.Run(ctx, dir, "cat-file", "blob", "HEAD:./"+filepath.Base(path))
	if err != nil {
		return ""
	}
	return string(out)
}

// Suppressions returns the directives of the project, with their age where git knows it.
func (w *App) Suppressions(ctx context.Context, o Changes) ([]review.Suppression, error) {
	c, list, err := w.whole(ctx, o)
	if err != nil {
		return nil, err
	}
	var out []review.Suppression
	for i, f := range list {
		found := review.Suppressions(f)
		if len(found) > 0 && c.git && i < limits.MCPFiles {
			ages := c.ages(ctx, f.After.Path)
			for k, s := range found {
				if days, known := ages[f.After.Line(s.Line-1)]; known {
					found[k].Days = &days
				}
			}
		}
		out = append(out, found...)
	}
	return out, ctx.Err()
}

// ages are for how many days the lines of a file have been committed, by their text. Only
// the commit is asked for: of the file git would run the filters that the repository has.
func (c *changing) ages(ctx context.Context, abs string) map[string]int {
	rel, err := filepath.Rel(c.top, abs)
	if err != nil {
		return nil
	}
	out, err := git.Run(ctx, c.top, "blame", "--line-porcelain", "--no-textconv", "HEAD", "--", filepath.ToSlash(rel))
	if err != nil {
		return nil
	}
	ages, at := map[string]int{}, time.Time{}
	for line := range bytes.Lines(out) {
		s := strings.TrimRight(string(line), "\r\n")
		if seconds, ok := strings.CutPrefix(s, "committer-time "); ok {
			n, _ := strconv.ParseInt(seconds, 10, 64) // git writes digits
			at = time.Unix(n, 0)
		}
		if body, ok := strings.CutPrefix(s, "\t"); ok {
			ages[body] = int(time.Since(at).Hours() / 24)
		}
	}
	return ages
}
