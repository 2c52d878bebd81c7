package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestTestsOfTexts runs the tests of a Go module and of a Python project with texts in place of the files: those that
// break a test name it, the files on the disk stay.
func TestTestsOfTexts(t *testing.T) {
	testkit.Python(t)
	for lang, c := range map[string]struct {
		files  map[string]string
		broken map[string]string
		names  []string
	}{
		"go": {
			files: map[string]string{"go.mod": "module p\n\ngo 1.26\n", "a/a.go": "package a\n\nfunc One() int { return 1 }\n",
				"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 " +
					"{\n\t\tt.Error(\"not one\")\n\t}\n}\n"},
			broken: map[string]string{"a/a.go": "package a\n\nfunc One() int { return 2 }\n"}, names: []string{"a"},
		},
		"python": {
			files: map[string]string{"a.py": "ONE = 1\n",
				"test_a.py": "import a\n\n\ndef test_one():\n    assert a.ONE == 1\n"},
			broken: map[string]string{"a.py": "ONE = 2\n"}, names: []string{"test_a.py"},
		},
	} {
		t.Run(lang, func(t *testing.T) {
			root, _ := surveyedProject(t, c.files)
			r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir()})
			run := Testing{Root: root, Run: TestRun{Lang: lang}, Names: c.names}
			if failed, err := r.Tests(t.Context(), run); err != nil || len(failed) > 0 {
				t.Fatalf("as they are: %v, %v", failed, err)
			}
			run.Texts = map[string]string{}
			for path, text := range c.broken {
				run.Texts[filepath.Join(root, filepath.FromSlash(path))] = text
			}
			if failed, err := r.Tests(t.Context(), run); err != nil || len(failed) != 1 {
				t.Errorf("with a broken text: %v, %v", failed, err)
			}
			for path, text := range c.files {
				if got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path))); err != nil || string(got) != text {
					t.Errorf("%s is %q, %v", path, got, err)
				}
			}
		})
	}
}

// TestFailuresOfRunners reads what the other runners print, and the commands that start them.
func TestFailuresOfRunners(t *testing.T) {
	for _, lang := range []string{"rust", "javascript"} {
		argv, err := Testing{Root: t.TempDir(), Run: TestRun{Lang: lang}}.command()
		if err == nil && len(argv) < 3 {
			t.Errorf("%s is started by %q", lang, argv)
		}
	}
	out := Testing{Run: TestRun{Lang: "rust"}}.failures(child.Result{ExitCode: 101,
		Stdout: []byte("test a::one ... ok\ntest a::two ... FAILED\n\nfailures:\n\n    a::two\n")})
	if len(out) != 1 {
		t.Errorf("of cargo test %v", out)
	}
}
