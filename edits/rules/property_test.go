package rules

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	ruling "github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// messages are what rules read names and lines from.
var messages = []string{
	"`x` imported but unused", "Local variable `x` is assigned to but never used", "Unused variable 'y'",
	"Redefinition of unused `x` from line 1: `x` redefined here", "Redefinition of unused `f` from line 3",
	"Undefined name `os`", "Undefined name `Path`", "Loop control variable `i` not used within loop body", "comparison",
	"",
	`Need type annotation for "x" (hint: "x: list[<type>] = ...")`,
	"Local variable `os` referenced before assignment", "`typing.List` is deprecated, use `list` instead",
	"Undefined name `A`",
	"`typing.AbstractSet` is deprecated, use `collections.abc.Set` instead",
	"All imports in import declaration are unused.", "declared and not used: x", `"os" imported and not used`,
}

// simple statements and headers of generated programs. EXPR is replaced.
var (
	simples = []string{
		"x = EXPR", "x: int = EXPR", "y = x = EXPR", "x, y = EXPR, EXPR", "x += EXPR", "import os", "import os, sys as x",
		"from a import x, y",
		"from a import (x,\n    y)", "from a import (\n  x,  # c\n  y,\n)", "raise NotImplemented",
		"raise NotImplemented('a')", "raise 'text'", "raise 1", "raise E(EXPR)", "assert False",
		"assert False, EXPR", "++x", "--self.x", "return EXPR", "pass", "f(EXPR)", "'''doc'''", "del x",
		"f = lambda x, y=EXPR: EXPR", "x = []", "x.append(1)", "x = yaml.load(f, Loader=EXPR)",
		"import yaml", "print(f'a' 'b' f\"{x}\", f'{{}}')", "x = f'{x!r:>{y}}'", "if_ = EXPR", "x = (\n  EXPR\n)",
		"global x", "await_ = x \\\n  + y", "...", "x = EXPR # c; d",
	}
	headers = []string{
		"if EXPR:", "for i in EXPR:", "for i, (x, y) in EXPR:", "while EXPR:", "with EXPR as x, EXPR as (y, z):",
		"def f(x, y=[], *, z: int = {}):", "def f(self, x={'a': 1}) -> None:",
		"class A(B):", "class A(list[A]):", "def f(x: A | None = None) -> A:", "@d\ndef f(): #c", "async def f(x=set()):",
	}
	exprs = []string{
		"x", "None", "x == None", "None != x", "x == True", "(x == False) | y", "a[x == None]", "q.filter(x == None)", "1",
		"'s: ; #'", "f'x'", "f'{x == None}'", "rf\"\\d{{\"", "f'''a\n{x}'''",
		"[1, 2]", "{'a': x}", "lambda: x", "lambda a, b=1: (a, b)", "g(x, y=1)", "x if y else z", "not x", "x[1:2]",
		"[i for i in x if i != None]", "(x := 1)", "'é🎉'", "b'x'", "(yield)", "x.y.z",
	}
)

// generator writes random programs.
type generator struct {
	*rand.Rand
	b   strings.Builder
	eol string
}

func pickOf(r *rand.Rand, l []string) string { return l[r.IntN(len(l))] }

func (g *generator) fill(s string) string {
	for strings.Contains(s, "EXPR") {
		s = strings.Replace(s, "EXPR", pickOf(g.Rand, exprs), 1)
	}
	return s
}

func (g *generator) suite(indent, step string, depth int) {
	for range 1 + g.IntN(4) {
		switch k := g.IntN(10); {
		case k < 5 || depth > 3:
			line := g.fill(pickOf(g.Rand, simples))
			for g.IntN(5) == 0 {
				line += "; " + g.fill(pickOf(g.Rand, simples))
			}
			if g.IntN(8) == 0 {
				line += ";"
			}
			if g.IntN(6) == 0 {
				line += "  # " + pickOf(g.Rand, []string{"c", "noqa: X", "é🎉"})
			}
			g.b.WriteString(indent + line + g.eol)
		case k < 7:
			g.b.WriteString(indent + g.fill(pickOf(g.Rand, headers[:4])) + " " + g.fill(pickOf(g.Rand, simples)) + g.eol)
		case k < 8:
			g.b.WriteString(indent + "try:" + g.eol)
			g.suite(indent+step, step, depth+1)
			g.b.WriteString(indent + pickOf(g.Rand, []string{"except E:", "except E as x:", "except (A, B) as e:", "except:"}) +
				g.eol)
			g.suite(indent+step, step, depth+1)
		default:
			g.b.WriteString(indent + strings.ReplaceAll(g.fill(pickOf(g.Rand, headers)), "\n", g.eol+indent) + g.eol)
			g.suite(indent+step, step, depth+1)
		}
		if g.IntN(6) == 0 {
			g.b.WriteString(g.eol)
		}
	}
}

// randomProgram is one random text; most of them parse.
func randomProgram(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), eol: "\n"}
	if seed%5 == 0 {
		g.eol = "\r\n"
	}
	g.suite("", []string{"    ", "  ", "\t"}[seed%3], 0)
	s := g.b.String()
	if seed%7 == 0 {
		s = strings.TrimRight(s, "\r\n")
	}
	return s
}

// tryAll runs every Python rule on a diagnostic in every few bytes of the text,
// and calls yield with each result.
func tryAll(t testing.TB, src string, r *rand.Rand, yield func(rule, message string, at text.Span, out string)) {
	s := text.File("/w/a.py", "python", src)
	for _, rule := range All() {
		if rule.Lang != "python" {
			continue
		}
		for range 6 {
			start := r.IntN(len(src) + 1)
			if i := strings.LastIndexAny(src[:start], " \n("); i >= 0 && r.IntN(2) == 0 {
				start = i + 1 // where a tool would put it
			}
			message := pickOf(r, messages)
			if i := strings.Index(src[start:], ruling.Quoted(message)); i > 0 && r.IntN(2) == 0 {
				start += i // the name that the message speaks of
			}
			sp := text.Span{Start: start, End: min(len(src), start+r.IntN(6))}
			p := Problem{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "t", Message: message, Span: sp}}
			edits, err := rule.Fix(p)
			if err != nil {
				continue
			}
			out, err := s.Apply(edits)
			if err != nil {
				t.Errorf("%s: %v on %q at %v", rule.Name, err, src, sp)
				continue
			}
			if out.Text() == src {
				t.Errorf("%s changed nothing on %q at %v", rule.Name, src, sp)
			}
			yield(rule.Name, message, sp, out.Text())
		}
	}
}

// TestResultsParse checks that what a rule makes of a text that parses does
// parse: by CPython, or by the tree where there is none.
func TestResultsParse(t *testing.T) {
	counts := map[string]int{}
	tried := 0
	for seed := range uint64(200) {
		src := randomProgram(seed)
		if src == "" {
			continue
		}
		answer, have := ruletest.Parses(src)
		if have && answer != "ok\n" {
			continue
		}
		damage := len(syntax.Parse("python", src).Damage)
		tried++
		tryAll(t, src, rand.New(rand.NewPCG(seed, 9)), func(rule, message string, at text.Span, out string) {
			counts[rule]++
			if got, ok := ruletest.Parses(out); ok {
				if got != "ok\n" {
					t.Errorf("%s on seed %d at %v, %q: %s\n--- before\n%s\n--- after\n%s", rule, seed, at, message, got, src, out)
				}
				return // the grammar knows less than CPython
			}
			if n := len(syntax.Parse("python", out).Damage); n > damage {
				t.Errorf("%s on seed %d at %v: the tree has %d damages, had %d\n--- before\n%s\n--- after\n%s", rule, seed, at, n,
					damage, src, out)
			}
		})
		if t.Failed() {
			return
		}
	}
	if tried < 50 {
		t.Errorf("only %d generated programs parse", tried)
	}
	for _, r := range []string{"split-suite", "split-statements", "raise-from"} {
		if counts[r] == 0 {
			t.Errorf("%s was never applied: the programs do not exercise it", r)
		}
	}
	t.Log(tried, counts)
}

// TestTreeReadsWhatPythonReads compares pytree with CPython: what CPython
// parses scans, and its statements tile the text.
func TestTreeReadsWhatPythonReads(t *testing.T) {
	for seed := range uint64(400) {
		src := randomProgram(seed)
		if answer, ok := ruletest.Parses(src); !ok || answer != "ok\n" {
			continue
		}
		tree, err := pytree.Parse(src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		last := 0
		for s := range tree.All {
			if sp := tree.Span(s); sp.Start < last || sp.End <= sp.Start {
				t.Fatalf("seed %d: statement %v before %d\n%s", seed, sp, last, src)
			}
			last = tree.Span(s).End
		}
	}
}

// FuzzRules looks for panics, overlapping edits and results that no longer
// scan, on any text.
func FuzzRules(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(randomProgram(seed), seed)
	}
	f.Add("f'{x!r:{'a'}}'; \"\"\"\n", uint64(1))
	f.Fuzz(func(t *testing.T, src string, seed uint64) {
		if len(src) > 4000 {
			return
		}
		_, broken := pytree.Parse(src)
		tryAll(t, src, rand.New(rand.NewPCG(seed, 3)), func(rule, message string, at text.Span, out string) {
			if broken != nil {
				t.Fatalf("%s worked on a broken text %q", rule, src)
			}
			if _, err := pytree.Parse(out); err != nil {
				t.Fatalf("%s on %q at %v, %q: %v\n%q", rule, src, at, message, err, out)
			}
		})
		for _, lang := range []string{"go", "typescript"} {
			s := text.File("/w/a", lang, src)
			r := rand.New(rand.NewPCG(seed, 4))
			for _, rule := range All() {
				if !rule.Speaks(lang) {
					continue
				}
				start := r.IntN(len(src) + 1)
				p := Problem{Snapshot: s,
					Diagnostic: signal.Diagnostic{Tool: "t", Message: pickOf(r, messages), Span: text.Span{Start: start, End: start}}}
				if edits, err := rule.Fix(p); err == nil {
					if _, err := s.Apply(edits); err != nil {
						t.Fatal(fmt.Errorf("%s: %w", rule.Name, err))
					}
				}
			}
		}
	})
}
