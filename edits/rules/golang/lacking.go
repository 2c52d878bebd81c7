package golang

import (
	"go/ast"
	"strconv"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// lastUnread is go vet on a format with one verb more than there are arguments.
var lastUnread = lazyre.New(`(?:^|\s)format (%\S+) reads arg #(\d+), but call has (\d+) args?$`)

// LackingArgument gives a format the one parameter that its function never reads: as it
// is where its type is that of the verb, and else by the one function of the file that
// makes a text of that type.
func LackingArgument(g Source) ([]text.Edit, error) {
	said := lastUnread.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about an argument that a format lacks", Aside: true}
	}
	var call *ast.CallExpr
	var fn *ast.FuncDecl
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn = n
		case *ast.CallExpr:
			call = n
		}
	}
	if call == nil || fn == nil || fn.Body == nil {
		return nil, rule.Decline("no call of a function at the diagnostic")
	}
	at := formatOf(call)
	given, wanted := len(call.Args)-at-1, len(g.verbsOf(call))
	if at < 0 || call.Ellipsis.IsValid() || wanted != given+1 || said[2] != strconv.Itoa(wanted) {
		return nil, rule.Decline("more than the last argument is missing")
	}
	name, typed := unreadParameter(fn)
	if name == "" {
		return nil, rule.Decline("which value is meant is not plain to see")
	}
	if letter := letterOf(said[1]); letter != verbOf(typed) && letter != "v" {
		by := g.textOf(fn, typed)
		if letter != "s" || by == "" {
			return nil, rule.Decline("%s is no value for %s", name, said[1])
		}
		name = by + "(" + name + ")"
	}
	return []text.Edit{rule.InsertAt(g.at(call.Args[len(call.Args)-1].End()), ", "+name)}, nil
}

// unreadParameter is the one parameter that a function's body does not name, and its type.
func unreadParameter(fn *ast.FuncDecl) (name, typed string) {
	read := map[string]bool{}
	for n := range ast.Preorder(fn.Body) {
		if id, ok := n.(*ast.Ident); ok {
			read[id.Name] = true
		}
	}
	for _, f := range fn.Type.Params.List {
		for _, id := range f.Names {
			t, ok := f.Type.(*ast.Ident)
			if read[id.Name] || id.Name == "_" {
				continue
			}
			if !ok || name != "" {
				return "", ""
			}
			name, typed = id.Name, t.Name
		}
	}
	return name, typed
}

// textOf is the one function of the file that makes a text of a value of a type.
func (g Source) textOf(except *ast.FuncDecl, typed string) (name string) {
	is := func(l *ast.FieldList, want string) bool {
		if l == nil || l.NumFields() != 1 {
			return false
		}
		t, ok := l.List[0].Type.(*ast.Ident)
		return ok && t.Name == want
	}
	for _, d := range g.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f == except || f.Recv != nil || !is(f.Type.Params, typed) || !is(f.Type.Results, "string") {
			continue
		}
		if name != "" {
			return ""
		}
		name = f.Name.Name
	}
	return name
}
