package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// BenchmarkGates measures every gate but the tool on a document of 10 000
// lines: with a tree at hand and without one, and where one class is all of it.
func BenchmarkGates(b *testing.B) {
	for _, lang := range []string{"python", "go", "typescript", "rust"} {
		src, line := long(lang)
		fixed := strings.Replace(line, "BAD", "7", 1)
		b.Run(lang+"/open", func(b *testing.B) { gates(b, syntax.Open(lang, src), line, fixed) })
		b.Run(lang+"/parsed", func(b *testing.B) { gates(b, syntax.Parse(lang, src), line, fixed) })
	}
	src, line := long("python")
	b.Run("python/name", func(b *testing.B) {
		gates(b, syntax.Open("python", src), line, strings.Replace(line, "BAD", "len(unseen := 7)", 1))
	})
	src = "class A:\n" + indent(src)
	line = "    " + line
	gatesOf := func(f *syntax.File) func(*testing.B) {
		return func(b *testing.B) { gates(b, f, line, strings.Replace(line, "BAD", "7", 1)) }
	}
	b.Run("python/class/open", gatesOf(syntax.Open("python", src)))
	b.Run("python/class/parsed", gatesOf(syntax.Parse("python", src)))
}

// BenchmarkAnswer measures what one answer costs beside the tools in a document
// of 10 000 lines with 200 ids: decoding, interpretation, every gate without a
// tool. It reports the 95th percentile; the bytes are all that is allocated on
// the way, which bounds what a fix holds beside the document.
func BenchmarkAnswer(b *testing.B) {
	for _, lang := range []string{"python", "go", "typescript", "rust"} {
		b.Run(lang, func(b *testing.B) {
			src, line := long(lang)
			f := syntax.Parse(lang, src).Warm()
			before := text.File("/w/a", lang, src)
			l := strings.Count(src[:strings.Index(src, line)], "\n")
			d := signal.Diagnostic{Tool: "tool", Span: before.LineSpan(l)}
			w := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: l - 82, End: l + 83}, Index: 1}}}
			c := edits.NewCandidates(before, w, f, d)
			answer := fmt.Sprintf("EDIT replace %s\n~~~\n%s~~~\nEND\n", c.LineID(l), strings.Replace(line, "BAD", "7", 1))
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				script, reject := decode.Answer(answer, c)
				if reject != nil {
					b.Fatal(reject)
				}
				result, rejects := edits.Apply(c, script, edits.Options{Parse: edits.NoWorse(f)})
				if rejects != nil {
					b.Fatal(rejects)
				}
				r := Run(b.Context(), Input{Before: before, After: result.Text, File: f, Target: d, Windows: w})
				if r.Verdict != Unverified {
					b.Fatalf("%+v", r)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

func indent(s string) string {
	var w strings.Builder
	for l := range strings.Lines(s) {
		if strings.TrimSpace(l) != "" {
			w.WriteString("    ")
		}
		w.WriteString(l)
	}
	return w.String()
}

func gates(b *testing.B, f *syntax.File, line, fixed string) {
	src := f.Doc().Text()
	before := text.File("/w/a", f.Lang, src)
	l := strings.Count(src[:strings.Index(src, line)], "\n")
	in := Input{
		Before: before, After: strings.Replace(src, line, fixed, 1),
		File: f.Warm(), Target: signal.Diagnostic{Tool: "tool", Span: before.LineSpan(l)}, Known: []signal.Diagnostic{},
		Windows: window.Set{Runs: []window.Run{{Lines: text.Lines{Start: l - 3, End: l + 4}, Index: 1}}},
		Lint:    func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return nil, nil },
	}
	b.ReportAllocs()
	for b.Loop() {
		if r := Run(b.Context(), in); r.Verdict == Rejected {
			b.Fatalf("%+v", r)
		}
	}
}

// long is a document of 10 000 lines, and the one line in its middle that
// holds BAD.
func long(lang string) (src, line string) {
	form := map[string]string{
		"python":     "def f%d(a, b):\n    \"\"\"Doc.\"\"\"\n    x = a + %d\n    return x\n\n",
		"go":         "func f%d(a, b int) int {\n\t// doc\n\tx := a + %d\n\treturn x\n}\n",
		"typescript": "function f%d(a: number, b: number) {\n  // doc\n  let x = a + %d;\n  return x;\n}\n",
		"rust":       "fn f%d(a: i32, b: i32) -> i32 {\n    // doc\n    let x = a + %d;\n    return x;\n}\n",
	}[lang]
	var w strings.Builder
	if lang == "go" {
		w.WriteString("package a\n\n")
	}
	for i := range 2000 {
		s := fmt.Sprintf(form, i, i)
		if i == 1000 {
			s = strings.Replace(s, "+ 1000", "+ BAD", 1)
			for l := range strings.Lines(s) {
				if strings.Contains(l, "BAD") {
					line = l
				}
			}
		}
		w.WriteString(s)
	}
	return w.String(), line
}
