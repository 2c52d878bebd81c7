package index

import (
	"fmt"
	"slices"
	"testing"
)

func TestTerms(t *testing.T) {
	for in, want := range map[string]string{
		"HTTPServer": "[http server =httpserver]", "parseURL2": "[pars url =parseurl2]", "__init__": "[init]", "XMLHttpRequest": "[xml http request =xmlhttprequest]",
		"find_by_email": "[find by email =findbyemail]", "User": "[user]", "x": "[]", "requests": "[request]", "queries": "[query]", "parsed": "[pars]",
		"running": "[runn]", "stopping": "[stop]", "classes": "[class]", "boxes": "[box]", "passing": "[pass]", "größe": "[größ]", "ÄnderungsTyp": "[änderung typ =änderungstyp]", "$el": "[el]", "A1": "[=a1]",
	} {
		if got := fmt.Sprint(Terms(in)); got != want {
			t.Errorf("Terms(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestLex(t *testing.T) {
	for _, c := range []struct{ lang, src, code string }{
		{"python", "x = 'a # b' # c\ny = f'''d\n\"e''' + r'\\\\' + z\n", "[x y z]"},
		{"go", "a := `b \" c` // d\nvar e = 'f' /* g */ + h\n", "[a var e h]"},
		{"typescript", "const a = `b ${c} }` + /d[/]'/.test(e) / f // g\n", "[const a test e f]"},
		{"rust", "let a: &'b str = r#\"c \" d\"#; let e = 'f'; /* g /* h */ i */ let j = '\\n';\n", "[let a str let e let j]"},
		{"sql", "select a -- b\nfrom 'c''d' /* e */\n", "[select a from]"},
		{"java", "String s = \"a\\\"b\"; // c\n", "[String s]"},
		{"ruby", "a = 'b' # c\n", "[a]"},
		{"python", "'unterminated\nx = 1\n", "[x]"},
		{"python", "'''never closed\nx", "[]"},
		{"go", "x /* never closed", "[x]"},
	} {
		l := lex(c.src, c.lang)
		var code []string
		for _, w := range l.words {
			if w.code {
				code = append(code, c.src[w.start:w.end])
			}
		}
		if got := fmt.Sprint(code); got != c.code {
			t.Errorf("%s %q: %s, want %s", c.lang, c.src, got, c.code)
		}
		if len(l.mask) != len(c.src) {
			t.Errorf("%q: mask has %d bytes", c.src, len(l.mask))
		}
	}
}

func TestTextTerms(t *testing.T) {
	terms := TextTerms("Fix the bug in UserService.find_by_email", 1)
	if got := fmt.Sprint(slices.Sorted(func(yield func(string) bool) {
		for k := range terms {
			if !yield(k) {
				return
			}
		}
	})); got != "[=findbyemail =userservice email find servic user]" {
		t.Error(got)
	}
}
