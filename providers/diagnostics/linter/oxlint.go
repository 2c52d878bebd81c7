package linter

import (
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// oxlintSpec is oxlint's row. Its configuration may be a program and may name plugins that are
// (https://oxc.rs/docs/guide/usage/linter/js-plugins.html). Its reports hold no fixes, which its language server offers.
func oxlintSpec() Spec {
	args := func(j *job, paths ...string) []string {
		return append(j.args("--format=json", "--no-error-on-unmatched-pattern"), paths...)
	}
	return Spec{Name: "oxlint", Languages: ecmascript, Class: ClassB, Binary: "oxlint", Timeout: limits.LinterTime, Project: true,
		Hint: "npm install --save-dev oxlint", marks: []string{".oxlintrc.json", ".oxlintrc.jsonc", "oxlint.config.ts"},
		decode: decode.Oxlint,
		plan: func(j *job) (child.Command, error) {
			tree, rel, err := j.inTree()
			return child.Command{Argv: args(j, rel), Dir: tree}, err
		},
		over: &survey{rootOf, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: args(j, relativeTo(dir, paths)...), Dir: dir}
		}, 1, 0},
	}
}
