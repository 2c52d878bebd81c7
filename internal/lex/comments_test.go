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
