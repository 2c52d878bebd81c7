package signal

import "strings"

// OnlyUnknown reports whether a diagnostic says no more than that a type checker
// does not know the type of something. That is rarely a problem of its own: a
// name that is not defined, a parameter without a type or a module that is not
// found make each expression unknown that they go into.
func OnlyUnknown(d Diagnostic) bool {
	tool, code := Normal(d)
	switch tool {
	case "pyright":
		return contains(unknownToPyright, code)
	case "mypy":
		return contains(unknownToMypy, code)
	case "eslint":
		return strings.HasPrefix(code, "@typescript-eslint/no-unsafe-") &&
			contains(unknownToESLint, strings.TrimPrefix(code, "@typescript-eslint/no-unsafe-"))
	}
	return false
}

const (
	unknownToPyright = "reportUnknownVariableType reportUnknownMemberType reportUnknownArgumentType " +
		"reportUnknownParameterType " +
		"reportUnknownLambdaType reportAny"
	unknownToMypy   = "no-any-return no-any-expr no-untyped-call"
	unknownToESLint = "argument assignment call member-access return"
)

// Explains reports whether a diagnostic may be why the types around it are not
// known: any error of a type checker or compiler, a name that no linter finds,
// and a signature without types.
func Explains(d Diagnostic) bool {
	if OnlyUnknown(d) {
		return false
	}
	tool, code := Normal(d)
	if d.Severity == Error && (ChecksTypes(tool) || tool == "tsc") || tool == "ruff" && strings.HasPrefix(code, "ANN") {
		return true
	}
	return contains(explaining, strings.ReplaceAll(Cause(d), " ", "-"))
}

// explaining are causes, with hyphens for blanks.
const explaining = "undefined-name missing-module missing-stubs parameter-without-a-type mypy/no-untyped-def " +
	"mypy/var-annotated " +
	"missing-type-argument star-import"
