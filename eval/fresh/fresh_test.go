package fresh

import (
	"context"
	"encoding/json"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goText = `package sum

import "fmt"

type acc struct{ total int }

func (a *acc) add(n int) error {
	if n < 0 {
		return fmt.Errorf("%d is below zero", n)
	}
	a.total += n
	return nil
}

// Sum adds numbers.
func Sum(list []int) (int, error) {
	a := &acc{}
	for _, n := range list {
		if err := a.add(n); err != nil {
			return 0, err
		}
	}
	return a.total, nil
}
`

func TestGoChanges(t *testing.T) {
	list, err := goMistakes(goText)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, c := range list {
		kinds[c.Kind] = true
		if c.apply(goText) == goText {
			t.Errorf("%s in line %d changes nothing", c.Kind, c.Line)
		}
	}
	for _, want := range []string{"import removed", "field or method misspelt", "another verb", "result left out", "receiver left out", "colon left out", "address left out"} {
		if !kinds[want] {
			t.Errorf("no %q among %v", want, kinds)
		}
	}
	list, err = goWrong(goText)
	if err != nil || len(list) < 5 {
		t.Fatal(len(list), err)
	}
	for _, c := range list {
		if _, err := parser.ParseFile(token.NewFileSet(), "a.go", c.apply(goText), 0); err != nil {
			t.Errorf("%s in line %d: %v", c.Kind, c.Line, err)
		}
	}
}

const pythonText = `import os
from typing import Optional


class Box:
    def __init__(self, width: int, name: str = "é"):
        self.width = width
        self.name = name

    def label(self, other: Optional["Box"]) -> str:
        if other is None:
            return ""
        size = self.width + int(other.width)
        return os.path.join(str(size), "a" if size > 3 and not self.name else "b")
`

// TestPythonChanges: wrong answers are programs, mistakes are at the bytes that they name.
func TestPythonChanges(t *testing.T) {
	dir := t.TempDir()
	p := &Package{Lang: "python", dir: dir, tree: dir}
	if err := p.put("a.py", pythonText); err != nil {
		t.Fatal(err)
	}
	list, err := p.changes(t.Context(), "mistakes", pythonText, "a.py")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for _, c := range list {
		kinds[c.Kind] += c.apply(pythonText)
	}
	for kind, want := range map[string]string{"import removed": "from typing import Optional\n\n\nclass", "guard removed": "-> str:\n        size",
		"conversion dropped": "+ other.width", "self left out": "def label(other", "return left out": "        os.path.join(str(size)"} {
		got, ok := kinds[kind]
		if !ok || !strings.Contains(got, want) {
			t.Errorf("%s: %v", kind, ok)
		}
	}
	list, err = p.changes(t.Context(), "wrong", pythonText, "a.py")
	if err != nil || len(list) < 5 {
		t.Fatal(len(list), err)
	}
	for _, c := range list {
		if err := p.put("b.py", c.apply(pythonText)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.must(t.Context(), dir, "python3", "-c", "import ast; ast.parse(open('b.py', encoding='utf-8').read())"); err != nil {
			t.Errorf("%s in line %d: %v\n%s", c.Kind, c.Line, err, c.apply(pythonText))
		}
	}
}

// module is a small Go module with one test.
func module(t *testing.T, test string) *Package {
	t.Helper()
	p := &Package{Lang: "go", name: "sum", dir: t.TempDir()}
	p.tree = filepath.Join(p.dir, "tree")
	if err := os.MkdirAll(p.tree, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module sum\n\ngo 1.23\n", "sum.go": goText, "sum_test.go": test} {
		if err := p.put(name, text); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

const goTest = `package sum

import "testing"

func TestSum(t *testing.T) {
	if n, err := Sum([]int{1, 2}); n != 3 || err != nil {
		t.Error(n, err)
	}
}
`

// TestMistakeNeedsBoth: a case is what the checker and a test see, and a wrong answer
// is what a test alone sees.
func TestMistakeNeedsBoth(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it builds and tests a module several times")
	}
	p := module(t, goTest)
	list, err := goMistakes(goText)
	if err != nil {
		t.Fatal(err)
	}
	seen := false
	for _, ch := range list {
		if ch.Kind != "field or method misspelt" || ch.Line != 19 {
			continue
		}
		c, ok, err := p.mistake(t.Context(), "sum.go", goText, ch)
		if err != nil || !ok || c.Tool != "go build" || c.Right != goText || c.Text == goText {
			t.Fatalf("%v %v %+v", ok, err, c)
		}
		seen = true
		wrong, err := p.wrong(t.Context(), c, ch, 9, rand.New(rand.NewPCG(1, 1)))
		if err != nil || len(wrong) == 0 {
			t.Fatal(len(wrong), err)
		}
		for _, w := range wrong {
			if w.Text == goText || w.Text == c.Text {
				t.Errorf("%s is no wrong answer", w.Kind)
			}
		}
	}
	if !seen {
		t.Fatal("no mistake in line 19")
	}
	// What no checker reports is no case, whatever a test says.
	if _, ok, err := p.mistake(t.Context(), "sum.go", goText, Change{Kind: "number", Line: 12, Start: strings.Index(goText, "+= n"), End: strings.Index(goText, "+= n") + 2, Text: "-="}); ok || err != nil {
		t.Error("an accepted mistake is a case", err)
	}
	// Nor is what vet reports and no test sees.
	for _, ch := range list {
		if ch.Kind != "another verb" {
			continue
		}
		if _, ok, err := p.mistake(t.Context(), "sum.go", goText, ch); ok || err != nil {
			t.Error("a mistake that no test sees is a case", err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(p.tree, "sum.go")); err != nil || string(text) != goText {
		t.Error("the tree is not as released", err)
	}
}

// TestReadsWhatItWrites goes through the folder of cases.
func TestReadsWhatItWrites(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(dir); err == nil {
		t.Error("a folder without cases is read")
	}
	c := Case{ID: "go/x-1-1", Lang: "go", File: "a.go", Wrong: []Wrong{{"number", "x"}}}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cases.jsonl"), append(data, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil || len(got) != 1 || got[0].ID != c.ID || len(got[0].Wrong) != 1 {
		t.Error(got, err)
	}
	if err := Make(context.Background(), &strings.Builder{}, Options{Out: dir, Packages: []string{"what"}}); err != nil {
		t.Error("a package that cannot be had ends the others:", err)
	}
}
