package linter

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// oxlintSpec is oxlint's row. Its configuration may be a program and may name plugins that are
// (https://oxc.rs/docs/guide/usage/linter/js-plugins.html). Its reports hold no fixes, which its language server
// offers; how sure it is of a rule's fixes stands in its list of rules.
func oxlintSpec() Spec {
	return Spec{Name: "oxlint", Languages: ecmascript, Class: ClassB, Binary: "oxlint", Timeout: limits.LinterTime,
		Project: true, Hint: "npm install --save-dev oxlint",
		marks:  []string{".oxlintrc.json", ".oxlintrc.jsonc", "oxlint.config.ts"},
		decode: decode.Oxlint,
		server: []string{"--lsp"},
		keeps:  (*job).oxlintKeeps,
		folder: rootOf,
		command: func(j *job, dir string, paths []string) (child.Command, error) {
			argv := j.args("--format=json", "--no-error-on-unmatched-pattern")
			return child.Command{Dir: dir, Argv: append(argv, relativeTo(dir, paths)...)}, nil
		},
	}
}

// oxlintKeeps reports whether the fixes of a rule keep the meaning, as oxlint has it: it applies them with --fix. Those
// that are called suggestions or dangerous it applies only with flags that say so.
func (j *job) oxlintKeeps(ctx context.Context, code string) bool {
	return once(ctx, j.tool, "rules", child.Command{Argv: j.args("--rules", "--format=json"), Dir: j.root,
		Timeout: j.timeout()}, func(said string) map[string]bool {
		keeps := map[string]bool{}
		var rules []struct{ Scope, Value, Fix string }
		_ = json.Unmarshal([]byte(said), &rules) // nothing is known of one that is not listed
		for _, r := range rules {
			keeps[r.Scope+"/"+r.Value] = strings.HasSuffix(r.Fix, "_fix") && !strings.Contains(r.Fix, "dangerous")
		}
		return keeps
	})[code]
}
