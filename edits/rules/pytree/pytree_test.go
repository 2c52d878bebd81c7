package pytree

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestScan(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"operators", "a **= b // c -> d := e != f", "a **= b // c -> d := e != f NL"},
		{"numbers", "1_000 0xFFe+1 1e-5 .5 1.j 1..x", "1_000 0xFFe + 1 1e-5 .5 1.j 1. . x NL"},
		{"keyword behind a number", "1if x else 3or 2", "1 if x else 3 or 2 NL"},
		{"strings", `'a"b' "c'd" b'\'' r'\d' rb"x" u"é"`, `'a"b' "c'd" b'\'' r'\d' rb"x" u"é" NL`},
		{"nested quotes", `f"{x["y"]:{w}} {{" z`, `f"{x["y"]:{w}} {{" z NL`},
		{"named escape in an f-string", `f"\N{DASH} {x}"`, `f"\N{DASH} {x}" NL`},
		{"triple", "'''a\n'b''' c", "'''a\n'b''' c NL"},
		{"comment", "a # b 'c\nd", "a # b 'c NL d NL"},
		{"brackets join lines", "f(a,\n  b)\nc", "f ( a , b ) NL c NL"},
		{"backslash joins lines", "a = \\\r\n  b", "a = b NL"},
		{"lone return", "a\rb\r\nc", "a NL b NL c NL"},
		{"unicode names", "é = 𝒞", "é = 𝒞 NL"},
		{"byte order mark", "\uFEFFa", "a NL"},
		{"empty lines", "\n\n  \na", "a NL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokens, err := Scan(c.in)
			must.OK(t, err)
			var got []string
			for _, tok := range tokens {
				switch tok.Kind {
				case Newline:
					got = append(got, "NL")
				case End:
				default:
					got = append(got, tok.Text)
				}
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestBroken(t *testing.T) {
	for in, want := range map[string]string{
		"f(":                      `an unclosed '(' at 1`,
		"f(]":                     `an unexpected ']' at 2`,
		")":                       `an unexpected ')' at 0`,
		"x = 'a\n":                "an unclosed string at 4",
		"x = f'{a":                "an unclosed string at 4",
		"'''a":                    "an unclosed string at 0",
		"if a:\nb":                "a missing suite at 4",
		"if a: while b: c":        "a block that opens in the middle of a line at 6",
		"a; if b: c":              "a block that opens in the middle of a line at 3",
		"if a:":                   "a missing suite at 4",
		"if a:\n    b\n  c":       "an indentation that fits no block at 14",
		"  a\n b":                 "an indentation that fits no block at 2",
		"; a":                     "a semicolon with nothing before it at 0",
		"a \\ b":                  "a stray backslash at 2",
		"a ? b":                   "an unexpected '?' at 2",
		"if a:\n\tb\n        c\n": "an indentation that fits no block at 17",
	} {
		_, err := Parse(in)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, ErrBroken) {
			t.Errorf("%q: got %v", in, err)
			continue
		}
		if got := fmt.Sprintf("%s at %d", e.What, e.Offset); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	const src = "@d(1)\n@e\nasync def f(a, b=lambda x: {1: 2}) -> x: # c\n    '''Doc.'''\n    if a: b(); c()\n" +
		"    else:\n" +
		"        match a[1:2]:\n            case {'k': v} if v: pass\n    match = 1; type = 2\n    print(match)\n" +
		"class A: x: int = 1\ntype T = int\n"
	tree, err := Parse(src)
	must.OK(t, err)
	var got []string
	for s := range tree.All {
		depth := 0
		for p := s.Parent; p != nil; p = p.Parent {
			depth++
		}
		sp := tree.Span(s)
		line := fmt.Sprintf("%s%s|%s", strings.Repeat("  ", depth), s.Keyword, src[sp.Start:sp.End])
		if s.Inline {
			line += " inline"
		}
		if s.Alone {
			line += " alone"
		}
		got = append(got, line)
	}
	want := []string{
		"def|async def f(a, b=lambda x: {1: 2}) -> x:",
		"  |'''Doc.''' alone",
		"  if|if a: inline",
		"    |b()",
		"    |c()",
		"  else|else:",
		"    match|match a[1:2]:",
		"      case|case {'k': v} if v: inline",
		"        pass|pass",
		"  |match = 1",
		"  |type = 2",
		"  |print(match) alone",
		"class|class A: inline",
		"  |x: int = 1",
		"type|type T = int alone",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f := tree.Body[0]
	if whole := tree.Whole(f); src[whole.Start:whole.Start+1] != "@" ||
		!strings.HasSuffix(src[:whole.End], "print(match)") {
		t.Errorf("the definition spans %q", src[whole.Start:whole.End])
	}
	if s := tree.At(strings.Index(src, "c()")); s == nil || s.Function() != f || s.Scope() != f ||
		s.Parent.Keyword != "if" {
		t.Errorf("At gives %+v", s)
	}
}

func TestLiteral(t *testing.T) {
	for in, want := range map[string]struct {
		prefix, body string
		fields       bool
	}{
		`f"a{b}"`:        {"f", "a{b}", true},
		`f"{{}}"`:        {"f", "{{}}", false},
		`Rb'''x'y'''`:    {"Rb", "x'y", false},
		`f"\N{DASH}"`:    {"f", `\N{DASH}`, false},
		`rf"\N{x}"`:      {"rf", `\N{x}`, true},
		`"{x}"`:          {"", "{x}", false},
		`f"\\{x}"`:       {"f", `\\{x}`, true},
		"f'''{{\n{x}'''": {"f", "{{\n{x}", true},
	} {
		tokens, err := Scan(in)
		if err != nil || len(tokens) != 3 {
			t.Errorf("%s: %v, %v", in, tokens, err)
			continue
		}
		l := tokens[0].Literal()
		if l.Prefix != want.prefix || l.Body != want.body || l.Fields() != want.fields {
			t.Errorf("%s: got %+v, fields %v", in, l, l.Fields())
		}
	}
}

// TestLinear scans what a careless reader takes quadratic time for.
func TestLinear(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000),
		strings.Repeat("f'{", 5_000) + "x" + strings.Repeat("}'", 5_000),
		"x = '" + strings.Repeat("a", 300_000) + "'",
		strings.Repeat("lambda: ", 20_000) + "1",
		strings.Repeat("a;", 50_000) + "b",
		strings.Repeat("x\n", 50_000),
	} {
		if _, err := Parse(src); err != nil {
			t.Errorf("%.20q: %v", src, err)
		}
	}
}

func TestBuiltinsSorted(t *testing.T) {
	if !slices.IsSorted(builtins) {
		t.Error("builtins are not sorted")
	}
}

// A name is bound wherever Python binds one, and nowhere else: x is asked for.
func TestBound(t *testing.T) {
	for src, want := range map[string]bool{
		"x = 1\n": true, "x: int\n": true, "a, (x, b) = c\n": true, "[x] = c\n": true, "a = x = 1\n": true, "x += 1\n": true,
		"import x\n": true, "from a import x\n": true, "from a import *\n": true, "def f(x): pass\n": true,
		"def f(a, *x): pass\n": true, "class x: pass\n": true, "def f[x](a): pass\n": true, "for x in a: pass\n": true,
		"for a, x in b: pass\n": true, "with a as x: pass\n": true, "with a as (b, x): pass\n": true,
		"try:\n    a\nexcept E as x:\n    a\n": true, "match a:\n    case [x]:\n        b\n": true, "global x\n": true,
		"a = [x for x in b]\n": true, "a = {b: x for b, x in c}\n": true, "a = lambda x: x\n": true,
		"a = lambda b, *x: b\n": true, "f(x := 1)\n": true, "a = f\"{[x for x in b]}\"\n": true,

		"x\n": false, "f(x)\n": false, "f(x=1)\n": false, "a.x = 1\n": false, "x.a = 1\n": false, "x[0] = 1\n": false,
		"f(x).a = 1\n": false, "def f(a=x): pass\n": false, "def f(a: x): pass\n": false, "class A(x): pass\n": false,
		"for a in x: pass\n": false, "with x: pass\n": false, "a = [b for b in x]\n": false, "a = lambda: x\n": false,
		"a = \"x = 1\"\n": false, "try:\n    a\nexcept x:\n    a\n": false, "a = f\"{x}\"\n": false,
		"def f(a) -> A[x, b[c]]: pass\n": false, "class A(B[x]): pass\n": false, "class A[x]: pass\n": true,
	} {
		tree, err := Parse(src)
		must.OK(t, err)
		if got := tree.Unfolded().Bound("x"); got != want {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
}
