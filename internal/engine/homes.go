package engine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

// Homes returns the places from which a file of Python or Go can import a name that it does not bind: what other files
// of the project import by that name, else the modules that define it. Places of Python that lead to one definition
// are one: the one that most files name. What would import the file itself in turn is none, nor is what cannot be
// found.
func (e *Engine) Homes(root, path, name string) []rule.Home {
	known, rel := e.around(context.Background(), root, path)
	if known == nil {
		return nil
	}
	if strings.HasSuffix(rel, ".go") {
		return known.goHomes(rel, name)
	}
	program, own := e.Program(root, path)
	if program == nil {
		return nil
	}
	var list []home
	inside := packageOf(root)
	add := func(n home) {
		// Where the root lies in a package, ".types" in it is no module of the standard library.
		whole := strings.TrimSuffix(inside+n.Module, ".")
		if f, found := program.Find(whole); inside != "" && found && f.Own {
			n.Module = whole
		}
		if n.Module != "" && n.leads(program, own) {
			list = append(list, n)
		}
	}
	counted := map[rule.Home]*home{}
	for _, b := range known.imports {
		h := rule.Home{Module: b.module, Name: b.name}
		if b.as != name || b.file == rel || !isPython(b.file) {
			continue
		}
		if counted[h] == nil {
			counted[h] = &home{Home: h}
		}
		counted[h].Files++
		counted[h].needed = counted[h].needed || !b.inner
	}
	for _, h := range counted {
		add(*h)
	}
	if len(list) == 0 {
		for _, file := range known.defined[name] {
			if file != rel && !undertest.IsTest(file) {
				add(home{Home: rule.Home{Module: moduleOf(file), Name: name}})
			}
		}
	}
	out := once(list)
	for i, h := range out {
		if h.Name != "" {
			out[i].Module = program.Spelled(own, h.Module)
		}
	}
	return out
}

// packageOf returns the package that a folder is, with a dot behind it, "" if it is none.
func packageOf(dir string) string {
	rel, err := filepath.Rel(topFolder(filepath.Join(dir, "x.py")), dir)
	if err != nil || rel == "." {
		return ""
	}
	return moduleOf(filepath.ToSlash(rel)) + "."
}

// home is a place of a name, with its definition, "" where that is not known.
type home struct {
	rule.Home
	def string
	// needed says that another file imports it whenever it is loaded: that it is not installed here is then no
	// reason to think that it is not where the program runs.
	needed bool
}

// leads finds the module, as the file that is to import it would, and reports whether it may.
func (h *home) leads(p *pyload.Program, own string) bool {
	if pyload.Standard(h.Module) {
		return h.Files > 0 && h.Module != "__future__"
	}
	module := h.Module
	f, found := p.Find(module)
	for !found { // the folder of the sources is none of the name: src.package.module
		_, rest, inner := strings.Cut(module, ".")
		if !inner {
			return h.needed
		}
		module = rest
		f, found = p.Find(module)
		found = found && f.Own
	}
	h.Module = byPackage(p, f, module)
	switch {
	case !f.Own:
		return true
	case h.Module == own || p.Back(own, h.Module) != "":
		return false
	case h.Name == "":
		return true
	}
	file, at, ok := definedAt(p, h.Module, h.Name)
	if h.def = at; strings.HasPrefix(own, h.Module+".") && !p.IsModule(h.Module, h.Name) {
		return ok && h.atDefinition(p, own, file)
	}
	return ok || p.IsModule(h.Module, h.Name)
}

// definedAt returns where a name of a module is defined.
func definedAt(p *pyload.Program, module, name string) (file, at string, ok bool) {
	code, def, ok := p.Resolve(module, name)
	if ok {
		file, at = code.Snapshot.Path, fmt.Sprint(code.Snapshot.Path, ":", def.First)
	}
	return file, at, ok
}

// atDefinition makes the module that defines the name the place of it, and reports whether the file may import that.
// The package around the file may have begun to load it before it binds the name itself, and then has none of it.
func (h *home) atDefinition(p *pyload.Program, own, file string) bool {
	rel, err := filepath.Rel(topFolder(file), file)
	if err != nil {
		return false
	}
	h.Module = moduleOf(filepath.ToSlash(rel))
	_, at, ok := definedAt(p, h.Module, h.Name)
	return ok && at == h.def && h.Module != own && !strings.HasPrefix(own, h.Module+".") && p.Back(own, h.Module) == ""
}

// byPackage returns a module by the name that it has in its outermost package, where it can be imported so: a file in
// src/package is no module of src.
func byPackage(p *pyload.Program, f pyload.File, module string) string {
	top := topFolder(f.Path)
	rel, err := filepath.Rel(top, f.Path)
	if err != nil || f.Path == "" || top == filepath.Dir(f.Path) {
		return module
	}
	name := moduleOf(filepath.ToSlash(rel))
	if g, found := p.Find(name); !found || g.Path != f.Path {
		return module
	}
	return name
}

// once returns the places that lead to different definitions.
func once(list []home) (out []rule.Home) {
	slices.SortFunc(list, func(a, b home) int {
		return cmp.Or(b.Files-a.Files, len(a.Module)-len(b.Module), cmp.Compare(a.Module, b.Module),
			cmp.Compare(a.Name, b.Name))
	})
	had := map[string]bool{}
	for _, h := range list {
		if h.def == "" || !had[h.def] {
			out = append(out, h.Home)
		}
		had[h.def] = true
	}
	return out
}
