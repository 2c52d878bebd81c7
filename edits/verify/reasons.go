package verify

import (
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/effect"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
)

// Reason is what one rule has against a text.
type Reason struct{ Rule, Says string }

// Reasons lists what every rule that reads the text has against it. Run stops at the
// first of a kind; to know what a rule brings, and what it costs, all must be asked.
// The text must have a target, and be a model's.
func Reasons(in Input) []Reason {
	c := newCheck(in)
	was, now := c.allTokens()
	var out []Reason
	add := func(rule any, says string) {
		if says != "" {
			out = append(out, Reason{ruleName(rule), says})
		}
	}
	for _, g := range textGates() {
		n := len(c.doubts)
		o := g.run(c)
		switch {
		case g.name != Suppressing && o.state == Fail:
			add(g.run, o.detail)
		case g.name != Suppressing && len(c.doubts) > n:
			add(g.run, c.doubts[n])
		}
	}
	add((*check).silenced, c.silenced())
	for _, t := range tricks() {
		add(t.find, t.find(c))
	}
	add((*check).testsTouched, c.testsTouched())
	add((*check).fitted, c.fitted())
	for _, find := range c.doubtRules() {
		if ruleName(find) != "goesRound" { // its own rules are asked below
			add(find, find(c, was, now))
		}
	}
	for i, change := range c.change(was, now).Readings() {
		if i == 0 {
			add(evasion.Idle, evasion.Idle(change))
		}
		for _, find := range slices.Concat(evasion.Rules(), effect.Rules()) {
			add(find, find(change))
		}
	}
	if _, ok := c.deleted(); ok && !removes(c) {
		add((*check).deleted, "code was deleted")
	}
	return out
}

// ruleName is the name of a rule's function.
func ruleName(rule any) string {
	name := runtime.FuncForPC(reflect.ValueOf(rule).Pointer()).Name()
	return strings.TrimSuffix(name[strings.LastIndexAny(name, ".")+1:], "-fm")
}
