package index

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// resolver finds the files behind imports.
type resolver struct {
	x *Index
	g *graph
}

func (r resolver) has(p string) bool {
	_, ok := r.x.byPath[p]
	return ok
}

// targets returns the files one file imports, each once, in order.
func (r resolver) targets(f *file) []string {
	var out []string
	seen := map[string]bool{f.path: true}
	for _, im := range r.x.importsOf(f.content) {
		for _, p := range r.resolve(f, im) {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// resolve finds the files behind one import.
func (r resolver) resolve(f *file, im Import) []string {
	switch f.fam {
	case scan.Python:
		return r.python(f.path, im)
	case scan.Golang:
		return r.golang(im.Spec)
	case scan.Script:
		return r.script(f.path, im.Spec)
	case scan.Rust:
		return r.rust(f.path, im)
	case scan.Braces, scan.Hashes:
		return r.other(f, im.Spec)
	}
	return nil
}

// maxPackage is how many files of a package or namespace one import leads to.
const maxPackage = 30

// other finds the files behind an include, a require, or the name of a class,
// package or namespace.
func (r resolver) other(f *file, spec string) []string {
	if f.Lang == "c" || f.Lang == "cpp" || f.fam == scan.Hashes || strings.Contains(spec, "/") {
		name, ext := spec, path.Ext(f.path)
		if path.Ext(name) == "" && f.fam == scan.Hashes {
			name += ext
		}
		if at := strings.TrimPrefix(path.Join(dir(f.path), name), "/"); r.has(at) {
			return []string{at}
		}
		return r.ending(strings.TrimPrefix(path.Clean("/"+name), "/"))
	}
	if f.Lang == "csharp" {
		return r.declaring(spec)
	}
	file := strings.ReplaceAll(strings.TrimSuffix(spec, ".*"), ".", "/")
	if strings.HasSuffix(spec, ".*") {
		return r.declaring(strings.TrimSuffix(spec, ".*"))
	}
	for _, ext := range []string{path.Ext(f.path), ".java", ".kt"} {
		for _, p := range []string{file, dir(file)} { // a member of a class is imported, too
			if found := r.ending(p + ext); p != "" && found != nil {
				return found
			}
		}
	}
	return nil
}

// ending returns the shortest path that ends in one.
func (r resolver) ending(suffix string) []string {
	base := suffix[strings.LastIndexByte(suffix, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	for _, p := range r.g.stems[stem] { // the shortest come first
		if p == suffix || strings.HasSuffix(p, "/"+suffix) {
			return []string{p}
		}
	}
	return nil
}

// declaring returns the files of a package or namespace.
func (r resolver) declaring(name string) []string {
	id, ok := r.x.names.ids[name]
	if !ok {
		return nil
	}
	var out []string
	for p, slot := range r.x.byPath {
		if r.x.files[slot].Package == id {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out[:min(maxPackage, len(out))]
}

func (r resolver) python(from string, im Import) []string {
	module := func(p string) (string, bool) {
		if p == "" {
			return "", false
		}
		for _, c := range []string{p + ".py", p + "/__init__.py", p + ".pyi"} {
			if r.has(c) {
				return c, true
			}
		}
		return "", false
	}
	var bases []string
	if strings.HasPrefix(im.Spec, ".") {
		rest := strings.TrimLeft(im.Spec, ".")
		base := dir(from)
		for range len(im.Spec) - len(rest) - 1 {
			base = dir(base)
		}
		bases = []string{strings.Trim(path.Join(base, strings.ReplaceAll(rest, ".", "/")), "/")}
		if rest == "" && base == "" {
			bases = []string{"."}
		}
	} else {
		bases = r.suffix(strings.ReplaceAll(im.Spec, ".", "/"), from)
		if len(bases) == 0 && len(im.Names) == 0 {
			if k := strings.LastIndexByte(im.Spec, '.'); k > 0 {
				bases = r.suffix(strings.ReplaceAll(im.Spec[:k], ".", "/"), from)
			}
		}
	}
	var out []string
	for _, base := range bases {
		if base == "." {
			base = ""
		}
		if m, ok := module(base); ok {
			out = append(out, m)
		} else if base == "" && r.has("__init__.py") {
			out = append(out, "__init__.py")
		}
		for _, n := range im.Names {
			if m, ok := module(strings.Trim(base+"/"+n, "/")); ok {
				out = append(out, m)
			}
		}
	}
	return out
}

// suffix finds modules whose path ends in a module's path: the one nearest to
// the root, unless one shares the importing file's folder.
func (r resolver) suffix(mod, from string) []string {
	last := mod[strings.LastIndexByte(mod, '/')+1:]
	best, bestShared := "", -1
	consider := func(p string) {
		shared := 0
		for shared < len(p) && shared < len(from) && p[shared] == from[shared] {
			shared++
		}
		if best == "" || shared > bestShared && strings.Count(p, "/") <= strings.Count(best, "/") {
			best, bestShared = p, shared
		}
	}
	ends := func(p string) bool { return p == mod || strings.HasSuffix(p, "/"+mod) }
	for _, p := range r.g.stems[last] {
		if m := strings.TrimSuffix(strings.TrimSuffix(p, ".pyi"), ".py"); m != p && ends(m) {
			consider(m)
		}
	}
	for _, p := range r.g.stems["__init__"] {
		if m := dir(p); ends(m) {
			consider(m)
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}

// golang finds the files of a package: the longest suffix of the import path
// that is a folder here.
func (r resolver) golang(spec string) []string {
	parts := strings.Split(spec, "/")
	local := strings.Contains(parts[0], ".")
	for k := range parts {
		if k > 0 && !local {
			break
		}
		var out []string
		for _, p := range r.g.dirs[strings.Join(parts[k:], "/")] {
			if strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
				out = append(out, p)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func (r resolver) script(from, spec string) []string {
	try := func(p string) []string {
		for _, c := range scan.ScriptFiles(strings.TrimPrefix(p, "./")) {
			if r.has(c) {
				return []string{c}
			}
		}
		return nil
	}
	if strings.HasPrefix(spec, ".") {
		return try(path.Join(dir(from), spec))
	}
	// Workspace packages, and paths that a tsconfig maps.
	name := spec
	if strings.HasPrefix(spec, "@/") || strings.HasPrefix(spec, "~/") || strings.HasPrefix(spec, "#") {
		name = strings.TrimLeft(spec[1:], "/")
		for d := dir(from); ; d = dir(d) {
			for _, sub := range []string{"src", ""} {
				if out := try(path.Join(d, sub, name)); out != nil {
					return out
				}
			}
			if d == "" {
				return nil
			}
		}
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	for _, base := range []string{"packages/" + name, "libs/" + name, "apps/" + name, name} {
		for _, sub := range []string{"/src/index", "/index", "/src/main"} {
			if out := try(base + sub); out != nil {
				return out
			}
		}
	}
	return try("src/" + spec)
}

func (r resolver) rust(from string, im Import) []string {
	spec := strings.TrimPrefix(im.Spec, "pub ")
	stem := strings.TrimSuffix(path.Base(from), ".rs")
	own := dir(from) // where the file's own modules lie
	if stem != "mod" && stem != "lib" && stem != "main" {
		own = path.Join(own, stem)
	}
	if m, ok := strings.CutPrefix(spec, "mod "); ok {
		return r.rustModule(own, []string{m})
	}
	parts := strings.Split(spec, "::")
	for i := range parts {
		parts[i] = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(parts[i]), "r#"))
	}
	root := r.crateRoot(from)
	base := own
	switch parts[0] {
	case "crate", "$crate":
		base, parts = root, parts[1:]
	case "self":
		parts = parts[1:]
	case "super":
		for len(parts) > 0 && parts[0] == "super" {
			base, parts = dir(base), parts[1:]
		}
	case "std", "core", "alloc":
		return nil
	default:
		if out := r.rustModule(own, parts); out != nil {
			return out
		}
		if out := r.rustModule(root, parts); out != nil && root != own {
			return out
		}
		for _, name := range []string{strings.ReplaceAll(parts[0], "_", "-"), parts[0]} {
			for _, p := range r.g.stems["lib"] {
				d := dir(p)
				if path.Base(d) == "src" && path.Base(dir(d)) == name {
					return r.reexport(r.rustPath(d, parts[1:]), parts)
				}
			}
		}
		// The binary's own library, under whatever name.
		if r.has(path.Join(root, "lib.rs")) && len(parts) > 1 {
			if out := r.rustModule(root, parts[1:]); out != nil {
				return out
			}
		}
		return nil
	}
	return r.reexport(r.rustPath(base, parts), parts)
}

// crateRoot returns the folder of the nearest lib.rs or main.rs above a file.
func (r resolver) crateRoot(from string) string {
	for d := dir(from); ; d = dir(d) {
		for _, n := range []string{"lib.rs", "main.rs"} {
			if r.has(path.Join(d, n)) {
				return d
			}
		}
		if path.Base(d) == "src" || d == "" {
			return d
		}
	}
}

// rustModule returns the file of the longest leading part of a module path, nil if
// there is none.
func (r resolver) rustModule(base string, parts []string) []string {
	for n := len(parts); n > 0; n-- {
		p := path.Join(append([]string{base}, parts[:n]...)...)
		for _, c := range []string{p + ".rs", p + "/mod.rs"} {
			if r.has(c) {
				return []string{c}
			}
		}
	}
	return nil
}

// rustPath is rustModule, or the file of the base module itself.
func (r resolver) rustPath(base string, parts []string) []string {
	if out := r.rustModule(base, parts); out != nil {
		return out
	}
	for _, c := range []string{base + ".rs", path.Join(base, "mod.rs"), path.Join(base, "lib.rs"),
		path.Join(base, "main.rs")} {
		if r.has(c) {
			return []string{c}
		}
	}
	return nil
}

// reexport follows "pub use" one level: the file that really defines the name
// comes along.
func (r resolver) reexport(found []string, parts []string) []string {
	if len(found) != 1 || len(parts) == 0 {
		return found
	}
	f := r.x.files[r.x.byPath[found[0]]]
	name := parts[len(parts)-1]
	if id, ok := r.x.names.ids[name]; ok && slices.ContainsFunc(f.Defs, func(d def) bool { return d.Name == id }) {
		return found
	}
	for _, im := range r.x.importsOf(f.content) {
		spec, pub := strings.CutPrefix(im.Spec, "pub ")
		if !pub || len(im.Names) == 0 || im.Names[0] != name && im.Names[0] != "*" {
			continue
		}
		stem := strings.TrimSuffix(path.Base(f.path), ".rs")
		own := dir(f.path)
		if stem != "mod" && stem != "lib" && stem != "main" {
			own = path.Join(own, stem)
		}
		sub := strings.Split(spec, "::")
		switch sub[0] {
		case "crate":
			own, sub = r.crateRoot(f.path), sub[1:]
		case "self":
			sub = sub[1:]
		}
		found = append(found, r.rustModule(own, sub)...)
	}
	return found
}
