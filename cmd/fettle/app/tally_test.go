package app

import (
	"strings"
	"testing"
)

// TestTable: a long name of a rule moves all columns, not those of its own line.
func TestTable(t *testing.T) {
	for _, rule := range []string{"ruff F401", "eslint @typescript-eslint/no-unnecessary-type-assertion"} {
		var out strings.Builder
		(&Tally{Codes: map[string]*Row{rule: {Grades: [5]int{1, 2, 3, 4}, NeedModel: 5, Declined: 6}, "ruff E1": {}}}).Table(&out)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, l := range lines {
			if len(l) != len(lines[0]) {
				t.Errorf("%s: the columns differ:\n%s", rule, out.String())
				break
			}
		}
	}
}
