//go:build unix

package reads

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
)

// put writes a file of a test, by a path with slashes.
func put(t *testing.T, dir, name, body string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, dir, to, name string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// change is one change of what a tool reads.
type change struct {
	name    string
	do      func(t *testing.T, dir string)
	same    bool
	unknown bool
}

// file is a change of one file.
func file(name, body string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { t.Helper(); put(t, dir, name, body) }
}

// each makes a folder, sees what is read, changes it, and looks again.
func each(t *testing.T, list []change, set func(t *testing.T, dir string), read func(d Inputs, dir string) bool) {
	t.Helper()
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			dir := files.Real(t.TempDir())
			t.Setenv("HOME", filepath.Join(dir, "home"))
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
			set(t, dir)
			sum := func() ([32]byte, bool) {
				d := Inputs{Digest: NewDigest()}
				known := read(d, dir)
				return d.Sum(), known
			}
			before, known := sum()
			if !known {
				t.Fatal("it is not known at the beginning")
			}
			time.Sleep(10 * time.Millisecond) // of the clock of files
			c.do(t, dir)
			after, known := sum()
			if known == c.unknown || known && (after == before) != c.same {
				t.Errorf("known: %v, the same: %v", known, after == before)
			}
		})
	}
}

const goMod = "module example.org/m\n\ngo 1.25\n\nrequire example.org/a v1.0.0\n"

func goProject(t *testing.T, dir string) {
	t.Helper()
	for _, name := range goVariables {
		t.Setenv(name, "")
	}
	put(t, dir, "go/bin/go", "\x7fELF go")
	put(t, dir, "go/VERSION", "go1.26.1\ntime 2026-01-01\n")
	put(t, dir, "go/go.env", "GOPROXY=https://proxy.golang.org,direct\nGOTOOLCHAIN=auto\n")
	put(t, dir, "go/pkg/tool/linux_amd64/vet", "\x7fELF vet")
	put(t, dir, "go/src/fmt/print.go", "package fmt\n")
	put(t, dir, "in/root/go.mod", goMod)
	put(t, dir, "in/root/go.sum", "example.org/a v1.0.0 h1:x=\nexample.org/a v1.0.0/go.mod h1:x=\n")
	put(t, dir, "in/root/a.go", "package m\n\nimport (\n\t\"fmt\"\n\t\"example.org/a/b\"\n)\n")
	put(t, dir, "home/go/pkg/mod/cache/download/example.org/a/@v/v1.0.0.mod", "module example.org/a\n")
	put(t, dir, "home/go/pkg/mod/cache/download/example.org/a/@v/v1.0.0.zip", "PK")
	put(t, dir, "home/go/pkg/mod/cache/download/example.org/a/@v/v1.0.0.ziphash", "h1:x=")
	put(t, dir, "home/go/pkg/mod/example.org/a@v1.0.0/b/b.go", "package b\n")
}

func goIn(confined bool) func(Inputs, string) bool {
	return func(d Inputs, dir string) bool {
		root := filepath.Join(dir, "in", "root")
		return d.Go(Go{Program: filepath.Join(dir, "go", "bin", "go"), Root: root, Dirs: []string{root}, Confined: confined})
	}
}

// TestGoReads: each change of what the go command reads outside of a root changes the
// digest, or makes it unknown.
func TestGoReads(t *testing.T) {
	const cached = "home/go/pkg/mod/"
	list := []change{
		{name: "nothing", do: func(*testing.T, string) {}, same: true},
		{name: "a text of the root", do: file("in/root/a.go", "package m\n"), same: true}, // Tree has it
		{name: "a file beside the root", do: file("in/other.go", "package other\n"), same: true},
		{name: "the program", do: file("go/bin/go", "\x7fELF go2")},
		{name: "a script in its place", do: file("go/bin/go", "#!/bin/sh\n"), unknown: true},
		{name: "its version", do: file("go/VERSION", "go1.26.2\n")},
		{name: "its settings", do: file("go/go.env", "GOTOOLCHAIN=local\n")},
		{name: "a tool", do: file("go/pkg/tool/linux_amd64/vet", "\x7fELF vet2")},
		{name: "the standard library", do: file("go/src/fmt/print.go", "package fmt //\n")},
		{name: "settings of the user", do: file("config/go/env", "GOOS=windows\n")},
		{name: "settings that lead to a program", do: file("config/go/env", "CC=/opt/cc\n"), unknown: true},
		{name: "settings that lead to a workspace", do: file("config/go/env", "GOWORK=/src/go.work\n"), unknown: true},
		{name: "a variable", do: func(t *testing.T, _ string) { t.Setenv("GOARCH", "arm64") }},
		{name: "another module cache", do: func(t *testing.T, dir string) { t.Setenv("GOMODCACHE", filepath.Join(dir, "cache")) }},
		{name: "another GOPATH", do: file("config/go/env", "GOPATH=/elsewhere\n")},
		{name: "a file of a module", do: file(cached+"example.org/a@v1.0.0/b/b.go", "package b //\n")},
		{name: "another file of a module", do: file(cached+"example.org/a@v1.0.0/b/c.go", "package b\n")},
		{name: "its go.mod", do: file(cached+"cache/download/example.org/a/@v/v1.0.0.mod", "module example.org/b\n")},
		{name: "its sum", do: file(cached+"cache/download/example.org/a/@v/v1.0.0.ziphash", "h1:yy=")},
		{name: "a module that is not there", do: func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(cached+"example.org"))); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "another module", do: file(cached+"example.org/b@v1.0.0/b.go", "package b\n"), same: true},
		{name: "a module in the root in its place", do: file("in/root/go.mod", goMod+"replace example.org/a => ./a\n"), same: true}, // Tree has it
		{name: "a module elsewhere in its place", do: file("in/root/go.mod", goMod+"replace example.org/a => ../a\n"), unknown: true},
		{name: "a link that leads elsewhere in its place", do: func(t *testing.T, dir string) {
			put(t, dir, "a/go.mod", "module example.org/a\n")
			link(t, dir, filepath.Join(dir, "a"), "in/root/a")
			put(t, dir, "in/root/go.mod", goMod+"replace example.org/a => ./a\n")
		}, unknown: true},
		{name: "a workspace in the root", do: func(t *testing.T, dir string) {
			put(t, dir, "in/root/go.work", "go 1.25\n\nuse .\nuse ./n\n")
			put(t, dir, "in/root/n/go.mod", "module example.org/n\n\ngo 1.25\n")
			put(t, dir, "in/root/n/go.sum", "example.org/b v1.0.0 h1:x=\n")
		}},
		{name: "a workspace that leads elsewhere", do: func(t *testing.T, dir string) {
			put(t, dir, "in/root/go.work", "go 1.25\n\nuse .\nuse ../n\n")
			put(t, dir, "in/n/go.mod", "module example.org/n\n")
		}, unknown: true},
		{name: "a workspace above", do: file("in/go.work", "go 1.25\n\nuse ./root\n"), unknown: true},
		{name: "the module lies above", do: func(t *testing.T, dir string) {
			put(t, dir, "in/go.mod", goMod)
			if err := os.Remove(filepath.Join(dir, "in", "root", "go.mod")); err != nil {
				t.Fatal(err)
			}
		}, unknown: true},
		{name: "a go.mod that is none", do: file("in/root/go.mod", "module\n("), unknown: true},
	}
	t.Run("confined", func(t *testing.T) {
		each(t, append(list,
			change{name: "a newer Go is asked for", do: file("in/root/go.mod", goMod+"toolchain go1.99.0\n"), same: true},
			change{name: "C", do: file("in/root/c.go", "package m\n\nimport \"C\"\n"), same: true},
		), goProject, goIn(true))
	})
	t.Run("trusted", func(t *testing.T) {
		for i := range list {
			if list[i].name == "a module that is not there" || list[i].name == "another module cache" || list[i].name == "another GOPATH" {
				list[i].unknown = true // it may be downloaded
			}
		}
		each(t, append(list,
			change{name: "a newer Go is asked for", do: file("in/root/go.mod", goMod+"toolchain go1.99.0\n"), unknown: true},
			change{name: "another Go for all", do: file("config/go/env", "GOTOOLCHAIN=go1.20\n"), unknown: true},
			change{name: "C", do: file("in/root/c.go", "package m\n\nimport \"C\"\n"), unknown: true},
			change{name: "C in a module", do: file(cached+"example.org/a@v1.0.0/b/c.go", "package b\n\nimport \"C\"\n"), unknown: true},
			change{name: "an import of nobody", do: file("in/root/c.go", "package m\n\nimport _ \"example.com/x\"\n"), unknown: true},
			change{name: "sums that nobody asks for", do: file("in/root/go.sum", "example.org/a v1.0.0 h1:x=\nexample.org/a v1.0.0/go.mod h1:x=\nexample.org/c v1.0.0 h1:x=\n")},
		), goProject, goIn(false))
	})
}

func nodeProject(t *testing.T, dir string) {
	t.Helper()
	put(t, dir, "node/bin/node", "\x7fELF node")
	put(t, dir, "in/root/package.json", "{}\n")
	put(t, dir, "in/root/tsconfig.json", "{\"compilerOptions\": {\"strict\": true}, \"include\": [\"src/**/*\"]} // all\n")
	put(t, dir, "in/root/src/a.ts", "import { b } from \"../lib/b\";\nexport const s = \"/not/an/import\" + b;\n")
	put(t, dir, "in/root/node_modules/typescript/lib/typescript.js", "")
	put(t, dir, "tools/node_modules/typescript/lib/typescript.js", "")
	put(t, dir, "in/root/eslint.config.mjs", eslintPlain)
	put(t, dir, "in/root/rules.mjs", "export const rules = { \"no-process-env\": \"error\", \"no-eval\": 2 };\n")
}

const eslintPlain = `// what process does nobody knows
import js from "@eslint/js";
import globals from "globals";
import { rules } from "./rules.mjs";

export default [js.configs.recommended, { rules, languageOptions: { globals: globals.node } }];
`

// nodeIn is a tool for Node.js that is installed in a folder.
func nodeIn(tools string, of func(Inputs, Node) bool) func(Inputs, string) bool {
	return func(d Inputs, dir string) bool {
		root := filepath.Join(dir, "in", "root")
		return of(d, Node{Program: filepath.Join(dir, "node", "bin", "node"), Root: root, Dirs: []string{filepath.Join(root, "src")},
			Library: filepath.Join(dir, filepath.FromSlash(tools), "node_modules", "typescript", "lib", "typescript.js")})
	}
}

// typeScript are changes of what the compiler reads outside of a root.
var typeScript = []change{
	{name: "nothing", do: func(*testing.T, string) {}, same: true},
	{name: "a text of the root", do: file("in/root/src/b.ts", "export const b = 1;\n"), same: true}, // Tree has it
	{name: "Node.js", do: file("node/bin/node", "\x7fELF node2")},
	{name: "a script in its place", do: file("node/bin/node", "#!/bin/sh\n"), unknown: true},
	{name: "a package.json above", do: file("in/package.json", "{\"type\": \"module\"}\n")},
	{name: "packages above", do: file("in/node_modules/x/index.d.ts", ""), unknown: true},
	{name: "packages of the user", do: file("home/.node_modules/x.js", ""), unknown: true},
	{name: "packages of Node.js", do: file("node/lib/node/x.js", ""), unknown: true},
	{name: "an import that leads out", do: file("in/root/src/c.ts", "import \"../../other\";\n"), unknown: true},
	{name: "a reference that leads out", do: file("in/root/src/c.ts", "/// <reference path=\"../../other.d.ts\" />\n"), unknown: true},
	{name: "an import from the top of the disk", do: file("in/root/src/c.ts", "const x = require('/opt/x');\n"), unknown: true},
	{name: "settings that lead out", do: file("in/root/tsconfig.json", "{\"compilerOptions\": {\"typeRoots\": [\"../types\"]}}\n"), unknown: true},
	{name: "settings from the top of the disk", do: file("in/root/tsconfig.json", "{\"compilerOptions\": {\"typeRoots\": [\n\"/opt/types\"]}}\n"), unknown: true},
	{name: "settings that extend such elsewhere", do: file("in/root/tsconfig.json", "{\"extends\": \"../base.json\"}\n"), unknown: true},
	{name: "settings that extend a package", do: func(t *testing.T, dir string) {
		put(t, dir, "in/root/node_modules/@x/base/tsconfig.json", "{\"compilerOptions\": {}}\n")
		put(t, dir, "in/root/tsconfig.json", "{\"extends\": \"@x/base\"}\n")
	}, same: true},
	{name: "settings that extend a package that leads out", do: func(t *testing.T, dir string) {
		put(t, dir, "in/root/node_modules/@x/base/tsconfig.json", "{\"compilerOptions\": {\"typeRoots\": [\"../../../../t\"]}}\n")
		put(t, dir, "in/root/tsconfig.json", "{\"extends\": \"@x/base\"}\n")
	}, unknown: true},
	{name: "settings that extend what is not found", do: file("in/root/tsconfig.json", "{\"extends\": \"@x/none\"}\n"), unknown: true},
	{name: "settings above alone", do: func(t *testing.T, dir string) {
		put(t, dir, "in/tsconfig.json", "{}\n")
		if err := os.Remove(filepath.Join(dir, "in", "root", "tsconfig.json")); err != nil {
			t.Fatal(err)
		}
	}, unknown: true},
}

// TestTypeScriptReads: each change of what the compiler reads outside of a root changes
// the digest, or makes it unknown.
func TestTypeScriptReads(t *testing.T) {
	t.Run("of the project", func(t *testing.T) { each(t, typeScript, nodeProject, nodeIn("in/root", Inputs.TypeScript)) })
	t.Run("elsewhere", func(t *testing.T) {
		each(t, append(typeScript[:len(typeScript):len(typeScript)],
			change{name: "the library", do: file("tools/node_modules/typescript/lib/typescript.js", "x")},
			change{name: "a package beside it", do: file("tools/node_modules/other/index.js", "x")},
		), nodeProject, nodeIn("tools", Inputs.TypeScript))
	})
}

// TestESLintReads: as the compiler, and settings that may read what is not known.
func TestESLintReads(t *testing.T) {
	list := append(typeScript[:len(typeScript):len(typeScript)],
		change{name: "settings above", do: file("in/eslint.config.js", "export default [];\n"), unknown: true},
		change{name: "old settings above", do: file("in/.eslintrc.json", "{}\n"), unknown: true},
		change{name: "old settings in a package.json above", do: file("in/package.json", "{\"eslintConfig\": {}}\n"), unknown: true},
		change{name: "old settings in the root", do: file("in/root/src/.eslintrc.yml", "root: true\n"), unknown: true},
		change{name: "old settings of the user", do: file("home/.eslintrc", "{}\n"), unknown: true},
		change{name: "an import of code that is not there", do: file("in/root/eslint.config.mjs", "import \"./none.mjs\";\n"), unknown: true},
	)
	for name, text := range map[string]string{
		"the environment":           "export default process.env.CI ? [] : [{}];\n",
		"the file system":           "import fs from \"node:fs\";\nexport default JSON.parse(fs.readFileSync(\"x.json\"));\n",
		"a plugin":                  "import p from \"eslint-plugin-p\";\nexport default [p.configs.all];\n",
		"a name that is worked out": "export default [await import(name)];\n",
		"require in other words":    "const load = require;\nmodule.exports = [load(\"x\")];\n",
		"the clock":                 "export default Date.now() % 2 ? [] : [{}];\n",
		"the network":               "export default await (await fetch(\"http://x\")).json();\n",
		"a path that goes up":       "export default [{ basePath: join(import.meta.dirname, \"..\", \"x\") }];\n",
		"all that there is":         "export default globalThis[\"pro\" + \"cess\"].env.X;\n",
		"a field of a template":     "export default [`${process.env.X}`];\n",
	} {
		list = append(list, change{name: "settings with " + name, do: file("in/root/rules.mjs", text), unknown: true})
	}
	each(t, list, nodeProject, nodeIn("in/root", Inputs.ESLint))
}

// TestTreeHasWhatIsInstalled: of packages in a root names, sizes and times count; links
// between them may lead to folders of the root, and to no others.
func TestTreeHasWhatIsInstalled(t *testing.T) {
	each(t, []change{
		{name: "nothing", do: func(*testing.T, string) {}, same: true},
		{name: "a file of a package", do: file("root/node_modules/a/index.js", "xy")},
		{name: "another package", do: file("root/node_modules/b/index.js", "")},
		{name: "a file that was there of another time", do: func(t *testing.T, dir string) {
			if err := os.Chtimes(filepath.Join(dir, "root", "node_modules", "a", "index.js"), time.Time{}, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "a package of a workspace", do: func(t *testing.T, dir string) { link(t, dir, "../packages/p", "root/node_modules/p") }},
		{name: "a package elsewhere", do: func(t *testing.T, dir string) {
			put(t, dir, "q/index.js", "")
			link(t, dir, "../../q", "root/node_modules/q")
		}, unknown: true},
		{name: "a library of an environment", do: file("root/env/lib/x.py", "x")},
	}, func(t *testing.T, dir string) {
		put(t, dir, "root/packages/p/index.js", "")
		put(t, dir, "root/node_modules/a/index.js", "x")
		put(t, dir, "root/env/pyvenv.cfg", "")
		put(t, dir, "root/env/lib/x.py", "")
		link(t, dir, "lib", "root/env/lib64") // as Python makes one
	}, func(d Inputs, dir string) bool { return d.Root(filepath.Join(dir, "root")) })
}
