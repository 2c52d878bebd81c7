package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestNestedESLint: a folder with a configuration of its own that the one above ignores
// is left out where the run begins above it, as in "eslint .", and said to be; it is
// fixed where it is named, and where nothing ignores it.
func TestNestedESLint(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "eslint"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	const rules = "{ rules: { 'no-var': 'error' } }"
	const before, after = "var answer = 42;\nconsole.log(answer);\n", "let answer = 42;\nconsole.log(answer);\n"
	const own, ignored = "examples/demo/app.js", "examples/demo: eslint.config.mjs of the folder above ignores it for ESLint; name it to have it fixed by its own\n"
	for _, tt := range []struct {
		name, ignores string
		args          []string
		fixed, left   []string
		says          bool
	}{
		{"from above", "{ ignores: ['examples/'] },", []string{"."}, []string{"main.js"}, []string{own}, true},
		{"named", "{ ignores: ['examples/'] },", []string{"examples/demo"}, []string{own}, []string{"main.js"}, false},
		{"not ignored", "", []string{"."}, []string{"main.js", own}, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, home := t.TempDir(), home(t)
			writeAll(t, dir, map[string]string{"package.json": "{}", "eslint.config.mjs": "export default [" + tt.ignores + rules + "];\n", "main.js": before,
				"examples/demo/package.json": "{}", "examples/demo/eslint.config.mjs": "export default [" + rules + "];\n", own: before})
			out, _ := inProject(t, dir, home, append([]string{"fix", "--no-model", "--write", "--run", "eslint", "--set", "timeouts.compiler=300"}, tt.args...)...).CombinedOutput()
			if strings.Contains(string(out), ignored) != tt.says {
				t.Errorf("said:\n%s", out)
			}
			for want, names := range map[string][]string{after: tt.fixed, before: tt.left} {
				for _, name := range names {
					if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
						t.Errorf("%s: %q, %v\n%s", name, got, err, out)
					}
				}
			}
		})
	}
}
