package doubt

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// keyword is an argument with its name, or one of a dict that is unpacked into some.
var keyword = lazyre.New(`(?:^|[({,])\s*(?:([a-z_]\w*)\s*=(?:[^=]|$)|["']([a-z_]\w*)["']\s*:)`)

// arguments says who sees the arguments of a call that the edits change: a test that puts another object in the place
// of what is called, and compares what it was called with
// (https://docs.python.org/3/library/unittest.mock.html#where-to-patch).
func (c Change) arguments() string {
	if c.Snapshot.Lang != "python" || c.Project == nil {
		return ""
	}
	was, now := c.lines()
	if strings.Count(was, ",") == strings.Count(now, ",") &&
		maps.Equal(counted(keyword.FindAllStringSubmatch(was, -1)), counted(keyword.FindAllStringSubmatch(now, -1))) {
		return ""
	}
	for _, name := range slices.Sorted(slices.Values(called("python", was))) {
		name, _, _ = strings.Cut(name, ".")
		if name == "" {
			continue // what stands behind a dot is none that a module has
		}
		if scope := c.scope(); scope >= 0 && c.binds(scope, name) {
			continue // no other file has it
		}
		if file := cmp.Or(c.Project.Replaces(name), c.Project.Reads("builtins."+name)); file != "" {
			return file + " may see with what " + name + " is called"
		}
	}
	return ""
}

// scope returns the function or class around the edits, -1 for the module.
func (c Change) scope() int {
	return c.File.Enclosing(c.Snapshot.LineAt(c.Edits[0].Span.Start), syntax.Function, syntax.Class)
}

// binds reports whether a scope binds a name.
func (c Change) binds(scope int, name string) bool {
	return slices.ContainsFunc(c.File.Bindings(name), func(b syntax.Binding) bool { return b.Owner == scope && !b.Self })
}

// counted returns how often each word was found.
func counted(found [][]string) map[string]int {
	out := map[string]int{}
	for _, m := range found {
		out[strings.Join(m[1:], "")]++
	}
	return out
}
