package semantic

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestImplementations: what implements an interface of Go by its methods, or extends a
// class, is all listed, and called so.
func TestImplementations(t *testing.T) {
	m := Memory{"store/store.go": "package store\n\n// Store keeps things.\ntype Store interface {\n\tGet(key string) string\n\tPut(key, value string)\n}\n"}
	for i := range 12 {
		m[fmt.Sprintf("store/kind%d.go", i)] = fmt.Sprintf("package store\n\ntype kind%d struct{}\n\nfunc (k *kind%d) Get(key string) string { return key }\n\nfunc (k *kind%d) Put(key, value string) {}\n", i, i, i)
	}
	m["store/half.go"] = "package store\n\ntype half struct{}\n\nfunc (h half) Get(key string) string { return key }\n"
	m["shape.py"] = "class Shape:\n    pass\n\n\nclass Circle(Shape):\n    pass\n\n\nclass Square(Shape):\n    pass\n"
	p := built(t, Options{Source: m})
	ask := func(question string) (names []string) {
		q := DefaultQuery(question)
		q.Limit, q.MaxContextFiles = 0, 0
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range res.Results {
			if r.Role == roleImplementation {
				names = append(names, r.Entity.Name)
			}
		}
		return names
	}
	if got := ask("what implements Store"); len(got) != 12 || slices.Contains(got, "half") {
		t.Errorf("Store: %v", got)
	}
	if res, _ := p.Query(t.Context(), DefaultQuery("what implements Store")); !strings.Contains(res.Context, "by 12: `kind0` (store/kind0.go:3), ") {
		t.Errorf("not all are listed in\n%s", res.Context)
	}
	if got := ask("which classes are subclasses of Shape?"); !slices.Equal(got, []string{"Circle", "Square"}) {
		t.Errorf("Shape: %v", got)
	}
}

// TestNobodyCallsIt: that a name is not used is said, and who merely names a function
// does not call it.
func TestNobodyCallsIt(t *testing.T) {
	m := Memory{
		"a.py": "def lonely_thing():\n    return 1\n\n\ndef busy_thing():\n    return 2\n",
		"b.py": "from a import busy_thing\n\n\ndef first():\n    return busy_thing()\n\n\ndef second():\n    table = {'x': busy_thing}\n    return table\n",
	}
	p := built(t, Options{Source: m})
	res, err := p.Query(t.Context(), DefaultQuery("who calls lonely_thing"))
	if err != nil || !strings.Contains(res.Context, "nothing else in the indexed files uses it") {
		t.Errorf("%v\n%s", err, res.Context)
	}
	res, _ = p.Query(t.Context(), DefaultQuery("who calls busy_thing"))
	var why []string
	for _, r := range res.Results {
		why = append(why, r.Entity.Name+": "+strings.Join(r.Why, ""))
	}
	want := []string{"first: calls `busy_thing` on line 5", "second: uses `busy_thing` on line 9", "busy_thing: defines `busy_thing`, which is asked about"}
	if !slices.Equal(why, want) {
		t.Errorf("%q, want %q", why, want)
	}
}

// TestMoreLines: the lines of a file that an answer has cut are a question of their own;
// one that does not fit is said not to, and is not called nothing.
func TestMoreLines(t *testing.T) {
	m := Memory{"a.py": "def f():\n    first()\n    second()\n    third()\n", ".env": "KEY=1\n"}
	p := built(t, Options{Source: m})
	q := DefaultQuery("")
	q.Lines = "a.py:2-3"
	res, err := p.Query(t.Context(), q)
	if err != nil || !strings.Contains(res.Context, "`a.py:2-3`") || !strings.Contains(res.Context, "```python\n    first()\n    second()\n```") {
		t.Errorf("%v\n%s", err, res.Context)
	}
	for _, wrong := range []string{"a.py", "a.py:x", "a.py:0-3", "a.py:5-3"} {
		q.Lines = wrong
		if _, err := p.Query(t.Context(), q); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
	q.Lines = "gone.py:1-2"
	if res, _ := p.Query(t.Context(), q); res.Hint == "" || res.Context != "" {
		t.Errorf("%+v", res)
	}
	long := Memory{"big.py": "def big_thing(" + strings.Repeat("argument, ", 60) + "):\n" + strings.Repeat("    "+strings.Repeat("x", 150)+"()\n", 20)}
	small := DefaultQuery("where is big_thing")
	small.MaxTokens = 100
	if res, _ := built(t, Options{Source: long}).Query(t.Context(), small); res.Context != "" || !strings.Contains(res.Hint, "does not fit into 100 tokens") {
		t.Errorf("%+v", res)
	}
}
