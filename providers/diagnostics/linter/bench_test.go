package linter

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// BenchmarkTools runs the real tools on a small project, each time with
// another text: what a gate waits for.
func BenchmarkTools(b *testing.B) {
	for _, name := range []string{"ruff", "bandit", "mypy"} {
		b.Run(name, func(b *testing.B) {
			program := testkit.Tool(b, name)
			dir := b.TempDir()
			r := NewRunner(RunnerOptions{Roots: []string{dir}, CacheDir: b.TempDir(), Trust: func(string, string) Trust { return Trusted },
				Tools: map[string]ToolOptions{name: {Argv: []string{program}}}})
			for i := 0; b.Loop(); i++ {
				s := text.File(filepath.Join(dir, "a.py"), "python", fmt.Sprintf("import os\nx: int = %d\n", i))
				if _, err := r.Lint(b.Context(), name, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
