// Package rules holds fixes that need no model. Each [Rule] turns one diagnostic
// into edits that are right, or declines with a reason. A rule is one file, its
// test, and one row in the table of [All].
//
// A rule works on tokens and statements (package pytree for Python, go/ast for
// Go, the syntax facts for the rest), never on patterns over raw text, so that no
// quote, comment or bracket can fool it. It declines whatever it is not certain
// of; the model or the user decides then. Its result passes the same gates as any
// other fix.
package rules

import (
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Problem is one diagnostic on one snapshot.
type Problem = rule.Problem

// Project is what is known of the files other than the one with the problem.
type Project = rule.Project

// Class says what a rule's result does to the program.
type Class = rule.Class

// The classes.
const (
	Changes   = rule.Changes
	Restores  = rule.Restores
	Preserves = rule.Preserves
)

// Rule is one row of the table.
type Rule = rule.Rule

// Declined is the error of a rule that cannot be sure.
type Declined = rule.Declined

// titled returns the Title of rules whose title does not depend on the diagnostic.
func titled(s string) func(signal.Diagnostic) string {
	return func(signal.Diagnostic) string { return s }
}

// naming returns the Title of rules about one name, which the message quotes:
// "Remove the unused import: os".
func naming(s string) func(signal.Diagnostic) string {
	return func(d signal.Diagnostic) string {
		if n := rule.Quoted(d.Message); n != "" && len(n) <= 40 {
			return s + ": " + n
		}
		return s
	}
}

// all is the table, made once.
var all = sync.OnceValue(All)

// bySignal says where in the table the rules of a signal stand: a run asks for those of
// tens of thousands of findings.
var bySignal = sync.OnceValue(func() map[string][]int {
	at := map[string][]int{}
	for i, r := range all() {
		for _, s := range r.Signals {
			at[s] = append(at[s], i)
		}
	}
	return at
})

// For lists the rules for a diagnostic, in the order of the table.
func For(d signal.Diagnostic) []Rule {
	var at []int
	for _, s := range Signals(d) {
		at = append(at, bySignal()[s]...)
	}
	slices.Sort(at)
	var out []Rule
	for _, i := range slices.Compact(at) {
		out = append(out, all()[i])
	}
	return out
}
