package signal

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantRow is what one row must answer: a diagnostic as an editor spells it, the
// row that answers, and what the row says.
type wantRow struct {
	tool, code   string
	row          string
	window       string
	needs, rungs string
	traits       string
	severity     Severity
}

// checkRows holds rows against expectations, one for each row.
func checkRows(t *testing.T, rows []Row, want []wantRow) {
	t.Helper()
	tested := map[string]bool{}
	for _, w := range want {
		t.Run(w.row, func(t *testing.T) {
			d := Diagnostic{Tool: w.tool, Code: w.code, Severity: w.severity}
			if d.Severity == 0 {
				d.Severity = Error
			}
			r := Require(d)
			var needs []string
			for _, n := range r.Needs {
				needs = append(needs, string(n))
			}
			rungs := ""
			for _, g := range r.Rungs {
				rungs += strings.ToUpper(g.String()[:1])
			}
			var traits []string
			for _, tr := range []struct {
				on   bool
				name string
			}{{!r.Offer, "on-request"}, {r.Characters, "characters"}, {r.Secret, "secret"}, {r.Removal, "removal"}} {
				if tr.on {
					traits = append(traits, tr.name)
				}
			}
			got := wantRow{w.tool, w.code, r.Signal, r.Window.String(), strings.Join(needs, " "), rungs, strings.Join(traits, " "), w.severity}
			if diff := cmp.Diff(w, got, cmp.AllowUnexported(wantRow{})); diff != "" {
				t.Error(diff)
			}
		})
		tested[w.row] = true
	}
	for _, r := range rows {
		if !tested[r.Signal] {
			t.Errorf("row %s has no test", r.Signal)
		}
	}
}

func TestEveryRowIsSound(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range builtin() {
		if seen[r.Signal] {
			t.Errorf("%s: two rows", r.Signal)
		}
		seen[r.Signal] = true
		if err := r.check(); err != nil {
			t.Error(err)
		}
		if w, err := ParseWindow(r.Window); err == nil && w.String() != r.Window {
			t.Errorf("%s: window %q prints as %q", r.Signal, r.Window, w)
		}
		if len(r.Why) < 20 || !strings.HasSuffix(r.Why, ".") || strings.Count(r.Why, ". ") > 0 {
			t.Errorf("%s: why is not one sentence: %q", r.Signal, r.Why)
		}
		if r.Rungs == "" {
			t.Errorf("%s: no rung", r.Signal)
		}
		if !strings.HasSuffix(r.Signal, "/*") && !strings.HasPrefix(r.Signal, "*/") && r.Docs == "" {
			t.Errorf("%s: no docs", r.Signal)
		}
		if slices.Contains(r.Needs, NeedDocs) && strings.HasPrefix(r.Signal, "*/") {
			t.Errorf("%s: asks for docs nobody has", r.Signal)
		}
	}
}

// TestEveryRowHasItsTest counts the rows and the tests of rows, which are to be
// the same.
func TestEveryRowHasItsTest(t *testing.T) {
	tests := map[string]int{}
	for _, w := range slices.Concat(ruffWants(), pyupgradeWants(), mypyWants(), banditWants(), goWants(), scriptWants(), rustWants()) {
		tests[w.row]++
	}
	t.Logf("%d rows, %d of them with a test of their own", len(builtin()), len(tests))
	for _, r := range builtin() {
		if tests[r.Signal] != 1 {
			t.Errorf("row %s has %d tests, want 1", r.Signal, tests[r.Signal])
		}
		delete(tests, r.Signal)
	}
	for signal := range tests {
		t.Errorf("a test speaks of row %s, which is not in the table", signal)
	}
}

func TestRequireFindsTheNearestRow(t *testing.T) {
	for _, c := range []struct {
		d    Diagnostic
		want string
	}{
		{Diagnostic{Tool: "Pylance", Code: "reportArgumentType"}, "mypy/arg-type"},
		{Diagnostic{Tool: "basedpyright", Code: "reportOptionalMemberAccess"}, "mypy/union-attr"},
		{Diagnostic{Tool: "pyright", Code: "reportSomethingNew"}, "mypy/*"},
		{Diagnostic{Tool: "pyright"}, "mypy/*"},
		{Diagnostic{Tool: "Pyre", Code: "6"}, "mypy/arg-type"},
		{Diagnostic{Tool: "pyre", Code: "29"}, "mypy/operator"},
		{Diagnostic{Tool: "pyre", Code: "58"}, "mypy/operator"},
		{Diagnostic{Tool: "pyre", Code: "31"}, "mypy/valid-type"},
		{Diagnostic{Tool: "pyre", Code: "9"}, "mypy/assignment"},
		{Diagnostic{Tool: "pyre", Code: "15"}, "mypy/override"},
		{Diagnostic{Tool: "flake8", Code: "F401"}, "ruff/F401"},
		{Diagnostic{Tool: "SA4006", Code: "default"}, "staticcheck/*"},
		{Diagnostic{Tool: "gopls", Code: "S1005"}, "staticcheck/*"},
		{Diagnostic{Tool: "unusedparams", Code: "default"}, "go vet/*"},
		{Diagnostic{Tool: "errcheck"}, "golangci-lint/errcheck"},
		{Diagnostic{Tool: "golangci-lint", Code: "staticcheck: SA4006"}, "staticcheck/*"},
		{Diagnostic{Tool: "tsserver", Code: "2304"}, "tsc/2304"},
		{Diagnostic{Tool: "rust-analyzer", Code: "clippy::needless_return"}, "clippy/*"},
		{Diagnostic{Tool: "rustc", Code: "E0502"}, "rustc/E0*"},
		{Diagnostic{Tool: "ruff", Code: "UP999"}, "ruff/UP*"},
		{Diagnostic{Tool: "ruff"}, "ruff/*"},
		{Diagnostic{Tool: "bandit", Code: "B317"}, "bandit/B31*"},
		{Diagnostic{Tool: "shellcheck", Code: "SC2086", Severity: Error}, "*/error"},
		{Diagnostic{Tool: "shellcheck", Code: "SC2086", Severity: Hint}, "*/warning"},
		{Diagnostic{}, "*/error"},
	} {
		if got := Require(c.d).Signal; got != c.want {
			t.Errorf("Require(%s %q %v) = %s, want %s", c.d.Tool, c.d.Code, c.d.Severity, got, c.want)
		}
	}
}

func TestRequireReadsTheMessage(t *testing.T) {
	plain := Require(Diagnostic{Tool: "mypy", Code: "arg-type", Message: `Argument 1 to "f" has incompatible type "str"`})
	self := Require(Diagnostic{Tool: "mypy", Code: "arg-type", Message: `Argument 1 to "self.f" has incompatible type "str"`})
	if slices.Contains(plain.Needs, NeedClass) || !slices.Contains(self.Needs, NeedClass) {
		t.Errorf("needs without and with self.: %v, %v", plain.Needs, self.Needs)
	}
	if again := Require(Diagnostic{Tool: "mypy", Code: "arg-type"}); slices.Contains(again.Needs, NeedClass) {
		t.Error("a look-up changed the table")
	}
}

func TestRow(t *testing.T) {
	for signal, want := range map[string]string{
		"ruff/F401":                  "ruff/F401",
		"Ruff/UP006":                 "ruff/UP*",
		"pyright/reportArgumentType": "mypy/arg-type",
		"ruff/*":                     "ruff/*",
	} {
		if r, ok := (Table{}).Row(signal); !ok || r.Signal != want {
			t.Errorf("Row(%q) = %s, %v, want %s", signal, r.Signal, ok, want)
		}
	}
	if r, ok := (Table{}).Row("ruff/ZZZ1"); ok || r.Signal != "ruff/*" {
		t.Errorf("an unknown code gave %s, %v", r.Signal, ok)
	}
	if _, ok := (Table{}).Row("nonsense"); ok {
		t.Error("an unknown tool has a row")
	}
}
