package linter

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ruleCode is what may stand as a rule's code in an argument.
var ruleCode = lazyre.New(`^[A-Za-z][A-Za-z0-9_]*$`)

// rationaleArgs returns the arguments with which a tool explains one of its rules; nil
// for tools that do not.
//
//	ruff:        https://docs.astral.sh/ruff/configuration/#full-command-line-interface (ruff rule, 0.0.290 and later)
//	staticcheck: https://staticcheck.dev/docs/running-staticcheck/cli/ (-explain)
//	clippy:      https://doc.rust-lang.org/clippy/usage.html (--explain, 1.68 and later)
func rationaleArgs(tool, code string) []string {
	switch tool {
	case "ruff":
		return []string{"rule", code, "--output-format", "json"}
	case "staticcheck":
		return []string{"-explain", code}
	case "clippy":
		return []string{"clippy", "--explain", code}
	}
	return nil
}

// Rationale returns what a tool itself says of one of its rules, in one paragraph; ""
// where it says nothing. It is asked once for a rule and root. What golangci-lint runs
// of others' rules, these are asked about.
func (r *Runner) Rationale(ctx context.Context, name, code, root string) string {
	name, code = signal.Normal(signal.Diagnostic{Tool: name, Code: code})
	args := rationaleArgs(name, code)
	spec, ok := r.opts.Set.Find(name)
	if !ok || args == nil || !ruleCode.MatchString(code) {
		return ""
	}
	t, err := r.tool(spec, root, root)
	if err != nil {
		return ""
	}
	// In no folder of anybody's, as for the version.
	return once(ctx, t, "rule "+code, child.Command{Argv: append([]string{t.argv[0]}, args...),
		Timeout: limits.ToolVersionTime}, rationale)
}

// rationaleMost is the longest rationale, in bytes: some two sentences.
const rationaleMost = 300

// rationale returns the gist of an explanation: of ruff's and clippy's, what the rule does
// and why that is bad; of others, the first paragraph.
func rationale(said string) string {
	var rule struct {
		Explanation string `json:"explanation"`
	}
	if json.Unmarshal([]byte(said), &rule) == nil && rule.Explanation != "" {
		said = rule.Explanation
	}
	if does := paragraph(said, "## What it does"); does != "" {
		said = does + " " + paragraph(said, "## Why is this bad?")
	} else {
		said = paragraph(said, "")
	}
	said = strings.Join(strings.Fields(said), " ")
	if len(said) > rationaleMost {
		cut := strings.ToValidUTF8(said[:rationaleMost], "")
		if i := strings.LastIndex(cut, ". "); i > 0 {
			return cut[:i+1]
		}
		return cut + "…"
	}
	return said
}

// paragraph returns the first paragraph below a heading, or of all.
func paragraph(text, heading string) string {
	_, rest, ok := strings.Cut(text, heading)
	if !ok {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	return first
}
