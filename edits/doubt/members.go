package doubt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
)

// members says why a class of the project may lack what the edits call: a tool that goes by the name of a variable, or
// by how a value is used, regards it as a logger, a test or a dict. Here a class has the old method, and none the new
// one (https://github.com/astral-sh/ruff/issues/9032).
func (c Change) members() string {
	if c.Snapshot.Lang != "python" {
		return ""
	}
	was, now := c.lines()
	before, after := called("python", was), called("python", now)
	for _, name := range after {
		of, fresh, _ := pycode.CutLast(name)
		if of == "" || slices.Contains(before, name) || c.isModule(of) || c.defines(fresh) != "" {
			continue
		}
		var old []string
		for _, o := range before {
			if owner, method, _ := pycode.CutLast(o); owner == of && !slices.Contains(after, o) {
				old = append(old, method)
			}
		}
		if strings.Contains(was, " in "+of) && strings.Contains(was, of+"[") {
			old = append(old, "__getitem__")
		}
		for _, name := range old {
			if at := c.defines(name); at != "" {
				return fmt.Sprintf("a class of %s has %s, and none there has %s", at, name, fresh)
			}
		}
	}
	return ""
}

// ownMethod says which method of the file's own class the edits no longer call on its object. A tool that goes by the
// name alone regards it as that of the base (https://docs.astral.sh/ruff/rules/pytest-unittest-assertion/).
func (c Change) ownMethod() string {
	if c.Snapshot.Lang != "python" {
		return ""
	}
	was, now := c.lines()
	for _, name := range called("python", was) {
		of, method, _ := pycode.CutLast(name)
		if (of == "self" || of == "cls") && !strings.Contains(now, "."+method) && c.defines(method) == "the file" {
			return "the file defines " + method + " itself"
		}
	}
	return ""
}

// isModule reports whether a name is that of a module which the text imports.
func (c Change) isModule(name string) bool {
	m, ok := c.python()
	if !ok {
		return false
	}
	for s := range m.All {
		if s.Keyword == "import" && slices.ContainsFunc(m.Aliases(s),
			func(a pycode.Alias) bool { return a.Bound == name || a.Module == name }) {
			return true
		}
	}
	return false
}

// defines returns the file where a class has a method of that name, "" if none of the project that the text can see
// is known to.
func (c Change) defines(method string) string {
	type defined struct{}
	own := c.Snapshot.Fact(defined{}, func() any { return Methods(c.Snapshot.Text()) }).([]string)
	if slices.Contains(own, method) {
		return "the file"
	}
	return c.other(func(p Project) string { return p.Defines(method) })
}

// Methods returns the names of the methods in a Python text. It is asked of each file of a project.
func Methods(src string) (out []string) {
	for line := range strings.Lines(src) {
		if line[0] != ' ' && line[0] != '\t' {
			continue
		}
		definition := strings.TrimPrefix(strings.TrimLeft(line, " \t"), "async ")
		if after, ok := strings.CutPrefix(definition, "def "); ok {
			name, _, _ := strings.Cut(after, "(")
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}
