package signal

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// Tools rename their rules. Each name in the tables is one that the installed tool has today, or is marked as one
// that it had formerly, which it must not have again.
func TestToolsHaveTheseRules(t *testing.T) {
	for _, tool := range []string{"ruff", "ty", "pyrefly", "staticcheck"} {
		t.Run(tool, func(t *testing.T) {
			has := testkit.ToolRules(t, tool)
			var now, gone []string
			for _, row := range builtin() {
				if of, code, _ := strings.Cut(row.Signal, "/"); of == tool {
					now = append(now, code)
				}
			}
			for _, c := range causes {
				for _, name := range strings.Fields(c.same) {
					if of, code, _ := strings.Cut(name, "/"); of == tool {
						now = append(now, code)
					}
				}
			}
			for _, row := range typeRules {
				if row.tool == tool {
					today, before, _ := strings.Cut(row.codes, formerly)
					now, gone = append(now, strings.Fields(today)...), append(gone, strings.Fields(before)...)
				}
			}
			if len(now) == 0 || len(has) == 0 {
				t.Fatalf("%d names in the tables, %d rules of the tool", len(now), len(has))
			}
			for _, code := range now {
				if code == "E704" { // of pycodestyle, whose codes have ruff's rows
					continue
				}
				if !slices.ContainsFunc(has, func(rule string) bool { return matches(code, rule) }) {
					t.Errorf("%s has no rule %s", tool, code)
				}
			}
			for _, code := range gone {
				if slices.Contains(has, code) {
					t.Errorf("%s has %s, which the table says it had formerly", tool, code)
				}
			}
		})
	}
}

// matches reports whether a name of the tables, which may end in a star, means a rule.
func matches(name, rule string) bool {
	if begin, ok := strings.CutSuffix(name, "*"); ok {
		return strings.HasPrefix(rule, begin)
	}
	return name == rule || name == "invalid-syntax"
}
