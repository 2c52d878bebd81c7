package rule

import (
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Rule is one row: a deterministic fix.
type Rule struct {
	Name    string   // unique, "none-comparison"
	Signals []string // "ruff/E711", "pylint/C0121"; see rules.Signals
	Lang    string   // LSP language identifier; "javascript" covers TypeScript and JSX, "" is any
	Class   Class    // what the result does to the program
	Why     string   // the reason for the class, in words for the user
	Title   func(signal.Diagnostic) string
	Fix     func(Problem) ([]text.Edit, error) // edits on the snapshot, or [Declined]
}

// Safe reports whether the result may be used without a person's choice.
func (r Rule) Safe() bool { return r.Class.Sure() }

// Speaks reports whether the rule is for documents of that language.
func (r Rule) Speaks(lang string) bool {
	switch lang {
	case "typescript", "typescriptreact", "javascriptreact":
		lang = "javascript"
	}
	return r.Lang == lang || r.Lang == ""
}
