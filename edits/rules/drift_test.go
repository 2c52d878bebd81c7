package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// Each rule is for findings that the installed tools have today.
func TestToolsHaveTheSignals(t *testing.T) {
	for _, tool := range []string{"ruff", "ty", "pyrefly", "staticcheck", "oxlint"} {
		has := testkit.ToolRules(t, tool)
		if len(has) == 0 {
			t.Fatalf("%s lists no rules", tool)
		}
		own := []string{"ioutil"} // a name of ours for what a message says: see spoken
		own = append(own, "E704") // of pycodestyle, whose codes are ruff's
		for _, r := range All() {
			for _, signal := range r.Signals {
				of, code, _ := strings.Cut(signal, "/")
				if of == tool && !slices.Contains(has, code) && !slices.Contains(own, code) {
					t.Errorf("rule %s: %s has no %s", r.Name, tool, code)
				}
			}
		}
	}
}
