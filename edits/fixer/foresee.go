package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Foresee is the title of what a rule would do about a diagnostic, "" where no rule
// would do anything. It is quick: no tool is asked, and nothing is checked.
func (e Ladder) Foresee(p Problem) string {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return ""
	}
	for proposed := range a.proposals(context.Background(), signal.RungRule) {
		return proposed.title
	}
	return ""
}
