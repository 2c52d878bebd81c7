package main

import (
	"testing"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// TestWeigh: a class that wrong answers alone have weighs, one that both have does
// not, and a rare one has no weight.
func TestWeigh(t *testing.T) {
	right := "def f(a, b):\n    return g(a) < 30\n"
	x := fresh.Case{Lang: "python", File: "a.py", Said: "2: `b` is wrong", Text: "def f(a, b):\n    return g(b) < 30\n", Right: right,
		Wrong: []fresh.Wrong{{Text: "def f(a, b):\n    return g(a) < 60\n"}}}
	var all []weighed
	for _, pkg := range []string{"p", "q", "r", "s", "t"} {
		x.Package = pkg
		all = append(all, answersOf(x)...)
	}
	m := weigh(all, .9)
	if m.Right != 5 || m.Wrong != 5 || m.Weights["literal"] < 2 || m.Weights["argument-replaced"] != 0 {
		t.Errorf("%+v", m)
	}
	for _, a := range all {
		if over := sum(a, m.Weights) > m.Threshold; over != a.wrong {
			t.Errorf("wrong %v, over the threshold %v", a.wrong, over)
		}
	}
	if m := weigh(all[:2], .9); len(m.Weights) > 0 {
		t.Errorf("one answer of each kind teaches %v", m.Weights)
	}
}
