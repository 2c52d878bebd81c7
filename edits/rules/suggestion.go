package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/names"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// suggestions are the forms in which tools name one name that was meant: mypy, pyright, ty, pyrefly, ESLint and
// tsc ask, rustc and Go's compiler state it. A message that names two of them has none of these forms.
var suggestions = []*lazyre.Regexp{
	lazyre.New("(?i)\\bdid you mean(?: to (?:use|write|call|import))?:?" +
		"(?: the \\w+(?: \\w+)?)? [`'\"‘“]((?:\\w+\\.)?\\w+)[`'\"’”]\\s*\\??[.)]?$"),
	lazyre.New("(?i)[;:,] maybe [`'\"](\\w+)[`'\"]\\?$"),
	lazyre.New("\\bsimilar name exists:? `(\\w+)`"),
	lazyre.New(`\bbut (?:does )?have (?:field |method )?(\w+)\)?$`),
}

// suggesting are in small letters in every message of one of the forms.
var suggesting = []string{"did you mean", "maybe", "similar name exists", "have "}

// suggested returns the name that a message suggests, and what it says before that; "" if it suggests none, or several.
func suggested(message string) (name, before string) {
	lower := strings.ToLower(message)
	for i, form := range suggestions {
		if !strings.Contains(lower, suggesting[i]) {
			continue
		}
		if at := form.FindStringSubmatchIndex(message); at != nil {
			name, before = message[at[2]:at[3]], message[:at[0]]
			return name[strings.LastIndexByte(name, '.')+1:], before
		}
	}
	return "", ""
}

// renaming is the suggested name, and the one that it stands for.
type renaming struct {
	old, new string
	at       text.Span // of old
}

// rename finds the name that a message reports: the word of it, before the suggestion, that is a slip of the suggested
// one, else one with which the finding begins or ends.
func rename(p rule.Problem) (renaming, error) {
	name, before := suggested(p.Diagnostic.Message)
	if name == "" {
		return renaming{}, rule.Declined{Reason: "the message suggests no name", Aside: true}
	}
	f, err := rule.Facts(p)
	if err != nil {
		return renaming{}, err
	}
	var edge renaming
	for _, old := range pytree.Words(before) {
		if old == name || len(old) < 2 {
			continue
		}
		m, ok := names.At(f, p, old)
		sp := m.At
		switch {
		case !ok:
		case rule.Near(old, name):
			return renaming{old: old, new: name, at: sp}, nil
		case sp.Start == p.Diagnostic.Span.Start || sp.End == p.Diagnostic.Span.End:
			edge = renaming{old: old, new: name, at: sp}
		}
	}
	if edge.old == "" {
		return renaming{}, rule.Decline("the name that the message is about does not stand there once")
	}
	return edge, nil
}
