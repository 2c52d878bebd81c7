package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestByteOrderMark runs tools on a text that begins with a byte order mark,
// which some of them count as a column.
func TestByteOrderMark(t *testing.T) {
	for _, c := range []struct{ tool, file, body, want, fixed string }{
		{"ruff", "a.py", "\ufeffimport os\r\nx = 1\r\n", "os", "\ufeffx = 1\r\n"},
		{"bandit", "a.py", "\ufeffimport pickle\n", "import pickle", ""},
		{"mypy", "a.py", "\ufeffx: int = 's'\n", "x: int = 's'", ""},
		{"go", "a.go", "\ufeffpackage m; var x int = \"s\"\n", "\"s\"", ""},
		{"go vet", "a.go", "\ufeffpackage m; func F(x int) { x = x }\n", "x", "\ufeffpackage m; func F(x int) {  }\n"},
		{"eslint", "a.js", "\ufefflet x = 1; export default x;\r\n", "x", "\ufeffconst x = 1; export default x;\r\n"},
		{"tsc", "a.ts", "\ufeffconst x: number = 's';\n", "x", ""},
		{"pyright", "a.py", "\ufeffx: int = 's'\n", "'s'", ""},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			spec, _ := Find(c.tool)
			program := testkit.Tool(t, spec.Binary)
			dir := t.TempDir()
			for name, data := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n",
				"eslint.config.js": "module.exports = [{rules: {'prefer-const': 'error'}}];\n"} {
				must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
			}
			l, err := New(c.tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
			must.OK(t, err)
			s := text.File(filepath.Join(dir, c.file), langOf(c.file), c.body)
			list, err := l.Lint(t.Context(), s)
			if err != nil || len(list) == 0 {
				t.Fatalf("got %v, %v", list, err)
			}
			d := list[len(list)-1]
			if got := s.Slice(d.Span); got != c.want {
				t.Errorf("%s covers %q, want %q", d.Message, got, c.want)
			}
			if c.fixed == "" {
				return
			}
			if d.Fix == nil {
				t.Fatalf("%s has no fix", d.Message)
			}
			if next, err := s.Apply(d.Fix.Edits); err != nil || next.Text() != c.fixed {
				t.Errorf("fixed %q, %v; want %q", next.Text(), err, c.fixed)
			}
		})
	}
}
