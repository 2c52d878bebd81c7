package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Changed is a file of a set, as it is and as it would be.
type Changed struct {
	Before text.Snapshot
	After  string
}

// Unproven is a file that is to be left out of a set.
type Unproven struct {
	Path string
	What string // fails with it, and did not without: "importing pkg.a"
	Says string
}

// Proof is what a set of files was tried with.
type Proof struct {
	Left []Unproven
	// Tried are the trials that the rest has passed, in words.
	Tried []string
	// Failed are trials that could not be made, by what was to be tried.
	Failed map[string]error
}

// ProveOptions say what a set is tried with.
type ProveOptions struct {
	Tests bool // the tests that reach the set are run
}

// Prove tries what a set makes of a root: the Python modules that its files are, and those that import them, are
// imported; compilers look at the files and at those that use them, with their tests; and where that is asked for, the
// tests that reach the files are run. What worked before and fails now is taken out of the set, file by file, until
// nothing does: the rest is tried again each time. Code of the root runs: the caller has the user's word for it.
func (e *Engine) Prove(ctx context.Context, root string, set []Changed, o ProveOptions) (Proof, error) {
	out := Proof{Failed: map[string]error{}}
	p := prover{engine: e, ctx: ctx, root: root, known: e.usages.of(ctx, root)}
	p.session = e.runner.Session(root)
	defer p.session.Close()
	trials := slices.Concat(p.imports(set), p.compilers(set))
	if o.Tests {
		trials = append(trials, p.tests(set)...)
	}
	for again := true; again && len(set) > 0; { // what one removes another one may need
		again, out.Tried = false, nil
		for _, t := range trials {
			left, err := t.leaveOut(set)
			switch {
			case ctx.Err() != nil:
				return out, ctx.Err()
			case err != nil:
				out.Failed[t.name] = err
				continue
			}
			out.Tried = append(out.Tried, t.name)
			out.Left = append(out.Left, left...)
			again = again || len(left) > 0
			set = slices.DeleteFunc(slices.Clone(set), func(c Changed) bool {
				return slices.ContainsFunc(left, func(u Unproven) bool { return u.Path == c.Before.Path })
			})
		}
	}
	return out, nil
}

// prover makes the trials of a root.
type prover struct {
	engine *Engine
	ctx    context.Context
	root   string
	known  *usage
	// session has the compilers look: the user has said that they may.
	session *linter.Session
}

// trial is one way to see whether something works.
type trial struct {
	name string
	// fails says what does not work with some texts in place of the files: of these units, or of all where there are
	// none. What it says of one is its reason.
	fails func(texts map[string]string, units []string) (map[string]string, error)
	units []string
	// says is what fails, in words.
	says func(unit string) string
}

// with tries the first n files of a set.
func (t trial) with(set []Changed, n int, units []string) (map[string]string, error) {
	texts := map[string]string{}
	for i, c := range set {
		texts[c.Before.Path] = c.Before.Text()
		if i < n {
			texts[c.Before.Path] = c.After
		}
	}
	return t.fails(texts, units)
}

// leaveOut removes files from a set until each unit works that did before.
func (t trial) leaveOut(set []Changed) (out []Unproven, err error) {
	failing, err := t.with(set, len(set), t.units)
	if err != nil || len(failing) == 0 {
		return nil, err
	}
	before, err := t.with(set, 0, slices.Sorted(maps.Keys(failing)))
	if err != nil {
		return nil, err
	}
	for _, unit := range slices.Sorted(maps.Keys(failing)) {
		if before[unit] != "" {
			continue // it did not work
		}
		for len(set) > 0 {
			said, err := t.with(set, len(set), []string{unit})
			if err != nil {
				return nil, err
			}
			if said[unit] == "" {
				break
			}
			i, err := t.guilty(set, unit)
			if err != nil {
				return nil, err
			}
			out = append(out, Unproven{Path: set[i].Before.Path, What: t.says(unit), Says: said[unit]})
			set = slices.Delete(slices.Clone(set), i, i+1)
		}
	}
	if len(out) > 0 && len(set) > 0 { // something else may fail without them
		more, err := t.leaveOut(set)
		return append(out, more...), err
	}
	return out, nil
}

// guilty returns the file with which a unit no longer works: with those before it in the set it does.
func (t trial) guilty(set []Changed, unit string) (int, error) {
	works, fails := 0, len(set) // so many files
	for works+1 < fails {
		half := (works + fails) / 2
		said, err := t.with(set, half, []string{unit})
		if err != nil {
			return 0, err
		}
		if said[unit] == "" {
			works = half
		} else {
			fails = half
		}
	}
	return fails - 1, nil
}

// rel returns a file of the set relative to the root, with slashes.
func (p prover) rel(c Changed) string { return files.Relative(p.root, c.Before.Path) }

// imports import the modules below each folder that names of modules begin in. A file is a module here where it lies
// in a package, or where another file imports it: other files may be programs.
func (p prover) imports(set []Changed) (out []trial) {
	byTop := map[string][]string{}
	add := func(path string, importers int) {
		top := topFolder(path)
		rel, err := filepath.Rel(top, path)
		module := moduleOf(filepath.ToSlash(rel))
		if err != nil || top == filepath.Dir(path) && importers == 0 || slices.Contains(byTop[top], module) {
			return
		}
		if importable.MatchString(module) && last(module) != "__main__" {
			byTop[top] = append(byTop[top], module)
		}
	}
	for _, c := range set {
		rel := p.rel(c)
		if filepath.Ext(rel) != ".py" {
			continue
		}
		importers := p.known.importers(rel)
		add(c.Before.Path, len(importers))
		for _, by := range importers[:min(mostUsers, len(importers))] {
			if filepath.Ext(by) == ".py" {
				add(filepath.Join(p.root, filepath.FromSlash(by)), 0)
			}
		}
	}
	for _, top := range slices.Sorted(maps.Keys(byTop)) {
		out = append(out, trial{name: "the import of " + some(byTop[top]), units: byTop[top],
			says: func(m string) string { return "importing " + m },
			fails: func(texts map[string]string, modules []string) (map[string]string, error) {
				l := linter.Loading{Root: p.root, Texts: texts, Top: top, Modules: modules}
				return p.engine.runner.Imports(p.ctx, l)
			}})
	}
	return out
}

// some returns a few names, and how many more there are.
func some(names []string) string {
	if n := len(names) - 3; n > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), n)
	}
	return strings.Join(names, ", ")
}

var importable = lazyre.New(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

// compilers look at a set and at the files that use it, each that the project has.
func (p prover) compilers(set []Changed) (out []trial) {
	by := map[string][]Changed{}
	for _, c := range set {
		for _, tool := range slices.Concat(p.engine.runner.Names(c.Before), p.engine.runner.Held(c.Before)) {
			if slices.Contains([]string{"go", "tsc", "clippy"}, tool) {
				by[tool] = append(by[tool], c)
			}
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(by)) {
		beside := p.beside(by[tool])
		who := tool
		if tool == "clippy" {
			who = "rustc" // whose errors count
		}
		out = append(out, trial{name: "the compiler (" + who + ")",
			says: func(string) string { return "compiling with " + who },
			fails: func(texts map[string]string, _ []string) (map[string]string, error) {
				return p.errors(tool, texts, by[tool], beside)
			}})
	}
	return out
}

// beside returns the files that use those of a set.
func (p prover) beside(set []Changed) (out []text.Snapshot) {
	had := map[string]bool{}
	for _, c := range set {
		had[c.Before.Path] = true
	}
	for _, c := range set {
		for _, s := range p.engine.read(p.root, c.Before.Path, p.known.usersOf(p.rel(c)), mostUsers) {
			if !had[s.Path] && len(out) < mostUsers {
				had[s.Path], out = true, append(out, s)
			}
		}
	}
	return out
}

// errors returns the errors of a compiler, by file and message.
func (p prover) errors(tool string, texts map[string]string, set []Changed, beside []text.Snapshot) (
	map[string]string, error,
) {
	in := linter.Texts{Root: p.root, Files: slices.Clone(beside), Changed: map[string]bool{}, Consent: true}
	for _, c := range set {
		now, there := texts[c.Before.Path]
		if !there {
			continue // it was taken out
		}
		in.Files = append(in.Files, c.Before.With(now))
		in.Changed[c.Before.Path] = now != c.Before.Text()
	}
	said, err := p.session.Together(p.ctx, tool, in)
	if errors.Is(err, linter.ErrUnsuitable) || errors.Is(err, linter.ErrMissing) {
		return nil, nil // it looks at none of them
	}
	out := map[string]string{}
	for path, list := range said {
		for _, d := range list {
			if d.Severity == signal.Error && (tool != "clippy" || d.Tool != "clippy") {
				out[path+"\x00"+d.Message] = files.Relative(p.root, path) + ": " + d.Headline()
			}
		}
	}
	return out, err
}

// tests run the tests that reach a set, in each language.
func (p prover) tests(set []Changed) (out []trial) {
	byRun := map[linter.TestRun][]string{}
	for _, c := range set {
		for _, f := range p.reach(p.rel(c)) {
			dir := filepath.ToSlash(filepath.Dir(f))
			switch lang := syntax.Language(f); {
			case lang == "python" && undertest.IsTest(f):
				add(byRun, linter.TestRun{Lang: lang}, f)
			case lang == "go":
				add(byRun, linter.TestRun{Lang: lang, Dir: cmp.Or(p.above(dir, "go.mod"), ".")}, "./"+dir)
			case lang == "rust":
				add(byRun, linter.TestRun{Lang: lang, Dir: cmp.Or(p.above(dir, "Cargo.toml"), ".")}, "")
			case isScript(f) && p.above(dir, "package.json") != "":
				add(byRun, linter.TestRun{Lang: "javascript", Dir: p.above(dir, "package.json")}, "")
			}
		}
	}
	for _, run := range slices.SortedFunc(maps.Keys(byRun), func(a, b linter.TestRun) int {
		return cmp.Or(cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.Dir, b.Dir))
	}) {
		out = append(out, trial{name: "the tests that reach it",
			says: func(unit string) string { return "the test " + unit },
			fails: func(texts map[string]string, _ []string) (map[string]string, error) {
				t := linter.Testing{Root: p.root, Texts: texts, Run: run, Names: byRun[run]}
				return p.engine.runner.Tests(p.ctx, t)
			}})
	}
	return out
}

func add(by map[linter.TestRun][]string, run linter.TestRun, name string) {
	if !slices.Contains(by[run], name) {
		by[run] = append(by[run], name)
	}
}

// above returns the nearest folder from one upwards that contains a file, relative to the root; "" if none does.
func (p prover) above(dir, name string) string {
	for ; ; dir = filepath.ToSlash(filepath.Dir(dir)) {
		if p.known.paths[strings.TrimPrefix(dir+"/"+name, "./")] {
			return dir
		}
		if dir == "." {
			return ""
		}
	}
}

// reach returns a file, and those that use it, or use one that does.
func (p prover) reach(rel string) []string {
	out := []string{rel}
	for i := 0; i < len(out) && len(out) < mostReached; i++ {
		for _, by := range p.known.usersOf(out[i]) {
			if !slices.Contains(out, by) {
				out = append(out, by)
			}
		}
	}
	return out
}

// mostReached bounds how many files are followed to tests.
const mostReached = 500
