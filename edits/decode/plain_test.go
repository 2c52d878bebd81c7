package decode

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const shop = `import re

LIMIT = 3


class Shop:
    def total(self, items):
        sum = 0
        for item in items:
            sum += item.price
        return sum

    def name(self):
        return "shop"


def main():
    print(Shop().total([]))
`

// plainCase is a document with a diagnostic on the line that holds `at`, inside
// a window from the line that holds `from` to the one that holds `to`.
func plainCase(t *testing.T, doc, at, from, to string, imports bool) (edits.Candidates, text.Lines) {
	t.Helper()
	s := text.New(doc)
	s.Path, s.Lang = "mod.py", "python"
	line := func(part string) int {
		i := strings.Index(doc, part)
		if i < 0 {
			t.Fatalf("no %q in the document", part)
		}
		return s.LineAt(i)
	}
	part := text.Lines{Start: line(from), End: line(to) + 1}
	set := window.Set{Runs: []window.Run{{Lines: part, Role: window.Primary, Index: 1}}}
	if imports {
		top := text.Lines{Start: 0, End: 1}
		set.Runs = slices.Insert(set.Runs, 0, window.Run{Lines: top, Role: window.Imports, Index: 1, ImportOnly: []text.Lines{top}})
	}
	d := signal.Diagnostic{Tool: "mypy", Code: "x", Span: s.LinesSpan(text.Lines{Start: line(at), End: line(at) + 1})}
	return edits.NewCandidates(s, set, syntax.Parse("python", doc), d), part
}

func TestPlain(t *testing.T) {
	fixed := strings.Replace(shop, "item.price", "item.cost", 1)
	part := func(doc string) string {
		_, rest, _ := strings.Cut(doc, "class Shop:\n")
		body, _, _ := strings.Cut(rest, "\n    def name")
		return strings.TrimRight(body, "\n") + "\n"
	}
	dedented := strings.ReplaceAll(strings.TrimPrefix(part(fixed), "    "), "\n    ", "\n")
	fence := func(code string) string { return "Here it is:\n\n```python\n" + code + "```\n\nI renamed it." }
	for name, c := range map[string]struct{ answer, want string }{
		"the function as it stands in the file": {fence(part(fixed)), fixed},
		"dedented":                              {fence(dedented), fixed},
		"its first line stripped":               {fence(strings.TrimLeft(part(fixed), " ")), fixed},
		"the whole file":                        {fence(fixed), fixed},
		"the whole file in our frame":           {"```python\nDATA 0c33 BEGIN\nFile mod.py:\n```python\n" + fixed + "```\nDATA 0c33 END\n```\n", fixed},
		"our frame without its code":            {"```python\nDATA  BEGIN\nFile mod.py:\n```python\n" + fixed + "```\nDATA END\n```\n", fixed},
		"our frame before a fence":              {"DATA 0c33 BEGIN\nFile mod.py:\n```python\n" + fixed + "```\n", fixed},
		"the whole class":                       {fence(fixed[strings.Index(fixed, "class"):strings.Index(fixed, "\n\ndef main")]), fixed},
		"the changed line only":                 {fence("sum += item.cost\n"), fixed},
		"the loop only":                         {fence("        for item in items:\n            sum += item.cost\n"), fixed},
		"without a fence":                       {part(fixed), fixed},
		"the old code first":                    {fence(part(shop)) + "\n\n" + fence(part(fixed)), fixed},
		"with an import before it":              {fence("from math import fsum\n\n" + strings.Replace(part(fixed), "sum = 0", "sum = fsum([])", 1)), strings.Replace(strings.Replace(fixed, "import re\n", "import re\nfrom math import fsum\n", 1), "sum = 0", "sum = fsum([])", 1)},
		"with an import it does not use":        {fence("from math import fsum\n\n" + part(fixed)), fixed},
		"with what stands above it":             {fence("from typing import Any\nimport re\n\nLIMIT = 3\n\n\nclass Shop:\n" + part(fixed)), fixed},
		"with an import that is there":          {fence("import re\n\n" + part(fixed)), fixed},
		"wrapped, so that lines move":           {fence("def total(self, items):\n    sum = 0\n    if items:\n        for item in items:\n            sum += item.cost\n    return sum\n"), strings.Replace(fixed, "        for item in items:\n            sum += item.cost\n", "        if items:\n            for item in items:\n                sum += item.cost\n", 1)},
		"with tabs":                             {fence("def total(self, items):\n\tsum = 0\n\tfor item in items:\n\t\tsum += item.cost\n\treturn sum\n"), fixed},
	} {
		t.Run(name, func(t *testing.T) {
			c2, lines := plainCase(t, shop, "item.price", "def total", "return sum", true)
			scripts, reject := Plain(c.answer, c2, lines)
			if reject != nil {
				t.Fatal(reject)
			}
			res, rejects := edits.Apply(c2, scripts[0], edits.Options{Parse: edits.NoWorse(c2.File)})
			if len(rejects) > 0 {
				t.Fatal(rejects[0])
			}
			if res.Text != c.want {
				t.Errorf("got\n%s", res.Text)
			}
		})
	}
}

func TestPlainRefuses(t *testing.T) {
	body := shop[strings.Index(shop, "    def total"):strings.Index(shop, "\n    def name")]
	for name, c := range map[string]struct {
		answer string
		code   edits.RejectCode
	}{
		"changes outside the windows": {"```python\n" + strings.Replace(shop, "LIMIT = 3", "LIMIT = 4", 1) + "```", edits.RejectOutside},
		"the code as it is":           {"```python\n" + body + "```", edits.RejectNoop},
		"code that is left out":       {"```python\ndef total(self, items):\n    # ... existing code ...\n    return 1\n```", edits.RejectLazy},
		"prose":                       {"You should rename price to cost.", edits.RejectDecodeNone},
		"commands":                    {"```bash\npip install cost\n```", edits.RejectDecodeNone},
	} {
		t.Run(name, func(t *testing.T) {
			c2, lines := plainCase(t, shop, "item.price", "def total", "return sum", false)
			scripts, reject := Plain(c.answer, c2, lines)
			if reject == nil {
				t.Fatalf("read as %v", scripts)
			}
			if reject.Code != c.code {
				t.Errorf("%s, want %s", reject, c.code)
			}
		})
	}
}

// What comes for a line is put in its place first, however many lines it is, and not in
// that of as many lines before the last one.
func TestPlainForALine(t *testing.T) {
	for answer, want := range map[string]string{
		"if not item:\n    continue\nsum += item.price\n": strings.Replace(shop, "            sum +=", "            if not item:\n                continue\n            sum +=", 1),
		"if item:\n    sum += item.price\n":               strings.Replace(shop, "            sum +=", "            if item:\n                sum +=", 1),
		"def total(self, items):\n    sum = 0\n    for item in items:\n        sum += item.cost\n    return sum\n": strings.Replace(shop, "item.price", "item.cost", 1),
	} {
		c, function := plainCase(t, shop, "item.price", "def total", "return sum", false)
		scripts, reject := Plain("```python\n"+answer+"```", c, c.At(), function)
		if reject != nil {
			t.Fatal(reject)
		}
		var first string
		for _, s := range scripts {
			if res, rejects := edits.Apply(c, s, edits.Options{Parse: edits.NoWorse(c.File)}); len(rejects) == 0 && first == "" {
				first = res.Text
			}
		}
		if first != want {
			t.Errorf("%q gave\n%s", answer, first)
		}
	}
}

// A file that is little more than the part comes back whole: it is not put in
// the place of the part.
func TestPlainTellsTheFileFromThePart(t *testing.T) {
	const part = "def sign(n):\n    if n < 0:\n        return -1\n    if n > 0:\n        return 1\n"
	for name, rest := range map[string][2]string{"a line above": {"import re\n\n\n", ""}, "a line below": {"", "\n\nprint(sign(3))\n"}} {
		doc := rest[0] + part + rest[1]
		c, lines := plainCase(t, doc, "return 1", "def sign", "return 1", false)
		want := rest[0] + part + "    return 0\n" + rest[1]
		scripts, reject := Plain("```python\n"+want+"```", c, lines)
		if reject != nil {
			t.Fatal(name, reject)
		}
		if res, rejects := edits.Apply(c, scripts[0], edits.Options{}); len(rejects) > 0 || res.Text != want {
			t.Errorf("%s: %v\n%s", name, rejects, res.Text)
		}
	}
}

// An answer that leaves its last statement out may mean that it goes, or be a
// part of the function: the checks are to decide, not the order of readings.
func TestPlainGivesBothReadings(t *testing.T) {
	c, part := plainCase(t, shop, "item.price", "def total", "return sum", false)
	scripts, reject := Plain("```python\ndef total(self, items):\n    sum = 0\n    for item in items:\n        sum += item.cost\n```", c, part)
	if reject != nil {
		t.Fatal(reject)
	}
	var kept, gone bool
	for _, s := range scripts {
		res, rejects := edits.Apply(c, s, edits.Options{})
		if len(rejects) > 0 {
			continue
		}
		has := strings.Contains(res.Text, "return sum")
		kept, gone = kept || has, gone || !has
	}
	if !kept || !gone {
		t.Errorf("%d readings; one that keeps the statement: %v, one without: %v", len(scripts), kept, gone)
	}
}

// Imports that come with Go code go among those of the file: from a block or
// alone, what is used and not there.
func TestPlainImportsOfGo(t *testing.T) {
	const doc = "package p\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\n\t\"example.org/x\"\n)\n\nfunc f(l []string) {\n\tsort.Strings(l)\n\tfmt.Println(strings.Join(l, x.Sep))\n}\n"
	const body = "func f(l []string) {\n\tsort.Strings(l)\n\tfmt.Println(strings.Join(l, x.Sep))\n}\n"
	want := strings.Replace(doc, "\t\"strings\"\n", "\t\"sort\"\n\t\"strings\"\n", 1)
	s := text.File("/p.go", "go", doc)
	line := func(part string) int { return s.LineAt(strings.Index(doc, part)) }
	top, part := text.Lines{Start: line("import ("), End: line(")\n\nfunc") + 1}, text.Lines{Start: line("func f"), End: s.LineCount()}
	set := window.Set{Runs: []window.Run{{Lines: top, Role: window.Imports, Index: 1, ImportOnly: []text.Lines{top}}, {Lines: part, Role: window.Primary, Index: 1}}}
	d := signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Span: s.LinesSpan(text.Lines{Start: line("sort"), End: line("sort") + 1})}
	c := edits.NewCandidates(s, set, syntax.Parse("go", doc), d)
	for name, head := range map[string]string{
		"alone": "import \"sort\"\n\n", "in a block": "import (\n\t\"fmt\"\n\t\"os\"\n\t\"sort\"\n)\n\n",
	} {
		scripts, reject := Plain("```go\n"+head+body+"```", c, part)
		if reject != nil {
			t.Fatal(name, reject)
		}
		if res, rejects := edits.Apply(c, scripts[0], edits.Options{}); len(rejects) > 0 || res.Text != want {
			t.Errorf("%s: %v\n%s", name, rejects, res.Text)
		}
	}
}

// Of a part and of what belongs to it the model repeats what it likes: what stands
// behind that is not taken out with it.
func TestPlainKeepsWhatFollows(t *testing.T) {
	const doc = "package p\n\ntype byAge []int\n\nfunc (b byAge) Len() int { return len(b) }\n\nfunc oldest(l []int) []int {\n\tsort.Sort(byAge(l))\n\treturn l\n}\n"
	const swap = "\n\nfunc (b byAge) Swap(i, j int) {\n\tb[i], b[j] = b[j], b[i]\n}"
	s := text.File("/p.go", "go", doc)
	part := text.Lines{Start: 2, End: 3}
	set := window.Set{Runs: []window.Run{{Lines: part, Role: window.Primary, Index: 1}, {Lines: text.Lines{Start: 4, End: s.LineCount()}, Role: window.Primary, Index: 2}}}
	d := signal.Diagnostic{Tool: "go", Code: "IncompatibleAssign", Span: s.LinesSpan(text.Lines{Start: 7, End: 8})}
	c := edits.NewCandidates(s, set, syntax.Parse("go", doc), d)
	scripts, reject := Plain("```go\ntype byAge []int\n\nfunc (b byAge) Len() int { return len(b) }"+swap+"\n```", c, part)
	if reject != nil {
		t.Fatal(reject)
	}
	want := strings.Replace(doc, "len(b) }", "len(b) }"+swap, 1)
	if res, rejects := edits.Apply(c, scripts[0], edits.Options{}); len(rejects) > 0 || res.Text != want {
		t.Errorf("%v\n%s", rejects, res.Text)
	}
}

// A class that gets a method which the next one has already takes that one's place
// nowhere.
func TestPlainKeepsNextClass(t *testing.T) {
	const doc = "class Base:\n    def row(self): ...\n    def foot(self): ...\n\n\nclass A(Base):\n    def row(self):\n        return \"a\"\n\n\nclass B(Base):\n    def row(self):\n        return \"b\"\n\n    def foot(self):\n        return \"-\"\n\n\nx = A()\n"
	const foot = "\n\n    def foot(self):\n        return \"=\""
	s := text.File("/m.py", "python", doc)
	part := text.Lines{Start: 5, End: 8}
	set := window.Set{Runs: []window.Run{{Lines: part, Role: window.Primary, Index: 1}, {Lines: text.Lines{Start: 18, End: 19}, Role: window.Primary, Index: 2}}}
	d := signal.Diagnostic{Tool: "mypy", Code: "abstract", Span: s.LinesSpan(text.Lines{Start: 18, End: 19})}
	c := edits.NewCandidates(s, set, syntax.Parse("python", doc), d)
	scripts, reject := Plain("```python\nclass A(Base):\n    def row(self):\n        return \"a\""+foot+"\n```", c, part)
	if reject != nil {
		t.Fatal(reject)
	}
	want := strings.Replace(doc, "return \"a\"", "return \"a\""+foot, 1)
	if res, rejects := edits.Apply(c, scripts[0], edits.Options{}); len(rejects) > 0 || res.Text != want {
		t.Errorf("%v\n%s", rejects, res.Text)
	}
}

// The first import of a file goes to its top, also where the code that is asked
// for begins there, so that no place is left to imports alone.
func TestPlainFirstImport(t *testing.T) {
	const body, fixed = "def far(a, b):\n    return hypot(a, b)\n", "def far(a, b):\n    return math.hypot(a, b)\n"
	for name, head := range map[string]string{"nothing": "", "blank lines": "\n\n", "a comment": "#!/usr/bin/env python\n", "a comment apart": "# Distances.\n\n", "a docstring": "\"\"\"Distances.\"\"\"\n\n\n"} {
		t.Run(name, func(t *testing.T) {
			doc := head + body
			s := text.New(doc)
			s.Path, s.Lang = "mod.py", "python"
			at := s.LineAt(strings.Index(doc, "hypot"))
			d := signal.Diagnostic{Tool: "mypy", Code: "x", Span: s.LinesSpan(text.Lines{Start: at, End: at + 1})}
			file := syntax.Parse("python", doc)
			set := window.Compute(s, file, d, signal.Requirement{Window: signal.Window{Shape: signal.ShapeFunction, Imports: true}})
			c := edits.NewCandidates(s, set, file, d)
			scripts, reject := Plain("```python\nimport math\n\n"+fixed+"```", c, text.Lines{Start: at - 1, End: at + 1})
			if reject != nil {
				t.Fatal(reject)
			}
			res, rejects := edits.Apply(c, scripts[0], edits.Options{Parse: edits.NoWorse(c.File)})
			if len(rejects) > 0 {
				t.Fatal(rejects[0])
			}
			i, j := strings.Index(res.Text, "import math\n"), strings.Index(res.Text, fixed)
			if i < 0 || j < i || !strings.HasPrefix(res.Text, strings.TrimRight(head, "\n")) || strings.TrimSpace(res.Text[i+len("import math\n"):j]) != "" {
				t.Errorf("got\n%s", res.Text)
			}
		})
	}
}
