package signal

import "testing"

func TestServed(t *testing.T) {
	for _, c := range []struct {
		tool, code string
		want       bool
	}{
		{"typescript", "6133", true}, {"ts", "2551", true}, {"tsc", "TS2552", true}, {"vtsls", "4114", true},
		{"typescript", "2304", false}, // an import to choose, or a function to declare
		{"typescript", "2322", false}, {"eslint", "6133", false}, {"ruff", "F401", false},
	} {
		if got := Served(Diagnostic{Tool: c.tool, Code: c.code}); got != c.want {
			t.Errorf("%s %s: %v", c.tool, c.code, got)
		}
	}
}
