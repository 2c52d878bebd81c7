package syntax

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestWhole: a window is whole statements of one block, whatever its place and size.
func TestWhole(t *testing.T) {
	const py = "def f(x):\n    a = 1\n    if x:\n        b = 2\n        c = [\n            3,\n        ]\n    else:\n   " +
		"     d = 4\n    for y in x:\n        e = 5\n    return a\n"
	const goSrc = "package p\n\nfunc f(x int) int {\n\ta := 1\n\tif x > 0 {\n\t\tb := 2\n\t\tc := " +
		"g(\n\t\t\t3,\n\t\t)\n\t} else {\n\t\td := 4\n\t}\n\tfor {\n\t\te := 5\n\t}\n\treturn a\n}\n"
	for lang, src := range map[string]string{"python": py, "go": goSrc} {
		f := Open(lang, src)
		n := strings.Count(src, "\n")
		for line := range n {
			if strings.TrimSpace(f.Doc().Line(line)) == "" {
				continue
			}
			for most := 1; most <= n; most++ {
				at := text.Lines{Start: line, End: line + 1}
				got := f.Whole(at, most)
				body := f.Doc().Slice(f.Doc().LinesSpan(got))
				if !got.Covers(at) {
					t.Fatalf("%s, line %d, %d: %v", lang, line, most, got)
				}
				if got.Len() > most {
					continue // the statement itself is longer
				}
				for _, pair := range []string{"()", "[]", "{}"} {
					if strings.Count(body, pair[:1]) != strings.Count(body, pair[1:]) {
						t.Errorf("%s, line %d, %d: a bracket is cut:\n%s", lang, line, most, body)
					}
				}
				if head := strings.TrimSpace(body); strings.HasPrefix(head, "else") || strings.HasPrefix(head, "}") {
					t.Errorf("%s, line %d, %d: begins inside a block:\n%s", lang, line, most, body)
				}
			}
		}
	}
	f := Open("python", py)
	for _, c := range []struct{ line, most, start, end int }{{1, 2, 1, 2}, {3, 5, 3, 7}, {10, 3, 9, 12}, {3, 100, 0, 12}} {
		if got := f.Whole(text.Lines{Start: c.line, End: c.line + 1}, c.most); got.Start != c.start || got.End != c.end {
			t.Errorf("line %d, at most %d: %v", c.line, c.most, got)
		}
	}
}
