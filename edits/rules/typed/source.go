// Package typed holds the rules for what type checkers say of Python.
package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Source is a parsed Python document.
type Source struct{ pycode.Module }

// At returns a fix for the statement at the diagnostic.
func At(fix func(Source, *pytree.Stmt) ([]text.Edit, error)) func(rule.Problem) ([]text.Edit, error) {
	return pycode.At(func(m pycode.Module, s *pytree.Stmt) ([]text.Edit, error) { return fix(Source{m}, s) })
}

// readStatement parses the problem's document and finds the statement at the
// diagnostic, or declines.
func readStatement(p rule.Problem) (Source, *pytree.Stmt, error) {
	m, s, err := pycode.ReadStatement(p)
	return Source{m}, s, err
}
