package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// noFormat is go vet on a call that prints its arguments as they are, of which one is
	// written as a format.
	noFormat = lazyre.New(`^(\S+) call has possible (?:Printf )?formatting directive %`)
	// newFormat is the compiler on errors.New with a format and its arguments.
	newFormat = lazyre.New(`^too many arguments in call to errors\.New\s+have \(string, `)
)

// formats are functions that print what they are given, with those that take a format:
// https://pkg.go.dev/fmt, https://pkg.go.dev/log, https://pkg.go.dev/testing#T.
func formats(name string) string {
	base := strings.TrimSuffix(name, "ln")
	switch base {
	case "Print", "Fprint", "Sprint", "Fatal", "Panic":
		return base + "f"
	case "Log", "Error", "Skip":
		if base == name {
			return base + "f"
		}
	}
	return ""
}

// CallWithFormat calls the function that takes a format, where one is given to a function
// that takes none.
func CallWithFormat(g Source) ([]text.Edit, error) {
	if newFormat.MatchString(g.Diagnostic.Message) {
		return g.errorf()
	}
	if !noFormat.MatchString(g.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a format", Aside: true}
	}
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.Contains(g.Diagnostic.Message, "."+f.Sel.Name+" call has") {
			continue
		}
		name := formats(f.Sel.Name)
		if name == "" {
			return nil, rule.Decline("no function like %s takes a format", f.Sel.Name)
		}
		format, err := g.formatOfAll(call, name == "Fprintf")
		if err != nil {
			return nil, err
		}
		edits := []text.Edit{{Span: g.span(f.Sel), New: name}}
		if strings.HasSuffix(f.Sel.Name, "ln") && g.text(f.X) == "fmt" { // what logs ends its lines itself
			if !strings.HasPrefix(format.Value, `"`) {
				return nil, rule.Decline("no line ends in a text between backticks")
			}
			edits = append(edits, rule.InsertAt(g.at(format.End())-1, `\n`))
		}
		return edits, nil
	}
	return nil, rule.Decline("no such call at the diagnostic")
}

// formatOfAll is the format of a call that has a value for each of its verbs.
func (g Source) formatOfAll(call *ast.CallExpr, second bool) (*ast.BasicLit, error) {
	at := 0
	if second {
		at = 1
	}
	if len(call.Args) <= at || call.Ellipsis.IsValid() {
		return nil, rule.Decline("no format is written there")
	}
	lit, ok := call.Args[at].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING || strings.ContainsAny(lit.Value, "*[") {
		return nil, rule.Decline("no format is written there")
	}
	verbs, signs := 0, strings.Count(lit.Value, "%")
	for _, v := range verb.FindAllStringSubmatch(lit.Value, -1) {
		if v[2] == "%" {
			signs -= 2
			continue
		}
		signs--
		verbs++
	}
	if signs != 0 || verbs != len(call.Args)-at-1 {
		return nil, rule.Decline("it has not as many values as verbs")
	}
	return lit, nil
}

// errorf makes an error of a format and its arguments.
func (g Source) errorf() ([]text.Edit, error) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		call, ok := n.(*ast.CallExpr)
		if !ok || compact(g.text(call.Fun)) != "errors.New" {
			continue
		}
		if _, err := g.formatOfAll(call, false); err != nil {
			return nil, err
		}
		if shadowed(g.file, "fmt") {
			return nil, rule.Decline("fmt means something else in this file")
		}
		edits, err := g.importLine("fmt")
		if err != nil {
			return nil, err
		}
		edits = append(edits, text.Edit{Span: g.span(call.Fun), New: "fmt.Errorf"})
		if strings.Count(g.src, "errors.") == 1 {
			edits = g.instead("errors", edits)
		}
		return edits, nil
	}
	return nil, rule.Decline("no such call at the diagnostic")
}

// instead takes the import of a package out that edits use for the last time.
func (g Source) instead(path string, edits []text.Edit) []text.Edit {
	for _, decl := range g.file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for _, s := range d.Specs {
			if s := s.(*ast.ImportSpec); imported(s) == path && s.Name == nil {
				if len(edits) == 2 && len(d.Specs) == 1 { // the new import is to stand in its place
					return []text.Edit{{Span: g.span(s.Path), New: `"fmt"`}, edits[1]}
				}
				return append(edits, text.Edit{Span: g.importSpan(d, s)})
			}
		}
	}
	return edits
}
