package golang

import (
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

// for _, word := range … with wrod on the next line: the variable is not
// unused, its use is misspelt.
func TestUnusedVariableIsMisspelt(t *testing.T) {
	for _, c := range []struct {
		undefined, name string
		want            bool
	}{
		{"wrod", "word", true}, {"wor", "word", true}, {"words", "word", true}, {"wurd", "word", true},
		{"sentence", "word", false}, {"i", "n", true}, {"line", "word", false},
	} {
		found := []signal.Diagnostic{{Message: "undefined: " + c.undefined}}
		if got := misspelt(found, c.name) != ""; got != c.want {
			t.Errorf("%s for %s: %v", c.undefined, c.name, got)
		}
	}
}
