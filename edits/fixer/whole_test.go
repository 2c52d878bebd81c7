package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/prompt"
)

// TestWindowAnsweredWhole: of a function that is longer than a small model can send a part is asked for, of whole
// statements; what is sent back may be all of the function.
func TestWindowAnsweredWhole(t *testing.T) {
	long := "def long(a):\n    if a:\n" + strings.Repeat("        a += 1\n", 40) +
		"        x = BAD\n        y = f(\n            x,\n        )\n" +
		strings.Repeat("        a += 1\n", 40) + "    return a\n"
	part := "        x = 1\n        y = f(\n            x,\n        )\n"
	for name, answer := range map[string]func(asked string) string{
		"the window":   func(asked string) string { return fixed(asked, "1") },
		"the function": func(string) string { return fixed(long, "1") },
	} {
		e, m := engine(t, 1, func(a asked) (string, error) {
			_, code, _ := strings.Cut(a.User, " in question:\n```python\n")
			code, _, _ = strings.Cut(code, "```")
			if !strings.Contains(code, fixed(part, "BAD")) &&
				!strings.Contains(code, strings.Replace(part, "x = 1", "x = BAD", 1)) ||
				strings.Contains(code, "def long") || strings.Count(code, "\n") > 40 {
				t.Errorf("asked for\n%s", code)
			}
			return "```python\n" + answer(code) + "```", nil
		})
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		f, err := e.Fix(t.Context(), problem("import os\n\n\n"+long), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(m.asked) != 1 || f.Text() != "import os\n\n\n"+fixed(long, "1") {
			t.Errorf("%s: %d attempts\n%s", name, len(m.asked), f.Text())
		}
	}
}
