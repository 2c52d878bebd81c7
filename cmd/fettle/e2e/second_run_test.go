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
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// breakable is a copy of a tool that can be made such that it does not start any
// more, with the same size, time and mode.
type breakable struct {
	path, whole string
}

func (b breakable) set(t *testing.T, works bool) {
	t.Helper()
	data, err := os.ReadFile(b.whole)
	must.OK(t, err)
	info, err := os.Stat(b.whole)
	must.OK(t, err)
	if !works {
		copy(data, "\x7fELF"+strings.Repeat("?", 100))
	}
	must.OK(t, errors.Join(os.WriteFile(b.path, data, 0o700), os.Chtimes(b.path, info.ModTime(), info.ModTime())))
}

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
	must.OK(t, err)
	a := &again{
		t:      t,
		base:   base,
		dir:    filepath.Join(base, "in", "project"),
		fettle: binary(t),
		files:  files,
		args:   []string{"fix", "--no-model", "--set", "timeouts.compiler=300"},
	}
	a.env = []string{
		"HOME=" + base,
		"XDG_CACHE_HOME=" + filepath.Join(base, "cache"),
		"XDG_CONFIG_HOME=" + filepath.Join(base, "config"),
		"FETTLE_BUGS=fatal",
	}
	a.begin()
	return a
}

func (a *again) put(name, text string) {
	a.t.Helper()
	path := filepath.Join(a.dir, filepath.FromSlash(name))
	then := time.Unix(1e9, 0) // of what is installed times count
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600),
		os.Chtimes(path, then, then)); err != nil {
		a.t.Fatal(err)
	}
}

func (a *again) begin() {
	for name, text := range a.files {
		a.put(name, text)
	}
}

func (a *again) run(env string, more ...string) (said string, ok bool) {
	cmd := exec.Command(a.fettle, append(slices.Clone(a.args), more...)...)
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

// keeps sees that the second run says the same and starts no tool, and that each change
// has the tools started.
func (a *again) keeps(want []string, changes map[string]map[string]string, envs []string, flags ...string) {
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
	asJSON, _ := a.run("", "--json")
	for _, b := range a.tools {
		b.set(a.t, false)
	}
	if said, ok := a.run(""); !ok || said != first {
		a.t.Fatalf("the second run says\n%s\nafter\n%s", said, first)
	}
	if said, ok := a.run("", "--json"); !ok || said != asJSON {
		a.t.Errorf("as JSON the second run says\n%s\nafter\n%s", said, asJSON)
	}
	for _, env := range envs {
		if said, ok := a.run(env); ok && said == first {
			a.t.Errorf("with %s no tool was started", env)
		}
	}
	for _, flag := range flags {
		if said, ok := a.run("", strings.Fields(flag)...); ok {
			a.t.Errorf("with %s no tool was started:\n%s", flag, said)
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

// TestSecondRun: a second run over an unchanged project says the same and starts no
// tool, which is broken by then; once anything has changed that the first run read,
// the tool is started.
func TestSecondRun(t *testing.T) {
	a := newAgain(t, map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nextend-select = [\"E501\"]\n",
		"a.py":           "import os\nimport sys\n\nprint(sys.argv)\n",
		"pkg/b.py":       "def f():\n    x = 1\n    print(undefined)\n", ".gitignore": "build/\n",
	})
	bin := filepath.Join(a.base, "bin")
	must.OK(t, os.MkdirAll(bin, 0o700))
	a.tools = []breakable{{filepath.Join(bin, "ruff"), testkit.Tool(t, "ruff")}}
	a.env = append(a.env, "PATH="+bin+":/usr/bin:/bin")
	a.put("../../venv/pyvenv.cfg", "version = 3.7.1\n")
	a.keeps([]string{"-import os", "F821"}, map[string]map[string]string{
		"a text":          {"a.py": "import os\n"},
		"another file":    {"c.py": "import os\n"},
		"an ignored file": {"build/sys.py": ""},
		"settings":        {"pyproject.toml": "[tool.ruff.lint]\nextend-select = [\"E501\", \"I\"]\n"},
		"settings nearby": {"pkg/ruff.toml": "line-length = 20\n"},
		"settings above":  {"../ruff.toml": "line-length = 20\n"},
		"a workspace":     {".fettle.toml": "[privacy]\ndeny = [\"x\"]\n"},
		"fettle's own":    {"../../config/fettle/config.toml": "[fix]\ncalls = 1\n"},
	}, []string{"RUFF_PREVIEW=1", "VIRTUAL_ENV=" + filepath.Join(a.base, "venv")},
		"--set fix.calls=1", "--unsafe", "--unchecked", "--rule ruff/F401", "a.py", "--no-cache",
		"--set fix.cache=false", "--no-resume")
}

// TestSecondRunOfNode: [TestSecondRun] for ESLint and the compiler of TypeScript.
func TestSecondRunOfNode(t *testing.T) {
	installed := filepath.Dir(filepath.Dir(testkit.Tool(t, "eslint")))
	node, err := exec.LookPath("node")
	if err != nil {
		node = testkit.Tool(t, "node")
	}
	a := newAgain(t, map[string]string{
		"package.json":     "{\"type\": \"module\"}\n",
		"tsconfig.json":    "{\"compilerOptions\": {\"strict\": true, \"module\": \"nodenext\", \"types\": []}}\n",
		"eslint.config.js": "import { rules } from \"./rules.js\";\nexport default [{ files: [\"*.js\"], rules }];\n",
		"rules.js":         "export const rules = { eqeqeq: \"error\" };\n",
		"a.ts":             "import { b } from \"./b.js\";\nimport { n } from \"own\";\nexport const s: string = b + n;\n",
		"b.ts":             "export const b = 1;\n", "c.js": "export const c = (x) => x == 1;\n",
		"node_modules/own/package.json": "{\"name\": \"own\", \"types\": \"index.d.ts\"}\n",
		"node_modules/own/index.d.ts":   "export declare const n: number;\n",
	})
	list, err := os.ReadDir(installed)
	must.OK(t, err)
	for _, e := range list {
		if !e.IsDir() ||
			slices.Contains([]string{".bin", "@biomejs", "pyright", "typescript-language-server"}, e.Name()) {
			continue
		}
		to := filepath.Join(a.dir, "node_modules", e.Name())
		must.OK(t, os.CopyFS(to, os.DirFS(filepath.Join(installed, e.Name()))))
	}
	bin := filepath.Join(a.dir, "node_modules", ".bin")
	must.OK(t, errors.Join(os.MkdirAll(bin, 0o700), os.Symlink("../eslint/bin/eslint.js", filepath.Join(bin, "eslint")),
		os.Symlink("../typescript/bin/tsc", filepath.Join(bin, "tsc"))))
	for _, name := range []string{"eslint/lib/cli.js", "typescript/lib/typescript.js"} {
		a.tools = append(
			a.tools,
			breakable{
				filepath.Join(a.dir, "node_modules", filepath.FromSlash(name)),
				filepath.Join(installed, filepath.FromSlash(name)),
			},
		)
	}
	a.env = append(a.env, "PATH="+filepath.Dir(node)+":/usr/bin:/bin")
	a.args = append(a.args, "--run", "eslint", "--run", "tsc")
	a.keeps([]string{"eqeqeq", "'number' is not assignable"}, map[string]map[string]string{
		"a text":       {"a.ts": "export {};\n"},
		"another text": {"b.ts": "export const b = \"1\";\n"},
		"settings of tsc": {
			"tsconfig.json": "{\"compilerOptions\": {\"module\": \"nodenext\", \"types\": []}}\n",
		},
		"settings of ESLint":    {"eslint.config.js": "export default [];\n"},
		"what they import":      {"rules.js": "export const rules = { };\n"},
		"types of a package":    {"node_modules/own/index.d.ts": "export declare const n: number | 1;\n"},
		"another package":       {"node_modules/@types/x/index.d.ts": "export {};\n"},
		"a package above":       {"../package.json": "{}\n"},
		"packages above":        {"../node_modules/own/index.d.ts": "export {};\n"},
		"settings that look":    {"rules.js": "export const rules = process.env.X ? {} : { eqeqeq: \"error\" };\n"},
		"settings of ESLint up": {"../eslint.config.js": "export default [];\n"},
	}, nil)
}
