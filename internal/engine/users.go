package engine

import (
	"context"
	"errors"
	"fmt"
	slashpath "path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A fix of one file can break another one that uses it. Tools that see more than
// the document are shown those files with it, in the same run: what they newly
// report there counts as if it stood in the document.

// seesUsers are the tools whose one run over several files shows what a change of
// one does to the others. The TypeScript compiler finds a document's users itself.
func seesUsers(tool string) bool {
	return signal.ChecksTypes(tool) || slices.Contains([]string{"go", "go vet", "go fix", "staticcheck", "golangci-lint",
		"clippy"}, tool)
}

// Look returns how a tool looks at the text of a fix: at the document, and at the
// files that use it.
func (e *Engine) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	root, owner := e.Root(after.Path), e.owner(tool)
	switch {
	case root != "" && owner == "pytest":
		return e.lookAtTests(ctx, tool, root, before, after)
	case root != "" && seesUsers(owner):
		users := e.users(ctx, root, before, after)
		if owner == "go" {
			if out, ok := e.vetted(ctx, root, before, after, users); ok {
				return out, nil
			}
		}
		if len(users) > 0 {
			out, err := e.lookWithFiles(ctx, tool, root, before, after, users)
			if !errors.Is(err, linter.ErrUnsuitable) && !errors.Is(err, linter.ErrMissing) &&
				!errors.Is(err, linter.ErrNotAllowed) {
				return out, err // else a language server may stand in for the tool
			}
		}
	}
	list, err := e.Check(ctx, tool, before, after)
	return verify.Looked{Here: list}, err
}

// lookWithFiles has a tool look at the text of a fix and at other files, in one run.
func (e *Engine) lookWithFiles(ctx context.Context, tool, root string, before, after text.Snapshot,
	beside []text.Snapshot) (verify.Looked, error) {
	said, err := e.together(ctx, tool, root, after, beside)
	if err != nil {
		return verify.Looked{}, err
	}
	here, ok := said[after.Path]
	if !ok {
		return verify.Looked{}, fmt.Errorf("%s %w %s", tool, verify.ErrNotLooked, filepath.Base(after.Path))
	}
	out := verify.Looked{Here: here, Files: len(said)}
	// A user of which nothing is said now has nothing new, whatever was said before.
	if !slices.ContainsFunc(beside, func(u text.Snapshot) bool { return len(said[u.Path]) > 0 }) {
		return out, nil
	}
	was, err := e.together(ctx, tool, root, before, beside)
	if err != nil {
		return verify.Looked{}, err
	}
	for _, u := range beside {
		rel, err := filepath.Rel(root, u.Path)
		if _, looked := was[u.Path]; err != nil || !looked {
			continue // go vet says nothing of a package that does not compile yet
		}
		for _, d := range verify.Compare(u, u, was[u.Path], said[u.Path]).New {
			out.Elsewhere = append(out.Elsewhere,
				verify.Away{Diagnostic: d, File: filepath.ToSlash(rel), Line: u.LineAt(d.Span.Start) + 1})
		}
	}
	return out, nil
}

// lookBefore returns what a slow tool says of a text that is no fix, where the editor has not
// asked it yet: together with the files that use the document, as it will look at the fix. What
// it says of those is at hand then. The quick ones an editor asks at once by itself.
func (e *Engine) lookBefore(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, bool) {
	root := e.Root(s.Path)
	if base.Path != "" || !e.editor || root == "" || !e.Slow(tool) || !seesUsers(e.owner(tool)) ||
		e.runner.Hears(tool, s) {
		return nil, false
	}
	users := e.users(ctx, root, s, s)
	if len(users) == 0 {
		return nil, false
	}
	said, err := e.together(ctx, tool, root, s, users)
	list, looked := said[s.Path]
	return list, looked && err == nil
}

// lookAtTests returns how the tool that runs tests looks at the text of a fix: first at
// what failed before; where that gets better, at all tests, wherever they fail. A
// fix that makes one test pass and breaks another is none.
func (e *Engine) lookAtTests(ctx context.Context, tool, root string, before,
	after text.Snapshot) (verify.Looked, error) {
	was, err := e.Check(ctx, tool, text.Snapshot{}, before)
	if err != nil {
		return verify.Looked{}, err
	}
	now, err := e.Check(ctx, tool, before, after)
	if err != nil || len(now) > 0 && len(now) >= len(was) {
		return verify.Looked{Here: now}, err
	}
	known := e.usages.of(ctx, root)
	rel := files.Relative(root, after.Path)
	return e.lookWithFiles(ctx, tool, root, before, after,
		e.read(root, after.Path, slices.Concat(known.tests, known.importers(filepath.ToSlash(rel))),
			len(known.tests)+mostUsers))
}

// together runs a tool over a document and its users, all as the user has them
// but for the document's text.
func (e *Engine) together(ctx context.Context, tool, root string, s text.Snapshot,
	users []text.Snapshot) (map[string][]signal.Diagnostic, error) {
	in := linter.Texts{Root: root, Files: append([]text.Snapshot{s}, users...), Changed: e.opened(users)}
	in.Changed[s.Path] = true
	return e.runner.Together(ctx, e.owner(tool), in)
}

// opened returns the paths of those files that are open in the editor: their texts
// need not be those on the disk.
func (e *Engine) opened(list []text.Snapshot) map[string]bool {
	out := map[string]bool{}
	for _, s := range list {
		if _, open := e.sources.Document(s.Path); open {
			out[s.Path] = true
		}
	}
	return out
}

// mostUsers bounds how many files are looked at together with a document.
const mostUsers = 60

// users returns the files that may see what a fix changes: those that import a Python
// module, those of the same Go package, with the packages that import it where
// more than the insides of functions changed, those of the same crate.
func (e *Engine) users(ctx context.Context, root string, before, after text.Snapshot) []text.Snapshot {
	known, rel := e.around(ctx, root, after.Path)
	if known == nil {
		return nil
	}
	var names []string
	switch {
	case after.Lang == "go" && insideFunctions(before, after):
		names = known.goUsers(rel, true)
	case !isScript(rel): // the TypeScript compiler finds them itself
		names = known.usersOf(rel)
	}
	return e.read(root, after.Path, names, mostUsers)
}

// usersOf returns the files that may use one.
func (k *usage) usersOf(path string) (out []string) {
	switch {
	case strings.HasSuffix(path, ".go"):
		return k.goUsers(path, false)
	case strings.HasSuffix(path, ".rs"):
		return k.inCrate(path)
	case isScript(path):
		for _, t := range k.imports {
			if t.module == path && !slices.Contains(out, t.file) {
				out = append(out, t.file)
			}
		}
		return out
	}
	return k.importers(path)
}

// read returns files of a root but one, as the user has them, up to so many.
func (e *Engine) read(root, but string, names []string, most int) []text.Snapshot {
	r, err := files.Open(root)
	if err != nil {
		return nil
	}
	defer r.Close()
	var out []text.Snapshot
	have := map[string]bool{but: true}
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if have[path] || len(out) == most {
			continue
		}
		have[path] = true
		if s, open := e.sources.Document(path); open {
			out = append(out, s)
			continue
		}
		if body, err := r.ReadText(name, limits.FixFile); err == nil {
			out = append(out, text.File(path, syntax.Language(path), body))
		}
	}
	return out
}

var (
	goModule = lazyre.New(`(?m)^module[ \t]+"?([^\s"]+)`)
	goBody   = lazyre.New(`(?m)^(?:func|type|var|const)\b`)
)

// addGo notes what a Go file imports. What it declares is not read: there is much of it.
func (k *usage) addGo(path, body string) {
	dir := slashpath.Dir(path)
	k.folders[dir] = append(k.folders[dir], path)
	if at := goBody.FindStringIndex(body); at != nil {
		body = body[:at[0]]
	}
	for _, im := range scanned(path, body).Imports {
		k.take(imported{module: im.Spec, as: goName(im.As[0], im.Spec), file: path})
	}
}

// importers returns the files that import a Python file.
func (k *usage) importers(path string) []string {
	module := moduleOf(path)
	var out []string
	for _, t := range k.imports {
		if t.shown || !isPython(t.file) || t.file == path || slices.Contains(out, t.file) {
			continue
		}
		if t.is(func(m string) bool {
			return m != "" && (sameModule(module, m) || strings.HasSuffix(m, "."+module))
		}) {
			out = append(out, t.file)
		}
	}
	return out
}

// goUsers returns the files of a Go file's package, and those that import it.
func (k *usage) goUsers(path string, inside bool) []string {
	dir := filepath.ToSlash(filepath.Dir(path))
	out := slices.Clone(k.folders[dir])
	if inside {
		return out
	}
	if own := k.goPath(dir); own != "" {
		for _, t := range k.imports {
			if t.module == own && !slices.Contains(out, t.file) {
				out = append(out, t.file)
			}
		}
	}
	return out
}

// inCrate returns the Rust files below the folder that a Rust file's crate seems to
// begin in.
func (k *usage) inCrate(path string) []string {
	top, _, _ := strings.Cut(path, "src/")
	var out []string
	for dir, list := range k.folders {
		if strings.HasPrefix(dir+"/", top) {
			out = append(out, list...)
		}
	}
	slices.Sort(out)
	return out
}
