package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/providers/signal"
)

// table finds the rules of a case.
var table = ruletest.Table(For)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range All() {
		if r.Name == "" || seen[r.Name] {
			t.Errorf("rule %q: the name is empty or taken", r.Name)
		}
		seen[r.Name] = true
		if len(r.Signals) == 0 || r.Fix == nil ||
			r.Lang == "" && !slices.ContainsFunc(forAny(), func(o Rule) bool { return o.Name == r.Name }) ||
			r.Title(signal.Diagnostic{}) == "" || r.Why == "" {
			t.Errorf("rule %q: the row is incomplete", r.Name)
		}
		for _, s := range r.Signals {
			if tool, code, ok := strings.Cut(s, "/"); !ok || tool == "" || code == "" {
				t.Errorf("rule %q: bad signal %q", r.Name, s)
			}
		}
	}
}

// TestRowsKnowTheirRules holds the table of signals against that of rules: where
// a tool has rows at all, the row of a signal with a rule says so.
func TestRowsKnowTheirRules(t *testing.T) {
	checked := 0
	for _, r := range All() {
		for _, s := range r.Signals {
			tool, code, _ := strings.Cut(s, "/")
			row := signal.Require(signal.Diagnostic{Tool: tool, Code: code})
			if strings.HasPrefix(row.Signal, "*/") {
				continue
			}
			checked++
			if !slices.Contains(row.Rungs, signal.RungRule) {
				t.Errorf("%s fixes %s, but the row %s has only %v", r.Name, s, row.Signal, row.Rungs)
			}
		}
	}
	t.Logf("%d rules, %d of their signals in rows", len(All()), checked)
}

func TestTitle(t *testing.T) {
	for _, c := range []struct{ signal, message, want string }{
		{"go/UnusedImport", `"os" imported and not used`, "Remove the unused import: os"},
		{"go/UnusedImport", "unused", "Remove the unused import"},
		{"ruff/E722", "Do not use bare `except`", "Catch Exception"},
	} {
		tool, code, _ := strings.Cut(c.signal, "/")
		d := signal.Diagnostic{Tool: tool, Code: code, Message: c.message}
		if rules := For(d); len(rules) != 1 || rules[0].Title(d) != c.want {
			t.Errorf("%s: got %v, want %q", c.signal, rules, c.want)
		}
	}
}

func TestFor(t *testing.T) {
	for _, c := range []struct {
		tool, code, message string
		want                []string
	}{
		{"ruff", "E722", "", []string{"bare-except"}},
		{"flake8", "E722", "", []string{"bare-except"}},
		{"pylsp", "E722", "", []string{"bare-except"}},
		{"pylint", "W0702", "", []string{"bare-except"}},
		{"pyflakes", "", "undefined name 'os'", []string{"missing-import", "own-member", "neighbour-name", "renamed"}},
		{"Pylance", "reportUndefinedVariable", "", []string{"missing-import", "own-member", "neighbour-name", "renamed"}},
		{"gopls", "UnusedVar", "declared and not used: x", []string{"unused-go-variable"}},
		{"golangci-lint", "typecheck", "declared and not used: x", []string{"unused-go-variable"}},
		{"golangci-lint", "govet:printf", "fmt.Printf format %s has arg #1 of wrong type int", []string{"format-verb"}},
		{"printf", "default", "fmt.Printf format %s has arg #1 of wrong type int",
			[]string{"format-verb"}}, // as gopls sends it
		{"compiler", "", `"os" imported and not used`, []string{"unused-go-import"}},
		{"ts", "TS6133", "", nil}, // tsserver has the fix
		{"eslint", "@typescript-eslint/no-unused-vars", "", []string{"unused-catch"}},
		{"ruff", "ZZZ999", "", nil},
	} {
		var got []string
		for _, r := range For(signal.Diagnostic{Tool: c.tool, Code: c.code, Message: c.message}) {
			got = append(got, r.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s/%s %q: got %v, want %v", c.tool, c.code, c.message, got, c.want)
		}
	}
}
