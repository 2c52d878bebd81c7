package report

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestOtherLines: a finding of a tool that counts lines in another way than the text has no place in it.
func TestOtherLines(t *testing.T) {
	for _, c := range []struct {
		tool, text string
		want       bool
	}{
		{"eslint", "a\u2028b\n", true}, {"tsc", "a\u2029b\n", true}, {"biome", "a\u2028b\n", false},
		{"eslint", "a\rb\r\n", false}, {"go vet", "a\rb\r\n", true}, {"go", "a\u2028b\r\n", false},
		{"ruff", "a\rb\u2028c\n", false},
	} {
		s := text.File("/w/a", "", c.text)
		found := []Finding{{Tool: c.tool, Path: "/w/a", Message: "m", Start: Point{Line: 1, Column: 1}}}
		if OtherLines(c.tool, s) != c.want || (len(Resolve(found, Mapping{Snapshot: s})) == 0) != c.want ||
			(Outside(found, s) == 1) != c.want {
			t.Errorf("%s of %q: want %v", c.tool, c.text, c.want)
		}
	}
}
