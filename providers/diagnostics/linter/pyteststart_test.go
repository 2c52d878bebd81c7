package linter

import (
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
)

// TestPytestSaysWhyItCannotStart: the cause, not the folder that pytest names last.
func TestPytestSaysWhyItCannotStart(t *testing.T) {
	for said, want := range map[string]string{
		"ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --nosuch\n  inifile: /p/pyproject.toml\n  rootdir: /p\n":                 "pytest cannot start here: unrecognized arguments: --nosuch",
		"ImportError while loading conftest '/p/conftest.py'.\nconftest.py:1: in <module>\n    import x\nE   ModuleNotFoundError: No module named 'x'\n": "pytest cannot start here: No module named 'x'",
		"Killed\n": "pytest failed: exit code 4: Killed",
	} {
		err := cannotStart(&Spec{Name: "pytest"}, child.Result{ExitCode: 4, Stderr: said})
		if err.Error() != want || !errors.Is(err, ErrFailed) {
			t.Errorf("%v, want %s", err, want)
		}
		if e := new(Error); errors.As(err, &e) && strings.Contains(e.Hint, "pythonpath = src") != strings.Contains(want, "No module") {
			t.Errorf("%v: hint %q", err, e.Hint)
		}
	}
}
