package scan

import (
	"fmt"
	"slices"
	"testing"
)

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
		for _, w := range l.Words {
			if w.Code {
				code = append(code, c.src[w.Start:w.End])
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

// A word stands where nothing of a longer one is around it, "$" and letters beyond ASCII included.
func TestOccurrences(t *testing.T) {
	for s, want := range map[string]string{
		"id": "[0]", "id(id)": "[0 3]", "$id id$ idé width _id": "[]", "x.id, ids\nid": "[2 10]", "": "[]",
	} {
		if got := fmt.Sprint(slices.Collect(Occurrences(s, "id"))); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
	for range Occurrences("a", "") {
		t.Error("no word stands anywhere")
	}
}
