package engine

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// Changed is a file of a set, as it is and as it would be.
type Changed struct {
	Before text.Snapshot
	After  string
}

// Unproven is a file that is to be left out of a set.
type Unproven struct {
	Path   string
	Module string // whose import fails with it, and did not without
	Says   string
}

// Prove imports the Python modules that files of a root are, and those that import them, as a set would have them. What worked before and fails
// now is taken out of the set, file by file, until nothing does: those are returned, with the modules that were
// imported. Code of the root runs: the caller has the user's word for it.
//
// A file is a module here where it lies in a package, or where another file imports it: other files may be programs.
func (e *Engine) Prove(ctx context.Context, root string, set []Changed) (out []Unproven, proven []string, err error) {
	byTop := map[string][]string{}
	known := e.usages.of(ctx, root, time.Now())
	add := func(path string, importers int) {
		top := topFolder(path)
		rel, err := filepath.Rel(top, path)
		module := moduleOf(filepath.ToSlash(rel))
		packaged := top != filepath.Dir(path)
		if err == nil && (packaged || importers > 0) && importable.MatchString(module) && last(module) != "__main__" && !slices.Contains(byTop[top], module) {
			byTop[top] = append(byTop[top], module)
		}
	}
	for _, c := range set {
		path := c.Before.Path
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) || filepath.Ext(path) != ".py" {
			continue
		}
		importers := known.importers(filepath.ToSlash(rel))
		add(path, len(importers))
		for _, by := range importers[:min(mostUsers, len(importers))] {
			if filepath.Ext(by) == ".py" {
				add(filepath.Join(root, filepath.FromSlash(by)), 0)
			}
		}
	}
	for _, top := range slices.Sorted(maps.Keys(byTop)) {
		p := proof{engine: e, ctx: ctx, root: root, top: top, set: set}
		left, err := p.leaveOut(byTop[top])
		if err != nil {
			return nil, nil, err
		}
		out = append(out, left...)
		set = slices.DeleteFunc(slices.Clone(set), func(c Changed) bool {
			return slices.ContainsFunc(left, func(u Unproven) bool { return u.Path == c.Before.Path })
		})
		proven = append(proven, byTop[top]...)
	}
	return out, proven, nil
}

var importable = lazyre.New(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

// proof is the imports of the modules below one folder.
type proof struct {
	engine    *Engine
	ctx       context.Context
	root, top string
	set       []Changed
}

// with imports modules with the first n files of the set changed.
func (p proof) with(n int, modules []string) (map[string]string, error) {
	texts := map[string]string{}
	for i, c := range p.set {
		texts[c.Before.Path] = c.Before.Text()
		if i < n {
			texts[c.Before.Path] = c.After
		}
	}
	return p.engine.runner.Imports(p.ctx, linter.Loading{Root: p.root, Texts: texts, Top: p.top, Modules: modules})
}

// leaveOut takes files out of the set until each module is imported that was before.
func (p proof) leaveOut(modules []string) (out []Unproven, err error) {
	failing, err := p.with(len(p.set), modules)
	if err != nil || len(failing) == 0 {
		return nil, err
	}
	before, err := p.with(0, slices.Sorted(maps.Keys(failing)))
	if err != nil {
		return nil, err
	}
	for _, module := range slices.Sorted(maps.Keys(failing)) {
		if before[module] != "" {
			continue // it did not work
		}
		for len(p.set) > 0 {
			said, err := p.with(len(p.set), []string{module})
			if err != nil {
				return nil, err
			}
			if said[module] == "" {
				break
			}
			i, err := p.guilty(module)
			if err != nil {
				return nil, err
			}
			out = append(out, Unproven{Path: p.set[i].Before.Path, Module: module, Says: said[module]})
			p.set = slices.Delete(slices.Clone(p.set), i, i+1)
		}
	}
	return out, nil
}

// guilty is the file with which a module is no longer imported: with those before it in the set it is.
func (p proof) guilty(module string) (int, error) {
	works, fails := 0, len(p.set) // so many files
	for works+1 < fails {
		half := (works + fails) / 2
		said, err := p.with(half, []string{module})
		if err != nil {
			return 0, err
		}
		if said[module] == "" {
			works = half
		} else {
			fails = half
		}
	}
	return fails - 1, nil
}
