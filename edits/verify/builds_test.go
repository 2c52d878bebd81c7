package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestKeptForBuilds: a declaration that a file of another build uses is neither taken nor changed; its body may be.
func TestKeptForBuilds(t *testing.T) {
	const before = "package p\n\nconst sep = \":\"\n\nfunc (t *T) name(n int) int {\n\treturn n\n}\n\nfunc free() {}\n"
	for _, c := range []struct{ old, new, gone string }{
		{"const sep = \":\"\n\n", "", "sep"},
		{"name(n int) int", "name(n int, _ bool) int", "name"},
		{"return n", "return n + 1", ""},
		{"func free() {}\n", "", "free"},
	} {
		for _, used := range []bool{true, false} {
			at := strings.Index(before, c.old)
			r := Run(t.Context(), Input{Before: text.File("/p/a.go", "go", before),
				After:  strings.Replace(before, c.old, c.new, 1),
				Source: ToolSafe, Later: true,
				Target: signal.Diagnostic{Tool: "staticcheck", Code: "x", Span: text.Span{Start: at, End: at + 4}},
				Project: Known{Uses: func(names []string) (string, string) {
					if used && slices.Contains(names, c.gone) {
						return c.gone, "a_windows.go"
					}
					return "", ""
				}}})
			refused := slices.ContainsFunc(r.Results, func(g Result) bool { return g.Gate == Elsewhere && g.State == Fail })
			if refused != (used && c.gone != "") {
				t.Errorf("%q to %q, used %v: refused %v: %v", c.old, c.new, used, refused, r.Results)
			}
		}
	}
}
