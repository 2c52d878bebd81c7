package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/doubt"
	"github.com/fettle-dev/fettle/edits/imports"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

var (
	// docOfAny reads the docstring of whatever has a name; what only passes one on does not count.
	docOfAny = lazyre.New(`(?m)^([^\n#]*?)\b[A-Za-z_]\w*\.__doc__[ \t]*([^\n]*)$`)
	makesNew = lazyre.New(`\bnew\s+(?:[\w$]+\.)*([\w$]+)`)
)

// addReading notes what a Python file reads of what programs say of themselves.
func (k *usage) addReading(path, body string) {
	if imports.Evaluates(body) {
		k.reading["hints"] = append(k.reading["hints"], path)
	}
	for _, name := range [...]string{"__origin__", "__args__"} {
		if strings.Contains(body, name) {
			k.note(name, path)
		}
	}
	if undertest.IsTest(path) || !strings.Contains(body, ".__") { // a test goes through names to see that they are there
		return
	}
	lists, _ := doubt.InOrder(body)
	for _, list := range lists {
		k.note(list, path)
	}
	for _, m := range docOfAny.FindAllStringSubmatch(body, -1) {
		if !strings.Contains(m[1], ".__doc__ = ") && !strings.HasPrefix(m[2], "=") {
			k.note("__doc__", path)
		}
	}
}

// note keeps the first two files that read something: one may be the file itself.
func (k *usage) note(what, path string) {
	if list := k.reading[what]; len(list) < 2 && !slices.Contains(list, path) {
		k.reading[what] = append(list, path)
	}
}

// addMaking notes with what a script makes objects.
func (k *usage) addMaking(path, body string) {
	for _, m := range makesNew.FindAllStringSubmatch(body, -1) {
		k.note("new "+m[1], path)
	}
}

// Reading returns another file of a root than a Python file that reads one of what programs say of themselves: the
// docstring of a name ("f.__doc__") or of anything ("__doc__"), a list of names in its order ("__all__", "__slots__"),
// or, by a function of typing ("get_args"), an annotation; or one that makes objects with a name ("new Widget").
func (e *Engine) Reading(root, path string, what ...string) string {
	known, own := e.around(context.Background(), root, path)
	if known == nil {
		return ""
	}
	for _, w := range what {
		list := slices.Concat(known.reading[w], []string{known.dotted[w], known.dotted[w+"\x00"],
			known.dotted["typing."+w], known.dotted["typing."+w+"\x00"]})
		for _, t := range known.byName[w] {
			if strings.HasPrefix(t.module, "typing") {
				list = append(list, t.file)
			}
		}
		if i := slices.IndexFunc(list, func(f string) bool { return f != "" && f != own }); i >= 0 {
			return list[i]
		}
	}
	return ""
}

// around returns what the files of a root use of each other, and the path of one in it; nil where it lies elsewhere.
func (e *Engine) around(ctx context.Context, root, path string) (known *usage, own string) {
	own, ok := files.Below(root, path)
	if root == "" || !ok {
		return nil, ""
	}
	return e.usages.of(ctx, root), own
}

// Evaluates returns another file of a root that imports a Python file and evaluates annotations.
func (e *Engine) Evaluates(root, path string) string {
	return e.importer(root, path, func(k *usage, by string) bool { return slices.Contains(k.reading["hints"], by) })
}

// Imported returns another file of a root that imports a Python file.
func (e *Engine) Imported(root, path string) string {
	return e.importer(root, path, func(*usage, string) bool { return true })
}

func (e *Engine) importer(root, path string, counts func(k *usage, by string) bool) string {
	known, own := e.around(context.Background(), root, path)
	if known == nil {
		return ""
	}
	for _, by := range known.importers(own) {
		if counts(known, by) {
			return by
		}
	}
	return ""
}

// Chained returns another file of a root that uses a module as an attribute of its package, and imports only the
// package or other parts of it.
func (e *Engine) Chained(root, path, module string) string {
	known, own := e.around(context.Background(), root, path)
	if known == nil {
		return ""
	}
	parts := strings.Split(module, ".")
	pair := strings.Join(parts[len(parts)-2:], ".")
	within := func(whole string) func(string) bool {
		return func(m string) bool { return m == whole || strings.HasPrefix(m, whole+".") }
	}
	for _, file := range []string{known.dotted[pair], known.dotted[pair+"\x00"]} {
		if file != "" && file != own && known.importsAny(file, within(parts[0])) &&
			!known.importsAny(file, within(module)) {
			return file
		}
	}
	return ""
}
