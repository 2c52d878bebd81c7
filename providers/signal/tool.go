package signal

import (
	"strings"
)

// Tool returns the one spelling of a tool's name: "Ruff" is "ruff", "Pylance" is
// "pyright", "compiler" is "go". Unknown names are returned in lower case.
func Tool(name string) string {
	n := strings.ToLower(strings.TrimSpace(name))
	for _, row := range toolNames {
		for spelling := range strings.SplitSeq(row.spellings, ",") {
			if n == spelling {
				return row.tool
			}
		}
	}
	return n
}

var toolNames = [...]struct{ tool, spellings string }{
	{"ruff", "ruff,ruff-lsp,ruff lint,charliermarsh.ruff"},
	{"mypy", "mypy,dmypy,mypy-lsp,mypy type checker"},
	{"pyright", "pyright,pylance,basedpyright,delance"},
	{"pyre", "pyre,pyre-check,pysa"},
	{"pyrefly", "pyrefly"},
	{"ty", "ty,red-knot"},
	{"flake8", "flake8,pycodestyle,pyflakes,pylsp,mccabe,pep8"},
	{"pylint", "pylint"},
	{"bandit", "bandit"},
	{"pytest", "pytest,py.test"},
	{"go", "go,compiler,go compiler,gopls,typecheck,syntax,go build,go list,types2"},
	{"go vet", "go vet,vet,govet,go-analysis,gotools,go/analysis"},
	{"staticcheck", "staticcheck,gosimple,stylecheck"},
	{"golangci-lint", "golangci-lint,golangci,golangci_lint,golangcilint"},
	{"tsc", "tsc,ts,typescript,tsserver,vtsls,deno-ts,volar"},
	{"eslint", "eslint,eslint_d,vscode-eslint"},
	{"oxlint", "oxlint,oxc"},
	{"biome", "biome,rome"},
	{"clippy", "clippy,cargo clippy,rust-clippy"},
	{"rustc", "rustc,rust,cargo,cargo check,rust-analyzer,bacon"},
}

// Normal returns the diagnostic's tool and code as the table spells them. Some
// servers send the rule as the source and no useful code: gopls sends
// source "SA4006" or "printf", code "default".
func Normal(d Diagnostic) (tool, code string) {
	tool, code = Tool(d.Tool), strings.TrimSpace(d.Code)
	if code == "default" {
		code = ""
	}
	switch {
	case staticcheckCode(d.Tool):
		return "staticcheck", d.Tool
	case contains(goAnalyzers, tool):
		return "go vet", tool
	case contains(goLinters, tool):
		return "golangci-lint", tool
	}
	switch tool {
	case "tsc":
		code = strings.TrimPrefix(strings.ToUpper(code), "TS")
	case "golangci-lint":
		return wrapped(code)
	case "go vet", "go":
		switch {
		case staticcheckCode(code):
			return "staticcheck", code
		case tool == "go" && contains(goAnalyzers, code):
			return "go vet", code
		}
	case "rustc", "clippy":
		if name, ok := strings.CutPrefix(code, "clippy::"); ok {
			return "clippy", name
		}
	case "flake8":
		tool = "ruff" // the codes are the same
	case "oxlint":
		return ported(code)
	}
	return tool, code
}

// ported returns the tool and the code behind a code of oxlint, which has rules of ESLint and its plugins:
// "eslint/no-debugger", "typescript/no-explicit-any", "unicorn/no-new-array".
func ported(code string) (tool, of string) {
	switch plugin, rule, _ := strings.Cut(code, "/"); plugin {
	case "", "oxc", "oxlint":
		return "oxlint", code
	case "eslint":
		return plugin, rule
	case "typescript", "typescript-eslint":
		return "eslint", "@typescript-eslint/" + rule
	}
	return "eslint", strings.TrimPrefix(code, "eslint-plugin-")
}

// wrapped returns the tool and the code behind a code of golangci-lint, which runs
// other tools: "staticcheck: SA4006", "govet:printf".
func wrapped(code string) (tool, of string) {
	name, rest, _ := strings.Cut(code, ":")
	rest = strings.TrimSpace(rest)
	switch {
	case staticcheckCode(name):
		return "staticcheck", name
	case staticcheckCode(rest):
		return "staticcheck", rest
	case name == "govet":
		return "go vet", rest
	case name == "typecheck":
		return "go", rest
	}
	return "golangci-lint", name
}

// staticcheckCode reports a code such as SA4006, S1005, ST1017, QF1003, U1000.
func staticcheckCode(s string) bool {
	t := strings.TrimLeft(s, "SATQFU")
	return len(t) == 4 && len(s)-len(t) >= 1 && len(s)-len(t) <= 2 && strings.Trim(t, "0123456789") == ""
}

// contains reports whether a list of words between single blanks holds one.
func contains(list, word string) bool {
	for from := 0; word != ""; {
		at := strings.Index(list[from:], word)
		if at < 0 {
			break
		}
		start := from + at
		end := start + len(word)
		if (start == 0 || list[start-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		from = start + 1
	}
	return false
}

// goAnalyzers are the analyzers of go vet and gopls, which some editors show as
// the tool.
const goAnalyzers = "appends asmdecl assign atomic atomicalign bools buildtag cgocall composite composites copylocks " +
	"deepequalerrors defers " +
	"deprecated directive embed embeddirective errorsas fillreturns findcall framepointer gofix hostport httpresponse " +
	"ifaceassert " +
	"infertypeargs inline loopclosure lostcancel maprange modernize nilfunc nilness nonewvars noresultvalues printf " +
	"ptrtoerror shadow shift " +
	"sigchanyzer simplifycompositelit simplifyrange simplifyslice slog sortslice stdmethods stdversion stringintconv " +
	"structtag stubmethods testinggoroutine tests timeformat undeclaredname unmarshal unreachable unsafeptr unusedfunc " +
	"unusedparams unusedresult unusedvariable unusedwrite waitgroup writestring yield"

// goLinters are linters of golangci-lint that some editors show as the tool.
const goLinters = "errcheck ineffassign unused revive gosec gocritic misspell unconvert unparam nakedret bodyclose " +
	"noctx errorlint " +
	"gocyclo gocognit cyclop funlen lll dupl goconst whitespace wsl nlreturn gofmt gofumpt goimports gci prealloc " +
	"exhaustive " +
	"wrapcheck nilerr nestif godot testifylint thelper tparallel paralleltest perfsprint usestdlibvars intrange " +
	"copyloopvar"

// TypeRule maps the rules of type checkers that share mypy's rows to the
// nearest name there; "" if there is none.
func TypeRule(tool, code string) string {
	for _, row := range typeRules {
		if row.tool == tool && contains(row.codes, code) {
			return row.mypy
		}
	}
	return ""
}

// formerly stands before names that a tool had and has no more: people have older versions.
const formerly = "| "

var typeRules = [...]struct{ tool, mypy, codes string }{
	{"pyright", "arg-type", "reportArgumentType"},
	{"pyright", "return-value", "reportReturnType"},
	{"pyright", "assignment", "reportAssignmentType reportPrivateUsage"},
	{"pyright", "attr-defined", "reportAttributeAccessIssue reportFunctionMemberAccess reportUnknownMemberType"},
	{"pyright", "union-attr", "reportOptionalMemberAccess reportOptionalSubscript reportOptionalIterable " +
		"reportOptionalCall reportOptionalContextManager reportOptionalOperand"},
	{"pyright", "call-arg", "reportCallIssue"},
	{"pyright", "index", "reportIndexIssue reportTypedDictNotRequiredAccess"},
	{"pyright", "operator", "reportOperatorIssue"},
	{"pyright", "name-defined", "reportUndefinedVariable reportUnboundVariable"},
	{"pyright", "possibly-undefined", "reportPossiblyUnbound reportPossiblyUnboundVariable"},
	{"pyright", "override", "reportIncompatibleMethodOverride reportIncompatibleVariableOverride"},
	{"pyright", "valid-type", "reportInvalidTypeForm reportGeneralTypeIssues reportInvalidTypeArguments"},
	{"pyright", "var-annotated", "reportUnknownVariableType reportMissingTypeArgument"},
	{"pyre", "arg-type", "6 Incompatible-parameter-type"},
	{"pyre", "return-value", "7"},
	{"pyre", "assignment", "8 9"},
	{"pyre", "name-defined", "10 18"},
	{"pyre", "override", "14 15"},
	{"pyre", "attr-defined", "16"},
	{"pyre", "call-arg", "19 20"},
	{"pyre", "valid-type", "11 24 31"},
	{"pyre", "operator", "29 58"},
	{"pyrefly", "arg-type", "bad-argument-type"},
	{"pyrefly", "return-value", "bad-return"},
	{"pyrefly", "assignment", "bad-assignment bad-function-definition"},
	{"pyrefly", "name-defined", "unknown-name unbound-name"},
	{"pyrefly", "override", "bad-override bad-override-param-name bad-override-mutable-attribute"},
	{"pyrefly", "attr-defined", "missing-attribute missing-module-attribute"},
	{"pyrefly", "call-arg", "missing-argument unexpected-keyword bad-argument-count unexpected-positional-argument " +
		"bad-keyword-argument"},
	{"pyrefly", "index", "bad-index not-required-key-access"},
	{"pyrefly", "valid-type", "not-a-type invalid-annotation bad-specialization"},
	{"pyrefly", "operator", "unsupported-operation"},
	{"pyrefly", "unused-ignore", "unused-ignore unused-type-ignore"},
	{"ty", "arg-type", "invalid-argument-type"},
	{"ty", "return-value", "invalid-explicit-return invalid-implicit-return " + formerly + "invalid-return-type"},
	{"ty", "assignment", "invalid-assignment invalid-parameter-default"},
	{"ty", "attr-defined", "missing-attribute missing-module-member " + formerly + "unresolved-attribute"},
	{"ty", "union-attr", "possibly-missing-attribute missing-union-attribute " + formerly + "possibly-unbound-attribute"},
	{"ty", "call-arg", "missing-argument unknown-argument too-many-positional-arguments"},
	{"ty", "index", "not-subscriptable " + formerly + "non-subscriptable"},
	{"ty", "operator", "unsupported-operator"},
	{"ty", "name-defined", "unresolved-reference"},
	{"ty", "possibly-undefined", "possibly-unresolved-reference"},
	{"ty", "override", "incompatible-method-override " + formerly + "invalid-method-override"},
	{"ty", "valid-type", "invalid-type-form"},
	{"ty", "unused-ignore", "unused-ignore-comment unused-type-ignore-comment"},
}

// formatters say of a file that it is not laid out as they would: golangci-lint
// names the first place where they would change something, and no other.
const formatters = " gci gofmt gofumpt goimports golines swaggo "

// OfFile reports whether a diagnostic is about its file as a whole, whatever line
// it stands at.
func (d Diagnostic) OfFile() bool {
	return Tool(d.Tool) == "golangci-lint" && contains(formatters, d.Code)
}
