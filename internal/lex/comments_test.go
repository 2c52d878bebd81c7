package lex

import (
	"slices"
	"testing"
)

func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		lang, src, without string
		comments           []string
	}{
		{"go", "a := \"http://x\" // one\n/* two\n*/ b := `//`\n", "a := \"http://x\" \n b := `//`\n", []string{"// one", "/* two\n*/"}},
		{"python", "def f(a):\n    r\"\"\"Say '#'.\"\"\"\n    return '#' + a  # b\n", "def f(a):\n    \n    return '#' + a  \n", []string{"# b"}},
		{"python", "x = f'''{a}# {b}'''\ny = '''# c'''\n", "x = f'''{a}# {b}'''\ny = \n", nil},
		{"python", "f\"{d['''a''']}\"\n", "f\"{d['''a''']}\"\n", nil},
		{"typescript", "f(`${a /* b */}//`); /c\\/\\//\n", "f(`${a }//`); /c\\/\\//\n", []string{"/* b */"}},
	} {
		if got := WithoutComments(c.src, For(c.lang)); got != c.without {
			t.Errorf("%q\nis     %q\nwant   %q", c.src, got, c.without)
		}
		if got := Comments(c.src, For(c.lang)); !slices.Equal(got, c.comments) {
			t.Errorf("%q: comments %q, want %q", c.src, got, c.comments)
		}
	}
}

func TestCode(t *testing.T) {
	for lang, c := range map[string][2]string{
		"typescript": {"f(`a${b}\r\nc`, 'é') // d\n/* e\n */ g\n", "f(\"\"\"\"\"\"\r\n\"\", \"\"\"\")     \n    \n    g\n"},
		"python":     {"x = '#' # '\n", "x = \"\"\"    \n"},
	} {
		if got := Code(c[0], For(lang)); got != c[1] {
			t.Errorf("%q\nis     %q\nwant   %q", c[0], got, c[1])
		}
	}
}
