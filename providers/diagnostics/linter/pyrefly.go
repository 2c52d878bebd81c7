package linter

import (
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// pyreflySpec is pyrefly's row. It starts the Python of the project's environment to ask for its paths
// (https://pyrefly.org/en/docs/configuration/#python-interpreter-path).
func pyreflySpec() Spec {
	return Spec{Name: "pyrefly", Languages: python, Class: ClassB, Binary: "pyrefly", Timeout: limits.CompilerTime,
		Project: true, Slow: true, Hint: "pip install pyrefly",
		marks:  []string{"pyrefly.toml", "pyproject.toml#[tool.pyrefly"},
		decode: decode.Pyrefly,
		server: []string{"lsp"},
		folder: rootOf,
		command: func(j *job, dir string, paths []string) (child.Command, error) {
			argv := j.args("check", "--output-format=json", "--summary=none",
				"--progress-bar=no", "--color=never", "--force-exclude", "--")
			return child.Command{Dir: dir, Argv: append(argv, relativeTo(dir, paths)...)}, nil
		},
	}
}
