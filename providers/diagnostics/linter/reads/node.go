package reads

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Node is a program for Node.js that looks at files in some folders of a root.
type Node struct {
	Program string // Node.js itself, absolute
	Library string // the file of the tool that it loads, absolute
	Root    string
	Dirs    []string
}

// node adds what Node.js and the resolution of modules read outside of the root
// (https://nodejs.org/api/modules.html#all-together): the program, the package of the tool
// with those installed next to it, and package.json in the folders above. Nothing is known
// where packages lie in a folder above the root, in those of the user's own, or where a
// file of the root leads out of it.
func (d Inputs) node(n Node) (known bool) {
	if !d.program(n.Program) || !d.library(n) {
		return false
	}
	prefix := filepath.Dir(filepath.Dir(files.Real(n.Program)))
	none := []string{filepath.Join(prefix, "lib", "node")}
	if home, err := os.UserHomeDir(); err == nil {
		none = append(none, filepath.Join(home, ".node_modules"), filepath.Join(home, ".node_libraries"))
	}
	for _, dir := range folders(filepath.Dir(n.Root)) {
		none = append(none, filepath.Join(dir, modules), filepath.Join(dir, ".pnp.cjs"))
	}
	if slices.ContainsFunc(none, exists) {
		return false
	}
	_, known = d.Above(filepath.Dir(n.Root), "package.json")
	return known && staysIn(n.Root)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// library adds a tool that is not installed in the root, where its files count anyway:
// all packages of the outermost node_modules that it lies in.
func (d Inputs) library(n Node) (known bool) {
	real := files.Real(n.Library)
	d.Add("library", n.Library, real)
	if within(files.Real(n.Root), real) {
		return true
	}
	outermost := ""
	for _, dir := range folders(filepath.Dir(real)) {
		if filepath.Base(dir) == modules {
			outermost = dir
		}
	}
	return outermost != "" && d.tree(outermost, outermost, limits.OutcomeInstalled)
}

// code are the names of files that may lead to others.
var code = lazyre.New(`\.([cm]?[jt]sx?|vue|svelte|astro|json|jsonc|json5|html)$|^\.(eslintrc|swcrc|babelrc)$`)

// staysIn reports whether nothing in the files of a root leads out of it: no path in
// quotes that goes up too far, and no import by a path from the top of the disk.
func staysIn(root string) bool {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if path != root && (e.Name() == modules || slices.Contains(written[:], e.Name())) {
				return fs.SkipDir
			}
			return nil
		}
		if !code.MatchString(e.Name()) {
			return nil
		}
		f, err := files.Read(path, 0)
		if err != nil || absolute.Match(f.Data) || compilerOptions.Match(f.Data) && absoluteOption.Match(f.Data) {
			return ErrUnknown
		}
		for _, m := range goesUp.FindAllSubmatch(f.Data, -1) {
			if !filepath.IsLocal(leads(root, path, string(m[1]))) {
				return ErrUnknown
			}
		}
		return nil
	}) == nil
}

// leads returns where a path in a file leads to, from the root.
func leads(root, file, path string) string {
	rel, err := filepath.Rel(root, filepath.Join(filepath.Dir(file), filepath.FromSlash(path)))
	if err != nil {
		return ".."
	}
	return rel
}

var (
	goesUp   = lazyre.New("[\"'`]([^\"'`\\s]*\\.\\.(?:[/\\\\][^\"'`\\s]*)?)[\"'`]")
	absolute = lazyre.New("(?:\\bfrom|\\bimport|\\brequire(?:\\.resolve)?\\s*\\(|\\bimport\\s*\\(|" +
		"\\b(?:path|types)\\s*=)\\s*[\"'`](?:/|[A-Za-z]:[/\\\\]|file:)")
	compilerOptions = lazyre.New(`"(?:compilerOptions|extends|references)"\s*:`)
	absoluteOption  = lazyre.New(`:\s*\[?[^\]}]*"(?:/|[A-Za-z]:[/\\]|\$\{)`)
)

// TypeScript adds what the compiler reads outside of the root, as a library that is asked
// for the problems of files in the folders (TypeScript 5 and 6;
// https://www.typescriptlang.org/tsconfig/): it has no variables, plugins of editors are
// not loaded. Nothing is known where the nearest settings lie above the root, or extend
// some that are not found, or lead out of it.
func (d Inputs) TypeScript(n Node) (known bool) {
	if !d.node(n) {
		return false
	}
	for _, dir := range n.Dirs {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			at := files.NearestWith(dir, "", name)
			if at != "" && !within(n.Root, at) {
				return false
			}
			if at != "" {
				break
			}
		}
	}
	return extendsKnown(n.Root)
}

// extendsKnown reports whether the settings that those in a root extend, in packages, lead to no other place.
func extendsKnown(root string) bool {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && (e.Name() == modules || slices.Contains(written[:], e.Name())) {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(path) != ".json" {
			return nil
		}
		if !extended(path, 0) {
			return ErrUnknown
		}
		return nil
	}) == nil
}

var (
	extends = lazyre.New(`"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")`)
	literal = lazyre.New(`"([^"]*)"`)
)

// extended reports whether all settings that a file of settings extends can be read, and lead to no other place. Such
// in the root that are named by a path are looked at by themselves.
func extended(path string, depth int) bool {
	f, err := files.Read(path, 0)
	if err != nil || depth > 8 {
		return false
	}
	if !compilerOptions.Match(f.Data) {
		return true
	}
	if depth > 0 && (absoluteOption.Match(f.Data) || upOption.Match(f.Data)) {
		return false
	}
	for _, m := range extends.FindAllSubmatch(f.Data, -1) {
		for _, one := range literal.FindAllSubmatch(m[1], -1) {
			name := string(one[1])
			if strings.HasPrefix(name, ".") {
				if depth > 0 {
					return false
				}
				continue
			}
			dir := files.NearestWith(filepath.Dir(path), "", modules)
			if dir == "" {
				return false
			}
			at := filepath.Join(dir, modules, filepath.FromSlash(name))
			i := slices.IndexFunc([]string{at, at + ".json", filepath.Join(at, "tsconfig.json")}, isFile)
			if i < 0 || !extended([]string{at, at + ".json", filepath.Join(at, "tsconfig.json")}[i], depth+1) {
				return false
			}
		}
	}
	return true
}

var upOption = lazyre.New(`"[^"]*\.\.[/\\"]`)

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// eslintNames are the files in which ESLint finds settings.
var eslintNames = [...]string{"eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts",
	"eslint.config.mts", "eslint.config.cts"}

// eslintOld are those of before ESLint 9, which merges all from a file up to the top.
var eslintOld = [...]string{".eslintrc", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.mjs", ".eslintrc.yaml",
	".eslintrc.yml", ".eslintrc.json"}

// ESLint adds what ESLint reads outside of the root when it looks at files in the folders
// (ESLint 9; https://eslint.org/docs/latest/use/configure/configuration-files). Its settings
// are code, and so are plugins and parsers, which may read whatever they like: it is known
// where all settings lie in the root, are JavaScript of the form of ESLint 9 without calls
// of the system, and import nothing but each other and packages of [eslintPackages].
func (d Inputs) ESLint(n Node) (known bool) {
	if !d.TypeScript(n) { // parsers read what it does
		return false
	}
	names := append(eslintNames[:], eslintOld[:]...)
	for _, dir := range folders(filepath.Dir(n.Root)) {
		if slices.ContainsFunc(names, func(name string) bool { return exists(filepath.Join(dir, name)) }) ||
			eslintInPackage(filepath.Join(dir, "package.json")) {
			return false
		}
	}
	if home, err := os.UserHomeDir(); err != nil ||
		slices.ContainsFunc(eslintOld[:], func(name string) bool { return exists(filepath.Join(home, name)) }) {
		return false
	}
	return eslintKnown(n.Root)
}

// eslintKnown reports whether it is known what all settings in a root read.
func eslintKnown(root string) bool {
	c := configs{root: root, seen: map[string]bool{}}
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != root && (e.Name() == modules || slices.Contains(written[:], e.Name())):
			return fs.SkipDir
		case e.IsDir():
		case slices.Contains(eslintOld[:], e.Name()), e.Name() == "package.json" && eslintInPackage(path),
			slices.Contains(eslintNames[:], e.Name()) && !c.known(path):
			return ErrUnknown
		}
		return nil
	}) == nil
}

// eslintInPackage reports whether a package.json has settings of ESLint, or cannot be read.
func eslintInPackage(path string) bool {
	f, err := files.Read(path, 0)
	if err != nil {
		return exists(path)
	}
	var has struct {
		Config json.RawMessage `json:"eslintConfig"`
	}
	return json.Unmarshal(f.Data, &has) != nil || has.Config != nil
}

// configs are settings that are code, with what they import of the root.
type configs struct {
	root string
	seen map[string]bool
}

// eslintPackages are packages that settings may import: of these (typescript-eslint 8,
// @stylistic 5, eslint-plugin-react-hooks 7, eslint-config-prettier 10, globals 17) it was
// read in their source that they look at nothing but the text, the settings, variables
// that no child of ours has, and, as the compiler of TypeScript does, at the files of a
// project and its packages.
var eslintPackages = [...]string{"eslint", "eslint/config", "@eslint/js", "globals", "path", "node:path", "url",
	"node:url",
	"typescript-eslint", "@typescript-eslint/parser", "@typescript-eslint/eslint-plugin", "eslint-config-prettier",
	"eslint-config-prettier/flat",
	"eslint-plugin-react-hooks", "@stylistic/eslint-plugin"}

var (
	imported = lazyre.New(`(?:\bfrom|\bimport|\b(?:require|import)\s*\()\s*["']([^"'\n]*)["']`)
	// loads are all words that may load something, imports and others.
	loads = lazyre.New("\\bfrom\\s*[\"'`]|\\bimport\\s*[\"'`(]|\\brequire\\b")
	// system are names by which code comes at what is not known here.
	system = lazyre.New(`\b(process|fetch|Date|random|performance|Temporal|globalThis|global|eval|Function|constructor` +
		`|createRequire|Intl|Worker|WebSocket|XMLHttpRequest|Deno|Bun|FlatCompat)\b|\\u`)
	// upward is a path that goes up, or begins at the top of the disk, where it is no import.
	upward = lazyre.New("[\"'`](/|[A-Za-z]:[/\\\\]|[^\"'`\\s]*\\.\\.)[^\"'`\\s]*[\"'`]")
)

// known reports whether a file of settings reads nothing that is not known.
func (c configs) known(path string) bool {
	if c.seen[path] {
		return true
	}
	c.seen[path] = true
	f, err := files.Read(path, 0)
	if err != nil || !within(files.Real(c.root), files.Real(path)) {
		return false
	}
	if filepath.Ext(path) == ".json" {
		return true
	}
	said, code := withoutComments(path, f.Data)
	list := imported.FindAllSubmatch(said, -1)
	if len(list) != len(loads.FindAllString(string(code), -1)) || system.Match(code) ||
		upward.Match(imported.ReplaceAll(said, nil)) {
		return false
	}
	for _, m := range list {
		name := string(m[1])
		if !strings.HasPrefix(name, ".") {
			if !slices.Contains(eslintPackages[:], name) {
				return false
			}
			continue
		}
		at := filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
		found := slices.IndexFunc(sources[:], func(ext string) bool { return isFile(at + ext) })
		if found < 0 || !c.known(at+sources[found]) {
			return false
		}
	}
	return true
}

// withoutComments returns a program without its comments, and that without what is in strings.
func withoutComments(path string, data []byte) (said, code []byte) {
	lang := "typescript"
	if strings.HasSuffix(path, "js") {
		lang = "javascript"
	}
	said, code = slices.Clone(data), slices.Clone(data)
	read := lex.Read(text.File(path, lang, string(data)), lex.For(lang))
	for i, span := range read.NonCode {
		for at := span.Start; at < span.End; at++ {
			switch {
			case read.Marks[i].Has(lex.Comment):
				said[at], code[at] = ' ', ' '
			case at > span.Start && at < span.End-1:
				code[at] = ' '
			}
		}
	}
	return said, code
}

// sources are the ends of names under which a module is found.
var sources = [...]string{"", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json", "/index.js", "/index.ts"}

// Above adds the files of some names in a folder and all above it, and returns their texts.
func (d Inputs) Above(dir string, names ...string) (texts [][]byte, known bool) {
	for _, at := range folders(dir) {
		for _, name := range names {
			path := filepath.Join(at, name)
			if _, err := os.Lstat(path); err != nil {
				continue
			}
			data, known := d.text(path)
			if !known {
				return nil, false
			}
			texts = append(texts, data)
		}
	}
	return texts, true
}
