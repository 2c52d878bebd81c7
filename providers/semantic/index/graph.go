package index

import (
	"slices"
	"strings"
)

// graph is the import graph. Edges are resolved when they are asked for, and
// again when files have come or gone.
type graph struct {
	dirty bool
	out   map[string][]string // path → imported paths, in order of first import
	in    map[string][]string
	stems map[string][]string // last path component without extension → paths
	dirs  map[string][]string // folder → paths
	seen  map[string]*content
}

// links returns the graph, with the links of changed files resolved anew. It needs the write lock.
func (x *Index) links() *graph {
	g := &x.graph
	if !g.dirty && g.out != nil {
		return g
	}
	if !g.hasPathsOf(x) {
		g.arrange(x)
	}
	r := resolver{x: x, g: g}
	for p, slot := range x.byPath {
		f := x.files[slot]
		if g.seen[p] != f.content {
			g.out[p] = r.targets(f)
			g.seen[p] = f.content
		}
	}
	g.in = map[string][]string{}
	for p, targets := range g.out {
		for _, t := range targets {
			g.in[t] = append(g.in[t], p)
		}
	}
	for _, list := range g.in {
		slices.Sort(list)
	}
	g.dirty = false
	return g
}

// hasPathsOf reports whether the graph was made of the files that there are.
func (g *graph) hasPathsOf(x *Index) bool {
	if g.seen == nil || len(g.seen) != x.live {
		return false
	}
	for p := range g.seen {
		if _, ok := x.byPath[p]; !ok {
			return false
		}
	}
	return true
}

// arrange begins the graph anew, with all paths by stem and by folder.
func (g *graph) arrange(x *Index) {
	g.out, g.stems, g.dirs = map[string][]string{}, map[string][]string{}, map[string][]string{}
	g.seen = map[string]*content{}
	for p := range x.byPath {
		base := p[strings.LastIndexByte(p, '/')+1:]
		stem, _, _ := strings.Cut(base, ".")
		g.stems[stem] = append(g.stems[stem], p)
		g.dirs[dir(p)] = append(g.dirs[dir(p)], p)
	}
	for _, m := range []map[string][]string{g.stems, g.dirs} {
		for _, list := range m {
			slices.SortFunc(list, byDepth)
		}
	}
}

// byDepth orders paths: those near the root first.
func byDepth(a, b string) int {
	if d := strings.Count(a, "/") - strings.Count(b, "/"); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

// linked returns the graph to a reader. The result is not changed in place while
// the read lock is held.
func (x *Index) linked() *graph {
	x.mu.RLock()
	clean := !x.graph.dirty && x.graph.out != nil
	x.mu.RUnlock()
	if !clean {
		x.mu.Lock()
		x.links()
		x.mu.Unlock()
	}
	return &x.graph
}

// Imports returns the files that a file imports.
func (x *Index) Imports(path string) []string {
	x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Clone(x.graph.out[path])
}

// Importers returns the files that import a file.
func (x *Index) Importers(path string) []string {
	x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Clone(x.graph.in[path])
}
