package rules

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/golang"
	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// forGo returns the rules for Go.
func forGo() []Rule {
	return []Rule{
		{Name: "unused-go-import", Class: rule.Restores, Why: "nothing compiled before, and the compiler names the import",
			Signals: []string{"go/UnusedImport"},
			Lang:    "go", Title: naming("Remove the unused import"), Fix: golang.In(golang.UnusedImport)},
		{Name: "missing-go-import", Class: rule.Restores,
			Why:     "nothing compiled before, and one package of the standard library has the name",
			Signals: undeclaredGo,
			Lang:    "go", Title: titled("Import the missing package"), Fix: golang.In(golang.MissingImport)},
		{Name: "project-go-import", Class: rule.Restores,
			Why:     "nothing compiled before, and the project has one package of that name",
			Signals: undeclaredGo,
			Lang:    "go", Title: titled("Import the package as the project does"), Fix: golang.In(golang.ProjectImport)},
		{Name: "go-export", Class: rule.Restores,
			Why:     "nothing compiled before, and one export of the package is a slip away",
			Signals: append(slices.Clone(undeclaredGo), "go/UndeclaredImportedName"),
			Lang:    "go", Title: titled("Write the name that the package has"), Fix: golang.In(golang.Export)},
		{Name: "go-package", Class: rule.Restores, Why: "nothing compiled before, and one imported package is a slip away",
			Signals: undeclaredGo,
			Lang:    "go", Title: titled("Write the name of the imported package"), Fix: golang.In(golang.Package)},
		{Name: "go-declare", Class: rule.Restores,
			Why:     "nothing compiled before, and no other name is near to the variable's",
			Signals: undeclaredGo,
			Lang:    "go", Title: titled("Declare the variable"), Fix: golang.In(golang.Declare)},
		{Name: "go-return", Class: rule.Restores,
			Why:     "nothing compiled before, and the expression has the types of the results",
			Signals: []string{"go/MissingReturn"},
			Lang:    "go", Title: titled("Return what the function ends with"), Fix: golang.In(golang.Return)},
		{Name: "go-member", Class: rule.Restores, Why: "nothing compiled before, and one member of the type is a slip away",
			Signals: []string{"go/MissingFieldOrMethod", "go/MissingLitField"},
			Lang:    "go", Title: titled("Write the member that the type has"), Fix: golang.In(golang.Member)},
		{Name: "unused-go-variable", Class: rule.Restores, Why: "nothing compiled before; what computes the value stays",
			Signals: []string{"go/UnusedVar", "go/unusedvariable", "go vet/unusedvariable"},
			Lang:    "go", Title: naming("Drop the unused variable"), Fix: golang.In(golang.UnusedVariable)},
		{Name: "assign-existing", Class: rule.Restores,
			Why:     "nothing compiled before, and the compiler says that all variables exist",
			Signals: []string{"go/NoNewVar", "go/nonewvars", "go vet/nonewvars"},
			Lang:    "go", Title: titled("Assign to the existing variables"), Fix: golang.In(golang.AssignExisting)},
		{Name: "format-verb", Class: rule.Restores,
			Why:     "it printed %!d(string=…), and the message names the argument's type",
			Signals: []string{"go vet/printf", "staticcheck/SA5009"},
			Lang:    "go", Title: titled("Write the verb of the argument's type"), Fix: golang.In(golang.FormatVerb)},
		{Name: "deprecated-ioutil", Class: rule.Preserves, Why: "its functions call those of io and os since Go 1.16",
			Signals: []string{"staticcheck/ioutil"},
			Lang:    "go", Title: titled("Use what io/ioutil stands for"), Fix: golang.In(golang.DeprecatedIoutil)},
		{Name: "lower-error", Class: rule.Changes, Why: "texts of errors are shown, and sometimes compared",
			Signals: []string{"staticcheck/ST1005"},
			Lang:    "go", Title: titled("Begin the error's text with a small letter"), Fix: golang.In(golang.LowerError)},
	}
}

// undeclaredGo are the compiler and gopls on a name that is not declared.
var undeclaredGo = []string{"go/UndeclaredName", "go/undeclaredname", "go vet/undeclaredname"}
