package signal

import "testing"

func TestCauseIsOneForAllTools(t *testing.T) {
	for _, c := range []struct {
		a, b Diagnostic
		same bool
	}{
		{Diagnostic{Tool: "Ruff", Code: "F821"}, Diagnostic{Tool: "basedpyright", Code: "reportUndefinedVariable"}, true},
		{Diagnostic{Tool: "mypy", Code: "name-defined"}, Diagnostic{Tool: "Pylance", Code: "reportUndefinedVariable"}, true},
		{Diagnostic{Tool: "flake8", Code: "F401"}, Diagnostic{Tool: "ruff", Code: "F401"}, true},
		{Diagnostic{Tool: "mypy", Code: "arg-type"}, Diagnostic{Tool: "pyright", Code: "reportArgumentType"}, true},
		{Diagnostic{Tool: "compiler", Code: "UndeclaredName"}, Diagnostic{Tool: "golangci-lint", Code: "typecheck"}, false}, // any error of the compiler
		{Diagnostic{Tool: "ts", Code: "2304"}, Diagnostic{Tool: "eslint", Code: "no-undef"}, true},
		{Diagnostic{Tool: "ruff", Code: "F405"}, Diagnostic{Tool: "basedpyright", Code: "reportUndefinedVariable"}, true},
		{Diagnostic{Tool: "ruff", Code: "UP006"}, Diagnostic{Tool: "basedpyright", Code: "reportDeprecated"}, true},
		{Diagnostic{Tool: "ruff", Code: "B006"}, Diagnostic{Tool: "basedpyright", Code: "reportCallInDefaultInitializer"}, true},
		{Diagnostic{Tool: "mypy", Code: "type-arg"}, Diagnostic{Tool: "pyright", Code: "reportMissingTypeArgument"}, true},
		{Diagnostic{Tool: "printf", Code: "default"}, Diagnostic{Tool: "staticcheck", Code: "SA5009"}, true},
		{Diagnostic{Tool: "gopls", Code: "unusedfunc"}, Diagnostic{Tool: "U1000", Code: "default"}, true},
		// Rules that share a row of the table and not the cause.
		{Diagnostic{Tool: "mypy", Code: "name-defined"}, Diagnostic{Tool: "pyright", Code: "reportPossiblyUnbound"}, false},
		{Diagnostic{Tool: "ruff", Code: "F821"}, Diagnostic{Tool: "pyright", Code: "reportUnboundVariable"}, false},
		{Diagnostic{Tool: "mypy", Code: "var-annotated"}, Diagnostic{Tool: "pyright", Code: "reportMissingTypeArgument"}, false},
		{Diagnostic{Tool: "ruff", Code: "F841"}, Diagnostic{Tool: "ruff", Code: "F401"}, false},
		{Diagnostic{Tool: "ruff", Code: "E501"}, Diagnostic{Tool: "pylint", Code: "E501"}, false},
		{Diagnostic{Tool: "pyright"}, Diagnostic{Tool: "mypy"}, false},
	} {
		if got := Cause(c.a) == Cause(c.b); got != c.same {
			t.Errorf("%s %q and %s %q: %v", c.a.Tool, Cause(c.a), c.b.Tool, Cause(c.b), got)
		}
	}
}
