package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// module is a parsed Python document.
type module struct{ pycode.Module }

// inModule returns a fix for a Python document that parses.
func inModule(fix func(module) ([]text.Edit, error)) func(Problem) ([]text.Edit, error) {
	return pycode.In(func(m pycode.Module) ([]text.Edit, error) { return fix(module{m}) })
}

// atStatement returns a fix for the statement at the diagnostic.
func atStatement(fix func(module, *pytree.Stmt) ([]text.Edit, error)) func(Problem) ([]text.Edit, error) {
	return pycode.At(func(m pycode.Module, s *pytree.Stmt) ([]text.Edit, error) { return fix(module{m}, s) })
}

// read parses the problem's document, or declines.
func read(p Problem) (module, error) {
	m, err := pycode.Read(p)
	return module{m}, err
}
