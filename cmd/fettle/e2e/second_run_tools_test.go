//go:build unix

package e2e

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// again is a project that is looked at again and again, by tools that can be broken.
type again struct {
	t         *testing.T
	base, dir string
	fettle    string
	env       []string
	files     map[string]string
	tools     []breakable
	args      []string
}

func newAgain(t *testing.T, files map[string]string) *again {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &again{t: t, base: base, dir: filepath.Join(base, "in", "project"), fettle: binary(t), files: files, args: []string{"fix", "--no-model", "--set", "timeouts.compiler=300"}}
	a.env = []string{"HOME=" + base, "XDG_CACHE_HOME=" + filepath.Join(base, "cache"), "XDG_CONFIG_HOME=" + filepath.Join(base, "config"), "FETTLE_BUGS=fatal"}
	a.begin()
	return a
}

func (a *again) put(name, text string) {
	a.t.Helper()
	path := filepath.Join(a.dir, filepath.FromSlash(name))
	then := time.Unix(1e9, 0) // of what is installed times count
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, then, then)); err != nil {
		a.t.Fatal(err)
	}
}

func (a *again) begin() {
	for name, text := range a.files {
		a.put(name, text)
	}
}

func (a *again) run(env string) (said string, ok bool) {
	cmd := exec.Command(a.fettle, a.args...)
	cmd.Dir, cmd.Env = a.dir, append(slices.Clone(a.env), env)
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode() < 2
}

// missing is the outermost part of a path that is not there, "" if all is.
func missing(path string) string {
	if _, err := os.Lstat(path); err == nil {
		return ""
	}
	if outer := missing(filepath.Dir(path)); outer != "" {
		return outer
	}
	return path
}

// holds sees that the second run says the same and starts no tool, and that each change
// has the tools started.
func (a *again) holds(want []string, changes map[string]map[string]string, env string) {
	a.t.Helper()
	for _, b := range a.tools {
		b.set(a.t, true)
	}
	first, ok := a.run("")
	for _, w := range want {
		ok = ok && strings.Contains(first, w)
	}
	if !ok {
		a.t.Fatal(first)
	}
	for _, b := range a.tools {
		b.set(a.t, false)
	}
	if said, ok := a.run(""); !ok || said != first {
		a.t.Fatalf("the second run says\n%s\nafter\n%s", said, first)
	}
	if env != "" {
		if said, ok := a.run(env); ok && said == first {
			a.t.Errorf("with %s no tool was started", env)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		a.t.Run(name, func(t *testing.T) {
			var made []string
			for file, text := range changes[name] {
				made = append(made, missing(filepath.Join(a.dir, filepath.FromSlash(file))))
				a.put(file, text)
			}
			if said, ok := a.run(""); ok && said == first {
				t.Error("no tool was started")
			}
			for _, path := range made {
				if path != "" {
					_ = os.RemoveAll(path)
				}
			}
			a.begin()
			if said, ok := a.run(""); !ok || said != first {
				t.Errorf("undone, it says\n%s", said)
			}
		})
	}
}

// TestSecondRunOfNode: [TestSecondRun] for ESLint and the compiler of TypeScript.
func TestSecondRunOfNode(t *testing.T) {
	installed := filepath.Dir(filepath.Dir(testkit.Tool(t, "eslint")))
	node, err := exec.LookPath("node")
	if err != nil {
		node = testkit.Tool(t, "node")
	}
	a := newAgain(t, map[string]string{
		"package.json": "{\"type\": \"module\"}\n", "tsconfig.json": "{\"compilerOptions\": {\"strict\": true, \"module\": \"nodenext\", \"types\": []}}\n",
		"eslint.config.js": "import { rules } from \"./rules.js\";\nexport default [{ files: [\"*.js\"], rules }];\n",
		"rules.js":         "export const rules = { eqeqeq: \"error\" };\n",
		"a.ts":             "import { b } from \"./b.js\";\nimport { n } from \"own\";\nexport const s: string = b + n;\n",
		"b.ts":             "export const b = 1;\n", "c.js": "export const c = (x) => x == 1;\n",
		"node_modules/own/package.json": "{\"name\": \"own\", \"types\": \"index.d.ts\"}\n", "node_modules/own/index.d.ts": "export declare const n: number;\n",
	})
	list, err := os.ReadDir(installed)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if !e.IsDir() || slices.Contains([]string{".bin", "@biomejs", "pyright", "typescript-language-server"}, e.Name()) {
			continue
		}
		if err := os.CopyFS(filepath.Join(a.dir, "node_modules", e.Name()), os.DirFS(filepath.Join(installed, e.Name()))); err != nil {
			t.Fatal(err)
		}
	}
	bin := filepath.Join(a.dir, "node_modules", ".bin")
	if err := errors.Join(os.MkdirAll(bin, 0o700), os.Symlink("../eslint/bin/eslint.js", filepath.Join(bin, "eslint")), os.Symlink("../typescript/bin/tsc", filepath.Join(bin, "tsc"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"eslint/lib/cli.js", "typescript/lib/typescript.js"} {
		a.tools = append(a.tools, breakable{filepath.Join(a.dir, "node_modules", filepath.FromSlash(name)), filepath.Join(installed, filepath.FromSlash(name))})
	}
	a.env = append(a.env, "PATH="+filepath.Dir(node)+":/usr/bin:/bin")
	a.args = append(a.args, "--run", "eslint", "--run", "tsc")
	a.holds([]string{"eqeqeq", "'number' is not assignable"}, map[string]map[string]string{
		"a text":                {"a.ts": "export {};\n"},
		"another text":          {"b.ts": "export const b = \"1\";\n"},
		"settings of tsc":       {"tsconfig.json": "{\"compilerOptions\": {\"module\": \"nodenext\", \"types\": []}}\n"},
		"settings of ESLint":    {"eslint.config.js": "export default [];\n"},
		"what they import":      {"rules.js": "export const rules = { };\n"},
		"types of a package":    {"node_modules/own/index.d.ts": "export declare const n: number | 1;\n"},
		"another package":       {"node_modules/@types/x/index.d.ts": "export {};\n"},
		"a package above":       {"../package.json": "{}\n"},
		"packages above":        {"../node_modules/own/index.d.ts": "export {};\n"},
		"settings that look":    {"rules.js": "export const rules = process.env.X ? {} : { eqeqeq: \"error\" };\n"},
		"settings of ESLint up": {"../eslint.config.js": "export default [];\n"},
	}, "")
}
