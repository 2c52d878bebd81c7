package linter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestPytestRechecksWhatFailed: a candidate for a fix is judged by the tests
// that failed before it, whatever the user's arguments select.
func TestPytestRechecksWhatFailed(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "pytest")
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	write := func(name, data string) {
		t.Helper()
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	source := func(value int) text.Snapshot {
		return text.File(filepath.Join(dir, "calc.py"), "python", fmt.Sprintf("def value(x):\n    if %[1]d * x != 2 * x:\n        raise ValueError(x)\n    return %[1]d * x\n", value))
	}
	write("calc.py", "")
	write("test_calc.py", fmt.Sprintf(`from calc import value
import pytest

def note(name):
    with open(%q, "a") as f:
        f.write(name + " ")

class TestValue:
    @pytest.mark.parametrize("x", [0, 1])
    def test_twice(self, x):
        note(f"twice{x}")
        assert value(x) == 2 * x

def test_zero():
    note("zero")
    assert value(0) == 0
`, log))
	write("test_other.py", fmt.Sprintf("def test_other():\n    open(%q, 'a').write('other ')\n", log))
	ran := func() []string {
		t.Helper()
		data, _ := os.ReadFile(log)
		_ = os.Remove(log)
		names := strings.Fields(string(data))
		slices.Sort(names)
		return names
	}
	for _, c := range []struct {
		name             string
		args, all, again []string
	}{
		{"everything", nil, []string{"other", "twice0", "twice1", "zero"}, []string{"twice1"}},
		{"the user's selection", []string{"-k", "twice or zero", "test_calc.py"}, []string{"twice0", "twice1", "zero"}, []string{"twice1"}},
		{"without pytest's cache", []string{"-p", "no:cacheprovider"}, []string{"other", "twice0", "twice1", "zero"}, []string{"other", "twice0", "twice1", "zero"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := New("pytest", Options{Argv: append([]string{program}, c.args...), Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
			must.OK(t, err)
			lint := func(base, s text.Snapshot, problems int) {
				t.Helper()
				list, err := l.Recheck(t.Context(), base, s)
				must.OK(t, err)
				if len(list) != problems {
					t.Errorf("%d problems, want %d: %v", len(list), problems, list)
				}
			}
			expect := func(what string, want []string) {
				t.Helper()
				if got := ran(); !slices.Equal(got, want) {
					t.Errorf("%s ran %q, want %q", what, got, want)
				}
			}
			wrong := source(3)
			lint(text.Snapshot{}, wrong, 1)
			expect("the first run", c.all)
			lint(wrong, source(4), 1)
			expect("a candidate that does not help", c.again)
			lint(wrong, source(2), 0)
			expect("a candidate that helps", c.again)
			lint(source(5), source(2), 0)
			expect("a candidate for another text", c.all)
			lint(text.Snapshot{}, source(2), 0)
			expect("a text of its own", c.all)
		})
	}
}
