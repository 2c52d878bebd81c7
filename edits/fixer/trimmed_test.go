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
		gone           []string
	}{
		{"top of a file", "import os\n\n\ndef f(): ...\n", "def f(): ...\n", []string{"import os\n"}},
		{"top of a file, two fixes", "import os\nimport re\n\n\ndef f(): ...\n", "def f(): ...\n", []string{"import os\n", "import re\n"}},
		{"top of a block", "def f():\n    import os\n\n    return 1\n", "def f():\n    return 1\n", []string{"    import os\n"}},
		{"behind others", "import re\nimport os\n\n\ndef f(): ...\n", "import re\n\n\ndef f(): ...\n", []string{"import os\n"}},
		{"a part of a line", "import os, re\n\nx = re\n", "import re\n\nx = re\n", []string{"os, "}},
		{"all of it", "import os\n", "", []string{"import os\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := text.File("/p/a.py", "python", tt.in)
			var list []text.Edit
			for _, g := range tt.gone {
				at := strings.Index(tt.in, g)
				list = append(list, text.Edit{Span: text.Span{Start: at, End: at + len(g)}})
			}
			after, err := s.Apply(Trimmed(s, list))
			if err != nil || after.Text() != tt.want {
				t.Errorf("%q, %v; want %q", after.Text(), err, tt.want)
			}
		})
	}
}
