package lex

import "testing"

func TestWithoutComments(t *testing.T) {
	for _, c := range []struct {
		lang, src, without string
	}{
		{"go", "a := \"http://x\" // one\n/* two\n*/ b := `//`\n", "a := \"http://x\" \n b := `//`\n"},
		{"python", "def f(a):\n    r\"\"\"Say '#'.\"\"\"\n    return '#' + a  # b\n",
			"def f(a):\n    \n    return '#' + a  \n"},
		{"python", "x = f'''{a}# {b}'''\ny = '''# c'''\n", "x = f'''{a}# {b}'''\ny = \n"},
		{"python", "f\"{d['''a''']}\"\n", "f\"{d['''a''']}\"\n"},
		{"typescript", "f(`${a /* b */}//`); /c\\/\\//\n", "f(`${a }//`); /c\\/\\//\n"},
	} {
		if got := WithoutComments(c.src, For(c.lang)); got != c.without {
			t.Errorf("%q\nis     %q\nwant   %q", c.src, got, c.without)
		}
	}
}
