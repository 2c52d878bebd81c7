package syntax

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// TestDamagesAgreeWithParse changes sound and broken texts at random and wants
// the quick look to find damage exactly where a fresh parse does.
func TestDamagesAgreeWithParse(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"x", "\n", "\n\n", "    y = 1\n", "(", ")", "}", "{", "def g():\n    pass\n", "é", `"`, "`", "'''", "if a {\n", "else:\n",
		"else {}\n", "/*", "*/", "#", ";", "\\\n", "++", "/", ": ", "@d\n", "z = 2\n", "fn f() {}\n", "func f() {}\n", ""}
	for _, lang := range []string{"python", "go", "javascript", "typescript", "rust"} {
		if Parse(lang, "").Engine != TreeSitter {
			t.Skip("built without cgo: there is no damage to see")
		}
		src := "import a from 'b'\n\nlet x = a\nclass A {\n  f() { return `${x}` }\n}\nx++\nfunction g(b) {\n  if (b) { f() }\n}\nx = {\n  a,\n}\n"
		if lang != "javascript" {
			data, err := os.ReadFile("testdata/" + lang + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			src, _, _ = strings.Cut(strings.TrimPrefix(string(data), "-- source --\n"), "-- tree --\n")
		}
		parsed, opened := Parse(lang, src), Open(lang, src)
		sound, broken := 0, 0
		for range 100 {
			at := rng.IntN(len(src) + 1)
			end := min(len(src), at+rng.IntN(8))
			if rng.IntN(3) == 0 { // whole lines
				at = strings.LastIndexByte(src[:at], '\n') + 1
				if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
					end = at + i + 1
				}
				end = max(at, end)
			}
			next := src[:at] + pieces[rng.IntN(len(pieces))] + src[max(at, end):]
			want := len(Parse(lang, next).Damage) > 0
			if want {
				broken++
			} else {
				sound++
			}
			for name, f := range map[string]*File{"parsed": parsed, "opened": opened} {
				got, ok := f.Damages(next)
				if !ok || len(got) > 0 != want {
					t.Fatalf("%s, %s: damage %v %v, want any %v, after\n%s", lang, name, got, ok, want, next)
				}
			}
		}
		if sound < 10 || broken < 10 {
			t.Errorf("%s: %d sound and %d broken texts prove little", lang, sound, broken)
		}
	}
}

// TestDamagesOfBrokenText wants the same list as a parse gives, in its order.
func TestDamagesOfBrokenText(t *testing.T) {
	const src = "package a\n\nfunc f() {\n\tx(1\n}\n\nfunc g() {\n\ty := [1\n}\n\nvar z = )\n"
	f := Open("go", src)
	if f.Engine != TreeSitter {
		t.Skip("built without cgo")
	}
	next := strings.Replace(src, "x(1", "x(2", 1)
	got, ok := f.Damages(next)
	want := Parse("go", next).Damage
	if !ok || len(got) != len(want) || len(want) < 2 {
		t.Fatalf("got %v %v, want %v", got, ok, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("damage %d: got %v, want %v", i, got[i], want[i])
		}
	}
	if _, ok := Parse("yaml", "a: b\n").Damages("a: c\n"); ok {
		t.Error("a language without a grammar was judged")
	}
}

// TestNewerSyntaxIsNoDamage wants what a grammar does not know yet to be told
// from what is broken.
func TestNewerSyntaxIsNoDamage(t *testing.T) {
	if Parse("python", "").Engine != TreeSitter {
		t.Skip("built without cgo")
	}
	for src, damaged := range map[string]bool{
		"class A[T = int]:\n    x = 1\n":                         false,
		"def f[T: int = str, *Ts = *tuple[int]](a):\n    pass\n": false,
		"type X[T = list[int]] = list[T]\n":                      false,
		"lazy import a\nlazy from b import c\n":                  false,
		"class A[T = ]:\n    x = 1\n":                            true,
		"class A[T int]:\n    x = 1\n":                           true,
		"lazy a\n":                                               true,
		"lazy import\n":                                          true,
	} {
		if got := Parse("python", src).Damage; len(got) > 0 != damaged {
			t.Errorf("%q: damage %v, want any %v", src, got, damaged)
		}
		if got, ok := Parse("python", "y = 1\n").Damages(src); !ok || len(got) > 0 != damaged {
			t.Errorf("%q, looked at alone: damage %v, want any %v", src, got, damaged)
		}
	}
	f := Parse("python", "lazy import a\nx = 1\n")
	if f.Nodes[0].Kind != Import || f.Nodes[0].Names[0] != "a" {
		t.Errorf("lazy import is %+v", f.Nodes[0])
	}
}
