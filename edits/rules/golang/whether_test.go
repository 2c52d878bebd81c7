package golang_test

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// Whether there is a value is not thrown away where the description says what there is
// if not.
func TestUnusedWhether(t *testing.T) {
	in := func(doc, value string) string {
		return "package a\n\n" + doc + "func find(m map[string]int, v any) int {\n\tn, «ok» := " + value + "\n\treturn n\n}\n"
	}
	const said = "declared and not used: ok"
	table.Run(t, "go", []ruletest.Case{
		{Name: "spoken of", Signal: "go/UnusedVar", Message: said,
			In: in("// find is its number, -1 if there is none.\n", `m["a"]`), Why: "says whether there is a value"},
		{Name: "not spoken of", Signal: "go/UnusedVar", Message: said, In: in("// find gives its number.\n", `m["a"]`),
			Want: strings.NewReplacer("«ok»", "_").Replace(in("// find gives its number.\n", `m["a"]`))},
		{Name: "of a call", Signal: "go/UnusedVar", Message: said,
			In:   in("// find is its number, -1 if there is none.\n", `get("a")`),
			Want: strings.NewReplacer("«ok»", "_").Replace(in("// find is its number, -1 if there is none.\n", `get("a")`))},
	})
}
