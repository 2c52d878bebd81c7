package engine

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
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
	rel, err := filepath.Rel(root, s.Path)
	if root == "" || err != nil || !filepath.IsLocal(rel) || files.Loose(root) {
		return nil
	}
	return beside{e, root, filepath.ToSlash(rel), s.Lang}
}

func (b beside) usage() *usage { return b.usages.of(context.Background(), b.root, time.Now()) }

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
		rel, err := filepath.Rel(filepath.FromSlash(mod), filepath.FromSlash(dir))
		if err == nil && filepath.IsLocal(rel) && len(mod) > best {
			best, out = len(mod), strings.TrimSuffix(name+"/"+filepath.ToSlash(rel), "/.")
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
	u.mu.Lock()
	defer u.mu.Unlock()
	if dir, known := u.goRoots[program]; known {
		return dir
	}
	res, err := child.Run(context.Background(),
		child.Command{Argv: []string{program, "env", "GOROOT"}, Env: []string{"GOTOOLCHAIN=local"}})
	if err != nil || res.ExitCode != 0 {
		return ""
	}
	if u.goRoots == nil {
		u.goRoots = map[string]string{}
	}
	u.goRoots[program] = strings.TrimSpace(string(res.Stdout))
	return u.goRoots[program]
}

// documents returns files of the root, as the user has them.
func (b beside) documents(list []string) []text.Snapshot {
	slices.Sort(list)
	return b.read(b.root, "", list, len(list))
}

// Renamed returns the names that the lines of the last commit which hold a name have in its place today. git is asked
// for texts of the commit only: git diff would run the filters that a repository configures for its files.
func (b beside) Renamed(name string) []string {
	u, of := &b.usages, nameIn{b.root, b.lang, name}
	u.mu.Lock()
	now, known := u.renamed[of]
	u.mu.Unlock()
	if known {
		return now
	}
	now = b.renamed(name)
	if u.told { // else somebody may commit, or type, at any time
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.renamed == nil {
			u.renamed = map[nameIn][]string{}
		}
		u.renamed[of] = now
	}
	return now
}

func (b beside) renamed(name string) []string {
	ends := slices.DeleteFunc(syntax.Extensions(), func(end string) bool { return syntax.Language("a"+end) != b.lang })
	args := []string{"grep", "-l", "-z", "-w", "-F", "--no-textconv", "-e", name, "HEAD", "--"}
	out, err := b.git(nil, append(args, ".")...)
	if err != nil {
		return nil
	}
	var names []string
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		file := strings.TrimPrefix(string(entry), "HEAD:")
		if file == "" || !slices.Contains(ends, path.Ext(file)) {
			continue
		}
		was, err := b.git(nil, "cat-file", "blob", "HEAD:./"+file)
		if now := b.documents([]string{file}); err == nil && len(now) == 1 {
			names = append(names, renamedIn(text.File(now[0].Path, b.lang, string(was)), now[0], name)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// git asks git in the root.
func (b beside) git(stdin []byte, args ...string) ([]byte, error) {
	res, err := child.Git(context.Background(),
		child.GitOptions{Dir: b.root, Look: child.LookOptions{Roots: []string{b.root}},
			Stdin: stdin, MaxOutput: limits.ChildListing}, args...)
	if err == nil && res.ExitCode != 0 {
		err = child.ErrOutput
	}
	return res.Stdout, err
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
