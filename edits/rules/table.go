package rules

import "strings"

// All is the table of rules. Order matters only between rules for one signal.
func All() []Rule {
	return []Rule{
		{"split-suite", python("E701", "E704"), "python", true, titled("Put the suite on its own line"), splitSuite},
		{"split-statements", python("E702", "E703", "pylint/C0321", "pylint/multiple-statements"), "python", true, titled("Put each statement on its own line"), splitStatements},
		{"none-comparison", python("E711"), "python", false, titled("Compare with None by identity"), noneComparison},
		{"bool-comparison", python("E712"), "python", false, titled("Compare with True or False by identity"), boolComparison},
		{"singleton-comparison", []string{"pylint/C0121", "pylint/singleton-comparison"}, "python", false, titled("Compare by identity"), singletonComparison},
		{"plain-fstring", python("F541", "pylint/W1309", "pylint/f-string-without-interpolation"), "python", true, titled("Remove the f prefix"), plainFString},
		{"bare-except", python("E722", "pylint/W0702", "pylint/bare-except"), "python", false, titled("Catch Exception"), bareExcept},
		{"not-implemented", python("F901", "pylint/E0711", "pylint/notimplemented-raised"), "python", false, titled("Raise NotImplementedError"), notImplemented},
		{"raise-from", python("B904", "pylint/W0707", "pylint/raise-missing-from"), "python", true, titled("Raise from the caught exception"), raiseFrom},
		{"assert-false", python("B011"), "python", false, titled("Raise AssertionError"), assertFalse},
		{"raise-literal", python("B016"), "python", false, titled("Raise an Exception with this text"), raiseLiteral},
		{"unused-import", python("F401", "pylint/W0611", "pylint/unused-import", "pyright/reportUnusedImport"), "python", false, naming("Remove the unused import"), unusedImport},
		{"redefinition", python("F811", "pylint/W0404", "pylint/reimported", "pylint/E0102", "pylint/function-redefined"), "python", false, naming("Remove the repeated definition"), redefinition},
		{"unused-variable", python("F841", "pylint/W0612", "pylint/unused-variable", "pyright/reportUnusedVariable"), "python", false, naming("Remove the unused variable"), unusedVariable},
		{"unused-loop-variable", python("B007"), "python", true, naming("Mark the loop variable as unused"), unusedLoopVariable},
		{"lambda-to-def", python("E731", "pylint/C3001", "pylint/unnecessary-lambda-assignment"), "python", false, titled("Define a function"), lambdaToDef},
		{"hoist-import", python("E402", "pylint/C0413", "pylint/wrong-import-position"), "python", false, titled("Move the import to the top"), hoistImport},
		{"mutable-default", python("B006", "pylint/W0102", "pylint/dangerous-default-value"), "python", false, titled("Build the default at each call"), mutableDefault},
		{"annotate-empty", []string{"mypy/var-annotated"}, "python", true, naming("Annotate the empty container"), annotateEmpty},
		{"forward-reference", python("F821", "pyright/reportUndefinedVariable"), "python", false, naming("Quote the type that is defined further down"), forwardReference},
		{"missing-import", python("F821", "mypy/name-defined", "pyright/reportUndefinedVariable", "pylint/E0602",
			"pylint/undefined-variable", "pyre/name-defined", "pyre/18", "pyre/10", "ty/unresolved-reference"), "python", false, naming("Import the missing name"), missingImport},
		{"local-import", python("F823", "pylint/E0601", "pylint/used-before-assignment", "pyright/reportUnboundVariable"), "python", false, naming("Remove the import from the function"), localImport},
		{"capture-output", python("UP022"), "python", false, titled("Capture the output"), captureOutput},
		{"deprecated-alias", python("UP035"), "python", false, naming("Replace the deprecated name"), deprecatedAlias},
		{"increment", python("B002", "pylint/E0107", "pylint/nonexistent-operator"), "python", false, titled("Add or subtract one"), increment},
		{"debugger-call", python("T100"), "python", false, titled("Remove the debugger call"), debuggerCall},
		{"eager-conversion", python("RUF065"), "python", false, titled("Let the logger make a text of the value"), eagerConversion},
		{"check-certificates", python("S501", "bandit/B501"), "python", false, titled("Check the server's certificate"), checkCertificates},
		{"optional-default", []string{"mypy/assignment", "pyright/reportArgumentType", "pyright/reportAssignmentType", "pyre/9", "pyre/assignment",
			"ty/invalid-parameter-default"}, "python", false, naming("Let the annotation admit None"), optionalDefault},
		{"unused-ignore", []string{"mypy/unused-ignore", "pyright/reportUnnecessaryTypeIgnoreComment"}, "python", false, titled("Remove the unused directive"), unusedIgnore},
		{"returns-none", []string{"mypy/no-untyped-def"}, "python", false, titled("Annotate the function as returning None"), returnsNone},
		{"unused-go-import", []string{"go/UnusedImport"}, "go", true, naming("Remove the unused import"), unusedGoImport},
		{"unused-go-variable", []string{"go/UnusedVar", "go/unusedvariable", "go vet/unusedvariable"}, "go", true, naming("Drop the unused variable"), unusedGoVariable},
		{"assign-existing", []string{"go/NoNewVar", "go/nonewvars", "go vet/nonewvars"}, "go", true, titled("Assign to the existing variables"), assignExisting},
		{"errors-is", []string{"golangci-lint/errorlint", "golangci-lint/err113", "golangci-lint/goerr113"}, "go", false, titled("Compare with errors.Is"), errorsIs},
		{"unused-script-import", []string{"tsc/6133", "tsc/6192", "tsc/6196", "eslint/no-unused-vars", "eslint/@typescript-eslint/no-unused-vars",
			"eslint/unused-imports/no-unused-imports", "biome/lint/correctness/noUnusedImports"}, "javascript", false,
			naming("Remove the unused import"), unusedScriptImport},
		{"unused-catch", []string{"eslint/no-unused-vars", "eslint/@typescript-eslint/no-unused-vars"}, "javascript", true, naming("Catch without a name"), unusedCatch},
		{"unused-expect-error", []string{"tsc/2578"}, "javascript", true, titled("Remove the unused directive"), unusedExpectError},
		{"missing-override", []string{"tsc/4114", "tsc/4115", "tsc/4116"}, "javascript", true, titled("Add the override modifier"), missingOverride},
		{"blank-after-summary", python("D205"), "python", false, titled("Put a blank line behind the summary"), blankAfterSummary},
		{"imperative-summary", python("D401"), "python", false, titled("Begin the summary with an imperative"), imperativeSummary},
		{"safe-load", python("S506", "bandit/B506"), "python", false, titled("Load plain YAML values only"), safeLoad},
	}
}

// python names the tools that report the codes of pycodestyle, pyflakes and the
// flake8 plugins; what has a slash is taken as it is.
func python(codes ...string) []string {
	var out []string
	for _, c := range codes {
		if strings.Contains(c, "/") {
			out = append(out, c)
			continue
		}
		out = append(out, "ruff/"+c, "flake8/"+c)
	}
	return out
}
