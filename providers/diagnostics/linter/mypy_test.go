package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestMypyOfTwoClones: what mypy said of one clone of a project is not what it
// says of another one.
func TestMypyOfTwoClones(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	cache := t.TempDir()
	for i := range 2 {
		root, list := surveyedProject(t, map[string]string{"mypy.ini": "[mypy]\n", "pkg/__init__.py": "", "pkg/a.py": "x: int = 'a'\n"})
		l, err := New("mypy", Options{Root: root, Trust: Trusted, CacheDir: cache, Argv: []string{program}, Timeout: patient})
		must.OK(t, err)
		for range 2 { // from nothing, and from its cache
			found, err := l.Lint(context.Background(), list[1])
			if err != nil || len(found) != 1 {
				t.Errorf("clone %d: %d findings, %v", i, len(found), err)
			}
		}
	}
}

// TestBrokenTypeChecker: a type checker whose interpreter or module is broken ends with
// 1, as one with findings does, and has looked at nothing: that is no clean file.
func TestBrokenTypeChecker(t *testing.T) {
	self, err := os.Executable()
	must.OK(t, err)
	root, list := surveyedProject(t, map[string]string{"a.py": "x: int = 'a'\n", "b.py": "y: int = 'b'\n"})
	argv := []string{self, "play", "stderr"}
	l, err := New("mypy", Options{Root: root, Trust: Trusted, CacheDir: t.TempDir(), Argv: argv})
	must.OK(t, err)
	if found, err := l.Lint(t.Context(), list[0]); !errors.Is(err, ErrFailed) {
		t.Errorf("alone: %d findings, %v", len(found), err)
	}
	o := RunnerOptions{Roots: []string{root}, Trust: func(string, string) Trust { return Trusted }, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"mypy": {Argv: argv}}}
	r := NewRunner(o)
	r.Survey(t.Context(), list, func(text.Snapshot) []string { return []string{"mypy"} })
	if found, ok := r.Known(list[0])["mypy"]; ok {
		t.Errorf("surveyed: %v", found)
	}
	r = NewRunner(o)
	if found, err := r.Together(t.Context(), "mypy", Texts{Root: root, Files: list}); !errors.Is(err, ErrFailed) {
		t.Errorf("together: %v, %v", found, err)
	}
}

// TestMypyOfAPackage: where a root is a package, its modules do not stand for the
// library's of the same name.
func TestMypyOfAPackage(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	root, list := surveyedProject(t, map[string]string{"rich/__init__.py": "", "rich/abc.py": "x: int = 'a'\n"})
	at := slices.IndexFunc(list, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "abc.py" })
	l, err := New("mypy", Options{Root: filepath.Join(root, "rich"), Trust: Trusted, CacheDir: t.TempDir(), Argv: []string{program}, Timeout: patient})
	must.OK(t, err)
	found, err := l.Lint(context.Background(), list[at])
	if err != nil || len(found) != 1 || found[0].Code != "assignment" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestMypyOfEqualLength: a change that keeps the length of the file is looked at,
// in either way of asking, whatever was said of the file before; mypy's cache takes
// a shadow of that length for the file on the disk.
func TestMypyOfEqualLength(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	const head = "def f(n: int, s: str) -> None: ...\n\n\n"
	right, wrong := head+"f(1, 'a')\n", head+"f('a', 1)\n"
	other := head + "f('b', 2)\n"
	for name, disk := range map[string]string{"right on the disk": right, "wrong on the disk": wrong} {
		root, list := surveyedProject(t, map[string]string{"mypy.ini": "[mypy]\n", "a.py": disk})
		at := slices.IndexFunc(list, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "a.py" })
		o := Options{Root: root, Trust: Trusted, CacheDir: t.TempDir(), Argv: []string{program}, Timeout: patient}
		l, err := New("mypy", o)
		must.OK(t, err)
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted },
			Tools: map[string]ToolOptions{"mypy": {Argv: []string{program}}}})
		for i, said := range []string{disk, right, wrong, other, right, right + "# more\n", wrong} {
			s, want := list[at].With(said), 0
			if said == wrong || said == other {
				want = 2
			}
			found, err := l.Lint(context.Background(), s)
			if err != nil || len(found) != want {
				t.Errorf("%s, text %d: %d findings, want %d, %v", name, i, len(found), want, err)
			}
			all, err := r.Together(context.Background(), "mypy", Texts{Root: root, Files: []text.Snapshot{s}, Changed: map[string]bool{s.Path: said != disk}})
			if err != nil || len(all[s.Path]) != want {
				t.Errorf("%s, text %d, together: %d findings, want %d, %v", name, i, len(all[s.Path]), want, err)
			}
		}
	}
}

// TestMypyOfOneSecond: a file that is saved again, with as much text and within the
// second that it was saved and checked in, is looked at anew, in every way of asking;
// mypy's cache compares whole seconds and sizes.
func TestMypyOfOneSecond(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	const head = "def f(n: int, s: str) -> None: ...\n\n\n"
	names := func(text.Snapshot) []string { return []string{"mypy"} }
	for way, ask := range map[string]func(*Runner, string, text.Snapshot, []text.Snapshot) ([]signal.Diagnostic, error){
		"alone": func(r *Runner, _ string, s text.Snapshot, _ []text.Snapshot) ([]signal.Diagnostic, error) {
			return r.Lint(t.Context(), "mypy", s)
		},
		"together": func(r *Runner, root string, s text.Snapshot, all []text.Snapshot) ([]signal.Diagnostic, error) {
			found, err := r.Together(t.Context(), "mypy", Texts{Root: root, Files: all})
			return found[s.Path], err
		},
		"surveyed": func(r *Runner, _ string, s text.Snapshot, all []text.Snapshot) ([]signal.Diagnostic, error) {
			r.Survey(t.Context(), all, names)
			return r.Known(s)["mypy"], nil
		},
	} {
		root, list := surveyedProject(t, map[string]string{"mypy.ini": "[mypy]\n", "a.py": "x = 1\n", "b.py": head})
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted },
			Tools: map[string]ToolOptions{"mypy": {Argv: []string{program}, Timeout: patient}}})
		at := slices.IndexFunc(list, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "b.py" })
		second := time.Now().Add(time.Hour).Truncate(time.Second) // as of now, however long this machine takes
		for i, call := range []string{"f(1, 'a')", "f('a', 1)", "f(2, 'a')", "f('a', 2)", "f(3, 'a')", "f('a', 3)"} {
			said := head + call + "\n"
			list[at] = list[at].With(said)
			saved := second.Add(time.Duration(i) * time.Second / 8)
			must.OK(t, errors.Join(os.WriteFile(list[at].Path, []byte(said), 0o600),
				os.Chtimes(list[at].Path, saved, saved)))
			if found, err := ask(r, root, list[at], list); err != nil || len(found) != i%2*2 {
				t.Errorf("%s, %s: %d findings, %v", way, call, len(found), err)
			}
		}
	}
}
