//go:build unix

package reads

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// put writes a file of a test, by a path with slashes.
func put(t *testing.T, dir, name, body string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Write(t, path, body)
}

func link(t *testing.T, dir, to, name string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.OK(t, os.Symlink(to, path))
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
		must.OK(t, os.Remove(filepath.Join(dir, "in", "root", "tsconfig.json")))
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
			must.OK(t, os.Chtimes(filepath.Join(dir, "root", "node_modules", "a", "index.js"),
				time.Time{}, time.Unix(1, 0)))
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
