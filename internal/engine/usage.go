package engine

import (
	"context"
	"iter"
	slashpath "path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/pyversion"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// usage is what the files of a root use of each other, and which Python modules
// they and the manifest name. It is found out by reading, when it is first asked
// for: no tool that looks at one file knows it.
type usage struct {
	imports []imported
	byName  map[string][]imported // the same by the imported name, "*" for all of a module
	dotted  map[string]string     // "module.name", also in strings → a file that says so
	listed  map[string]string     // Python file → the list of names that are all of it
	modules map[string]bool       // first names of imported modules, and of the manifest's
	folders map[string][]string   // folder → its Go or Rust files
	goNames map[string]string     // folder of a go.mod → its module's name
	tests   []string              // Python files that hold tests
	defined map[string][]string   // name → Python files that define it at their top
	named   map[string][]string   // name → Python files that look names up, and hold it as a text
	dynamic []string              // Python files that import modules by their names
	reading map[string][]string   // what is read of programs, see Engine.Reading → files that do, two of them
	paths   map[string]bool       // all files and folders
	// Where imports of JavaScript and TypeScript lead.
	configs  map[string]scriptConfig // tsconfig files
	paved    []aliases               // what they say of paths, once it was asked for
	packages []scriptPackage         // deepest first
}

// imported is a name that a file imports of a module, or a module (""). The module is as the language names it, in
// JavaScript and TypeScript the file that the import leads to.
type imported struct {
	module, name, as, file string
	inner                  bool // the statement is indented: it may never run
	shown                  bool // in an example, or in a text that nobody runs
}

// is reports whether what is imported may be a module of some kind.
func (t imported) is(module func(string) bool) bool {
	return module(t.module) || t.name != "" && module(t.module+"."+t.name)
}

// take notes an import.
func (k *usage) take(t imported) {
	k.imports = append(k.imports, t)
	if t.name != "" {
		k.byName[t.name] = append(k.byName[t.name], t)
	}
}

// usages are what is known of the roots of an engine, and of what they are made with.
type usages struct {
	// Every change is reported here, since a command makes them all itself.
	reported bool
	known    memory[string, *usage]
	programs memory[place, *pyload.Program] // the Python modules that files can import, by where module names begin
	oldest   memory[place, oldest]          // the oldest Python of the folders asked about
	edited   memory[languageIn, []edited]   // the files that are not as the last commit has them
	goRoots  memory[string, string]         // where Go is installed, by its program

	mu       sync.Mutex
	searched map[string]int // how often a repository was searched, with nothing kept
}

// languageIn are the files of a language of a root.
type languageIn struct{ root, lang string }

// place is a folder of a root.
type place struct{ root, dir string }

// oldest is what [pyversion.Oldest] says.
type oldest struct {
	minor int
	says  string
}

var (
	exampleImport = lazyre.New(`(?m)^[ \t]*(?:>>> )?from[ \t]+(\w[.\w]*)[ \t]+import[ \t]+([^\n#]+)`)
	required      = lazyre.New(`(?m)^[ \t]*["']?([A-Za-z][\w.-]*)[ \t]*(?:[\[<>=!~;"',]|$)`)
)

// of returns the usage of a root.
func (u *usages) of(ctx context.Context, root string) *usage {
	return u.known.of(root, u.reported, func() (*usage, bool) {
		k := readUsage(ctx, root, nil)
		return k, ctx.Err() == nil
	})
}

// changed forgets the roots that hold a file.
func (u *usages) changed(path string) {
	u.known.forget(func(root string) bool {
		_, inside := files.Below(root, path)
		return inside
	})
	all := func(place) bool { return true }
	u.oldest.forget(all)
	u.programs.forget(all)
}

func newUsage() *usage {
	return &usage{byName: map[string][]imported{}, dotted: map[string]string{}, listed: map[string]string{},
		modules: map[string]bool{}, folders: map[string][]string{}, goNames: map[string]string{},
		named: map[string][]string{}, defined: map[string][]string{}, paths: map[string]bool{},
		configs: map[string]scriptConfig{}, reading: map[string][]string{}}
}

// tells reports whether a file says what a project uses.
func tells(path string) bool {
	base := filepath.Base(path)
	return slices.Contains([]string{".py", ".pyi", ".go", ".rs"}, filepath.Ext(path)) || isScript(path) ||
		base == "go.mod" || isAliases(base) || base == "package.json" ||
		base == "pyproject.toml" || base == "setup.cfg" ||
		strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt") || speaks(path)
}

// speaks reports whether a file is no code, and may name code: a setting whose value is loaded by its name, as
// module:name (https://packaging.python.org/en/latest/specifications/entry-points/), and a text whose examples
// are run (https://docs.python.org/3/library/doctest.html#simple-usage-checking-examples-in-a-text-file).
func speaks(path string) bool {
	return slices.Contains([]string{".toml", ".cfg", ".ini", ".yaml", ".yml", ".md", ".rst"}, filepath.Ext(path)) ||
		filepath.Base(path) == "Procfile"
}

// readUsage reads the files of a folder; those of which the text does not count say
// nothing.
func readUsage(ctx context.Context, root string, counts func(path, body string) bool) *usage {
	k := newUsage()
	r, err := files.Open(root)
	if err != nil {
		return k
	}
	defer r.Close()
	listing, err := files.Walk(ctx, r, files.WalkOptions{Flat: files.Loose(root), Keep: func(path string) bool {
		for p := path; p != "." && !k.paths[p]; p = slashpath.Dir(p) {
			k.paths[p] = true
		}
		return tells(path)
	}})
	if err != nil {
		return k
	}
	// What says where paths lead is read before those who follow them.
	var leading, following []string
	for _, f := range listing.Files {
		if isLeading(f.Path) {
			leading = append(leading, f.Path)
		} else {
			following = append(following, f.Path)
		}
	}
	read := func(paths []string) {
		for _, path := range paths {
			if ctx.Err() != nil {
				return
			}
			if body, err := r.ReadText(path, limits.SettingsFile); err == nil &&
				(counts == nil || isLeading(path) || counts(path, body)) {
				k.add(path, body)
			}
		}
	}
	read(leading)
	k.aliases()
	read(following)
	return k
}

// isLeading reports whether a file says where paths lead.
func isLeading(path string) bool {
	base := slashpath.Base(path)
	return isAliases(base) || base == "package.json"
}

// add notes what a file uses; path is relative, with slashes.
func (k *usage) add(path, body string) {
	switch base := slashpath.Base(path); {
	case isAliases(base):
		k.addConfig(path, body)
	case base == "package.json":
		k.addPackage(path, body)
	case base == "go.mod":
		if m := goModule.FindStringSubmatch(body); m != nil {
			k.goNames[slashpath.Dir(path)] = m[1]
		}
	case isScript(path):
		k.addScript(path, body)
	case isPython(path):
		k.addPython(path, scanned(path, body))
		if m := allNames.FindStringSubmatch(body); m != nil && strings.Count(body, "__all__") == 1 {
			k.listed[path] = m[1]
		}
		k.addReading(path, body)
	case strings.HasSuffix(path, ".go"):
		k.addGo(path, body)
	case strings.HasSuffix(path, ".rs"):
		k.folders[slashpath.Dir(path)] = append(k.folders[slashpath.Dir(path)], path)
	default:
		if speaks(path) {
			k.addText(path, body)
		}
		if !strings.HasPrefix(base, "requirements") && base != "pyproject.toml" && base != "setup.cfg" {
			return
		}
		for _, m := range required.FindAllStringSubmatch(body, -1) {
			k.modules[strings.ReplaceAll(strings.ToLower(m[1]), "-", "_")] = true
		}
	}
}

// allNames finds a module's list of what an import of all of it is
// (https://docs.python.org/3/reference/simple_stmts.html#the-import-statement).
var allNames = lazyre.New(`(?m)^__all__\s*(?::[^=\n]*)?=\s*[\[(]([^\])]*)[\])]\s*$`)

func isPython(path string) bool {
	return strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".pyi")
}

// scanned returns a text with what it defines and imports.
func scanned(path, body string) *scan.Text {
	s := scan.New(body, syntax.Language(path))
	s.Define()
	return s
}

// addText notes what a file that is no code names.
func (k *usage) addText(path, body string) {
	prose := slices.Contains([]string{".md", ".rst"}, filepath.Ext(path)) // it speaks of names that nobody loads
	k.addPairs(path, body, scan.Words(body, ""), func(sep byte, _ int) bool { return sep == ':' || sep == '.' && !prose })
	k.addExamples(path, body)
}

// addExamples notes what the examples of a text import.
func (k *usage) addExamples(path, body string) {
	for _, m := range exampleImport.FindAllStringSubmatch(body, -1) {
		for item := range strings.SplitSeq(strings.Trim(m[2], "() \t\r\n"), ",") {
			if words := strings.Fields(item); len(words) > 0 {
				k.take(imported{module: m[1], name: words[0], file: path, shown: true})
			}
		}
	}
}

// addPython notes what a Python file imports and names.
func (k *usage) addPython(path string, s *scan.Text) {
	if k.modules[lastName(path)] = true; undertest.IsTest(path) {
		k.tests = append(k.tests, path)
	}
	for _, im := range s.Imports {
		t := imported{module: absolute(path, im.Spec), file: path, inner: im.Inner}
		if first, _, _ := strings.Cut(t.module, "."); !strings.HasPrefix(im.Spec, ".") {
			k.modules[first] = true
		}
		if len(im.Names) == 0 {
			t.as = im.As[0]
			k.take(t)
		}
		for i, name := range im.Names {
			t.name, t.as = name, im.As[i]
			k.take(t)
		}
	}
	// What a name in small letters is given at the top is mostly meant for the module alone.
	for _, d := range s.Defs {
		known := k.defined[d.Name]
		if top := d.Kind == scan.Function || d.Kind == scan.Class || d.Kind == scan.Constant; top && d.Container == "" &&
			(len(known) == 0 || known[len(known)-1] != path) {
			k.defined[d.Name] = append(known, path)
		}
	}
	k.addNames(path, s)
}

// addNames notes the names that a Python file says with a dot between, in code or not, those of an entry point, and
// where it looks names up, those that are its texts.
func (k *usage) addNames(path string, s *scan.Text) {
	src := s.Source()
	word := func(w scan.Word) string { return src[w.Start:w.End] }
	byName, looks := false, false
	for _, w := range s.Words {
		byName = byName || word(w) == "import_module" || word(w) == "__import__"
		looks = looks || word(w) == "getattr"
	}
	if byName {
		k.dynamic = append(k.dynamic, path)
	}
	quote := func(at int) bool { return at >= 0 && at < len(src) && (src[at] == '"' || src[at] == '\'') }
	for _, w := range s.Words {
		if !w.Code && word(w) == "from" {
			line := src[strings.LastIndexByte(src[:w.Start], '\n')+1:]
			line, _, _ = strings.Cut(line, "\n")
			k.addExamples(path, line)
		}
		if (byName || looks) && !w.Code && quote(int(w.Start)-1) && quote(int(w.End)) {
			k.named[word(w)] = append(k.named[word(w)], path)
		}
	}
	k.addPairs(path, src, s.Words, func(sep byte, end int) bool { return sep == '.' || sep == ':' && quote(end) })
}

// addPairs notes each two words with nothing but a byte between them that joins them to a name of a module, which ends
// before an offset.
func (k *usage) addPairs(path, src string, words []scan.Word, joins func(sep byte, end int) bool) {
	for i := 1; i < len(words); i++ {
		if a, b := words[i-1], words[i]; a.End+1 == b.Start && joins(src[a.End], int(b.End)) {
			k.say(src[a.Start:a.End]+"."+src[b.Start:b.End], path)
		}
	}
}

// say notes that a file holds a dotted name; of the files that do, the first two
// are kept, since one may be the module itself.
func (k *usage) say(name, path string) {
	if first, known := k.dotted[name]; !known {
		k.dotted[name] = path
	} else if first != path {
		k.dotted[name+"\x00"] = path
	}
}

// absolute returns a module as seen from the root: ".compat" in requests/api.py is
// requests.compat.
func absolute(path, module string) string {
	rest := strings.TrimLeft(module, ".")
	dots := len(module) - len(rest)
	if dots == 0 {
		return module
	}
	dir := filepath.ToSlash(filepath.Dir(path))
	for range dots - 1 {
		dir = filepath.ToSlash(filepath.Dir(dir))
	}
	return strings.Trim(strings.ReplaceAll(strings.Trim(dir, "."), "/", ".")+"."+rest, ".")
}

// lastName returns the last part of the module that a file is.
func lastName(path string) string {
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".pyi"), ".py")
	if base == "__init__" {
		base = filepath.Base(filepath.Dir(path))
	}
	return base
}

func last(module string) string { return module[strings.LastIndexByte(module, '.')+1:] }

// moduleOf returns the Python module that a file is, by the folders it lies in.
func moduleOf(path string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(path, ".pyi"), ".py"), "/", "."),
		".__init__")
}

// sameModule reports whether a file's module can be imported by that name.
func sameModule(module, name string) bool {
	return module == name || strings.HasSuffix(module, "."+name)
}

// users returns the files that are known to use a name of a file, one behind the other and some twice. With a part,
// which is a folder with a slash, they lie outside of it: parts of a repository have modules of the same names (utils,
// models), so that a file counts there if it says which it means, or if there is only one.
func (k *usage) users(part, path, name string) iter.Seq[string] {
	elsewhere := func(file string) bool { return file != path && (part == "" || !strings.HasPrefix(file, part)) }
	if isScript(path) {
		return func(yield func(string) bool) {
			for _, t := range slices.Concat(k.byName[name], k.byName["*"]) {
				whole := t.name == "*" && name == "default" // which an import of everything does not have
				if t.module == path && !whole && elsewhere(t.file) && !yield(t.file) {
					return
				}
			}
		}
	}
	own, module := lastName(path), moduleOf(path)
	means := func(imported string) bool {
		if part == "" {
			return sameModule(module, imported) || strings.HasSuffix(imported, "."+module)
		}
		return sameModule(module, imported) && (strings.Contains(imported, ".") || k.only(path))
	}
	return func(yield func(string) bool) {
		for _, t := range k.byName[name] {
			if elsewhere(t.file) && means(t.module) && !yield(t.file) {
				return
			}
		}
		said := []string{k.dotted[own+"."+name], k.dotted[own+"."+name+"\x00"]}
		list, lists := k.listed[path]
		if !strings.HasPrefix(name, "_") && (!lists || strings.Contains(list, `"`+name+`"`) ||
			strings.Contains(list, "'"+name+"'")) {
			for _, t := range k.byName["*"] {
				if last(t.module) == own {
					said = append(said, t.file)
				}
			}
		}
		for _, by := range said {
			if by != "" && elsewhere(by) && (part == "" || k.importsAny(by, means)) && !yield(by) {
				return
			}
		}
	}
}

// importsAny reports whether a file imports a module of some kind.
func (k *usage) importsAny(file string, module func(string) bool) bool {
	return slices.ContainsFunc(k.imports, func(t imported) bool { return t.file == file && t.is(module) })
}

// Users returns the files of a root that are known to use a name of one of its files.
func (e *Engine) Users(ctx context.Context, root, path, name string) []string {
	known, rel := e.around(ctx, root, path)
	if known == nil {
		return nil
	}
	return slices.Compact(slices.Sorted(known.users("", rel, name)))
}

// Uses returns a file that uses one of some names of a file, with the name; "" if none is
// known to. It is of the root, or of another part of the repository around it. Of Go it is one of the
// package that build constraints leave out: the compiler sees the others.
func (e *Engine) Uses(ctx context.Context, root, path string, names []string) (name, file string) {
	known, rel := e.around(ctx, root, path)
	if known == nil {
		return "", ""
	}
	if strings.HasSuffix(path, ".go") {
		return e.usedInOtherBuild(root, path, known.folders[slashpath.Dir(rel)], names)
	}
	for _, n := range names {
		if by := first(known.users("", rel, n)); by != "" {
			return n, by
		}
	}
	whole := repository(root)
	if whole == "" {
		return "", ""
	}
	return e.usedBeyond(ctx, whole, root, path, names)
}

// Module reports whether a root holds a Python module, imports it somewhere, or
// names it in its manifest; a name that begins with a dot or that a tsconfig maps
// is a path, as JavaScript imports by, seen from the importing file.
func (e *Engine) Module(root, from, name string) bool {
	known := e.usages.of(context.Background(), root)
	if rel, err := filepath.Rel(root, from); err == nil && isScript(from) {
		if to, local := known.resolve(filepath.ToSlash(rel), name); local || to != "" {
			return to != ""
		}
	}
	first, _, _ := strings.Cut(name, ".")
	return known.modules[first]
}

// Oldest returns the oldest Python that a file has to run on: [pyversion.Oldest].
func (e *Engine) Oldest(root, path string) (minor int, says string) {
	u := &e.usages
	k := u.oldest.of(place{root, filepath.Dir(path)}, u.reported, func() (oldest, bool) {
		minor, says := pyversion.Oldest(root, path)
		return oldest{minor, says}, true
	})
	return k.minor, k.says
}
