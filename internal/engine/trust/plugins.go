package trust

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// naming says how files of some names name code that a tool loads. Every word in
// what the first group matches may be a path or a module.
type naming struct {
	file *lazyre.Regexp // of the base name
	code bool           // also in code that another file names
	text *lazyre.Regexp
	// folders: what is named may also be a folder, of which the sources count
	folders bool
}

// namings is the table of them.
var namings = []naming{
	// mypy, https://mypy.readthedocs.io/en/stable/extending_mypy.html
	{file: lazyre.New(`^(pyproject\.toml|setup\.cfg|\.?mypy\.ini)$`),
		text: lazyre.New(`(?m)^\s*plugins\s*=\s*(\[[^\]]*\]|[^\n]*(?:\n[ \t]+[^\n]+)*)`)},
	// pytest, https://docs.pytest.org/en/stable/how-to/plugins.html
	{file: lazyre.New(`^(pyproject\.toml|setup\.cfg|tox\.ini|\.?pytest\.ini)$`),
		text: lazyre.New(`(?:^|[\s"'])-p[ =]*([\w.]+)`)},
	{file: lazyre.New(`\.py$`), text: lazyre.New(`(?m)^pytest_plugins\s*[:=]([^\n]*(?:\n[^\n=]*[\])])?)`)},
	{code: true, text: lazyre.New(`(?m)^\s*(?:from|import)\s+([\w.]+)`)},
	// configurations that are code, and what they load from their own folders
	{file: lazyre.New(`^(eslint\.config\..*|\.eslintrc\.[cm]?js)$`), code: true,
		text: lazyre.New(`["'](\.\.?/[^"'\n]+)["']`)},
	// configurations in JSON and YAML: ESLint, TypeScript, Biome
	{file: lazyre.New(`^(\.eslintrc(\..*)?|package\.json|biome\.jsonc?|[tj]sconfig.*\.json)$`),
		text: lazyre.New(`["']?(?:extends|plugins|parser)["']?\s*:\s*(\[[^\]]*\]|[^\n,}]+(?:\n\s*- [^\n]+)*)`)},
	// a plugin of TypeScript is an object with a name; the name in package.json is that of the package itself
	{file: lazyre.New(`^[tj]sconfig.*\.json$`), text: lazyre.New(`"name"\s*:\s*("[^"\n]*")`)},
	// golangci-lint, https://golangci-lint.run/plugins/module-plugins
	{file: lazyre.New(`^\.(custom-gcl|golangci)\.`), folders: true, text: lazyre.New(`path:\s*([^\s#]+)`)},
	// Cargo, https://doc.rust-lang.org/cargo/reference/config.html
	{file: lazyre.New(`^(Cargo\.toml|config|config\.toml)$`),
		text: lazyre.New(`(?m)^\s*(?:build|rustc|rustc-wrapper|rustc-workspace-wrapper|linker|runner)\s*=\s*([^\n#]+)`)},
}

var word = lazyre.New(`[\w@.\-/\\]+`)

// plugins covers the code in the folder that what is covered names, and what
// that names in turn.
func (m *manifest) plugins() {
	queue := slices.Sorted(maps.Keys(m.digests))
	code := map[string]bool{}
	for n := 0; len(queue) > 0 && n < limits.GrantPlugins; n++ {
		name := queue[0]
		queue = queue[1:]
		if d := m.digests[name]; strings.HasPrefix(d, "programs ") || strings.HasPrefix(d, "folder ") {
			continue
		}
		f, err := files.Read(m.abs(name), limits.GrantFile)
		if err != nil {
			continue // it was there a moment ago: the next look shows it
		}
		for _, t := range namings {
			if !(t.file != nil && t.file.MatchString(path.Base(name)) || t.code && code[name]) {
				continue
			}
			for _, found := range t.text.FindAllSubmatch(f.Data, limits.GrantPlugins) {
				for _, w := range word.FindAllString(string(found[1]), limits.GrantPlugins) {
					for _, next := range m.meant(path.Dir(name), w, t.folders) {
						if _, ok := m.cover(next); ok {
							code[next] = true
							queue = append(queue, next)
						}
					}
				}
			}
		}
	}
}

// suffixes are what loaders add to a name.
var suffixes = [...]string{"", ".py", "/__init__.py", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".json",
	"/index.js", "/index.cjs", "/index.ts", "/package.json", "/go.mod"}

// meant returns the files that a word in a file of some folder can name: by path, or as a module with dots.
func (m *manifest) meant(dir, name string, folders bool) (list []string) {
	name = strings.ReplaceAll(name, `\`, "/")
	words := []string{name}
	if !strings.Contains(name, "/") {
		words = append(words, strings.ReplaceAll(name, ".", "/"))
	}
	for _, base := range [...]string{dir, ".", "src", path.Join(dir, "src")} {
		for _, w := range words {
			for _, s := range suffixes {
				full := path.Join(base, w+s)
				info, err := os.Stat(m.abs(full))
				switch {
				case err != nil || slices.Contains(list, full):
				case !info.IsDir():
					list = append(list, full)
				case folders && s == "" && full != ".":
					list = append(list, m.sources(full)...)
				}
			}
		}
	}
	return list
}

// sources returns the files of a folder that a compiler reads.
func (m *manifest) sources(dir string) (list []string) {
	m.stamp(dir)
	entries, err := files.List(m.abs(dir))
	if err != nil {
		m.problem(dir, err)
	}
	for _, e := range entries {
		if ext := path.Ext(e.Name()); !e.IsDir() &&
			slices.Contains([]string{".go", ".py", ".js", ".cjs", ".mjs", ".ts", ".rs", ".so"}, ext) {
			list = append(list, path.Join(dir, e.Name()))
		}
	}
	return list
}
