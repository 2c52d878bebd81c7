package main

import (
	"strings"
	"testing"
)

func TestWilson(t *testing.T) {
	// Values of Wilson's interval for 6 of 69 and 0 of 10, as statistics packages compute them.
	for _, c := range []struct {
		k, n int
		want string
	}{{6, 69, "6: 9% (4-18)"}, {0, 10, "0: 0% (0-28)"}, {0, 0, "-"}} {
		if got := wilson(c.k, c.n); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.k, c.n, got, c.want)
		}
	}
}

// What is no answer of the model's, or not found, counts nowhere, and is named.
func TestDoublesTable(t *testing.T) {
	var out strings.Builder
	printDoubles(&out, []doubleResult{{lang: "go", right: true, outcome: "written", said: true}, {lang: "go", right: true, outcome: "refused", asks: 5},
		{lang: "go", outcome: "written"}, {lang: "go", outcome: "by rule"}})
	for _, want := range []string{"right     2  1: 50% (9-91)", "5.0", "wrong     1  1: 100% (21-100)", "not counted: map[by rule:1]"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
