package syntax

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestOutline compares an outline with the file it is of, line by line.
func TestOutline(t *testing.T) {
	for lang, src := range map[string]string{
		"python": "import os\n\n\n@f(\n    1,\n)\ndef g(a):\n    if a: x = 1; y = 2\n    return [\n        a,\n    " +
			"]\n\n\nclass C:\n    def m(self): pass\n",
		"go": "package p\n\nfunc f(a int) int {\n\tif a > 0 {\n\t\treturn g(\n\t\t\ta,\n\t\t)\n\t}\n\treturn 0\n}\n",
	} {
		f := Parse(lang, src)
		o := f.Outline()
		for line := range f.Doc().LineCount() {
			at := text.Lines{Start: line, End: line + 1}
			if got, want := o.Statement(at), f.Statement(at); got != want {
				t.Errorf("%s, line %d: statement %v, want %v", lang, line+1, got, want)
			}
			for _, kind := range []Kind{Statement, Function} {
				i := f.Enclosing(line, kind)
				got, in := o.Enclosing(line, kind)
				if in != (i >= 0) || in && got != f.Nodes[i].Lines {
					t.Errorf("%s, line %d: %v of kind %v: %v, want node %d", lang, line+1, got, kind, in, i)
				}
			}
		}
	}
}
