package index

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Located is a definition with its file.
type Located struct {
	Path string
	Test bool // see [IsTest]
	Def
}

// Define finds the definitions of a name, those in files that from imports, or
// in its folder, first; tests last.
func (x *Index) Define(name, from string) []Located {
	g := x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	imported := map[string]bool{}
	for _, p := range g.out[from] {
		imported[p] = true
	}
	rank := func(f *file) int {
		switch {
		case f.path == from:
			return 0
		case imported[f.path]:
			return 1
		case dir(f.path) == dir(from):
			return 2
		case f.test:
			return 4
		}
		return 3
	}
	type ranked struct {
		Located
		rank int
	}
	var list []ranked
	for _, r := range x.refsOf(name) {
		list = append(list, ranked{Located{r.path, r.test, x.def(r.content, r.def)}, rank(r.file)})
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(a.rank-b.rank, strings.Compare(a.Path, b.Path), a.Start-b.Start)
	})
	out := make([]Located, len(list))
	for i, l := range list {
		out[i] = l.Located
	}
	return out
}

// Definers returns how many files define a name.
func (x *Index) Definers(name string) int {
	return x.definers(name, func(Kind) bool { return true })
}

// definers returns how many files define a name as something of some kinds.
func (x *Index) definers(name string, as func(Kind) bool) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	seen := map[*file]bool{}
	for _, r := range x.refsOf(name) {
		if as(kinds[r.Defs[r.def].Kind]) {
			seen[r.file] = true
		}
	}
	return len(seen)
}

// Near are defined names at most two edits from a name, best first.
func (x *Index) Near(name string, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	type hit struct {
		name string
		d    int
	}
	var hits []hit
	low := strings.ToLower(name)
	for id, other := range x.names.Text[:len(x.defined)] {
		if len(x.defined[id]) == 0 || other == name || abs(len(other)-len(name)) > 2 || len(name) < 3 {
			continue
		}
		if d := text.Distance(low, strings.ToLower(other), 2); d <= 2 && d*3 <= len(name) {
			hits = append(hits, hit{other, d})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.d != b.d {
			return a.d - b.d
		}
		return strings.Compare(a.name, b.name)
	})
	var out []string
	for _, h := range hits[:min(n, len(hits))] {
		out = append(out, h.name)
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// References returns the files that use a name in code, at most n, in order of
// path.
func (x *Index) References(name string, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	best := -1 // the rarest term of the name leads to the files that can have it
	for _, t := range Terms(name) {
		id, ok := x.terms.ids[t]
		if !ok {
			return nil
		}
		if best < 0 || len(x.post[id]) < len(x.post[best]) {
			best = int(id)
		}
	}
	if best < 0 {
		return nil
	}
	for _, p := range x.post[best] {
		if f := x.files[p.slot()]; f.uses(name) {
			out = append(out, f.path)
		}
	}
	slices.Sort(out)
	return out[:min(n, len(out))]
}

// Implementations returns the types that name a type among their bases, and for an
// interface of Go those whose methods cover it.
func (x *Index) Implementations(name string, n int) []Located {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []Located
	for _, f := range x.files {
		if f == nil {
			continue
		}
		for _, b := range f.Bases {
			if x.names.Text[b.Name] == name {
				out = append(out, Located{f.path, f.test, x.def(f.content, int(b.Def))})
			}
		}
	}
	if wanted := x.interfaceMethods(name); len(wanted) > 0 {
		out = append(out, x.covering(wanted)...)
	}
	slices.SortFunc(out, func(a, b Located) int {
		if a.Test != b.Test {
			return map[bool]int{true: 1, false: -1}[a.Test]
		}
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Start-b.Start)
	})
	return out[:min(n, len(out))]
}

// covering returns the Go types that have all of the methods.
func (x *Index) covering(methods []string) []Located {
	has := map[[2]string]int{} // folder and type → methods found
	for _, m := range methods {
		seen := map[[2]string]bool{}
		for _, r := range x.refsOf(m) {
			if r.fam != scan.Golang || kinds[r.Defs[r.def].Kind] != scan.Method {
				continue
			}
			k := [2]string{dir(r.path), x.names.Text[r.Defs[r.def].Container]}
			if !seen[k] {
				seen[k] = true
				has[k]++
			}
		}
	}
	var out []Located
	for _, f := range x.files {
		if f == nil || f.fam != scan.Golang {
			continue
		}
		for i, d := range f.Defs {
			if k := kinds[d.Kind]; k == scan.Struct || k == scan.Type {
				if has[[2]string{dir(f.path), x.names.Text[d.Name]}] >= len(methods) {
					out = append(out, Located{f.path, f.test, x.def(f.content, i)})
				}
			}
		}
	}
	return out
}

// Parents returns the definitions that a method overrides: those of the same name
// in the base classes, at most three levels up.
func (x *Index) Parents(class, method, from string) []Located {
	var out []Located
	level := []string{class}
	seen := map[string]bool{class: true}
	for range 3 {
		var next []string
		for _, name := range level {
			for _, l := range x.Define(name, from) {
				for _, b := range l.Bases {
					if !seen[b] {
						seen[b] = true
						next = append(next, b)
					}
				}
			}
		}
		for _, b := range next {
			for _, l := range x.Define(method, from) {
				if l.Container == b {
					out = append(out, l)
				}
			}
		}
		level = next
	}
	return out
}

// TestsOf returns the test files of a file, by name and by import, at most n.
func (x *Index) TestsOf(path string, n int) []string {
	g := x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	base := path[strings.LastIndexByte(path, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	var out []string
	add := func(p string) {
		if IsTest(p) && p != path && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	for _, name := range []string{"test_" + stem, stem + "_test", stem, stem + "_tests", "tests"} {
		for _, p := range g.stems[name] {
			if name != "tests" || dir(p) == dir(path) {
				add(p)
			}
		}
	}
	for _, p := range g.in[path] {
		add(p)
	}
	if strings.HasSuffix(path, ".py") {
		for d := dir(path); ; d = dir(d) {
			for _, p := range g.dirs[d] {
				if strings.HasSuffix(p, "conftest.py") {
					add(p)
				}
			}
			if d == "" {
				break
			}
		}
	}
	return out[:min(n, len(out))]
}

// Hash returns the hash of the text that is indexed under a path.
func (x *Index) Hash(path string) ([sha256.Size]byte, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	slot, ok := x.byPath[path]
	if !ok {
		return [sha256.Size]byte{}, false
	}
	return x.files[slot].Hash, true
}

// WithHash returns a path whose indexed text has a hash, "" if none has.
func (x *Index) WithHash(hash [sha256.Size]byte) string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	best := ""
	for p, slot := range x.byPath {
		if x.files[slot].Hash == hash && (best == "" || p < best) {
			best = p
		}
	}
	return best
}

// DefsOf returns the definitions of a file.
func (x *Index) DefsOf(path string) []Def {
	x.mu.RLock()
	defer x.mu.RUnlock()
	slot, ok := x.byPath[path]
	if !ok {
		return nil
	}
	return x.defsOf(x.files[slot].content)
}

// Has reports whether a path is indexed.
func (x *Index) Has(path string) bool {
	_, ok := x.Hash(path)
	return ok
}

// MatchingOf returns those of the paths that contain a pattern, in order, at most n.
func MatchingOf(paths []string, pattern string, n int) []string {
	pattern = strings.ToLower(strings.Trim(pattern, "*"))
	if pattern == "" {
		return nil
	}
	parts := strings.Split(pattern, "*")
	var out []string
	for _, p := range paths {
		rest, ok := strings.ToLower(p), true
		for _, part := range parts {
			i := strings.Index(rest, part)
			if i < 0 {
				ok = false
				break
			}
			rest = rest[i+len(part):]
		}
		if ok {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out[:min(n, len(out))]
}

// interfaceMethods returns the methods of Go's interfaces of a name.
func (x *Index) interfaceMethods(name string) []string {
	var out []string
	for _, r := range x.refsOf(name) {
		if r.fam != scan.Golang || kinds[r.Defs[r.def].Kind] != scan.Interface {
			continue
		}
		for _, d := range x.defsOf(r.content) {
			if d.Container == name && d.Kind == scan.Method {
				out = append(out, d.Name)
			}
		}
	}
	return out
}

// Uses lists known names of the workspace that a piece of code uses, each
// defined in at most three files, at most n, in order of first use.
func (x *Index) Uses(lang, code string, n int) []string {
	f, l := extract(lang, code)
	own := map[string]bool{}
	for _, d := range f.Defs {
		own[d.Name] = true
	}
	var out []string
	for _, w := range l.Words {
		name := code[w.Start:w.End]
		if !w.Code || len(name) < 3 || Keyword(name) || own[name] || slices.Contains(out, name) {
			continue
		}
		if d := x.definers(name, func(k Kind) bool { return k != scan.Field && k != scan.Variable }); d >= 1 && d <= 3 {
			if out = append(out, name); len(out) == n {
				break
			}
		}
	}
	return out
}

// Names returns the names of top-level types and functions that are used most, at
// most n.
func (x *Index) Names(n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	type hit struct {
		name string
		df   int
	}
	var hits []hit
	for id, files := range x.defined {
		if len(files) == 0 || len(x.parts[id]) < 2 {
			continue
		}
		f := x.files[files[0]]
		d := f.Defs[slices.IndexFunc(f.Defs, func(d def) bool { return d.Name == uint32(id) })]
		if f.test || x.names.Text[d.Container] != "" {
			continue
		}
		switch kinds[d.Kind] {
		case scan.Class, scan.Struct, scan.Interface, scan.Trait, scan.Enum, scan.Type, scan.Function:
		default:
			continue
		}
		hits = append(hits, hit{x.names.Text[id], len(x.post[x.parts[id][len(x.parts[id])-1]])})
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.df != b.df {
			return b.df - a.df
		}
		return strings.Compare(a.name, b.name)
	})
	var out []string
	for _, h := range hits[:min(n, len(hits))] {
		out = append(out, h.name)
	}
	return out
}
