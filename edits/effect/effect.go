// Package effect says what an edit does besides answering its finding: "replaces
// < by <=", "no longer calls close", "adds a default value". It compares the syntax
// trees of the text before and after, and refuses nothing: what it returns is shown
// to whoever decides, and the sum of the weights is one of the things that grade a
// fix (see edits/evidence).
//
// [Of] collects facts from both trees (calls, literals, operators, conditions,
// branches, returns, handlers, parameters, annotations, bound names, imports,
// comments), removes what both have, and asks each row of [Classes] what it sees
// in the rest. What the finding itself names is left out: a message that says
// "use is None" names that operator.
//
// A row is a class of effect that holds for all languages alike; what differs
// between them is in one table of node kinds per grammar (kinds.go). Weights are
// measured, not chosen: weights.json holds, for each class, the logarithm of how
// much likelier a wrong answer has the effect than a right one, on cases that were
// made by seed for that measurement (fettle-eval effects). A class
// without a measured weight counts nothing.
//
// Without tree-sitter (builds without cgo, languages without a grammar) there are
// no trees and nothing is said.
package effect

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Effect is one thing that an edit does besides.
type Effect struct {
	Class  string  `json:"class"`
	Text   string  `json:"text"` // a clause in plain words, without a subject: "drops the argument timeout"
	Weight float64 `json:"weight,omitempty"`
}

// About is what the finding says, whose words and place name what may change.
type About struct {
	Message string
	Spans   []text.Span // of the finding, and of others of its cause, in the text before
	// Changes are classes that the finding's rule asks for: a rule against mutable
	// defaults changes a default.
	Changes []string
}

// Of returns what an edit does besides, the most unusual first, each class once.
func Of(before, after, lang string, about About) []Effect {
	if before == after {
		return nil
	}
	was, ok := syntax.TreeOf(lang, before)
	if !ok {
		return nil
	}
	now, ok := syntax.TreeOf(lang, after)
	if !ok {
		return nil
	}
	d := compare(newFacts(was), newFacts(now), about)
	var out []Effect
	for _, c := range Classes {
		if slices.Contains(about.Changes, c.Name) {
			continue
		}
		if said := c.sees(d); said != "" {
			out = append(out, Effect{Class: c.Name, Text: said, Weight: Weight(c.Name)})
		}
	}
	slices.SortStableFunc(out, func(a, b Effect) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	return out
}

// Measured is what the weights rest on.
type Measured struct {
	Date      string             `json:"date"`
	Cases     string             `json:"cases"` // how they were made
	Right     int                `json:"right"`
	Wrong     int                `json:"wrong"`
	Threshold float64            `json:"threshold"` // a sum above it is unsure
	Weights   map[string]float64 `json:"weights"`
}

//go:embed weights.json
var weights []byte

// Table is the measurement that is built in.
var Table = sync.OnceValue(func() Measured {
	var m Measured
	if err := json.Unmarshal(weights, &m); err != nil {
		panic("effect: weights.json: " + err.Error()) // TestWeights reads it
	}
	return m
})

// Weight returns the measured weight of a class, 0 where none was measured.
func Weight(class string) float64 { return Table().Weights[class] }
