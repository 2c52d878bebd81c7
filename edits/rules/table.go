package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/names"
	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// All returns the table of rules. Order matters only between rules for one signal.
func All() []Rule {
	return slices.Concat(forPython(), forGo(), forScript(), forAny())
}

// forAny returns the rules for any language, by what a message says. They are last: a rule that knows the problem knows
// more.
func forAny() []Rule {
	return []Rule{
		{Name: "misspelt-name", Class: rule.Restores,
			Why:     "nothing worked there, and the message names what exists, a slip away",
			Signals: []string{"*/suggested"},
			Title:   titled("Write the name that exists"), Fix: misspeltName},
		{Name: "neighbour-name", Class: rule.Restores, Why: "nothing worked there, and one name in scope is a slip away",
			Signals: append(python("F821", "pylint/E0602", "pylint/undefined-variable", "mypy/name-defined",
				"pyright/reportUndefinedVariable"),
				"go/UndeclaredName", "eslint/no-undef", "tsc/2304"),
			Title: titled("Write the name that is in scope"), Fix: names.Neighbour},
		{Name: "renamed", Class: rule.Restores,
			Why: "nothing worked there, and the last commit calls so what has another name today",
			Signals: append(slices.Clone(undefined), "go/UndeclaredName", "go/UndeclaredImportedName",
				"go/MissingFieldOrMethod", "go/MissingLitField",
				"eslint/no-undef", "tsc/2304", "tsc/2305", "tsc/2339", "tsc/2551", "tsc/2552", "tsc/2724", "tsc/2561",
				"mypy/attr-defined",
				"mypy/call-arg", "pyright/reportAttributeAccessIssue", "pyright/reportCallIssue", "pylint/no-member",
				"pylint/E1101",
				"pylint/no-name-in-module", "pylint/E0611"),
			Title: titled("Write its name of today"), Fix: names.Renamed},
	}
}

// python names the tools that report the codes of pycodestyle, pyflakes and the
// flake8 plugins; what has a slash is used as it is.
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
