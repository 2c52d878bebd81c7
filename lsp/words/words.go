// Package words says to people what the engine says by codes: why there is no model, and
// what can be done about a fix that was declined. The command line adds its own flags.
package words

import (
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// NoModel says why no model can be asked, and what helps; "" where one can be.
func NoModel(m fixer.Model) string { return setUp(m.Why, m.Step) }

// setUp adds to the cause how to have a model.
func setUp(cause string, step fixer.Step) string {
	switch step {
	case fixer.StepSetModel:
		return cause + ": run fettle init"
	case fixer.StepAllowModel: // it is a flag of the command line, and the only cause
		return strings.TrimPrefix(cause+"; allow a model: leave --no-model out", "; ")
	}
	return cause
}

// Next returns what somebody can do about a decline, "" where that is not known.
func Next(d *fixer.Decline) string {
	switch {
	case d.Step == fixer.StepAllowUnsafe, d.Step == fixer.StepAllowUnchecked, d.Withheld && d.Next == "":
		return "apply it from its own entry"
	}
	return setUp(d.Next, d.Step)
}

// Error returns the text of an error, with what its decline says by a code; what [Next]
// says of fixes that may be allowed is left out.
func Error(err error) string {
	var d *fixer.Decline
	switch {
	case !errors.As(err, &d):
		return err.Error()
	case d.Step == fixer.StepExplain:
		return err.Error() + "; see fettle explain"
	}
	return setUp(err.Error(), d.Step)
}

// Listed writes names as people do: "a", "a and b", "a, b and c".
func Listed(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// LowerFirst returns a title as it stands in the midst of a line: names in capitals stay.
func LowerFirst(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
