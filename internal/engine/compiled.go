package engine

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// vetted returns what the compiler says of the text of a fix that go vet has come to an end
// with: nothing. go vet, which has a say in each fix anyway, has the package and its
// tests type-checked by the rules of the compiler, and has the packages compiled that
// others import; to have the tests compiled, too, costs four times as much. False: go
// vet does not run here, stopped at an error, of which the compiler would name all, or
// is not who would see what can be wrong with such a change.
func (e *Engine) vetted(ctx context.Context, root string, before, after text.Snapshot,
	users []text.Snapshot) (verify.Looked, bool) {
	const vet = "go vet"
	if !slices.Contains(e.Judges(after).Tools, vet) || !onlyTyped(before, after) {
		return verify.Looked{}, false
	}
	said, err := e.together(ctx, vet, root, after, users)
	if _, looked := said[after.Path]; err != nil || !looked {
		return verify.Looked{}, false
	}
	for _, list := range said {
		if slices.ContainsFunc(list, func(d signal.Diagnostic) bool { return linter.OfCompiler(vet, d) }) {
			return verify.Looked{}, false
		}
	}
	return verify.Looked{Files: len(said)}, true
}

// onlyTyped reports whether types are all that a compiler can find wrong with a change
// of a Go file. Later than them it looks at its directives, at functions without a body,
// at what cgo makes, and at sizes (https://pkg.go.dev/cmd/compile).
func onlyTyped(before, after text.Snapshot) bool {
	f, err := parser.ParseFile(token.NewFileSet(), after.Path, after.Text(), parser.SkipObjectResolution)
	if err != nil || slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` }) ||
		slices.ContainsFunc(f.Decls, func(d ast.Decl) bool { fn, ok := d.(*ast.FuncDecl); return ok && fn.Body == nil }) {
		return false
	}
	for _, h := range diff.Lines(before, after) {
		if now := after.Slice(after.LinesSpan(h.New)); strings.Contains(now, "//go:") || strings.Contains(now, "//line") ||
			large.MatchString(now) {
			return false
		}
	}
	return true
}

// large is what a size may be made of that memory does not hold.
var large = lazyre.New(`<<|[0-9][0-9_]{4}|0[xXbBoO][0-9a-fA-F_]{5}|[0-9][eEpP]`)
