package fixer

import (
	"context"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Foreseen is what a rule would do, before anybody has checked it.
type Foreseen struct{ Rule, Title string }

// Foresee is what a rule would do about a diagnostic, nothing where no rule would do
// anything. It is quick: no tool is asked, and nothing is checked.
func (e Ladder) Foresee(p Problem) Foreseen {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Foreseen{}
	}
	for proposed := range a.proposals(context.Background(), signal.RungRule) {
		return Foreseen{proposed.name, proposed.title}
	}
	return Foreseen{}
}
