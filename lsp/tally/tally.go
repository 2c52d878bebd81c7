// Package tally says what became of several findings that were to be fixed at once.
package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Of says it in one line, "5 fixed (3 proved, 2 checked), 2 need a model, 1 refused: mypy reports
// something new …", and for each finding that is left why, in the order of the text.
func Of(outcomes []fixer.Outcome, table signal.Table) (line string, left []string) {
	fixed, model, unsafe, refused, why := 0, 0, 0, 0, ""
	var grades evidence.Counts
	ordered := slices.Clone(outcomes)
	slices.SortStableFunc(ordered, func(a, b fixer.Outcome) int {
		return cmp.Compare(a.Diagnostic.Span.Start, b.Diagnostic.Span.Start)
	})
	for _, o := range ordered {
		d := o.Decline
		switch {
		case o.Applied:
			fixed++
			if o.Fix != nil {
				grades[o.Fix.Grade()]++
			}
			continue
		case d == nil:
			continue
		case d.Step == fixer.StepAllowUnsafe, d.Withheld:
			unsafe++
		case d.Asks == 0 && len(d.Gates) == 0 && d.Next == "" &&
			slices.Contains(table.Require(o.Diagnostic).Rungs, signal.RungModel), d.Code == fixer.DeclineNoModel:
			model++
		default:
			refused++
			why = cmp.Or(why, words.Error(d))
		}
		left = append(left, fmt.Sprintf("line %d, %s: %s", o.Snapshot.LineAt(o.Diagnostic.Span.Start)+1,
			cmp.Or(o.Diagnostic.Code, o.Diagnostic.Tool), words.Error(d)))
	}
	parts := []string{fmt.Sprintf("%d fixed", fixed)}
	if graded := grades.String(); graded != "" {
		parts[0] += " (" + graded + ")"
	}
	switch {
	case model == 1:
		parts = append(parts, "1 needs a model")
	case model > 1:
		parts = append(parts, fmt.Sprintf("%d need a model", model))
	}
	if unsafe > 0 {
		parts = append(parts, fmt.Sprintf("%d may change behaviour", unsafe))
	}
	if refused > 0 {
		parts = append(parts, fmt.Sprintf("%d refused: %s", refused, why))
	}
	return strings.Join(parts, ", "), left
}
