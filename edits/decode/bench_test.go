package decode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// bigPython is a document of about n lines.
func bigPython(n int) string {
	var b strings.Builder
	b.WriteString("import os\n\n\n")
	for i := 0; b.Len() == 0 || i*6 < n; i++ {
		fmt.Fprintf(&b, "def f%d(a, b=None):\n    if a == None:\n        return os.path.join(str(a), %q)\n    value = [a, b, %d]\n    return value\n\n", i, "x", i)
	}
	return b.String()
}

// BenchmarkEngine measures decoding and applying in a document of 10 000 lines
// with 200 ids, the parser included: what one answer costs beside the tools.
func BenchmarkEngine(b *testing.B) {
	src := bigPython(10_000)
	s := python(src)
	f := syntax.Parse("python", src)
	w := set(run(window.Primary, 5002, 5181))
	d := diagnosticAt(s, 5050, "")
	c := edits.NewCandidates(s, w, f, d)
	line := c.LineID(5049)
	answer := edit("replace", string(line), "    value = [a, b]") + edit("insert_after", string(line), "    # done")
	b.Run("candidates", func(b *testing.B) {
		for b.Loop() {
			edits.NewCandidates(s, w, f, d)
		}
	})
	b.Run("decode and apply", func(b *testing.B) {
		for b.Loop() {
			script, reject := Answer(answer, c)
			if reject != nil {
				b.Fatal(reject)
			}
			if _, rejects := edits.Apply(c, script, edits.Options{}); rejects != nil {
				b.Fatal(rejects)
			}
		}
	})
	b.Run("rewrite of 60 lines", func(b *testing.B) {
		c := edits.NewCandidates(s, set(run(window.Primary, 5002, 5061)), f, d)
		lines, _ := c.Shown(0)
		lines[30] = strings.Replace(lines[30], "a", "aa", 1)
		script := edits.Script{Status: edits.StatusFix, Shape: edits.ShapeRewrite, Ops: []edits.Op{{Kind: edits.Rewrite, From: "PRIMARY", Lines: lines, Faithful: true}}}
		for b.Loop() {
			if _, rejects := edits.Apply(c, script, edits.Options{}); rejects != nil {
				b.Fatal(rejects)
			}
		}
	})
}

// BenchmarkRebase moves a fix over a change above it in a document of 10 000
// lines.
func BenchmarkRebase(b *testing.B) {
	was := python(bigPython(10_000))
	w := set(run(window.Primary, 5002, 5006))
	fix := []text.Edit{{Span: was.LineSpan(5002), New: "    pass"}}
	step := []text.Edit{{New: "import sys\n"}}
	now, err := was.Apply(step)
	must.OK(b, err)
	for b.Loop() {
		if _, reject := edits.Rebase(was, now, w, fix, [][]text.Edit{step}); reject != nil {
			b.Fatal(reject)
		}
	}
}
