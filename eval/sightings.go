package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// sighting is what one rule mends in released code.
type sighting struct {
	fixes    int
	packages map[string]string // to the first place
}

// printSightings has fettle look at released packages, without a model and without writing, and prints which fixes its
// rules have for what the tools report there: of a rule, how often, in how many packages, and where first.
func printSightings(ctx context.Context, w io.Writer, o rulesOptions, names []string) error {
	dir, err := filepath.Abs(o.data)
	if err != nil {
		return err
	}
	b := liveBench{dir: dir}
	if b.fettle, err = filepath.Abs(o.fettle); err != nil {
		return err
	}
	seen := map[string]*sighting{}
	for _, name := range names {
		p, err := fresh.Fetch(ctx, dir, name)
		if err != nil {
			fmt.Fprintf(w, "%s left out: %v\n", name, err)
			continue
		}
		tool := map[string]string{"python": "mypy", "go": "go vet", "typescript": "tsc"}[p.Lang]
		found, err := b.run(ctx, p.Tree(), liveCase{File: ".", Tool: tool}, "--no-model", "--unsafe")
		if err != nil {
			fmt.Fprintf(w, "%s left out: %v\n", name, err)
			continue
		}
		sight(seen, name, found)
		fmt.Fprintf(w, "%s: %d findings\n", name, len(found))
	}
	order := func(a, b string) int {
		return cmp.Or(len(seen[b].packages)-len(seen[a].packages), seen[b].fixes-seen[a].fixes, cmp.Compare(a, b))
	}
	for _, rule := range slices.SortedFunc(maps.Keys(seen), order) {
		s := seen[rule]
		first := slices.Min(slices.Collect(maps.Keys(s.packages)))
		fmt.Fprintf(w, "%6d fixes in %3d packages  %-60s %s %s\n", s.fixes, len(s.packages), clipped(rule), first,
			s.packages[first])
	}
	fmt.Fprintf(w, "%d kinds of fixes in %d packages\n", len(seen), len(names))
	return nil
}

// sight counts the fixes of rules among the findings of a package.
func sight(seen map[string]*sighting, name string, found []liveFinding) {
	for _, f := range found {
		if f.Rung != "rule" {
			continue
		}
		rule := f.Tool + " " + f.Code + ": " + changing.ReplaceAllString(f.Title, "…")
		s := seen[rule]
		if s == nil {
			s = &sighting{packages: map[string]string{}}
			seen[rule] = s
		}
		s.fixes++
		if s.packages[name] == "" {
			s.packages[name] = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
	}
}
