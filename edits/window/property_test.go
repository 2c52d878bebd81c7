package window

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// promised holds what the package promises of every set.
func promised(t *testing.T, s text.Snapshot, f *syntax.File, d signal.Diagnostic, set Set) {
	t.Helper()
	n := s.LineCount()
	last := -1
	names := map[string]bool{}
	for _, r := range set.Runs {
		if r.Lines.Start < 0 || r.Lines.End > n || r.Lines.Len() < 0 {
			t.Fatalf("run %v of %d lines", r.Lines, n)
		}
		if r.Lines.Start <= last {
			t.Fatalf("runs touch or are not sorted: %s", show(set))
		}
		last = r.Lines.End
		if r.Lines.Len() > 0 && f.Statement(r.Lines) != r.Lines {
			t.Fatalf("run %v cuts %v", r.Lines, f.Statement(r.Lines))
		}
		if names[r.Name()] {
			t.Fatalf("two runs are called %s", r.Name())
		}
		names[r.Name()] = true
		for _, l := range r.ImportOnly {
			if !r.Lines.Covers(l) {
				t.Fatalf("imports %v outside the run %v", l, r.Lines)
			}
		}
	}
	place := s.LinesOf(d.Span)
	if !set.Covers(f.Statement(place)) {
		t.Fatalf("the statement %v is outside %s", f.Statement(place), show(set))
	}
	for line := place.Start; line < place.End; line++ {
		if i := set.RunAt(line); i < 0 || !set.Runs[i].Permits(line) {
			t.Fatalf("line %d of the diagnostic may not change", line+1)
		}
	}
}

var expressions = []string{"lines(3) +I +N", "lines(10) +S +I +N +C(self)", "stmt", "stmt~2 +N", "compound~1 +I", "function +S +I +N +C +R", "class", "try +I", "imprun~1", "compound~5 +R"}

func texts() map[string]string {
	return map[string]string{
		"python":     python + "\nx = 1; y = [\n  2]\nif a: b(\n)\n",
		"go":         "package a\n\nimport (\n\t\"fmt\"\n)\n\n// T is.\ntype T struct {\n\tA int\n}\n\nfunc (t *T) M(a int) error {\n\tif a := 1; a > 2 {\n\t\tfmt.Println(`x\ny`)\n\t} else {\n\t\tgo func() {\n\t\t\tg()\n\t\t}()\n\t}\n\treturn nil\n}\n",
		"typescript": "import a from \"a\";\n\n/** D. */\nexport const f = async (x: number) => {\n  switch (x) {\n    case 1:\n      return `a\n${x}`;\n  }\n};\nclass A {\n  @d\n  m() {\n    it(() => {\n      g();\n    });\n  }\n}\n",
		"rust":       "use a::b;\n\n/// S.\n#[d]\nstruct S {\n    a: u8,\n}\n\nimpl S {\n    fn f() {\n        let x = match y {\n            1 => 2,\n            _ => {\n                g();\n            }\n        };\n    }\n}\n",
		"c":          "#include <a.h>\n\nint f(int a)\n{\n    g(a,\n      b);\n    for (;;) {\n        h();\n    }\n}\n",
		"yaml":       "a:\n  b: 1\n  c:\n    - d\n",
		"":           "some\n  text\n\n  more\n",
	}
}

func TestPromises(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for lang, src := range texts() {
		lines := strings.SplitAfter(src, "\n")
		for round := range 60 {
			cur := src
			switch round % 3 {
			case 1: // a text that is being typed
				i := rng.IntN(len(lines))
				cur = strings.Join(append(append([]string{}, lines[:i]...), lines[min(len(lines), i+1+rng.IntN(3)):]...), "")
			case 2:
				cur = src[:rng.IntN(len(src))]
			}
			s := text.File("/p/a", lang, cur)
			f := syntax.Parse(lang, cur)
			for _, expr := range expressions {
				w, err := signal.ParseWindow(expr)
				must.OK(t, err)
				a := rng.IntN(len(cur) + 1)
				d := signal.Diagnostic{Message: "`f` and 'x' of self.area", Span: text.Span{Start: a, End: min(len(cur), a+rng.IntN(30))}}
				d.Related = []signal.Related{{Lines: text.Lines{Start: rng.IntN(40), End: 41}}}
				r := signal.Requirement{Window: w, Needs: []signal.Need{signal.NeedClass, signal.NeedTypes, signal.NeedConstants, signal.NeedRelated, signal.NeedPrevious, signal.NeedDict, signal.NeedSideEffects, signal.NeedFunction, signal.NeedLookup, signal.NeedLate}}
				set := Compute(s, f, d, r)
				promised(t, s, f, d, set)
				for _, p := range Needs(s, f, d, r) {
					if rest, ok := p.Unshown([]text.Lines{set.Runs[0].Lines}); p.Note == "" && (p.Text(s) == "" || ok && rest.Text(s) == "") {
						t.Fatalf("an empty piece: %+v", p)
					}
				}
				for level := LevelFunction; ; level++ {
					next, ok := Widen(s, f, d, set)
					if !ok {
						break
					}
					promised(t, s, f, d, next)
					if next.Level <= set.Level || next.LineCount() <= set.LineCount() {
						t.Fatalf("%s is no wider than %s", show(next), show(set))
					}
					for _, run := range set.Runs {
						if !next.Covers(run.Lines) {
							t.Fatalf("%s lost %v of %s", show(next), run.Lines, show(set))
						}
					}
					set = next
					if level > LevelFile {
						t.Fatal("widening does not end")
					}
				}
			}
		}
	}
}

func FuzzCompute(f *testing.F) {
	i := uint(0)
	for lang, src := range texts() {
		f.Add(lang, src, i*7, i, uint8(i))
		i++
	}
	f.Add("python", "def f(\n  x = [\n", uint(3), uint(9), uint8(1))
	f.Add("go", "\r\r\n}", uint(1), uint(0), uint8(5))
	f.Fuzz(func(t *testing.T, lang, src string, start, size uint, pick uint8) {
		if len(src) > 10_000 {
			return
		}
		s := text.File("/p/a", lang, src)
		file := syntax.Parse(lang, src)
		w, _ := signal.ParseWindow(expressions[int(pick)%len(expressions)])
		a := int(start % uint(len(src)+1))
		d := signal.Diagnostic{Message: "`x` is odd", Span: text.Span{Start: a, End: min(len(src), a+int(size%100))}}
		scanned := syntax.Scanned(lang, src)
		promised(t, s, scanned, d, Compute(s, scanned, d, signal.Requirement{Window: w}))
		set := Compute(s, file, d, signal.Requirement{Window: w})
		promised(t, s, file, d, set)
		if next, ok := Widen(s, file, d, set); ok {
			promised(t, s, file, d, next)
		}
		Needs(s, file, d, signal.Requirement{Needs: []signal.Need{signal.NeedClass, signal.NeedTypes, signal.NeedRelated, signal.NeedPrevious}})
	})
}

func TestHostileTextsAreQuick(t *testing.T) {
	testkit.OneGoroutine(t)
	for name, src := range map[string]string{
		"long line":     strings.Repeat("a = b + c; ", 30_000),
		"deep brackets": strings.Repeat("(\n", 10_000) + strings.Repeat(")\n", 10_000),
		"many names":    strings.Repeat("x = x + y\n", 10_000),
		"many classes":  strings.Repeat("class A:\n  def x(self): self.x = x\n", 10_000),
		"many imports":  strings.Repeat("import x\n", 5_000),
		"one statement": "f(\n" + strings.Repeat("x,\n", 20_000) + ")\n",
	} {
		start := time.Now()
		s := text.File("/p/a.py", "python", src)
		f := syntax.Parse("python", src)
		for _, expr := range expressions {
			w, _ := signal.ParseWindow(expr)
			for _, at := range []int{0, len(src) / 2, len(src) - 1} {
				d := signal.Diagnostic{Message: "`x` and `A.x` and self.x", Span: text.Span{Start: at, End: at + 1}}
				set := Compute(s, f, d, signal.Requirement{Window: w})
				promised(t, s, f, d, set)
				Widen(s, f, d, set)
			}
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// bigText is a Python file of 10 000 lines, and a diagnostic in its middle.
func bigText() (text.Snapshot, signal.Diagnostic) {
	var src strings.Builder
	src.WriteString("import os\nfrom typing import Any\n\nLIMIT = 3\n\n")
	for i := range 550 {
		fmt.Fprintf(&src, "class Shape%d(Base):\n    \"\"\"A shape.\"\"\"\n\n    kind: str = \"x\"\n\n    def __init__(self, sides: int, *, scale: float = 1.0) -> None:\n        self.sides = sides\n        self.scale = scale\n\n    def area(self, factor: float) -> float:\n        total = 0.0\n        for side in range(self.sides):\n            total += compute(side, self.scale, factor)\n        if total > LIMIT:\n            return total\n        return None\n\n\n", i)
		if i%20 == 0 {
			fmt.Fprintf(&src, "def compute%d(a, b):\n    return a\n\n\n", i)
		}
	}
	s := text.File("/p/a.py", "python", src.String())
	at := strings.Index(s.Text()[s.Len()/2:], "total += ") + s.Len()/2
	return s, signal.Diagnostic{Tool: "mypy", Code: "arg-type", Severity: signal.Error,
		Message: `Argument 1 to "compute" has incompatible type "str"; expected "Shape7" self.`, Span: text.Span{Start: at, End: at + 5}}
}

// percentile reports the 95th percentile of what the rounds took.
func percentile(b *testing.B, lines int, round func()) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		round()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(lines), "lines")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func everything(s text.Snapshot, f *syntax.File, d signal.Diagnostic) {
	r := signal.Require(d)
	Compute(s, f, d, r)
	Needs(s, f, d, r)
}

// BenchmarkWindows is the requirement, the windows and the same-file needs of
// one diagnostic where the text has been parsed before.
func BenchmarkWindows(b *testing.B) {
	s, d := bigText()
	f := syntax.Parse("python", s.Text()).Warm()
	percentile(b, s.LineCount(), func() { everything(s, f, d) })
}

// BenchmarkFreshWindows is the same with the text to be read first, by the
// grammar where there is one.
func BenchmarkFreshWindows(b *testing.B) {
	s, d := bigText()
	percentile(b, s.LineCount(), func() { everything(s, syntax.Parse("python", s.Text()), d) })
}

// BenchmarkScannedWindows is the same where no grammar helps: in a binary
// without cgo, and inside damage.
func BenchmarkScannedWindows(b *testing.B) {
	s, d := bigText()
	b.ReportAllocs()
	percentile(b, s.LineCount(), func() { everything(s, syntax.Scanned("python", s.Text()), d) })
}
