package index

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// build makes an index of texts, in one batch.
func build(files map[string]string) *Index {
	x := New()
	var ch []Change
	for _, p := range sortedKeys(files) {
		ch = append(ch, Change{Path: p, Text: files[p]})
	}
	x.Apply(ch)
	return x
}

func paths(r *Ranking) []string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.Path)
	}
	return out
}

func ask(x *Index, text string) []string {
	return paths(x.Rank(Query{Terms: TextTerms(text, 1), Weights: QueryWeights()}))
}

// Covers R3-12.
func TestResolveImports(t *testing.T) {
	files := map[string]string{
		// Python
		"src/pkg/__init__.py": "from .core import Client\n", "src/pkg/core.py": "from . import util\nfrom ..other import x\nimport pkg.sub.deep\nfrom pkg.sub import deep as d\n",
		"src/pkg/util.py": "", "src/other.py": "", "src/pkg/sub/__init__.py": "", "src/pkg/sub/deep.py": "", "app.py": "from pkg import core\nimport os\n",
		// Go
		"cmd/main.go": "package main\nimport (\n\"fmt\"\n\"example.org/m/internal/a\"\n)\n", "internal/a/a.go": "package a\n", "internal/a/b.go": "package a\n", "internal/a/a_test.go": "package a\n",
		// TypeScript
		"web/main.ts": "import {x} from './lib';\nimport y from './util.js';\nimport z from '@/deep/z';\nimport w from '@scope/tool';\n", "web/lib/index.ts": "", "web/util.ts": "", "web/src/deep/z.ts": "", "packages/tool/src/index.ts": "",
		// Rust
		"r/src/main.rs": "mod walk;\nmod fs;\nuse crate::fs::osx::Thing;\nuse helper_lib::run;\n", "r/src/walk.rs": "use super::fs;\nuse std::io;\nuse self::inner::X;\n", "r/src/walk/inner.rs": "",
		"r/src/fs/mod.rs": "pub mod osx;\npub use self::osx::Thing;\n", "r/src/fs/osx.rs": "pub struct Thing;\n", "helper-lib/src/lib.rs": "pub use crate::imp::run;\nmod imp;\n", "helper-lib/src/imp.rs": "pub fn run() {}\n",
	}
	x := build(files)
	for from, want := range map[string]string{
		"src/pkg/__init__.py": "src/pkg/core.py", "src/pkg/core.py": "src/pkg/__init__.py src/pkg/util.py src/other.py src/pkg/sub/deep.py src/pkg/sub/__init__.py",
		"app.py": "src/pkg/__init__.py src/pkg/core.py", "cmd/main.go": "internal/a/a.go internal/a/b.go",
		"web/main.ts":   "web/lib/index.ts web/util.ts web/src/deep/z.ts packages/tool/src/index.ts",
		"r/src/main.rs": "r/src/walk.rs r/src/fs/mod.rs r/src/fs/osx.rs helper-lib/src/lib.rs helper-lib/src/imp.rs",
		"r/src/walk.rs": "r/src/fs/mod.rs r/src/walk/inner.rs", "helper-lib/src/lib.rs": "helper-lib/src/imp.rs",
	} {
		if got := strings.Join(x.Imports(from), " "); got != want {
			t.Errorf("%s imports %s\nwant %s", from, got, want)
		}
	}
	if got := x.Importers("src/pkg/core.py"); !slices.Equal(got, []string{"app.py", "src/pkg/__init__.py"}) {
		t.Errorf("importers %v", got)
	}
}

// Covers R3-06.
func TestHopsEnd(t *testing.T) {
	x := build(map[string]string{"a.py": "import b\n", "b.py": "import c\n", "c.py": "import a\nimport d\n", "d.py": ""})
	for depth, want := range []int{1, 3, 4, 4} {
		if got := x.Hops([]string{"a.py"}, depth); len(got) != want {
			t.Errorf("depth %d reaches %v", depth, got)
		}
	}
	if got := x.Hops([]string{"a.py"}, 3); got["a.py"] != 0 || got["b.py"] != 1 || got["c.py"] != 1 || got["d.py"] != 2 {
		t.Errorf("%v", got)
	}
}

// Covers R3-07.
func TestRankDefinitions(t *testing.T) {
	doc := "from lib.client import Client\n\n\ndef go():\n    c = Client()\n    c.fetch_all()\n    c.fetch_all()\n    return render_page(c)\n"
	x := build(map[string]string{
		"app.py": doc, "lib/client.py": "class Client:\n    def fetch_all(self):\n        pass\n", "lib/other.py": "def fetch_all():\n    pass\n",
		"lib/page.py": "def render_page(x):\n    return x\n", "tests/test_client.py": "def render_page(x):\n    pass\n", "noise.py": "zzz = 1\n", "x.go": "package x\nfunc render_page() {}\n",
	})
	at := Look("python", doc, 5)
	q := Query{Terms: at.Terms(), Names: at.Names, Near: at.Near, Own: at.Own, Document: "app.py", Lang: "python", Weights: FixWeights()}
	r := x.Rank(q)
	if got := paths(r); got[0] != "lib/client.py" || slices.Contains(got, "app.py") {
		t.Errorf("order %v", got)
	}
	var defs []string
	for _, d := range r.Defs {
		defs = append(defs, d.Name+"@"+d.Path)
	}
	if got := strings.Join(defs, " "); !strings.HasPrefix(got, "Client@lib/client.py fetch_all@lib/client.py") || strings.Contains(got, "tests/") || strings.Contains(got, "x.go") {
		t.Errorf("definitions %s", got)
	}
	chunks := r.Chunks(10, 12)
	if len(chunks) == 0 || chunks[0].Path != "lib/client.py" {
		t.Errorf("%+v", chunks)
	}
}

func TestFloor(t *testing.T) {
	x := build(map[string]string{"a.py": "def parse_config():\n    pass\n", "b.py": "def run():\n    pass\n"})
	if r := x.Rank(Query{Terms: TextTerms("zebra wombat quokka", 1), Weights: QueryWeights()}); !r.Floor {
		t.Errorf("far-off text: %+v", r.Hits)
	}
	if r := x.Rank(Query{Terms: TextTerms("parse the config", 1), Weights: QueryWeights()}); r.Floor || r.Hits[0].Path != "a.py" {
		t.Errorf("%+v", r)
	}
}

// Covers R3-07.
func TestHistorySignals(t *testing.T) {
	x := build(map[string]string{"a.py": "value = 1\n", "b.py": "value = 1\n", "c.py": "value = 1\n"})
	x.SetCommits([][]string{{"c.py", "gone.py"}, {"c.py"}, {"a.py", "b.py"}, {"a.py", "b.py", "README.md"}, {},
		{"a.py", "c.py"}})
	if got := ask(x, "value"); got[0] != "c.py" {
		t.Errorf("the file changed last is not first: %v", got)
	}
	if got := together(x, "a.py", 5); !slices.Equal(got, []string{"b.py", "c.py"}) {
		t.Errorf("together with a.py: %v", got)
	}
}

// Covers R3-06.
func TestLookups(t *testing.T) {
	x := build(map[string]string{
		"base.py": "class Base:\n    def run(self):\n        pass\n", "mid.py": "from base import Base\nclass Mid(Base):\n    pass\n",
		"leaf.py": "from mid import Mid\nclass Leaf(Mid):\n    def run(self):\n        helper_fn()\n", "util.py": "def helper_fn():\n    pass\n",
		"test_leaf.py": "from leaf import Leaf\n", "conftest.py": "def client():\n    pass\n", "sub/run_all.py": "helper_fn()\nx = 'helper_fn'\n",
		"i.go": "package p\ntype Runner interface {\n\tRun() error\n\tStop()\n}\n", "t.go": "package p\ntype Car struct{}\nfunc (Car) Run() error { return nil }\nfunc (Car) Stop() {}\ntype Bike struct{}\nfunc (Bike) Run() error { return nil }\n",
		"main.go": "package main\nfunc main() {}\n", "cli.py": "",
	})
	spell := func(ls []Located) string {
		var out []string
		for _, l := range ls {
			out = append(out, l.Path+":"+l.Name)
		}
		return strings.Join(out, " ")
	}
	for got, want := range map[string]string{
		spell(x.Parents("Leaf", "run", "leaf.py")):                   "base.py:run",
		spell(x.Implementations("Base", 8)):                          "mid.py:Mid",
		spell(x.Implementations("Runner", 8)):                        "t.go:Car",
		spell(x.Define("helper_fn", "leaf.py")):                      "util.py:helper_fn",
		strings.Join(x.References("helper_fn", 50), " "):             "leaf.py sub/run_all.py util.py",
		strings.Join(x.References("helper_fn", 1), " "):              "leaf.py",
		strings.Join(x.References("nobody", 9), " "):                 "",
		strings.Join(x.TestsOf("leaf.py", 3), " "):                   "test_leaf.py conftest.py",
		strings.Join(x.Near("helper_fm", 3), " "):                    "helper_fn",
		strings.Join(x.Entries(5), " "):                              "main.go cli.py",
		strings.Join(MatchingOf(x.Paths(), "*run*", 5), " "):         "sub/run_all.py",
		strings.Join(MatchingOf(x.Paths(), "", 5), " "):              "",
		strings.Join(x.Uses("python", "helper_fn()\nMid()", 5), " "): "helper_fn Mid",
		strings.Join(x.Names(2), " "):                                "helper_fn",
		x.Outline("base.py", 100):                                    "Base",
		x.Outline("none.py", 100):                                    "",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if x.Definers("run") != 2 || x.Has("none.py") || !x.Has("cli.py") {
		t.Error("Definers or Has is wrong")
	}
	h, _ := x.Hash("base.py")
	if x.WithHash(h) != "base.py" || len(x.DefsOf("base.py")) != 2 || x.DefsOf("none") != nil {
		t.Error("WithHash or DefsOf is wrong")
	}
}

func TestImportFor(t *testing.T) {
	for _, c := range []struct{ defined, from, want string }{
		{"src/pkg/a.py", "src/pkg/b.py", "from pkg.a import N"}, {"pkg/__init__.py", "x.py", "from pkg import N"},
		{"web/lib/index.ts", "web/main.ts", "import { N } from './lib'"}, {"a/b.ts", "a/c/d.ts", "import { N } from '../b'"},
		{"pkg/a.go", "cmd/m.go", "pkg.N"}, {"pkg/a.go", "pkg/b.go", ""}, {"src/fs/mod.rs", "src/main.rs", "use crate::fs::N;"}, {"src/lib.rs", "src/a.rs", "use crate::N;"},
		{"a.py", "b.go", ""}, {"A.java", "B.java", ""},
	} {
		if got := ImportFor(c.defined, "N", c.from); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.defined, c.from, got, c.want)
		}
	}
	if got := fmt.Sprint(LinesUsing("python", "x = 1\n# x\ny = x + x\n", "x")); got != "[0 2]" {
		t.Errorf("lines %s", got)
	}
}

// TestUpdatesLeaveNoTrace applies random changes and compares the ranking with
// that of a fresh index of the same files.
func TestUpdatesLeaveNoTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	words := strings.Fields("parse config load user session token cache http server client request response error retry limit")
	text := func() string {
		var b strings.Builder
		for i := range 1 + r.IntN(5) {
			fmt.Fprintf(&b, "def %s_%s_%d():\n    return %s(%s)\n\n", words[r.IntN(len(words))], words[r.IntN(len(words))], i, words[r.IntN(len(words))], words[r.IntN(len(words))])
		}
		return b.String()
	}
	x := New()
	files := map[string]string{}
	for range 60 {
		var ch []Change
		for range 1 + r.IntN(20) {
			p := fmt.Sprintf("d%d/f%d.py", r.IntN(5), r.IntN(20))
			if r.IntN(3) == 0 {
				ch = append(ch, Change{Path: p, Removed: true})
				delete(files, p)
				continue
			}
			files[p] = text()
			ch = append(ch, Change{Path: p, Text: files[p]})
		}
		x.Apply(ch)
		fresh := build(files)
		question := words[r.IntN(len(words))] + " " + words[r.IntN(len(words))]
		if got, want := ask(x, question), ask(fresh, question); !slices.Equal(got, want) {
			t.Fatalf("%q: %v\nwant %v", question, got, want)
		}
	}
	if x.Len() != len(files) {
		t.Errorf("%d files, want %d", x.Len(), len(files))
	}
	before := x.Save()
	for p, s := range files {
		x.Apply([]Change{{Path: p, Text: s}})
	}
	if !slices.Equal(x.Save(), before) {
		t.Error("equal texts changed the index")
	}
}

// corpus is n files of about 8 kB.
func corpus(n int) map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	files := map[string]string{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "import module_%d\nfrom pkg%d.module_%d import thing\n", r.IntN(n), r.IntN(30), r.IntN(n))
		for b.Len() < 8000 {
			k := r.IntN(5000)
			fmt.Fprintf(&b, "def compute_value_%d(argument_%d, other):\n    \"\"\"Compute the thing number %d.\"\"\"\n    return module_%d.handle_%d(argument_%d) + other.attr_%d\n\n\n", k, k%70, k, r.IntN(n), r.IntN(5000), k%70, k%300)
		}
		files[fmt.Sprintf("pkg%d/module_%d.py", i%30, i)] = b.String()
	}
	return files
}

func BenchmarkRank3000(b *testing.B) {
	files := corpus(3000)
	x := build(files)
	at := Look("python", files["pkg0/module_0.py"], 60)
	q := Query{Terms: at.Terms(), Names: at.Names, Near: at.Near, Document: "pkg0/module_0.py", Lang: "python", Weights: FixWeights()}
	x.Rank(q)
	b.ResetTimer()
	for b.Loop() {
		x.Rank(q).Chunks(10, 12)
	}
}

func BenchmarkUpdateOneFile(b *testing.B) {
	files := corpus(3000)
	x := build(files)
	i := 0
	for b.Loop() {
		i++
		x.Apply([]Change{{Path: "pkg0/module_0.py", Text: files["pkg0/module_0.py"] + fmt.Sprintf("x = %d\n", i)}})
	}
}

func BenchmarkBuild3000(b *testing.B) {
	files := corpus(3000)
	for b.Loop() {
		build(files)
	}
}

// TestCodeBelow: a project may lie in a folder that in a project holds nobody's source.
func TestCodeBelow(t *testing.T) {
	roots := []string{filepath.FromSlash("/home/u/other"), filepath.FromSlash("/home/u/build/shop")}
	for path, want := range map[string]bool{"/home/u/build/shop/a.py": true, "/home/u/build/shop/build/a.py": false, "/home/u/build/shop/a.txt": false,
		"/home/u/other/a.py": true, "/home/u/a.py": false} {
		if got := CodeBelow(roots, filepath.FromSlash(path)); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// together are the files that changed together with a file most often, best first.
func together(x *Index, path string, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	score := make([]float64, len(x.files))
	x.cochange(path, score)
	var paths []string
	for _, slot := range x.bestOf(score, n) {
		paths = append(paths, x.files[slot].path)
	}
	return paths
}
