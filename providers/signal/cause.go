package signal

// Cause names what is wrong in the words of one tool, whichever tool reports it:
// "ruff/F821", "reportUndefinedVariable" of pyright and "name-defined" of mypy at
// one place are one problem. A rule that no other tool knows is its own cause.
func Cause(d Diagnostic) string {
	tool, code := Normal(d)
	if ChecksTypes(tool) && tool != "mypy" {
		if rule := TypeRule(tool, code); rule != "" && !contains(severalRules, code) {
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
const severalRules = "reportPossiblyUnbound reportPossiblyUnboundVariable reportUnboundVariable reportPrivateUsage " +
	"reportGeneralTypeIssues " +
	"reportUnknownMemberType reportUnknownVariableType reportMissingTypeArgument"

// causes are the rules of several tools that say the same of the same place.
var causes = [...]struct{ cause, same string }{
	{"undefined name", "ruff/F821 ruff/F405 pyright/reportUndefinedVariable mypy/name-defined pylint/undefined-variable " +
		"pylint/E0602 eslint/no-undef tsc/2304 tsc/2552 go/UndeclaredName go/undeclaredname " +
		"biome/lint/correctness/noUndeclaredVariables"},
	{"unused import", "ruff/F401 pyright/reportUnusedImport pylint/unused-import pylint/W0611 go/UnusedImport " +
		"eslint/unused-imports/no-unused-imports biome/lint/correctness/noUnusedImports"},
	{"unused variable", "ruff/F841 ruff/B007 pyright/reportUnusedVariable pylint/unused-variable pylint/W0612 " +
		"go/UnusedVar tsc/6133 tsc/6138 tsc/6196 eslint/no-unused-vars eslint/@typescript-eslint/no-unused-vars " +
		"biome/lint/correctness/noUnusedVariables"},
	{"redefinition", "ruff/F811 mypy/no-redef pyright/reportRedeclaration pylint/function-redefined pylint/E0102"},
	{"missing module", "mypy/import-not-found pyright/reportMissingImports pylint/import-error pylint/E0401"},
	{"missing stubs", "mypy/import-untyped pyright/reportMissingModuleSource pyright/reportMissingTypeStubs"},
	{"comparison with None", "ruff/E711 pylint/singleton-comparison pylint/C0121"},
	{"unused expression", "ruff/B018 ruff/B015 pyright/reportUnusedExpression pylint/pointless-statement pylint/W0104"},
	{"undefined export", "ruff/F822 pyright/reportUnsupportedDunderAll pylint/undefined-all-variable pylint/E0603"},
	{"import not at the top", "ruff/E402 pylint/wrong-import-position pylint/C0413"},
	{"bare except", "ruff/E722 pylint/bare-except pylint/W0702"},
	{"default made once", "ruff/B006 ruff/B008 pyright/reportCallInDefaultInitializer pylint/dangerous-default-value " +
		"pylint/W0102"},
	{"star import", "ruff/F403 pyright/reportWildcardImportFromLibrary pylint/wildcard-import pylint/W0401"},
	{"assertion that always holds", "ruff/F631 pyright/reportAssertAlwaysTrue pylint/assert-on-tuple pylint/W0199"},
	{"deprecated", "ruff/UP006 ruff/UP007 ruff/UP035 ruff/UP045 pyright/reportDeprecated mypy/deprecated"},
	{"parameter without a type", "ruff/ANN001 ruff/ANN002 ruff/ANN003 pyright/reportMissingParameterType"},
	{"unused parameter", "ruff/ARG001 ruff/ARG002 ruff/ARG003 ruff/ARG004 ruff/ARG005 pyright/reportUnusedParameter " +
		"pylint/unused-argument pylint/W0613"},
	{"private member", "ruff/SLF001 pyright/reportPrivateUsage pylint/protected-access pylint/W0212"},
	{"unknown escape", "ruff/W605 pyright/reportInvalidStringEscapeSequence pylint/anomalous-backslash-in-string " +
		"pylint/W1401"},
	{"implicit concatenation", "ruff/ISC001 ruff/ISC002 pyright/reportImplicitStringConcatenation " +
		"pylint/implicit-str-concat pylint/W1404"},
	{"first parameter", "ruff/N804 ruff/N805 pyright/reportSelfClsParameterName pylint/no-self-argument pylint/E0213 " +
		"pylint/bad-classmethod-argument pylint/C0202"},
	{"unbound variable", "ruff/F823 pyright/reportUnboundVariable mypy/used-before-def pylint/used-before-assignment " +
		"pylint/E0601"},
	{"possibly unbound variable", "pyright/reportPossiblyUnbound pyright/reportPossiblyUnboundVariable " +
		"mypy/possibly-undefined pylint/possibly-used-before-assignment pylint/E0606"},
	{"unused directive", "mypy/unused-ignore pyright/reportUnnecessaryTypeIgnoreComment"},
	{"missing type argument", "mypy/type-arg pyright/reportMissingTypeArgument"},
	{"missing override", "mypy/explicit-override pyright/reportImplicitOverride"},
	{"match that misses cases", "mypy/exhaustive-match pyright/reportMatchNotExhaustive"},
	{"coroutine not awaited", "mypy/unused-coroutine pyright/reportUnusedCoroutine"},
	{"abstract class made", "mypy/abstract pyright/reportAbstractUsage pylint/abstract-class-instantiated pylint/E0110"},
	{"unreachable code", "mypy/unreachable pyright/reportUnreachable pylint/unreachable pylint/W0101 tsc/7027 " +
		"eslint/no-unreachable biome/lint/correctness/noUnreachable"},
	{"repeated key", "tsc/1117 eslint/no-dupe-keys biome/lint/suspicious/noDuplicateObjectKeys"},
	{"assignment to a constant", "tsc/2588 eslint/no-const-assign biome/lint/correctness/noConstAssign"},
	{"unused function", "staticcheck/U1000 golangci-lint/unused go vet/unusedfunc"},
	{"unused value", "staticcheck/SA4006 golangci-lint/ineffassign"},
	{"format of a print", "staticcheck/SA5009 go vet/printf"},
	{"deprecated in Go", "staticcheck/SA1019 go vet/deprecated"},
	{"self-assignment", "staticcheck/SA4018 go vet/assign"},
	{"struct tag", "staticcheck/SA5008 go vet/structtag"},
	{"decoding into no pointer", "staticcheck/SA1014 go vet/unmarshal"},
}
