package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// otherSlice is the compiler on a slice where one of other elements is wanted.
var otherSlice = lazyre.New(`^cannot use (.+) \(variable of (?:\w+ )?type (\S+)\) as \[\](\S+(?: ?\{\})?) value in (argument to (\S+)|return statement|assignment|variable declaration|struct literal)`)

// ConvertElements makes a slice of the elements that are wanted before the statement that
// needs it: Go converts no slice as a whole. See https://go.dev/doc/faq#convert_slice_of_interface.
func ConvertElements(g Source) ([]text.Edit, error) {
	said := otherSlice.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a slice of other elements", Aside: true}
	}
	from, ok := g.elements(said[2])
	if !ok {
		return nil, rule.Decline("it is not known what %s holds", said[2])
	}
	made, err := g.element(from, said[3])
	if err != nil {
		return nil, err
	}
	used, stmt, err := g.sliceUse(said[1], said[5])
	if err != nil {
		return nil, err
	}
	name := g.freeName(stmt, made.names...)
	if name == "" {
		return nil, rule.Decline("no free name for the new slice")
	}
	value := "n"
	if mentions(used, value) {
		value = "element"
	}
	next := g.nextLine(stmt)
	build := name + " := make([]" + said[3] + ", len(" + g.text(used) + "))" + next +
		"for i, " + value + " := range " + g.text(used) + " {" + next +
		"\t" + name + "[i] = " + strings.ReplaceAll(made.form, "?", value) + next + "}" + next
	edits := []text.Edit{rule.InsertAt(g.at(stmt.Pos()), build), {Span: g.span(used), New: name}}
	if made.imports == "" {
		return edits, nil
	}
	if shadowed(g.file, made.imports) {
		return nil, rule.Decline("%s means something else in this file", made.imports)
	}
	more, err := g.importLine(made.imports)
	return append(more, edits...), err
}

// sliceUse is the variable that the compiler speaks of, and the statement of a block that
// uses it: what stands before that runs each time, and only then.
func (g Source) sliceUse(said, callee string) (ast.Expr, ast.Stmt, error) {
	path := g.path(g.Diagnostic.Span.Start)
	var used ast.Expr
	var stmt ast.Stmt
	for i, n := range path {
		switch n := n.(type) {
		case ast.Stmt:
			if g.listed(path[:i], n) {
				stmt = n
			}
		case *ast.CallExpr:
			if compact(g.text(n.Fun)) == callee && mayChange(n, stmt, callee) && slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return g.text(e) == said }) {
				return nil, nil, rule.Decline("%s may be there to change what it is given", callee)
			}
		case *ast.Ident, *ast.SelectorExpr:
			if e := n.(ast.Expr); used == nil && compact(g.text(e)) == compact(said) && root(e) != nil {
				used = e
			}
		}
	}
	switch stmt.(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt:
	default:
		return nil, nil, rule.Decline("it stands in the head of a statement")
	}
	line := g.Snapshot.LineStart(g.Snapshot.LineAt(g.at(stmt.Pos())))
	switch {
	case used == nil:
		return nil, nil, rule.Decline("no such variable at the diagnostic")
	case !blankText(g.src[line:g.at(stmt.Pos())]):
		return nil, nil, rule.Decline("its statement shares its line")
	}
	return used, stmt, nil
}

// mayChange reports whether a call may be there for what it does to a slice: it would be
// done to the new one.
func mayChange(call *ast.CallExpr, stmt ast.Stmt, callee string) bool {
	pkg, name, _ := strings.Cut(callee, ".")
	if pkg == "sort" || pkg == "slices" {
		return true
	}
	if s, ok := stmt.(*ast.ExprStmt); !ok || s.X != ast.Expr(call) {
		return false
	}
	return pkg != "fmt" && pkg != "log" && !strings.HasPrefix(name, "Print")
}

// elements is the type of what a slice holds, as the message or the file spells it.
func (g Source) elements(typed string) (string, bool) {
	if of, ok := strings.CutPrefix(typed, "[]"); ok {
		return of, true
	}
	if spec := g.typeNamed(typed); spec != nil {
		if of, ok := spec.Type.(*ast.ArrayType); ok && of.Len == nil {
			return g.text(of.Elt), true
		}
	}
	return "", false
}

// typeNamed is what the file declares a type to be, nil if it does not.
func (g Source) typeNamed(name string) *ast.TypeSpec {
	for _, d := range g.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE {
			continue
		}
		for _, s := range decl.Specs {
			if spec, ok := s.(*ast.TypeSpec); ok && spec.Name.Name == name && spec.TypeParams == nil {
				return spec
			}
		}
	}
	return nil
}

// one is how an element becomes another one: its form has a ? for the element.
type one struct {
	form, imports string
	names         []string // of the new slice
}

// element is the one way from an element of one type to another.
func (g Source) element(from, to string) (one, error) {
	to = strings.ReplaceAll(to, " ", "")
	values := []string{"values", "items", "elements"}
	if to != "string" {
		switch spec := g.typeNamed(to); {
		case to == "any", to == "interface{}", to == "error", to == "fmt.Stringer":
			return one{form: "?", names: values}, nil
		case spec != nil:
			if _, ok := spec.Type.(*ast.InterfaceType); ok {
				return one{form: "?", names: values}, nil
			}
		case holds(to, from):
			return one{form: to + "(?)", names: values}, nil
		}
		return one{}, rule.Decline("there is more than one way from %s to %s", from, to)
	}
	texts := []string{"texts", "words", "parts"}
	if form := inDigits(from); form != "" {
		return one{form, "strconv", texts}, nil
	}
	switch from {
	case "bool":
		return one{"strconv.FormatBool(?)", "strconv", texts}, nil
	case "error":
		return one{form: "?.Error()", names: texts}, nil
	case "fmt.Stringer", "time.Duration", "time.Month", "time.Weekday", "net.IP":
		return one{form: "?.String()", names: texts}, nil
	case "[]byte":
		return one{form: "string(?)", names: texts}, nil
	}
	return g.ownText(from, texts)
}

// inDigits is the way from a whole number to its digits, "" for what is none: a rune and a
// byte stand for characters as often.
func inDigits(from string) string {
	w := widths()[from]
	switch {
	case from == "int":
		return "strconv.Itoa(?)"
	case from == "int64":
		return "strconv.FormatInt(?, 10)"
	case from == "uint64":
		return "strconv.FormatUint(?, 10)"
	case w.bits == 0 || w.float || from == "rune" || from == "byte":
		return ""
	case w.unsigned:
		return "strconv.FormatUint(uint64(?), 10)"
	}
	return "strconv.FormatInt(int64(?), 10)"
}

// ownText is the way from a type of the file to a text: by its method String, or a
// conversion of what is a text itself.
func (g Source) ownText(from string, texts []string) (one, error) {
	name := strings.TrimPrefix(from, "*")
	shows := slices.ContainsFunc(g.file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv != nil && len(f.Recv.List) == 1 && f.Name.Name == "String" && f.Type.Params.NumFields() == 0 &&
			strings.TrimPrefix(g.text(f.Recv.List[0].Type), "*") == name
	})
	plain := false
	if spec := g.typeNamed(name); spec != nil && name == from {
		plain = g.text(spec.Type) == "string"
	}
	switch {
	case shows && !plain:
		return one{form: "?.String()", names: texts}, nil
	case plain && !shows:
		return one{form: "string(?)", names: texts}, nil
	}
	return one{}, rule.Decline("there is more than one way from %s to a text", from)
}
