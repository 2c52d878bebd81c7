package verify

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestTouchedParts: the statements that changes touch are the same lines in both texts but for
// the changes, and all else is as it was.
func TestTouchedParts(t *testing.T) {
	kinds := []string{"import m#, n#\n",
		"def f#(a):\n    if a:\n        return 1\n\n    return (\n        2,\n    )\n\n\n",
		"try:\n    import t#\nexcept E:\n    t# = 1\nelse:\n    pass\n", "x# = [\n    1,\n\n    2,\n]\n", "# a comment\n",
		"@d\nclass C#:\n    y = 1\n\n    def m(self):\n        pass\n\n\n", "if a:\n    b# = 1\nelif c:\n    b# = 2\n",
		"'''\ntext\n\n'''\n"}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		var parts []string
		for i := range 12 {
			parts = append(parts, strings.ReplaceAll(kinds[r.IntN(len(kinds))], "#", fmt.Sprint(i)))
		}
		was := strings.Join(parts, "")
		for range 1 + r.IntN(4) {
			i := r.IntN(len(parts))
			switch r.IntN(4) {
			case 0:
				parts[i] = ""
			case 1:
				parts[i] += "import added\n"
			case 2:
				parts[i] = strings.Replace(parts[i], "1", "1 + 1", 1)
			default:
				parts[i] = strings.ReplaceAll(parts[i], "\n\n", "\n")
			}
		}
		now := strings.Join(parts, "")
		c := newCheck(Input{Before: text.File("/w/a.py", "python", was), After: now})
		old, rest := 0, 0
		for _, p := range c.touchedParts() {
			a, b := strings.Join(linesOf(was)[old:p.old.Start], ""), strings.Join(linesOf(now)[rest:p.now.Start], "")
			if a != b {
				t.Fatalf("seed %d: before lines %v the texts differ outside of what is touched:\n%s---\n%s", seed, p.old, a, b)
			}
			old, rest = p.old.End, p.now.End
			if top := c.oldFile(); p.old.Len() > 0 {
				for _, n := range top.Nodes {
					if n.Parent < 0 && n.Lines.Overlaps(p.old) && !p.old.Covers(n.Lines) {
						t.Fatalf("seed %d: %v cuts %v", seed, p.old, n.Lines)
					}
				}
			}
		}
		if a, b := strings.Join(linesOf(was)[old:], ""), strings.Join(linesOf(now)[rest:], ""); a != b {
			t.Fatalf("seed %d: behind the last part the texts differ:\n%s---\n%s", seed, a, b)
		}
	}
}

func linesOf(s string) []string {
	list := strings.SplitAfter(s, "\n")
	return list[:len(list)-1]
}
