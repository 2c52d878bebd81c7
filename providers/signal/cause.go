package signal

// Cause names what is wrong in the words of one tool, whichever tool reports it:
// "ruff/F821", "reportUndefinedVariable" of pyright and "name-defined" of mypy at
// one place are one problem. A rule that no other tool knows is its own cause.
func Cause(d Diagnostic) string {
	tool, code := normal(d)
	if isTypeChecker(tool) && tool != "mypy" {
		if rule := typeRule(tool, code); rule != "" && !contains(severalRules, code) {
			tool, code = "mypy", rule
		}
	}
	name := tool + "/" + code
	for _, row := range causes {
		if contains(row.same, name) {
			return row.cause
		}
	}
	return name
}

// severalRules share a row with another rule, but not its cause.
const severalRules = "reportPossiblyUnbound reportPossiblyUnboundVariable reportPrivateUsage reportGeneralTypeIssues reportUnknownMemberType " +
	"reportUnknownVariableType"

// causes are the rules of several tools that say the same of the same place.
var causes = [...]struct{ cause, same string }{
	{"undefined name", "ruff/F821 pyright/reportUndefinedVariable mypy/name-defined pylint/undefined-variable pylint/E0602 eslint/no-undef tsc/2304 tsc/2552 go/UndeclaredName go/undeclaredname biome/lint/correctness/noUndeclaredVariables"},
	{"unused import", "ruff/F401 pyright/reportUnusedImport pylint/unused-import pylint/W0611 go/UnusedImport eslint/unused-imports/no-unused-imports biome/lint/correctness/noUnusedImports"},
	{"unused variable", "ruff/F841 pyright/reportUnusedVariable pylint/unused-variable pylint/W0612 go/UnusedVar tsc/6133 eslint/no-unused-vars eslint/@typescript-eslint/no-unused-vars biome/lint/correctness/noUnusedVariables"},
	{"redefinition", "ruff/F811 mypy/no-redef pyright/reportRedeclaration pylint/function-redefined pylint/E0102"},
	{"missing module", "mypy/import-not-found pyright/reportMissingImports pylint/import-error pylint/E0401"},
	{"missing stubs", "mypy/import-untyped pyright/reportMissingModuleSource pyright/reportMissingTypeStubs"},
	{"comparison with None", "ruff/E711 pylint/singleton-comparison pylint/C0121"},
	{"unused expression", "ruff/B018 pyright/reportUnusedExpression pylint/pointless-statement pylint/W0104"},
	{"undefined export", "ruff/F822 pyright/reportUnsupportedDunderAll pylint/undefined-all-variable pylint/E0603"},
	{"import not at the top", "ruff/E402 pylint/wrong-import-position pylint/C0413"},
	{"bare except", "ruff/E722 pylint/bare-except pylint/W0702"},
	{"mutable default", "ruff/B006 pylint/dangerous-default-value pylint/W0102"},
}
