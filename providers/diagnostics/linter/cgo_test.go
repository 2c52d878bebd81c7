package linter

import (
	"context"
	"errors"
	"go/build"
	"os"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestCgoWithoutTrust: in a folder that is not trusted, what a package defines by cgo
// is not reported as undefined; what is undefined is.
func TestCgoWithoutTrust(t *testing.T) {
	program := testkit.Tool(t, "go")
	if !build.Default.CgoEnabled {
		if os.Getenv(testkit.RequireTools) != "" {
			t.Fatal("cgo is off here, so that nothing is left out")
		}
		t.Skip("SKIPPED: cgo is off here, so that nothing is left out")
	}
	root, list := surveyedProject(t, map[string]string{
		"go.mod":           "module example.com/m\n\ngo 1.24\n",
		"a.go":             "package m\n\nimport \"example.com/m/native\"\n\nvar V = native.Version\n\nvar N = native.Name()\n",
		"b/b.go":           "package b\n\nimport \"example.com/m/native\"\n\nvar N, V = native.Name(), missing\n",
		"c/c.go":           "package c\n\nimport \"example.com/m/all\"\n\nvar V = all.Version\n",
		"all/all.go":       "package all\n\nimport \"C\"\n\nconst Version = 1\n",
		"native/plain.go":  "package native\n\n// Name is the name.\nfunc Name() string { return \"m\" }\n",
		"native/native.go": "package native\n\n// int version(void);\nimport \"C\"\n\n// Version is that of the C code.\nconst Version = 1\n",
	})
	for _, tool := range []string{"go", "go vet"} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Unknown }, Tools: map[string]ToolOptions{tool: {Argv: []string{program}}}})
		found := func(name string) ([]signal.Diagnostic, error) {
			for _, s := range list {
				if s.Path == root+"/"+name {
					return r.Lint(context.Background(), tool, s)
				}
			}
			return nil, errors.New("no " + name)
		}
		for _, name := range []string{"a.go", "c/c.go"} {
			var e *Error
			if got, err := found(name); !errors.Is(err, ErrUnsuitable) || !errors.As(err, &e) || e.Step != StepTrust {
				t.Errorf("%s, %s: %v %v", tool, name, got, err)
			}
		}
		if got, err := found("b/b.go"); err != nil || len(got) != 1 || got[0].Code != "UndeclaredName" {
			t.Errorf("%s, b.go: %v %v", tool, got, err)
		}
		together, err := r.Together(context.Background(), tool, Texts{Root: root, Files: []text.Snapshot{list[0]}, Changed: map[string]bool{}})
		if !errors.Is(err, ErrUnsuitable) {
			t.Errorf("%s together: %v %v", tool, together, err)
		}
	}
}
