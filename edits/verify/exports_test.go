package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestExportsKept: what another file takes of a script stays exported, however it
// is; what nobody takes, or is exported in another way, may change.
func TestExportsKept(t *testing.T) {
	before := "export const limit = 3;\nexport async function load() {}\nfunction a() {}\nfunction b() {}\nexport {\n  a,\n  b as c,\n};\nexports.old = a;\nexport default class Box {}\n"
	for _, c := range []struct{ old, new, gone string }{
		{"export const limit = 3;\n", "const limit = 3;\n", "limit"},
		{"export const limit = 3;\n", "export let limit = 3;\n", ""},
		{"export async function load", "export async function fetchAll", "load"},
		{"  a,\n", "", "a"},
		{"  b as c,\n", "  b,\n", "c"},
		{"exports.old = a;\n", "", "old"},
		{"export default class Box", "class Box", "default"},
		{"function b() {}\n", "function b() { a(); }\n", ""},
	} {
		for _, taken := range []bool{true, false} {
			s := text.File("/p/a.ts", "typescript", before)
			r := Run(t.Context(), Input{Before: s, After: strings.Replace(before, c.old, c.new, 1), Source: ToolSafe, Later: true,
				Target: signal.Diagnostic{Tool: "eslint", Code: "x", Span: text.Span{Start: strings.Index(before, c.old), End: strings.Index(before, c.old) + 4}},
				Project: Known{Uses: func(names []string) (string, string) {
					if taken && slices.Contains(names, c.gone) {
						return c.gone, "b.ts"
					}
					return "", ""
				}}})
			refused := slices.ContainsFunc(r.Results, func(g Result) bool { return g.Gate == Elsewhere && g.State == Fail })
			if refused != (taken && c.gone != "") {
				t.Errorf("%q to %q, taken %v: refused %v: %v", c.old, c.new, taken, refused, r.Results)
			}
		}
	}
}
