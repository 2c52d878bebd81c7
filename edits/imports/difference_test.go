package imports

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestDifference: where the touched lines tell what a change does to the imports, all of
// the text tells the same; and where the order may change, they do not.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		told                bool
	}{
		{"a statement", "import a\nimport os\nx = 1\n", "import os\nx = 1\n", true},
		{"a name", "from app.user import User, x\nimport os\nx()\n", "from app.user import x\nimport os\nx()\n", true},
		{"in a function", "def f():\n    import app.log\n    return 1\n", "def f():\n    pass\n    return 1\n", true},
		{"another module", "import os\nfrom mock import patch\nx = patch\n", "import os\nfrom unittest.mock import patch\nx = patch\n", true},
		{"one more, and its use", "import os\n\nx = open('a')\n", "import os\nfrom pathlib import Path\n\nx = Path('a').open()\n", true},
		{"one more among others", "import app.log\nimport sys\nx = 1\n", "import app.log\nimport re\nimport sys\nx = 2\n", true},
		{"code alone", "import os\nx = 1\n", "import os\nx = 2\n", true},
		{"order", "import sys\nimport os\nx = 1\n", "import os\nimport sys\nx = 1\n", false},
		{"the first of two", "import a\nimport b\nimport a\n", "import b\nimport a\n", false},
		{"to another place", "import a\nx = 1\nimport b\n", "import b\nimport a\nx = 1\n", false},
		{"the header above", "if X:\n    import a\n", "if Y:\n    import a\n", false},
		{"beside other code", "import a; x = 1\n", "x = 1\n", false},
		{"a clause on its line", "if x: import a\ny = 1\n", "if x: pass\ny = 1\n", false},
		{"no statement any more", "import a\nimport b\n", "import b (\n", false},
	} {
		ch := Change{Before: text.File("/w/a.py", "python", c.before), Edits: diff.Minimal(c.before, c.after), Program: program(), Module: "a"}
		before := ch.read()
		d, told := ch.difference(before)
		if told != c.told {
			t.Errorf("%s: told %v", c.name, told)
		}
		if !told {
			continue
		}
		after := ch.readText(text.File("/w/a.py", "python", c.after))
		part, whole := ch.removed(before, d), ch.removed(before, difference{before.list, after.list})
		if moved := ch.moved(before, after); part != whole || moved != "" {
			t.Errorf("%s: %q by the lines, %q by the text; order: %q", c.name, part, whole, moved)
		}
	}
}
