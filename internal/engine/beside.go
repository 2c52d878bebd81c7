package engine

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/git"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

// beside is what rules know of the files next to a document: [rule.Project].
type beside struct {
	*Engine
	root, path string // path is relative to the root, with slashes
	lang       string
}

// Beside returns the project of a document, nil where it is of none.
func (e *Engine) Beside(root string, s text.Snapshot) rule.Project {
	rel, ok := files.Below(root, s.Path)
	if root == "" || !ok || files.Loose(root) {
		return nil
	}
	return beside{e, root, rel, s.Lang}
}

func (b beside) usage() *usage { return b.usages.of(context.Background(), b.root) }

// Definers returns the Python files of the project that define a name at their top level.
func (b beside) Definers(name string) []text.Snapshot {
	if b.lang != "python" {
		return nil
	}
	return b.documents(slices.DeleteFunc(slices.Clone(b.usage().defined[name]), func(f string) bool {
		return f == b.path || undertest.IsTest(f) && !undertest.IsTest(b.path)
	}))
}

// Package returns the other files of a Go package.
func (b beside) Package() []text.Snapshot {
	if b.lang != "go" {
		return nil
	}
	list := slices.Clone(b.usage().folders[path.Dir(b.path)])
	return b.documents(slices.DeleteFunc(list, func(f string) bool {
		return f == b.path || strings.HasSuffix(f, "_test.go") && !strings.HasSuffix(b.path, "_test.go")
	}))
}

// Module returns the texts of a module.
func (b beside) Module(name string) []text.Snapshot {
	k := b.usage()
	switch b.lang {
	case "python":
		own := filepath.Join(b.root, filepath.FromSlash(b.path))
		if f, ok := finder(b.root, topFolder(own))(name); ok && f.Own && f.Opaque == "" && f.Path != "" {
			if rel, err := filepath.Rel(b.root, f.Path); err == nil {
				return b.documents([]string{filepath.ToSlash(rel)})
			}
		}
	case "go":
		for dir := range k.folders {
			if k.goPath(dir) == name {
				return b.documents(k.goFiles(dir))
			}
		}
		return b.standardGo(name)
	}
	return nil
}

// goFiles returns the files of a Go package without its tests.
func (k *usage) goFiles(dir string) []string {
	return slices.DeleteFunc(slices.Clone(k.folders[dir]), func(f string) bool {
		return !strings.HasSuffix(f, ".go") || strings.HasSuffix(f, "_test.go")
	})
}

// goPath returns the path by which the Go package of a folder is imported, "" if it is in no module.
func (k *usage) goPath(dir string) string {
	best, out := -1, ""
	for mod, name := range k.goNames {
		if rel, ok := files.Below(filepath.FromSlash(mod), filepath.FromSlash(dir)); ok && len(mod) > best {
			best, out = len(mod), strings.TrimSuffix(name+"/"+rel, "/.")
		}
	}
	return out
}

// standardGo returns the files of a package of Go's standard library, as it is installed.
func (b beside) standardGo(name string) []text.Snapshot {
	first, _, _ := strings.Cut(name, "/")
	root := b.usages.goRoot(b.root)
	if root == "" || strings.Contains(first, ".") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil
	}
	dir, err := files.Open(filepath.Join(root, "src", filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	defer dir.Close()
	var out []text.Snapshot
	list, err := filepath.Glob(filepath.Join(dir.Dir(), "*.go"))
	for _, f := range list {
		base := filepath.Base(f)
		if err != nil || strings.HasSuffix(base, "_test.go") {
			continue
		}
		if src, err := dir.ReadText(base, limits.ContextFile); err == nil {
			out = append(out, text.File(f, "go", src))
		}
	}
	return out
}

// goRoot returns where Go is installed that is found from a root, asked once.
func (u *usages) goRoot(root string) string {
	program, err := child.Look("go", child.LookOptions{Roots: []string{root}})
	if err != nil {
		return ""
	}
	return u.goRoots.of(program, true, func() (string, bool) {
		res, err := child.Run(context.Background(),
			child.Command{Argv: []string{program, "env", "GOROOT"}, Env: []string{"GOTOOLCHAIN=local"}})
		if err != nil || res.ExitCode != 0 {
			return "", false
		}
		return strings.TrimSpace(string(res.Stdout)), true
	})
}

// documents returns files of the root, as the user has them.
func (b beside) documents(list []string) []text.Snapshot {
	slices.Sort(list)
	return b.read(b.root, "", list, len(list))
}

// Renamed returns the names that the lines of the last commit that contain a name have in its place today.
func (b beside) Renamed(name string) []string {
	var names []string
	for _, f := range b.sinceCommit() {
		if strings.Contains(f.was.Text(), name) {
			names = append(names, renamedIn(f.was, f.now, name)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// edited is a file that is not as the last commit has it.
type edited struct{ was, now text.Snapshot }

// sinceCommit returns the files of the document's language that are not as the last commit has them. git is asked for
// texts of the commit only, and once where every change is reported: git diff would run the filters that a repository
// configures for its files.
func (b beside) sinceCommit() []edited {
	u := &b.usages
	return u.edited.of(languageIn{b.root, b.lang}, u.reported, func() ([]edited, bool) {
		return b.differing(context.Background()), u.reported // else somebody may commit, or type, at any time
	})
}

// differing returns what sinceCommit does. What git knows to be as it was is not read.
func (b beside) differing(ctx context.Context) (list []edited) {
	repo, err := git.Of(ctx, b.root)
	if err != nil {
		return nil
	}
	index, err := repo.Index(ctx)
	head, none := repo.Head(ctx)
	if errors.Join(err, none) != nil {
		return nil
	}
	var now []text.Snapshot
	var names []string // git's, of the texts that they had
	for file, name := range head {
		abs := filepath.Join(repo.Top, filepath.FromSlash(file))
		rel, inside := files.Below(b.root, abs)
		if !inside || syntax.Language(file) != b.lang {
			continue
		}
		if _, open := b.sources.Document(abs); !open && index.Names[file] == name && index.Has(file, abs) {
			continue
		}
		for _, s := range b.documents([]string{rel}) {
			if !git.IsBlob(name, s.Text()) {
				now, names = append(now, s), append(names, name)
			}
		}
	}
	was, err := repo.Texts(ctx, names)
	for i, s := range now {
		if body := was[names[i]]; err == nil && body != nil {
			list = append(list, edited{text.File(s.Path, b.lang, *body), s})
		}
	}
	return list
}

// definition is what stands before the name of a definition in the languages.
var definition = lazyre.New(`^\s*(?:export |default |pub(?:\([^)]*\))? |async |static |public |private )*(?:def` +
	`|class|func(?: \([^)]*\))?|function\*?|fn|struct|enum|trait|type|interface) $`)

// renamedIn returns the names that changed lines of a text have where they had another one and read alike otherwise, or
// define under it what they defined.
func renamedIn(was, now text.Snapshot, name string) []string {
	old := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	var out []string
	for _, h := range diff.Lines(was, now) {
		for l := h.Old.Start; l < h.Old.End; l++ {
			line := strings.TrimSpace(was.Line(l))
			at := old.FindStringIndex(line)
			if at == nil {
				continue
			}
			parts := old.Split(line, -1)
			for i := range parts {
				parts[i] = regexp.QuoteMeta(parts[i])
			}
			same := regexp.MustCompile(`^` + strings.Join(parts, `(\w+)`) + `$`)
			begins := regexp.MustCompile(`^` + regexp.QuoteMeta(line[:at[0]]) + `(\w+)\b`)
			for n := h.New.Start; n < h.New.End; n++ {
				fresh := strings.TrimSpace(now.Line(n))
				m := same.FindStringSubmatch(fresh)
				if m == nil && definition.MatchString(line[:at[0]]) {
					m = begins.FindStringSubmatch(fresh)
				}
				if m != nil && m[1] != name && len(slices.Compact(slices.Clone(m[1:]))) == 1 {
					out = append(out, m[1])
				}
			}
		}
	}
	return out
}
