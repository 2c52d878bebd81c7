package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestTrimmed: what is gone from the top of a file or a block takes the blank lines
// behind it along; blank lines elsewhere stay.
func TestTrimmed(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		gone           []string // by nothing, or "old→new"
	}{
		{"top of a file", "import os\n\n\ndef f(): ...\n", "def f(): ...\n", []string{"import os\n"}},
		{"top of a file, two fixes", "import os\nimport re\n\n\ndef f(): ...\n", "def f(): ...\n", []string{"import os\n", "import re\n"}},
		{"top of a block", "def f():\n    import os\n\n    return 1\n", "def f():\n    return 1\n", []string{"    import os\n"}},
		{"behind others", "import re\nimport os\n\n\ndef f(): ...\n", "import re\n\n\ndef f(): ...\n", []string{"import os\n"}},
		{"a part of a line", "import os, re\n\nx = re\n", "import re\n\nx = re\n", []string{"os, "}},
		{"a statement", "def f():\n    x = 1\n    return y\n", "def f():\n    return y\n", []string{"x = 1"}},
		{"one of several lines", "if f():\n    x = [\n        1,\n    ]\n    g()\n", "if f():\n    g()\n",
			[]string{"x = [\n        1,\n    ]"}},
		{"two of a line", "f()\nx = 1; y = 2\n", "f()\n\n", []string{"x = 1; ", "y = 2"}},
		{"the first of two", "def f():\n    x = 1\n    return x\n", "def f():\n    return 1\n",
			[]string{"x = 1\n    return x→\n    return 1"}},
		{"the same by its difference", "def f():\n    x = g()\n    return x\n", "def f():\n    g()\n",
			[]string{"x = →\n    ", "\n    return x"}},
		{"whole lines", "def f():\n    x = g()\n    return x\n", "def f():\n    g()\n",
			[]string{"    x = g()\n    return x\n→    \n    \n    g()\n"}},
		{"a blank line before", "def f():\n    x\n    y\n", "def f():\n    x\n\n    y\n", []string{"    y→\n    y"}},
		{"a blank line in its place", "import re\nimport os\nfrom . import x\n", "import os\nimport re\n\nfrom . import x\n",
			[]string{"→import os\n", "import os\n→\n"}},
		{"the same by its difference at the margin", "import re\nimport os\nfrom . import x\n",
			"import os\nimport re\n\nfrom . import x\n", []string{"→import os\n", "import os"}},
		{"blanks alone", "f()\n    \ng()\n", "f()\n\ng()\n", []string{"    "}},
		{"all of it", "import os\n", "", []string{"import os\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := text.File("/p/a.py", "python", tt.in)
			var list []text.Edit
			for _, g := range tt.gone {
				g, now, _ := strings.Cut(g, "→")
				at := strings.Index(tt.in, g)
				list = append(list, text.Edit{Span: text.Span{Start: at, End: at + len(g)}, New: now})
			}
			after, err := s.Apply(Trimmed(s, list))
			if err != nil || after.Text() != tt.want {
				t.Errorf("%q, %v; want %q", after.Text(), err, tt.want)
			}
		})
	}
}
