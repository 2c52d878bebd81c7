package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/fleet/tree"
	"github.com/fettle-dev/fettle/internal/limits"
)

// planned is a job with the files of this machine that it is about.
type planned struct {
	job     job
	body    []byte
	name    string // on the server
	part    int
	app     *app.App
	root    string
	top     string
	targets []app.Target
	whole   bool // a tool looks beyond its file
}

// plan makes the jobs of a run: of each project one, or slices where no tool looks
// beyond its file.
func (c *coordinator) plan(ctx context.Context, part int, of Part) ([]*planned, error) {
	byRoot := map[string][]app.Target{}
	for _, t := range of.Targets {
		byRoot[t.Root] = append(byRoot[t.Root], t)
	}
	trees := map[string]*stored{}
	var out []*planned
	for _, root := range slices.Sorted(maps.Keys(byRoot)) {
		list := byRoot[root]
		top := files.NearestWith(root, "", ".git")
		if top == "" {
			top = root
		}
		if trees[top] == nil {
			c.say("storing the tree")
			t, err := c.store(ctx, of.App, top)
			if err != nil {
				return nil, err
			}
			trees[top] = t
		}
		size, whole := c.size(of.App, list)
		for some := range slices.Chunk(list, size) {
			p, err := c.job(ctx, of.App, trees[top], top, root, some)
			if err != nil {
				return nil, err
			}
			if p != nil {
				p.part, p.whole = part, whole
				out = append(out, p)
			}
		}
	}
	return out, nil
}

// size returns how many files of a project are one job, and whether that is all of them
// because a tool looks beyond its file.
func (c *coordinator) size(w *app.App, list []app.Target) (n int, whole bool) {
	for _, t := range list {
		for _, name := range w.Engine.Looking(t.Snapshot) {
			if spec, ok := w.Engine.Tools().Find(name); ok && spec.Project {
				return len(list), true
			}
		}
	}
	if c.o.NoModel {
		return limits.FleetSlice, false
	}
	return limits.FleetSliceModel, false
}

// stored is a tree in the store.
type stored struct {
	digest string
	sums   map[string]string
}

// store stores what a folder holds, without what may not leave this machine and
// what version control ignores.
func (c *coordinator) store(ctx context.Context, w *app.App, top string) (*stored, error) {
	root, err := files.Open(top)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	listing, err := files.Walk(ctx, root, files.WalkOptions{Max: limits.FleetTreeFiles, Keep: func(p string) bool {
		return tree.Clean(p) == nil && !w.Engine.Withheld(filepath.Join(top, filepath.FromSlash(p)))
	}})
	if err != nil {
		return nil, fmt.Errorf("list the tree: %w", err)
	}
	if listing.Truncated {
		return nil, fmt.Errorf("%s has more than %d files", app.Here(top), limits.FleetTreeFiles)
	}
	m, digest, left, err := tree.Store(ctx, root, listing.Files, c.fleet.Put)
	if err != nil {
		return nil, err
	}
	if left > 0 {
		c.warn(fmt.Sprintf("%s of the tree too large or not readable: the workers do not see them",
			app.Counted(left, "file")))
	}
	s := &stored{digest: digest, sums: map[string]string{}}
	for _, p := range m.Packs {
		for _, f := range p.Files {
			s.sums[f.Path] = f.Sum
		}
	}
	return s, nil
}

// nameOf returns what the folder of a tree is called, which tools may go by; that of a
// disk's top has no name.
func nameOf(top string) string {
	if name := filepath.Base(top); tree.Clean(name) == nil {
		return name
	}
	return "tree"
}

// job makes one job. Files that the tree has not are left out: they are gone, or
// may not leave this machine.
func (c *coordinator) job(ctx context.Context, w *app.App, t *stored, top, root string,
	list []app.Target) (*planned, error) {
	rel, ok := files.Below(top, root)
	if !ok {
		return nil, fmt.Errorf("%s is not in %s", root, top)
	}
	m := w.Ladder.Model
	j := job{Engine: w.Version, Prompt: prompt.Version, Tree: t.digest, Name: nameOf(top), Root: rel, Unsafe: c.o.Unsafe,
		Grade: w.Worst(c.o).String(), NoModel: c.o.NoModel, Rules: c.o.Rules,
		Limited: c.limits.Calls > 0 || c.limits.Cost > 0 || c.limits.Every > 0,
		PriceIn: m.PriceIn, PriceOut: m.PriceOut}
	if c.o.NoResume {
		j.Fresh = c.run.ID
	}
	p := &planned{app: w, root: root, top: top}
	for _, target := range list {
		path, ok := files.Below(top, target.Snapshot.Path)
		sum := t.sums[path]
		if !ok || sum == "" {
			c.warn("left out, since it is not in the tree that the workers get: " + target.Shown)
			continue
		}
		j.Files = append(j.Files, jobFile{Path: path, Shown: target.Shown, Sum: sum})
		p.targets = append(p.targets, target)
	}
	if len(j.Files) == 0 {
		return nil, nil
	}
	j.Tools = digestOf(toolsOf(ctx, w, p.targets))
	body, err := json.Marshal(j)
	p.job, p.body = j, body
	return p, err
}
