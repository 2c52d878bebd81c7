package lex

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// render shows a text with the comments in «», the strings in ‹›, and a "|" for
// each border of lines that may not be cut.
func render(src, lang string) string {
	doc := text.New(src)
	t := Read(doc, For(lang))
	var b strings.Builder
	at := 0
	for i, q := range t.NonCode {
		b.WriteString(src[at:q.Start])
		open, end := "‹", "›"
		if t.Marks[i].Has(Comment) {
			open, end = "«", "»"
		}
		b.WriteString(open + src[q.Start:q.End])
		if t.Marks[i].Has(Open) {
			b.WriteString("…")
		}
		b.WriteString(end)
		at = q.End
	}
	b.WriteString(src[at:])
	joined := 0
	for _, e := range t.Edge[1:max(1, doc.LineCount())] {
		if !e {
			joined++
		}
	}
	return b.String() + strings.Repeat("|", joined)
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"python", "x = 'a # b' # c", "x = ‹'a # b'› «# c»"},
		{"python", "r'\\'' + z", "‹r'\\''› + z"},
		{"python", "R\"\"\"\\\"\"\"\" + z", "‹R\"\"\"\\\"\"\"\"› + z"},
		{"python", "f'a{b!r:>{w}}c' d", "‹f'a{›b‹!r›‹:>{›w‹}}›‹c'› d"},
		{"python", "f'{x['a']}' y", "‹f'{›x[‹'a'›]‹}'› y"},
		{"python", "f'{x!f\"a\"}' y", "‹f'{›x!‹f\"a\"›‹}'› y"},
		{"python", "f'{x:>5} {y:{w}}{z}' a", "‹f'{›x‹:>5}›‹ {›y‹:{›w‹}}›‹{›z‹}'› a"},
		{"python", "f'\\N{DASH} \\{x}' y", "‹f'\\N{DASH} \\{›x‹}'› y"},
		{"python", "'a\\\nb\nc = 'd'", "‹'a\\\nb\n…›c = ‹'d'›|"},
		{"python", "x = 'a'\\\n + b", "x = ‹'a'›\\\n + b|"},
		{"python", "x = 'a'\\\r\n + b", "x = ‹'a'›\\\r\n + b|"},
		{"python", "x = 1 # a\\\ny = b", "x = 1 «# a\\»\ny = b"},
		{"python", "'open\nx = 1", "‹'open\n…›x = 1"},
		{"python", "'''a\nb''' c", "‹'''a\nb'''› c|"},
		{"python", "'a\\\nb' c", "‹'a\\\nb'› c|"},
		{"python", "f(a,\n  b)\nc", "f(a,\n  b)\nc|"},
		{"python", "f(a,\ndef g():\n  c", "f(a,\ndef g():\n  c"},
		{"python", "a = \\\n  b", "a = \\\n  b|"},
		{"go", "a := `b \" c` // d\nvar e = 'f' /* g */ + h", "a := ‹`b \" c`› «// d»\nvar e = ‹'f'› «/* g */» + h"},
		{"go", "x /* never\nclosed", "x «/* never\nclosed»|"},
		{"typescript", "`b ${c + `${d}`} }` + /d[/]'/.test(e) / f // g", "‹`b ${›c + ‹`${›d‹}`›‹} }`› + ‹/d[/]'/›.test(e) / f «// g»"},
		{"javascript", "a / b / c; x = /'/", "a / b / c; x = ‹/'/›"},
		{"rust", "let a: &'b str = r#\"c \" d\"#; 'f'; /* g /* h */ i */ '\\n' b'x' br\"y\\\" b\"z\"", "let a: &'b str = ‹r#\"c \" d\"#›; ‹'f'›; «/* g /* h */ i */» ‹'\\n'› ‹b'x'› ‹br\"y\\\"› ‹b\"z\"›"},
		{"rust", "\"a\nb\" c", "‹\"a\nb\"› c|"},
		{"java", "s = \"\"\"\n a \" b\"\"\"; c", "s = ‹\"\"\"\n a \" b\"\"\"›; c|"},
		{"cpp", "1'000'000 + 'a'", "1'000'000 + ‹'a'›"},
		{"c", "case '/': case 'n'", "case ‹'/'›: case ‹'n'›"},
		{"sql", "select 'c''d\\' -- e\n/* f */ \"g\"", "select ‹'c'›‹'d\\'› «-- e»\n«/* f */» ‹\"g\"›"},
		{"ruby", "a = 'b\nc' # d", "a = ‹'b\nc'› «# d»|"},
		{"perl", "don't\nx = 1", "don‹'t\n…›x = 1"},
		{"yaml", "a: don't # c\nb: 'x'", "a: don‹'t # c\n…›b: ‹'x'›"},
		{"lua", "-- a\nb", "«-- a»\nb"},
		{"c", "/* a */ \"b\\\"c\" // d", "«/* a */» ‹\"b\\\"c\"› «// d»"},
		{"php", "# a\n$b = 'c';", "«# a»\n$b = ‹'c'›;"},
	} {
		if got := render(c.src, c.lang); got != c.want {
			t.Errorf("%s %q:\n got %s\nwant %s", c.lang, c.src, got, c.want)
		}
	}
}

// TestWhole joins the parts of strings with fields of code.
func TestWhole(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"python", "a f'{x['b']:{w}}' c # d", "f'{x['b']:{w}}'|# d"},
		{"python", "f'{x", "f'{x"},
		{"python", "f'{ f'{y}' }' 'z'", "f'{ f'{y}' }'|'z'"},
		{"javascript", "`${ /* a */ `${b}` }` + 'c'", "`${ /* a */ `${b}` }`|'c'"},
	} {
		var got []string
		Read(text.New(c.src), For(c.lang)).Whole(len(c.src), func(sp text.Span, _ Mark) { got = append(got, c.src[sp.Start:sp.End]) })
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: got %s, want %s", c.src, s, c.want)
		}
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct {
		lang, src string
		end       int
		closed    bool
	}{
		{"python", "rb'a' b", 5, true},
		{"python", "f'{x['a']}' y", 11, true},
		{"python", "f'{x\n}' y", 7, true},
		{"python", "'a\nb'", 2, false},
		{"python", "'a\\\r\nb'c", 7, true},
		{"python", "'a\\\nb\n'", 5, false},
		{"python", "'''a\nb'''c", 9, true},
		{"python", "'a\\\nb'c", 6, true},
		{"python", "f'{x", 4, false},
		{"python", "abc", 0, false},
		{"javascript", "`a${`b`}`c", 9, true},
		{"go", "`a\\`b", 4, true},
	} {
		end, closed := String(c.src, For(c.lang), 0)
		if end != c.end || closed != c.closed {
			t.Errorf("%s %q: got %d %v, want %d %v", c.lang, c.src, end, closed, c.end, c.closed)
		}
	}
}

func TestBraces(t *testing.T) {
	src := "import (\n)\nfunc f() { g(func() {}) \n{"
	var got []string
	for _, b := range Read(text.New(src), For("go")).Braces {
		s := src[b.Open:min(len(src), b.Close+1)]
		if b.Argument {
			s += " argument"
		}
		got = append(got, s)
	}
	if s := strings.Join(got, "|"); s != "(\n)|{ g(func() {}) \n{|{} argument|{" {
		t.Errorf("got %q", s)
	}
}

var languages = []string{"python", "go", "javascript", "typescriptreact", "rust", "java", "c", "shellscript", "sql", "yaml", "lua", "php", "dart", "markdown", ""}

// FuzzRead: the spans of any text are in order, disjoint and not empty, the marks
// go with them, whole literals cover them all, pairs of braces are pairs.
func FuzzRead(f *testing.F) {
	for i, s := range []string{
		"f'{x['a']!r:>{w}}' # c\n'''", "`${a}${`b`}` /[/]/ // c\n", "r#\"a\"# b'x' 'a /* /* */", "import (\n\"a\"\n)\n{", "'\\\r\n", "f'{x:{y:{z", "\"\"\"\r\r\n\"\"\"", "f'''{\n}'''", "{{{`${`${", "don't -- x", "f\"{!f\"{",
	} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, src string, pick uint8) {
		dia := For(languages[int(pick)%len(languages)])
		doc := text.New(src)
		x := Read(doc, dia)
		if len(x.Marks) != len(x.NonCode) || len(x.Edge) != doc.LineCount()+1 {
			t.Fatalf("%d marks of %d spans, %d borders of %d lines", len(x.Marks), len(x.NonCode), len(x.Edge), doc.LineCount())
		}
		at := 0
		for _, q := range x.NonCode {
			if q.Start < at || q.End <= q.Start || q.End > len(src) {
				t.Fatalf("span %v behind %d of %d", q, at, len(src))
			}
			at = q.End
		}
		at, k := 0, 0
		x.Whole(len(src), func(sp text.Span, _ Mark) {
			if sp.Start < at || sp.End <= sp.Start || sp.End > len(src) {
				t.Fatalf("literal %v behind %d of %d", sp, at, len(src))
			}
			at = sp.End
			for k < len(x.NonCode) && sp.Covers(x.NonCode[k]) {
				k++
			}
			if k < len(x.NonCode) && x.NonCode[k].Start < sp.End {
				t.Fatalf("literal %v cuts %v", sp, x.NonCode[k])
			}
		})
		if k != len(x.NonCode) {
			t.Fatalf("literals cover %d spans of %d", k, len(x.NonCode))
		}
		for _, b := range x.Braces {
			if b.Open >= b.Close || b.Close > len(src) || src[b.Open] != '{' && src[b.Open] != '(' ||
				b.Close < len(src) && src[b.Close] != '}' && src[b.Close] != ')' {
				t.Fatalf("braces %v of %d", b, len(src))
			}
		}
		for _, s := range x.Strings {
			if s.Start < 0 || s.End > len(src) || s.Len() <= 0 {
				t.Fatalf("string %v of %d", s, len(src))
			}
		}
		for i := range min(len(src), 20) {
			if end, _ := String(src, dia, i); end < i || end > len(src) {
				t.Fatalf("the string at %d ends at %d", i, end)
			}
		}
	})
}

// TestLinear reads what a careless reader takes quadratic time for.
func TestLinear(t *testing.T) {
	testkit.OneGoroutine(t)
	for _, src := range []string{
		strings.Repeat("(", 200_000), strings.Repeat("f'{", 100_000), strings.Repeat("`${", 100_000), strings.Repeat("'", 200_000),
		strings.Repeat("/*", 200_000), strings.Repeat("r#\"", 100_000), strings.Repeat("\"\"\"", 100_000), strings.Repeat("a\r", 200_000),
		"\"" + strings.Repeat("#", 200_000), strings.Repeat("/", 100_001), strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000),
	} {
		for _, lang := range languages {
			Read(text.New(src), For(lang))
		}
	}
}

func TestLineComment(t *testing.T) {
	marks := map[string]string{"python": "#", "yaml": "#", "sql": "--", "lua": "--", "go": "//", "php": "//"}
	for lang, want := range marks {
		if got := For(lang).LineComment(); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
