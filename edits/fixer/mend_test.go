package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// A window is where its lines are after an answer: moved by an import above it, grown
// by what came into it, and not by what came below.
func TestFollowed(t *testing.T) {
	const src = "import a\n\n\ndef f():\n    x = 1\n    return x\n\n\ndef g():\n    return 2\n"
	old := text.File("/w/a.py", "python", src)
	of := text.Lines{Start: 3, End: 6}
	for after, want := range map[string]string{
		strings.Replace(src, "import a\n", "import a\nimport b\n", 1):                              "def f():\n    x = 1\n    return x\n",
		strings.Replace(src, "    x = 1\n", "    x = 1\n    y = 2\n", 1):                           "def f():\n    x = 1\n    y = 2\n    return x\n",
		strings.Replace(src, "    x = 1\n", "", 1):                                                 "def f():\n    return x\n",
		strings.Replace(src, "    return 2\n", "    y = 3\n    return 2\n", 1):                     "def f():\n    x = 1\n    return x\n",
		strings.NewReplacer("import a\n", "", "    return x\n", "    return x + 1\n").Replace(src): "def f():\n    x = 1\n    return x + 1\n",
	} {
		next := old.With(after)
		got := followed(old, next, diff.Minimal(src, after), of)
		if s := next.Slice(next.LinesSpan(got)); s != want {
			t.Errorf("%s:\n%s\nwant\n%s", got, s, want)
		}
	}
}
