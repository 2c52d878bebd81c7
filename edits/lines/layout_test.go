package lines

import "testing"

func TestLayoutErrors(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       int
	}{
		{"plain", "if x:\n    y\nz\n", 0},
		{"body on the line", "if x: y\nz\n", 0},
		{"nothing opens the indent", "x\n    y\n", 1},
		{"header opens nothing", "if x:\ny\n", 1},
		{"header at the end", "if x:\n", 1},
		{"a level that was never there", "if x:\n        y\n    z\n", 1},
		{"comments and blank lines do not count", "if x:\n\n# c\n  # c\n    y\n", 0},
		{"brackets", "f(\n  a,\n      b)\nx = {\n'a':\n1}\n", 0},
		{"backslash", "x = 1 + \\\n        2\n", 0},
		{"triple quotes", "x = '''\n  a:\n b'''\ny\n", 0},
		{"string over a joined line", "x = 'a\\\n  b'\ny\n", 0},
		{"colon in a comment", "x = 1 # a:\ny\n", 0},
		{"header with a comment", "if x: # why\n    y\n", 0},
		{"slice and lambda", "x[1:]\nf = lambda: 0\n", 0},
		{"tabs and spaces", "if x:\n\ty\n        z\n", 1},
		{"tabs", "if x:\n\ty\n\tz\n", 0},
		{"field over lines", "x = f\"{g(1  # c\n)}\"\ny\n", 0},
		{"field with the same quotes", "x = f'{d['a: ']}'\ny\n", 0},
		{"format and doubled braces", "x = f'{{ {y!r:>{w}} }} {z:\\n}'\ny\n", 0},
		{"no field in a plain string", "x = '{'\ny\n", 0},
		{"escaped quote", "x = 'it\\'s: '\ny\n", 0},
		{"brace behind a backslash that means nothing", "x = rf'a\\{{'\ny\n    z\n", 1},
		{"a line of a backslash", "if x:\n    \\\ny\n", 0},
		{"a remark behind lines of a backslash", "if x:\n    y\n        \\\n   \\\n  # c\nz\n", 0},
		{"joined behind a string", "x = 'a'\\\n    % y\nz\n", 0},
		{"strings with colons", "if x == 'a:':\n    y\nx = y or \\\n  'a:'\nz\nx = 'a:'\nz\n", 0},
		{"a string that ends in a colon on its second line", "x = '''a\nb:'''\ny\n", 0},
		{"a string without its end", "x = 'a:\ny\n", 0},
		{"remark in a header", "if (x and # why:\n    y): # so\n    z\n", 0},
	} {
		if got := LayoutErrors(tc.text); got != tc.want {
			t.Errorf("%s: %d errors, want %d", tc.name, got, tc.want)
		}
	}
}
