package review

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// Suppression is a directive that silences a tool, for the ledger of a project.
type Suppression struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Tool   string `json:"tool"`
	Rules  string `json:"rules"`          // "" = all
	Reason string `json:"reason"`         // "" = none is given
	Days   *int   `json:"days,omitempty"` // since it was committed; nil: it is not, or nobody knows
	Text   string `json:"text"`
}

// forms are the directives of tools, after their documentation. They serve the ledger
// alone: what a fresh directive hides is found by running the tools without it.
var forms = []struct {
	tool string
	re   *lazyre.Regexp
}{
	// docs.astral.sh/ruff/linter
	{"ruff", lazyre.New(`^#\s*(?:(?:ruff|flake8):\s*)?(?i:noqa)\b(?:\s*:\s*([A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?`)},
	// mypy.readthedocs.io
	{"mypy", lazyre.New(`^#\s*type:\s*ignore\b(?:\[([^\]]*)\])?`)},
	// the same, inline configuration
	{"mypy", lazyre.New(`^#\s*mypy:\s*((?:ignore-errors|disable-error-code)\S*)`)},
	// microsoft.github.io/pyright
	{"pyright", lazyre.New(`^#\s*pyright:\s*ignore\b(?:\[([^\]]*)\])?`)},
	// docs.astral.sh/ty
	{"ty", lazyre.New(`^#\s*ty:\s*ignore\b(?:\[([^\]]*)\])?`)},
	// pyrefly.org
	{"pyrefly", lazyre.New(`^#\s*pyrefly:\s*ignore(?:-errors)?\b(?:\[([^\]]*)\])?`)},
	// pylint.readthedocs.io
	{"pylint", lazyre.New(`^#\s*pylint:\s*disable(?:-next)?=([\w, -]+?)\s*(?:$|#)`)},
	// bandit.readthedocs.io
	{"bandit", lazyre.New(`^#\s*nosec\b:?\s*((?:B[0-9]+[,\s]*)*)`)},
	// golangci-lint.run
	{"golangci-lint", lazyre.New(`^//\s*nolint\b(?::([\w,-]+))?`)},
	// staticcheck.dev
	{"staticcheck", lazyre.New(`^//lint:(?:file-)?ignore\s+(\S+)`)},
	// eslint.org
	{"eslint", lazyre.New(`^(?://|/\*)\s*(?:es|ox)lint-disable(?:-next-line|-line)?\b[ \t]*((?:[\w@/-]+(?:,\s*` +
		`|\b))*?)(?:\s*(?:--|\*/|$))`)},
	// typescriptlang.org
	{"tsc", lazyre.New(`^(?://|/\*)\s*@ts-(?:ignore|expect-error|nocheck)\b()`)},
	// biomejs.dev
	{"biome", lazyre.New(`^(?://|/\*)\s*biome-ignore(?:-all|-start)?\s+([^:\s]+)`)},
	// doc.rust-lang.org/reference
	{"clippy", lazyre.New(`^#!?\[(?:allow|expect)\(([^)]*)\)\]`)},
}

// statedReason is the reason in an attribute
// (https://doc.rust-lang.org/reference/attributes/diagnostics.html#lint-reasons).
var statedReason = lazyre.New(`\s*,\s*reason\s*=\s*"([^"]*)"\s*,?\s*$`)

// Suppressions returns the suppressions of a file after a change. Two of them may share a comment.
func Suppressions(f *File) (out []Suppression) {
	for _, d := range directives(f.Name, f.After, f.after().Comments(text.Span{End: f.After.Len()})) {
		rest := d.Text
		for rest != "" {
			found := false
			for _, form := range forms {
				m := form.re.FindStringSubmatch(rest)
				if m == nil {
					continue
				}
				found = true
				rest = strings.TrimSpace(rest[len(m[0]):])
				s := Suppression{File: f.Name, Line: d.Line, Tool: form.tool, Rules: strings.Trim(m[1], " ,"), Text: d.Text}
				if m := statedReason.FindStringSubmatch(s.Rules); m != nil {
					s.Rules, s.Reason = strings.TrimSuffix(s.Rules, m[0]), m[1]
				} else if !startsDirective(rest) {
					s.Reason = strings.TrimSpace(strings.Trim(strings.TrimSuffix(rest, "*/"), " \t-:#/"))
				}
				out = append(out, s)
				break
			}
			if !found {
				break
			}
		}
	}
	return out
}

func startsDirective(s string) bool {
	for _, form := range forms {
		if form.re.MatchString(s) {
			return true
		}
	}
	return false
}

// Unexplained returns what came with a change of a file, silences a tool and states no reason.
func Unexplained(f *File) (out []Loosened) {
	came, _, _ := f.Muted()
	for _, s := range Suppressions(f) {
		fresh := slices.ContainsFunc(came, func(d Directive) bool { return d.Line == s.Line && d.Text == s.Text })
		if fresh && s.Reason == "" {
			out = append(out, Loosened{f.Name, s.Line, "adds \"" + s.Text + "\" without a reason"})
		}
	}
	return out
}

// Reasonless returns how many of them say no reason.
func Reasonless(list []Suppression) (n int) {
	return len(slices.DeleteFunc(slices.Clone(list), func(s Suppression) bool { return s.Reason != "" }))
}
