package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/notebook"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Target is one file to fix, read into memory.
type Target struct {
	Shown    string // path as the user would write it
	Root     string
	Snapshot text.Snapshot // without its text where other machines work on it
	// Lint returns all findings of a text of this file.
	Lint func(context.Context, text.Snapshot) ([]signal.Diagnostic, error)

	notebook *notebook.File // whose Python the snapshot is
}

// left says why a path is left alone, and where an ignore file says so how to have
// it fixed nevertheless.
func left(why string) notOurs {
	if name, ok := strings.CutSuffix(why, " ignores it"); ok {
		why += "; to have it fixed, remove what matches it from " + name
	}
	return notOurs(why)
}

// targets reads the files that the arguments name. What cannot be read is
// skipped and named; it is an error only where nothing is left.
func (w *App) targets(ctx context.Context, in io.Reader, o Options,
	args []string) (found []Target, skipped []skip, err error) {
	if o.Input != "" {
		return w.reported(ctx, in, o, args)
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	seen := map[string]bool{}
	from := reader{app: w, light: o.light()}
	defer from.close()
	for _, arg := range args {
		info, statErr := os.Stat(arg)
		dir := statErr == nil && info.IsDir()
		if statErr != nil && !w.Staged.named(arg) {
			skipped = append(skipped, named(leave(cmp.Or(arg, `""`), "unreadable file", BareOf(statErr))))
			continue
		}
		paths := []string{arg}
		if dir {
			var passing []skip
			paths, passing, err = w.list(ctx, arg, nil)
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if err != nil {
				skipped = append(skipped, named(leave(arg, "unreadable folder", ReasonOf(err))))
				continue
			}
			if why := w.hidden(arg); len(paths) == 0 && why != "" {
				skipped = append(skipped, named(leave(arg, "folder", left(why))))
			}
			if o.Since != "" { // of what has not changed nobody wants to hear
				passing = slices.DeleteFunc(passing, func(s skip) bool { return s.quiet })
			}
			skipped = append(skipped, passing...)
			var theirs []skip
			paths, theirs = vendored(arg, paths)
			skipped = append(skipped, theirs...)
			skipped = append(skipped, w.ignored(ctx, arg, paths)...)
		}
		paths = w.Staged.only(arg, paths, w.Engine.Tools().Knows)
		var made []string // by programs
		var why string
		for _, path := range paths {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			abs, err := filepath.Abs(path)
			if err != nil || seen[abs] {
				continue
			}
			seen[abs] = true
			t, err := from.read(path, abs)
			if err != nil {
				s := leave(path, kindOf(path, err), err)
				s.named = !dir && !errors.As(err, new(notOurs))
				skipped = append(skipped, s)
				continue
			}
			if by := from.generated(t); by != "" && dir {
				made, why = append(made, path), by
				continue
			}
			found = append(found, t)
		}
		skipped = append(skipped, leftGenerated(made, why)...)
	}
	return found, skipped, w.MissingTools(found)
}

// Fixable reads the files of a folder that a fix of the folder looks at, notebooks left out, for an engine of another
// front end.
func Fixable(ctx context.Context, p *engine.Process, e *engine.Engine, dir string) ([]text.Snapshot, error) {
	w := &App{Process: p, Engine: e, Settings: e.Settings(), errs: io.Discard, warned: map[string]error{}}
	found, _, err := w.targets(ctx, nil, Options{}, []string{dir})
	var out []text.Snapshot
	for _, t := range found {
		if t.notebook == nil {
			out = append(out, t.Snapshot)
		}
	}
	return out, err
}

// hidden says why what a folder holds is left alone, "" if it is not.
func (w *App) hidden(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return w.Engine.Protected(filepath.Join(abs, "file"))
}

// named marks what the user has named.
func named(s skip) skip {
	s.named = true
	return s
}

// List names the files of a folder that some linter checks.
func (w *App) List(ctx context.Context, dir string) ([]string, error) {
	paths, _, err := w.list(ctx, dir, nil)
	return slices.DeleteFunc(paths, isNotebook), err
}

// checked reports whether a tool looks at files like this one, also one that only some projects ask for.
func (w *App) checked(path string) bool {
	lang := syntax.Language(path)
	if w.Engine.Tools().Knows(lang) {
		return true
	}
	abs, err := filepath.Abs(path)
	return err == nil && lang != "" && len(w.Engine.Names(text.File(abs, lang, ""))) > 0
}

// list names the files of a folder that some linter checks, or that are wanted also, and what lies there of the same
// kinds that nobody looks at.
func (w *App) list(ctx context.Context, dir string,
	also func(path string) bool) (paths []string, passing []skip, err error) {
	root, err := files.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	pass := func(name, kind, why string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		abs, err := filepath.Abs(path)
		if err != nil || !w.Staged.has(abs) {
			return
		}
		s := leave(path, kind, notOurs(why))
		s.quiet = true
		passing = append(passing, s)
	}
	listing, err := files.Walk(ctx, root, files.WalkOptions{Keep: func(path string) bool {
		switch ext := filepath.Ext(path); {
		case ext == ".ipynb" && w.Staged != nil:
			pass(path, "notebook", "staged notebooks are left; fix it without --staged")
		case ext == ".ipynb":
			return w.Engine.Tools().Knows("python")
		case slices.Contains(wrapped[:], ext):
			w.unread(filepath.Join(dir, filepath.FromSlash(path)))
		case has(filepath.Join(dir, filepath.FromSlash(path)), ".git"): // git lists it, and none of its files
			passing = append(passing, leave(filepath.Join(dir, filepath.FromSlash(path)), "submodule",
				notOurs("a submodule is a repository of its own; name it to have it fixed")))
			return false
		}
		return w.checked(filepath.Join(dir, filepath.FromSlash(path))) || also != nil && also(path)
	}})
	if err != nil {
		return nil, nil, err
	}
	for _, path := range listing.Links {
		pass(path, "symbolic link", "it is a symbolic link; name the file that it leads to")
	}
	paths = make([]string, len(listing.Files))
	for i, f := range listing.Files {
		paths[i] = filepath.Join(dir, filepath.FromSlash(f.Path))
	}
	return paths, passing, nil
}

// Files is targets of one folder, shown below a name.
func (w *App) Files(ctx context.Context, name, dir string, o Options) (found []Target, skipped []string, err error) {
	found, left, err := w.targets(ctx, nil, o, []string{dir})
	shown := func(s string) string { return strings.ReplaceAll(filepath.ToSlash(s), filepath.ToSlash(dir), name) }
	for i := range found {
		found[i].Shown = shown(found[i].Shown)
	}
	for _, s := range left {
		if !s.quiet {
			skipped = append(skipped, shown(s.Error()))
		}
		s.File = shown(s.File)
		w.skip(s)
	}
	return found, skipped, err
}

// Read reads one file through the root that holds it.
func (w *App) Read(shown, abs string) (Target, error) {
	from := reader{app: w}
	defer from.close()
	t, err := from.read(shown, abs)
	if err != nil {
		return t, fmt.Errorf("%s: %w", shown, err)
	}
	return t, nil
}

// reader reads files, each through the root that holds it, which stays open for
// the next one.
type reader struct {
	app   *App
	light bool // the texts are dropped
	roots map[string]*files.Root
	attributes
}

// generated says by what a file is known to be generated, "" if it is not.
func (r *reader) generated(t Target) string {
	if r.attributes.generated(t.Snapshot.Path) {
		return ".gitattributes says so"
	}
	return generated(t.Snapshot.Path, t.Snapshot.Text())
}

func (r *reader) close() {
	for _, root := range r.roots {
		_ = root.Close()
	}
}

func (r *reader) root(dir string) (*files.Root, error) {
	if root := r.roots[dir]; root != nil {
		return root, nil
	}
	root, err := files.Open(dir)
	if err != nil {
		return nil, err
	}
	if len(r.roots) >= openRoots {
		r.close()
		r.roots = nil
	}
	if r.roots == nil {
		r.roots = map[string]*files.Root{}
	}
	r.roots[dir] = root
	return root, nil
}

// openRoots bounds the folders that are held open while files are read.
const openRoots = 16

// read reads a file. Its errors do not name it.
func (r *reader) read(shown, abs string) (Target, error) {
	w := r.app
	lang := syntax.Language(abs)
	if isNotebook(abs) {
		lang = "python"
	}
	if !w.Engine.Tools().Knows(lang) && !w.checked(abs) {
		return Target{}, notOurs("no tool that fettle knows checks this kind of file")
	}
	if why := w.Engine.Protected(abs); why != "" {
		return Target{}, left(why)
	}
	rootDir := w.Engine.Root(abs)
	root, err := r.root(rootDir)
	if err != nil {
		return Target{}, err
	}
	rel, err := filepath.Rel(rootDir, abs)
	if err != nil {
		return Target{}, err
	}
	body, err := "", error(nil)
	if s, ok := w.Staged.at(abs); ok {
		if body = s.Text(); !files.IsText([]byte(body)) {
			return Target{}, files.ErrNotText
		}
	} else if body, err = root.ReadText(rel, limits.FixFile); err != nil {
		return Target{}, ReasonOf(err)
	}
	if r.light {
		body = ""
	}
	t := Target{Shown: shown, Root: rootDir, Snapshot: text.File(abs, lang, body)}
	t.Lint = func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		r, err := w.lint(ctx, s)
		return r.All(), err
	}
	switch {
	case !isNotebook(abs):
		return t, nil
	case r.light:
		return t, notOurs("notebooks are fixed on this computer only")
	}
	return w.asNotebook(t, body)
}

// ReasonOf drops the path that the caller names already.
func ReasonOf(err error) error {
	var fe *files.Error
	if errors.As(err, &fe) {
		return fe.Reason()
	}
	return err
}

// HashOf names a text.
func HashOf(s string) [sha256.Size]byte { return sha256.Sum256([]byte(s)) }

// lint returns what the tools say of a text that may run on it, and warns of those that failed.
func (w *App) lint(ctx context.Context, s text.Snapshot) (engine.Reported, error) {
	r, err := w.report(ctx, s)
	for _, e := range r.Failed {
		w.note(ctx, e, s.Path)
		if err == nil && ctx.Err() == nil && !errors.Is(e, linter.ErrPaused) { // said when it failed
			w.warnOnce(e)
		}
	}
	return r, err
}

// LintEach is report, all together.
func (w *App) LintEach(ctx context.Context, s text.Snapshot) (out []signal.Diagnostic, failed []error, err error) {
	r, err := w.report(ctx, s)
	return r.All(), r.Failed, err
}

// report returns what every tool says of a text that may run on it. It is an error only when none could.
func (w *App) report(ctx context.Context, s text.Snapshot) (engine.Reported, error) {
	r := w.Engine.Report(ctx, s, w.Engine.Names(s)...)
	for _, err := range r.Unsuited {
		w.note(ctx, err, s.Path) // where it lacks something
	}
	switch {
	case len(r.Reports) > 0:
	case len(r.Failed) > 0:
		return r, fmt.Errorf("%s: %w", Here(s.Path), r.Failed[0])
	default:
		w.nobody(ctx, r.Unsuited, s.Path)
	}
	return r, nil
}

// MissingTools is the error when no target has a tool that can be started.
func (w *App) MissingTools(found []Target) error {
	langs, seen := map[string]bool{}, map[[2]string]bool{}
	for _, t := range found {
		where := [2]string{t.Snapshot.Lang, filepath.Dir(t.Snapshot.Path)}
		if seen[where] {
			continue
		}
		seen[where], langs[t.Snapshot.Lang] = true, true
		for _, name := range w.Engine.Names(t.Snapshot) {
			spec, _ := w.Engine.Tools().Find(name)
			if _, err := spec.Linter(linter.Options{Argv: w.Settings.Linters[name].Command, Root: t.Root,
				Near: where[1], Trust: w.Trust(t.Root)}); err == nil {
				return nil
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	if !slices.ContainsFunc(found, func(t Target) bool { return !w.Engine.DeniedFile(t.Snapshot.Path) }) {
		return WithHint(fmt.Errorf("no tool may run on %s: trust.denied in your settings names a folder that holds it",
			found[0].Shown), "take the folder out of trust.denied, or leave the file out")
	}
	var names, hints, harmless []string
	for _, lang := range slices.Sorted(maps.Keys(langs)) {
		names = append(names, languageName(lang))
		for _, s := range w.Engine.Tools().For(lang) {
			if !s.Usual() {
				continue
			}
			if s.Class == linter.ClassA && len(harmless) == 0 {
				harmless = append(harmless, ", or install one that runs none of it ("+s.Hint+")")
			}
			if !slices.Contains(hints, s.Hint) { // in the order of the table: the usual one first
				hints = append(hints, s.Hint)
			}
		}
	}
	if held := w.untrustedTools(found); len(held) > 0 {
		return WithHint(fmt.Errorf("not run here: %s, which can run code of the project, and the folder is not trusted",
			strings.Join(held, ", ")),
			"name one for this run (fettle fix --run "+held[0]+"), or trust the folder ("+TrustHere()+")"+
				strings.Join(harmless, ""))
	}
	slices.Sort(names)
	return WithHint(fmt.Errorf("no linter found for %s", strings.Join(names, ", ")),
		"install one ("+strings.Join(hints, "; ")+"), or name its path in linters.NAME.command; see fettle doctor")
}

// untrustedTools returns the installed tools that only trust keeps from looking at the
// targets.
func (w *App) untrustedTools(found []Target) []string {
	var out []string
	seen := map[[2]string]bool{}
	for _, t := range found {
		key := [2]string{filepath.Dir(t.Snapshot.Path), t.Snapshot.Lang}
		if seen[key] || w.Trust(t.Root) != linter.Unknown || w.Engine.DeniedFile(t.Snapshot.Path) {
			continue
		}
		seen[key] = true
		for _, spec := range w.Engine.Tools().For(t.Snapshot.Lang) {
			if spec.Usual() && !slices.Contains(out, spec.Name) && w.Installed(spec, t.Root, key[0]) {
				out = append(out, spec.Name)
			}
		}
	}
	return out
}

// Installed reports whether a tool could start for files of a folder of a root, if that were trusted.
func (w *App) Installed(spec linter.Spec, root, dir string) bool {
	_, err := spec.Linter(linter.Options{Argv: w.Settings.Linters[spec.Name].Command, Root: root, Near: dir,
		Trust: linter.Trusted})
	return err == nil
}

func languageName(id string) string {
	switch id {
	case "javascript", "typescript":
		return strings.ToUpper(id[:1]) + strings.Replace(id[1:], "script", "Script", 1)
	case "":
		return "this file"
	}
	return strings.ToUpper(id[:1]) + id[1:]
}
