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
	args := func(j *job, paths ...string) []string {
		return append(j.args("check", "--output-format=gitlab", "--no-progress", "--color=never", "--force-exclude", "--"),
			paths...)
	}
	return Spec{Name: "ty", Languages: python, Class: ClassA, Binary: "ty", Timeout: limits.CompilerTime,
		Project: true, Slow: true, Hint: "pip install ty", marks: []string{"ty.toml", "pyproject.toml#[tool.ty"},
		decode: decode.Ty,
		plan: func(j *job) (child.Command, error) {
			tree, rel, err := j.inTree()
			return child.Command{Argv: args(j, rel), Dir: tree}, err
		},
		server: []string{"server"},
		over: &survey{rootOf, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: args(j, relativeTo(dir, paths)...), Dir: dir}
		}, 1, 0},
	}
}
