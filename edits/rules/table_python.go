package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/layout"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/edits/rules/typed"
)

// forPython returns the rules for Python.
func forPython() []Rule {
	return []Rule{
		{Name: "split-suite", Class: rule.Preserves, Why: "only a line break is added",
			Signals: python("E701", "E704"),
			Lang:    "python", Title: titled("Put the suite on its own line"), Fix: inModule(splitSuite)},
		{Name: "split-statements", Class: rule.Preserves, Why: "only line breaks are added",
			Signals: python("E702", "E703", "pylint/C0321", "pylint/multiple-statements"),
			Lang:    "python", Title: titled("Put each statement on its own line"), Fix: inModule(splitStatements)},
		{Name: "layout", Class: rule.Preserves,
			Why:     "only blanks and line breaks between words, and blanks in comments, change",
			Signals: layout.Signals(),
			Lang:    "python", Title: titled("Set the blanks as the style wants them"),
			Fix: pycode.In(layout.Fix)},
		{Name: "bare-except", Class: rule.Changes, Why: "SystemExit and KeyboardInterrupt are no longer caught",
			Signals: python("E722", "pylint/W0702", "pylint/bare-except"),
			Lang:    "python", Title: titled("Catch Exception"), Fix: atStatement(bareExcept)},
		{Name: "raise-from", Class: rule.Preserves,
			Why:     "the same exception is raised in the same context; only its recorded cause is new",
			Signals: python("B904", "pylint/W0707", "pylint/raise-missing-from"),
			Lang:    "python", Title: titled("Raise from the caught exception"), Fix: atStatement(raiseFrom)},
		{Name: "unused-loop-variable", Class: rule.Preserves,
			Why:     "a local name that nothing reads, not by its spelling either",
			Signals: python("B007"),
			Lang:    "python", Title: naming("Mark the loop variable as unused"), Fix: atStatement(unusedLoopVariable)},
		{Name: "bind-loop-variable", Class: rule.Changes,
			Why:     "a function that is called after its round sees the value of its round, no longer the last one",
			Signals: python("B023", "pylint/W0640", "pylint/cell-var-from-loop"),
			Lang:    "python", Title: titled("Bind the loop variable as a default"), Fix: atStatement(bindLoopVariable)},
		{Name: "hoist-import", Class: rule.Changes, Why: "the import runs earlier",
			Signals: python("E402", "pylint/C0413", "pylint/wrong-import-position"),
			Lang:    "python", Title: titled("Move the import to the top"), Fix: atStatement(hoistImport)},
		{Name: "missing-import", Class: rule.Restores, Why: "it was a NameError, and the name can be imported from one place",
			Signals: python("F821", "mypy/name-defined", "pyright/reportUndefinedVariable", "pylint/E0602",
				"pylint/undefined-variable"),
			Lang: "python", Title: naming("Import the missing name"), Fix: inModule(missingImport)},
		{Name: "own-member", Class: rule.Restores, Why: "it was a NameError, and the object has a member of that name",
			Signals: python("F821", "pylint/E0602", "mypy/name-defined", "pyright/reportUndefinedVariable"),
			Lang:    "python", Title: titled("Ask the object for its member"), Fix: typed.At(typed.OwnMember)},
		{Name: "deprecated-alias", Class: rule.Changes, Why: "the object is another one",
			Signals: python("UP035"),
			Lang:    "python", Title: naming("Replace the deprecated name"), Fix: atStatement(deprecatedAlias)},
		{Name: "lazy-logging", Class: rule.Changes, Why: "values are made texts later, or never; an error in that is logged",
			Signals: python("G002", "G004", "pylint/W1201", "pylint/logging-not-lazy", "pylint/W1203",
				"pylint/logging-fstring-interpolation"),
			Lang: "python", Title: titled("Let the logger make the message"), Fix: atStatement(lazyLogging)},
		{Name: "eager-conversion", Class: rule.Changes, Why: "the conversion happens later, or never",
			Signals: python("RUF065"),
			Lang:    "python", Title: titled("Let the logger make a text of the value"), Fix: inModule(eagerConversion)},
		{Name: "optional-default", Class: rule.Preserves, Why: "the annotation states what the default value says already",
			Signals: []string{"mypy/assignment", "pyright/reportArgumentType", "pyright/reportAssignmentType"},
			Lang:    "python", Title: naming("Let the annotation admit None"), Fix: typed.OptionalDefault},
		{Name: "unused-ignore", Class: rule.Changes, Why: "the checker may need it where other packages are installed",
			Signals: []string{"mypy/unused-ignore", "pyright/reportUnnecessaryTypeIgnoreComment"},
			Lang:    "python", Title: titled("Remove the unused directive"), Fix: inModule(unusedIgnore)},
		{Name: "missing-self", Class: rule.Restores,
			Why:     "it was a TypeError when called on an object, and the message names the parameter",
			Signals: []string{"mypy/misc", "pyright/reportSelfClsParameterName", "pylint/E0211", "pylint/no-method-argument"},
			Lang:    "python", Title: titled("Take the object"), Fix: typed.At(typed.MissingSelf)},
		{Name: "returns-none", Class: rule.Changes, Why: "annotations are read at run time by some libraries",
			Signals: []string{"mypy/no-untyped-def"},
			Lang:    "python", Title: titled("Annotate the function as returning None"), Fix: typed.ReturnsNone},
		{Name: "blank-after-summary", Class: rule.Changes, Why: "help texts are made of docstrings",
			Signals: python("D205"),
			Lang:    "python", Title: titled("Put a blank line behind the summary"), Fix: blankAfterSummary},
		{Name: "imperative-summary", Class: rule.Changes, Why: "help texts are made of docstrings",
			Signals: python("D401"),
			Lang:    "python", Title: titled("Begin the summary with an imperative"), Fix: imperativeSummary},
		{Name: "safe-load", Class: rule.Changes, Why: "texts may be refused",
			Signals: python("S506", "bandit/B506"),
			Lang:    "python", Title: titled("Load plain YAML values only"), Fix: inModule(safeLoad)},
	}
}

// undefined are the tools on a name that nothing binds.
var undefined = python("F821", "pylint/E0602", "pylint/undefined-variable", "mypy/name-defined",
	"pyright/reportUndefinedVariable")
