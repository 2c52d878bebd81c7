package linter

import (
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// tySpec is ty's row. It reads the environment of a project as files, and starts none of its programs. Of its reports
// for machines the one for GitLab alone has the whole message of a finding and the end of its range; none holds fixes,
// which its language server offers.
func tySpec() Spec {
	return Spec{Name: "ty", Languages: python, Class: ClassA, Binary: "ty", Timeout: limits.CompilerTime,
		Project: true, Slow: true, Hint: "pip install ty", marks: []string{"ty.toml", "pyproject.toml#[tool.ty"},
		decode: decode.Ty,
		server: []string{"server"},
		folder: rootOf,
		command: func(j *job, dir string, paths []string) (child.Command, error) {
			argv := j.args("check", "--output-format=gitlab", "--no-progress", "--color=never", "--force-exclude", "--")
			return child.Command{Dir: dir, Argv: append(argv, relativeTo(dir, paths)...)}, nil
		},
	}
}
