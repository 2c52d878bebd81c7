package syntax

import (
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
)

// languages are one of each family.
var languages = []string{"python", "go", "javascript", "typescript", "typescriptreact", "rust", "c", "shellscript", "yaml", "", "markdown"}

// hostile are texts made to make a parser slow or deep.
func hostile() map[string]string {
	return map[string]string{
		"long line":        strings.Repeat("a = b + c; ", 28_000), // 300 kB
		"long word":        strings.Repeat("x", 300_000),
		"deep brackets":    strings.Repeat("(", 10_000) + strings.Repeat(")", 10_000),
		"open brackets":    strings.Repeat("[{(", 2500),
		"closing brackets": strings.Repeat(")]}", 2500),
		"brackets by line": strings.Repeat("f(\n", 2500) + strings.Repeat(")\n", 2500),
		"deep blocks":      deepBlocks(1000),
		"deep braces":      strings.Repeat("if x {\n", 1250) + strings.Repeat("}\n", 1250),
		"quotes":           strings.Repeat(`"'`, 12500),
		"triple quotes":    strings.Repeat(`"""`, 2000),
		"f-strings":        strings.Repeat(`f"{`, 2000),
		"templates":        strings.Repeat("`${", 2000),
		"backslashes":      strings.Repeat("\\\n", 2500),
		"comments":         strings.Repeat("/*", 4000) + "\n" + strings.Repeat("#", 4000),
		"raw strings":      strings.Repeat(`r#"`, 1500),
		"slashes":          strings.Repeat("= /a", 1500),
		"semicolons":       strings.Repeat(";", 25000),
		"decorators":       strings.Repeat("@d\n", 5000),
		"imports":          "import (" + strings.Repeat("a, ", 1500) + ")\n" + strings.Repeat("import a\n", 500),
		"one line blocks":  strings.Repeat("if a: b\n", 700),
		"many statements":  strings.Repeat("x = 1\n", 12500),
		"nul and bad utf8": strings.Repeat("\x00\xff\xc3(", 2000),
		"else":             "if a:\n  b\n" + strings.Repeat("elif a:\n  b\n", 500),
		"else if":          strings.Repeat("if a { b } else ", 500),
		"lone returns":     strings.Repeat("def f():\r  x\r\r\n", 500),
	}
}

func deepBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i))
		b.WriteString("if x:\n")
	}
	return b.String()
}

func TestHostileTextsAreQuick(t *testing.T) {
	for name, src := range hostile() {
		for _, lang := range []string{"python", "go", "c"} {
			t.Run(name+"/"+lang, func(t *testing.T) {
				start := time.Now()
				f := Parse(lang, src)
				check(t, f)
				n := f.Doc().LineCount()
				for _, line := range []int{0, n / 2, n - 1} {
					f.At(line)
					f.Enclosing(line, Function, Class)
					f.Statement(text.Lines{Start: line, End: line + 1})
				}
				f.ImportBlock()
				f.Identifiers(text.Span{Start: len(src) / 2, End: min(len(src), len(src)/2+2000)})
				f.Bindings("x")
				// Ten times what it takes on a busy machine: quadratic
				// behaviour takes minutes.
				if d := time.Since(start); d > 10*time.Second {
					t.Errorf("took %v", d)
				}
			})
		}
	}
}

// check holds what is promised of every File.
func check(t *testing.T, f *File) {
	t.Helper()
	n := f.Doc().LineCount()
	if len(f.edge) != n+1 {
		t.Fatalf("%d borders for %d lines", len(f.edge), n)
	}
	whole := text.Lines{Start: 0, End: n}
	size := f.Doc().Len()
	last := 0
	for i, x := range f.Nodes {
		if x.Parent >= i || x.Parent < -1 {
			t.Fatalf("node %d has parent %d", i, x.Parent)
		}
		if x.Lines.Len() < 1 || !whole.Covers(x.Lines) {
			t.Fatalf("node %d %s has lines %v of %d", i, x.Keyword, x.Lines, n)
		}
		if !whole.Covers(x.Header) || x.Header.Len() < 1 || x.Header.Start < x.Lines.Start || x.Header.End > x.Lines.End {
			t.Fatalf("node %d %s %v has header %v", i, x.Keyword, x.Lines, x.Header)
		}
		if x.Body.Start < x.Lines.Start || x.Body.End > x.Lines.End || x.Body.Len() < 0 {
			t.Fatalf("node %d %s %v has body %v", i, x.Keyword, x.Lines, x.Body)
		}
		if x.Span.Start < 0 || x.Span.End > size || x.Span.Len() < 0 {
			t.Fatalf("node %d has span %v of %d", i, x.Span, size)
		}
		if x.Lines.Start < last {
			t.Fatalf("node %d %s starts at line %d, after one at %d", i, x.Keyword, x.Lines.Start, last)
		}
		last = max(last, x.Lines.Start)
	}
	for _, s := range f.Strings {
		if s.Start < 0 || s.End > size || s.Len() <= 0 {
			t.Fatalf("string %v of %d", s, size)
		}
	}
}

func FuzzParse(f *testing.F) {
	seeds := []string{
		"@d\nclass A:\n  x: int = 1\n  def f(self, a=1):\n    try:\n      pass\n    except E:\n      x = f'{a}'\n",
		"package a\n\nimport (\n\t\"fmt\"\n)\n\nfunc (t *T) M() {\n\tif x {\n\t} else if y {\n\t}\n\tf := func() {}\n}\n",
		"import { a } from 'b';\nconst f = async (x) => {\n  switch (x) { case 1: return `${x}` }\n};\n@d class A { m() {} }\n",
		"#[derive(A)]\nimpl<T> S for T {\n  fn f(&self) -> u32 {\n    match a { 1 => {}, _ => () }\n  }\n}\n",
		"def f(\n  x = [\n", "\"\"\"", "x = 1 \\\n", "if a:\nelse:\n", "\r\r\n\r", "}\n)\n]",
	}
	for i, s := range seeds {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, src string, pick uint8) {
		if len(src) > 20_000 {
			return
		}
		lang := languages[int(pick)%len(languages)]
		g := Parse(lang, src)
		check(t, g)
		scanned := newFile(lang, src)
		scanned.scan()
		check(t, scanned)
		n := g.Doc().LineCount()
		for _, x := range []*File{g, scanned} {
			for line := range min(n, 50) {
				if i := x.At(line); i >= 0 && !x.Nodes[i].Lines.Contains(line) {
					t.Fatalf("At(%d) is %v", line, x.Nodes[i].Lines)
				}
				l := text.Lines{Start: line, End: line + 1}
				s := x.Statement(l)
				if !s.Covers(l) || x.Statement(s) != s {
					t.Fatalf("Statement(%v) = %v, then %v", l, s, x.Statement(s))
				}
			}
			x.ImportBlock()
			for _, id := range x.Identifiers(text.Span{Start: 0, End: len(src)}) {
				if src[id.Span.Start:id.Span.End] != id.Name {
					t.Fatalf("identifier %q at %v is %q", id.Name, id.Span, src[id.Span.Start:id.Span.End])
				}
			}
			x.Bindings("x")
		}
	})
}
