package linter

import (
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// pyreflySpec is pyrefly's row. It starts the Python of the project's environment to ask for its paths
// (https://pyrefly.org/en/docs/configuration/#python-interpreter-path).
func pyreflySpec() Spec {
	args := func(j *job, paths ...string) []string {
		return append(j.args("check", "--output-format=json", "--summary=none", "--progress-bar=no", "--color=never",
			"--force-exclude", "--"), paths...)
	}
	return Spec{Name: "pyrefly", Languages: python, Class: ClassB, Binary: "pyrefly", Timeout: limits.CompilerTime,
		Project: true, Slow: true, Hint: "pip install pyrefly",
		marks:  []string{"pyrefly.toml", "pyproject.toml#[tool.pyrefly"},
		decode: decode.Pyrefly,
		plan: func(j *job) (child.Command, error) {
			tree, rel, err := j.inTree()
			return child.Command{Argv: args(j, rel), Dir: tree}, err
		},
		server: []string{"lsp"},
		over: &survey{rootOf, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: args(j, relativeTo(dir, paths)...), Dir: dir}
		}, 1, 0},
	}
}
