package names

import (
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// shortest is how long a name has to be for another to be a slip of it: most short names are one letter apart.
const shortest = 4

// Neighbour writes the one name in scope that an undefined name is a slip of. It declines where the file binds the
// name somewhere, where the name itself can be imported, or where two names are as near.
func Neighbour(p rule.Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	at := p.Diagnostic.Span.Start
	old := f.NameAt(at)
	switch {
	case len(old) < shortest-1 || at > 0 && p.Snapshot.Text()[at-1] == '.':
		return nil, rule.Declined{Reason: "no undefined name of three letters or more at the finding", Aside: true}
	case len(f.Bindings(old)) > 0:
		return nil, rule.Declined{Reason: "the file defines " + old + " somewhere", Aside: true}
	}
	name := ""
	for other := range inScope(f, p, old) {
		if other == name || len(other) < shortest || !rule.Near(old, other) {
			continue
		}
		if name != "" {
			return nil, rule.Decline("%s and %s are as near to %s", name, other, old)
		}
		name = other
	}
	switch {
	case name == "":
		return nil, rule.Declined{Reason: "no name in scope is a slip away from " + old, Aside: true}
	case p.Snapshot.Lang == "python" && pyload.Standard(old), len(p.HomesOf(old)) > 0:
		return nil, rule.Decline("%s may be meant, or an import of %s be missing", name, old)
	}
	return []text.Edit{{Span: text.Span{Start: at, End: at + len(old)}, New: name}}, nil
}

// inScope yields the names that can be meant by one at the place of a finding, some of them twice.
func inScope(f *syntax.File, p rule.Problem, old string) iter.Seq[string] {
	return func(yield func(string) bool) {
		scopes := scopesAt(f, p.Snapshot.LineAt(p.Diagnostic.Span.Start))
		for _, id := range f.Identifiers(text.Span{End: p.Snapshot.Len()}) {
			known := rule.Near(old, id.Name) && (visible(f.Bindings(id.Name), scopes) || used(f, p, id, scopes))
			if known && !yield(id.Name) {
				return
			}
		}
		for _, s := range p.Beside().Package() {
			for name := range syntax.Parse(s.Lang, s.Text()).ModuleNames() {
				if !yield(name) {
					return
				}
			}
		}
		for _, name := range builtins(p, p.Diagnostic.Span.Start+len(old)) {
			if rule.Slip(old, name) && !yield(name) {
				return
			}
		}
	}
}

// builtins returns the names that a language itself defines in each scope. Those in small letters are meant where they
// are called: of values of such names (input_, slide) there are more than of slips.
func builtins(p rule.Problem, end int) []string {
	called := strings.HasPrefix(p.Snapshot.Text()[end:], "(")
	var list []string
	switch p.Snapshot.Lang {
	case "python":
		list = pytree.Builtins()
	case "go":
		list = types.Universe.Names()
	}
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool {
		return strings.HasPrefix(name, "_") || !called && name == strings.ToLower(name)
	})
}

// scopesAt returns the functions around a line, and the module (-1): what a class binds is no name in its methods.
func scopesAt(f *syntax.File, line int) map[int]bool {
	out := map[int]bool{-1: true}
	for i := f.Enclosing(line, syntax.Function); i >= 0; i = f.Owner(i) {
		if f.Nodes[i].Kind == syntax.Function {
			out[i] = true
		}
	}
	return out
}

// used reports whether one of the scopes reads or binds a name at its place, and not as a member: loops, handlers and
// patterns bind names that are no bindings of statements. The tool says whether it is known where it is written.
func used(f *syntax.File, p rule.Problem, id syntax.Identifier, scopes map[int]bool) bool {
	owner := f.Enclosing(p.Snapshot.LineAt(id.Span.Start), syntax.Function, syntax.Class)
	return scopes[owner] && !dotted(p.Snapshot.Text(), id.Span.Start)
}

// visible reports whether one of the scopes binds a name, by itself and not as a member.
func visible(list []syntax.Binding, scopes map[int]bool) bool {
	for _, b := range list {
		owner := b.Owner
		if b.Kind == syntax.BindParameter {
			owner = b.Node
		}
		if !b.Self && scopes[owner] {
			return true
		}
	}
	return false
}
