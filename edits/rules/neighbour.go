package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/edits/rules/stated"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// shortest is how long a name has to be for its neighbours to be slips of it: most short names are one letter apart.
const shortest = 4

// neighbourName writes the one name in scope that an undefined name is a slip of. It declines where the file binds the
// name somewhere, or where two names are as near.
func neighbourName(p Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	at := p.Diagnostic.Span.Start
	old := f.NameAt(at)
	src := p.Snapshot.Text()
	switch {
	case len(old) < shortest || at > 0 && src[at-1] == '.':
		return nil, rule.Declined{Reason: "no undefined name of four letters or more at the finding", Aside: true}
	case len(f.Bindings(old)) > 0:
		return nil, rule.Declined{Reason: "the file defines " + old + " somewhere", Aside: true}
	}
	scopes := scopesAt(f, p.Snapshot.LineAt(at))
	name := ""
	for _, id := range f.Identifiers(text.Span{End: len(src)}) {
		if id.Name == name || !stated.Near(old, id.Name) || !visible(f.Bindings(id.Name), scopes) {
			continue
		}
		if name != "" {
			return nil, rule.Decline("%s and %s are as near to %s", name, id.Name, old)
		}
		name = id.Name
	}
	if name == "" {
		return nil, rule.Declined{Reason: "no name in scope is a slip away from " + old, Aside: true}
	}
	return []text.Edit{{Span: text.Span{Start: at, End: at + len(old)}, New: name}}, nil
}

// scopesAt are the functions around a line, and the module (-1): what a class binds is no name in its methods.
func scopesAt(f *syntax.File, line int) map[int]bool {
	out := map[int]bool{-1: true}
	for i := f.Enclosing(line, syntax.Function); i >= 0; i = f.Owner(i) {
		if f.Nodes[i].Kind == syntax.Function {
			out[i] = true
		}
	}
	return out
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
