package verify

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Known is what a project is known to hold, for judging what a text newly uses.
type Known struct {
	// Module reports whether the project holds the module or package, uses it
	// elsewhere, or names it in its manifest. nil = nothing is known besides the
	// document.
	Module func(name string) bool
	// Uses returns a file of the project that uses one of some names of the
	// document's module, and the name; "" if none is known to. nil = nothing is
	// known of the other files.
	Uses func(names []string) (name, file string)
	// Beside is code of the same program that stands in no file of its own: the
	// other cells of a notebook. It binds names for the document.
	Beside string
	// Shown is the context that the model was shown.
	Shown string
}

// keptElsewhere is the gate for importers: a name that the module no longer has is one that no other
// file of the project uses. A tool that looks at one file cannot know: ruff's safe
// fix of F401 removes what a module imports for others
// (https://docs.astral.sh/ruff/rules/unused-import/, "Fix safety").
func keptElsewhere(c *check) outcome {
	if c.in.Project.Uses != nil && c.family() == script {
		return c.exportsKept()
	}
	if c.in.Project.Uses != nil && c.family() == golang {
		return c.keptForBuilds()
	}
	if c.in.Project.Uses == nil || c.family() != python {
		return skip("nothing is known of the project")
	}
	touched := func(l text.Lines) bool {
		return slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Overlaps(l) })
	}
	gone := map[string]bool{}
	for n := range moduleNames(c.oldFile(), touched) {
		gone[n] = true
	}
	if len(gone) == 0 {
		return pass()
	}
	// What stands outside the changed statements binds what it did.
	parts := c.touchedParts()
	var now strings.Builder
	for _, p := range parts {
		now.WriteString(c.after.Slice(c.after.LinesSpan(p.now)))
	}
	for n := range moduleNames(syntax.Parse(c.before.Lang, now.String()), func(text.Lines) bool { return true }) {
		delete(gone, n)
	}
	if len(gone) == 0 {
		return pass()
	}
	for n := range gone {
		if slices.ContainsFunc(c.oldFile().Bindings(n), func(b syntax.Binding) bool {
			return b.Owner < 0 && !b.Self && !slices.ContainsFunc(parts,
				func(p touchedPart) bool { return b.Lines.Overlaps(p.old) })
		}) {
			delete(gone, n)
		}
	}
	if len(gone) == 0 {
		return pass()
	}
	if name, by := c.in.Project.Uses(slices.Sorted(maps.Keys(gone))); by != "" {
		return fail(edits.RejectUsed, "%s uses %s from here", by, name)
	}
	return pass()
}

var (
	exportOf = lazyre.New(`\bexport\s+(default\s+)?(?:declare\s+|abstract\s+|async\s+)*(?:(?:function|class|const|let` +
		`|var|interface|type|enum|namespace)\b\*?\s*([\w$]*))?`)
	exportList = lazyre.New(`\bexport\s*(?:type\s*)?\{([^}]*)\}|\bmodule\.exports\s*=\s*\{([^{}]*)\}`)
	exportAs   = lazyre.New(`\bexports\.([\w$]+)\s*=`)
)

// exportsKept is keptElsewhere for JavaScript and TypeScript: what a file exports
// is what others may import of it.
func (c *check) exportsKept() outcome {
	if before, _ := c.changed(); !strings.Contains(before, "export") {
		inList := slices.ContainsFunc(exportList.FindAllStringIndex(c.before.Text(), -1), func(at []int) bool {
			l := c.before.LinesOf(text.Span{Start: at[0], End: at[1]})
			return slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Overlaps(l) })
		})
		if !inList {
			return pass()
		}
	}
	now := exported(c.in.After)
	gone := slices.DeleteFunc(exported(c.before.Text()), func(n string) bool { return slices.Contains(now, n) })
	if len(gone) == 0 {
		return pass()
	}
	if name, by := c.in.Project.Uses(gone); by != "" {
		return fail(edits.RejectUsed, "%s uses %s from here", by, name)
	}
	return pass()
}

// declared is the first line of a declaration at the top of a Go file, with its name.
var declared = lazyre.New(`(?m)^(?:func(?:[ \t]*\([^)]*\))?|type|var|const)[ \t]+(\w+)[^\n]*`)

// keptForBuilds is keptElsewhere for Go: the compiler sees who uses a declaration that is gone, or another one, but in
// files that build constraints leave out (https://pkg.go.dev/cmd/go#hdr-Build_constraints).
func (c *check) keptForBuilds() outcome {
	before, after := c.changed()
	var gone []string
	for _, m := range declared.FindAllStringSubmatch(before, -1) {
		if !strings.Contains(after, m[0]) {
			gone = append(gone, m[1])
		}
	}
	if len(gone) == 0 {
		return pass()
	}
	if name, by := c.in.Project.Uses(gone); by != "" {
		return fail(edits.RejectUsed, "%s uses %s, and is left out of this build: nobody would see whether it still compiles",
			by, name)
	}
	return pass()
}

// exported returns the names that a JavaScript or TypeScript file exports.
func exported(s string) []string {
	var out []string
	for _, m := range exportOf.FindAllStringSubmatch(s, -1) {
		if m[1] != "" {
			out = append(out, "default")
		} else if m[2] != "" {
			out = append(out, m[2])
		}
	}
	for _, m := range exportAs.FindAllStringSubmatch(s, -1) {
		out = append(out, m[1])
	}
	for _, m := range exportList.FindAllStringSubmatch(s, -1) {
		for item := range strings.SplitSeq(m[1], ",") {
			if words := strings.Fields(item); len(words) > 0 {
				out = append(out, words[len(words)-1])
			}
		}
		for item := range strings.SplitSeq(m[2], ",") {
			key, _, _ := strings.Cut(item, ":")
			if key = strings.Trim(key, "\"' \t\r\n"); key != "" {
				out = append(out, key)
			}
		}
	}
	return out
}

// moduleNames returns the names that a module has by its imports and definitions,
// as far as they stand on lines that count.
func moduleNames(f *syntax.File, counts func(text.Lines) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range f.Nodes {
			n := &f.Nodes[i]
			lines := n.Lines
			switch n.Kind {
			case syntax.Function, syntax.Class:
				lines = n.Header
			case syntax.Statement: // its name stands at its start: a long table is not read for a cell
				lines.End = lines.Start + 1
			}
			if !counts(lines) || inDefinition(f, i) {
				continue
			}
			var names []string
			switch n.Kind {
			case syntax.Import:
				names = n.Names
			case syntax.Function, syntax.Class:
				names = []string{n.Name}
			case syntax.Statement:
				if name := assignedName(f, *n); name != "" {
					names = []string{name}
				}
			}
			for _, name := range names {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// inDefinition reports whether a node stands inside a function or class.
func inDefinition(f *syntax.File, i int) bool {
	for i = f.Nodes[i].Parent; i >= 0; i = f.Nodes[i].Parent {
		if k := f.Nodes[i].Kind; k == syntax.Function || k == syntax.Class {
			return true
		}
	}
	return false
}

// assignedName returns the plain name that a statement begins by assigning to.
func assignedName(f *syntax.File, n syntax.Node) string {
	name := f.NameAt(n.Span.Start)
	if name == "" {
		return ""
	}
	for _, b := range f.Bindings(name) {
		if n.Lines.Overlaps(b.Lines) && b.Owner < 0 && !b.Self {
			return name
		}
	}
	return ""
}
