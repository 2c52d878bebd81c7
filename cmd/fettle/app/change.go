package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/git"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Changes says which change is to be judged: by default the working tree against the last
// commit.
type Changes struct {
	Since  string            // against where HEAD and this commit part
	Staged bool              // what is staged, against the last commit
	Diff   string            // a unified diff, applied already or not
	Texts  map[string]string // files as they would be, by absolute path, against the working tree
	Paths  []string          // only changes of these files and folders
	Dir    string            // "": the working folder
}

// changing collects the two sides of a change.
type changing struct {
	w      *App
	o      Changes
	dir    string
	top    string // of the repository, else of the project
	git    bool
	listed map[string]bool // files that tools look at, or that configure them, by absolute path; true: the former
	from   reader
	files  map[string]*review.File // those that were read; nil: it could not be
	disk   map[string]*text.Snapshot
	before map[string]string   // git's names of texts before, by path from the top
	config map[string]twoTexts // files that configure tools, by absolute path

	repo  git.Repository
	index git.Index
}

// Edits returns the sides of a change in each root that it touches: the files that differ, and all that
// tools look at there where a verdict depends on them.
func (w *App) Edits(ctx context.Context, o Changes) ([]engine.Edit, error) {
	c, err := w.changing(ctx, o, o.Diff == "" && o.Texts == nil)
	if err != nil {
		return nil, err
	}
	defer c.from.close()
	switch {
	case o.Diff != "":
		err = c.patched()
	case o.Texts != nil:
		c.given()
	default:
		err = c.committed(ctx)
	}
	if err != nil {
		return nil, err
	}
	if c.concernsOthers() {
		c.readAll()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return c.byRoot()
}

// changing finds the folder that a change lies in, which is to be a repository where it is compared with a commit, and
// the files there that tools look at.
func (w *App) changing(ctx context.Context, o Changes, commit bool) (*changing, error) {
	c := &changing{w: w, o: o, dir: o.Dir, from: reader{app: w}, listed: map[string]bool{},
		files: map[string]*review.File{}, disk: map[string]*text.Snapshot{}, config: map[string]twoTexts{}}
	var err error
	if c.dir == "" {
		if c.dir, err = os.Getwd(); err != nil {
			return nil, fmt.Errorf("find the working folder: %w", err)
		}
	}
	switch repo, err := git.Of(ctx, c.dir); {
	case err == nil:
		c.repo, c.top, c.git = repo, repo.Top, true
	case commit:
		return nil, WithHint(fmt.Errorf("a change is judged against a commit: %w", err),
			"run it in the folder of a git repository, or give a diff: fettle check --diff -")
	default:
		c.top = w.Engine.Root(filepath.Join(c.dir, "x"))
	}
	return c, c.list(ctx)
}

// concernsOthers reports whether the verdict depends on files that are as they were: a tool looks at the whole
// project, tools are configured otherwise, or a name is gone that others may use.
func (c *changing) concernsOthers() bool {
	if len(c.config) > 0 {
		return true
	}
	for _, f := range c.files {
		if f != nil && f.Changed() && (len(f.Gone()) > 0 || c.w.Engine.LookedAtWhole(f.After)) {
			return true
		}
	}
	return false
}

// list finds the files that tools look at, and those that configure them.
func (c *changing) list(ctx context.Context) error {
	list, _, err := c.w.list(ctx, c.top, Configures)
	if err != nil {
		return ReasonOf(err)
	}
	list, _ = vendored(c.top, list)
	for _, path := range list {
		c.listed[path] = c.w.Engine.Tools().Knows(syntax.Language(path))
	}
	return ctx.Err()
}

// readAll reads the files that tools look at, as they are.
func (c *changing) readAll() {
	for path := range c.listed {
		c.file(path)
	}
}

// file returns a file that tools look at; nil where there is none, or none for tools: git says whether it changed,
// the report that nobody looked.
func (c *changing) file(abs string) *review.File {
	if f, known := c.files[abs]; known || !c.listed[abs] {
		return f
	}
	c.files[abs] = nil
	if t, err := c.from.read(c.name(abs), abs); err == nil {
		c.files[abs] = &review.File{Name: t.Shown, Before: t.Snapshot, After: t.Snapshot}
	}
	return c.files[abs]
}

func (c *changing) name(abs string) string { return filepath.ToSlash(relative(c.dir, abs)) }

// wanted reports whether a file is among those that were named.
func (c *changing) wanted(abs string) bool {
	return len(c.o.Paths) == 0 || slices.ContainsFunc(c.o.Paths, func(p string) bool {
		if !filepath.IsAbs(p) {
			p = filepath.Join(c.dir, p)
		}
		_, below := files.Below(p, abs)
		return below
	})
}

// differs has a file be one text before and another one after.
func (c *changing) differs(abs string, t twoTexts) {
	if c.configures(abs) && (t.before == nil || t.after == nil || *t.before != *t.after) {
		c.config[abs] = t
	}
	if !c.looksAt(abs) || t.before == nil && t.after == nil {
		return
	}
	f := c.file(abs)
	if f == nil {
		c.disk[abs] = nil
		f = &review.File{Name: c.name(abs)}
		c.files[abs] = f
	} else if _, known := c.disk[abs]; !known {
		disk := f.After
		c.disk[abs] = &disk
	}
	side := func(s *string) (text.Snapshot, bool) {
		if s == nil {
			return text.File(abs, syntax.Language(abs), ""), true
		}
		return text.File(abs, syntax.Language(abs), *s), false
	}
	f.Before, f.Came = side(t.before)
	f.After, f.Went = side(t.after)
}

// onDisk returns the text of a file that tools look at, or that configures them; nil where there is none.
func (c *changing) onDisk(abs string) *string {
	if f := c.file(abs); f != nil {
		s := f.After.Text()
		return &s
	}
	if !Configures(abs) {
		return nil
	}
	f, err := files.Read(abs, limits.FixFile)
	if err != nil {
		return nil
	}
	s := string(f.Data)
	return &s
}

// given reads texts in place of those of files.
func (c *changing) given() {
	for abs, after := range c.o.Texts {
		c.differs(abs, twoTexts{c.onDisk(abs), &after})
	}
}

// patched reads a diff that is about the working tree: what it would make of it, or
// what it has made of it.
func (c *changing) patched() error {
	list, err := diff.Patches(c.o.Diff)
	if err != nil {
		return WithHint(fmt.Errorf("read the diff: %w", err), "give what git diff prints")
	}
	applied, known := false, false
	ends := make([][2]string, len(list)) // the files before and after, "" where there is none
	for i, p := range list {
		for k, name := range []string{p.Old, p.New} {
			if name != "" {
				if ends[i][k], err = c.inside(name); err != nil {
					return err
				}
			}
		}
		// The working tree is what the diff makes where the first of its files is.
		if f := c.file(ends[i][1]); f != nil && !known {
			_, err := p.Undo(f.Before.Text())
			applied, known = err == nil, true
		}
	}
	for i, p := range list {
		was, now := ends[i][0], ends[i][1]
		if err := c.patch(p, was, now, applied); err != nil {
			return WithHint(fmt.Errorf("%s: %w", c.name(cmp.Or(now, was)), err),
				"make the diff of the files as they are: git diff")
		}
	}
	return nil
}

// inside returns the file that a foreign path names, below the top.
func (c *changing) inside(name string) (string, error) {
	local := filepath.FromSlash(name)
	outside := WithHint(fmt.Errorf("%s lies outside of the project", name), "a diff may name files below "+c.top+" only")
	if !filepath.IsLocal(local) {
		return "", outside
	}
	abs := filepath.Join(c.top, local)
	for dir := abs; dir != c.top; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue // it is to be made
		}
		top, err := filepath.EvalSymlinks(c.top)
		if err != nil {
			return "", err
		}
		if _, below := files.Below(top, real); !below {
			return "", outside
		}
		break
	}
	return abs, nil
}

// patch applies one patch, or reverts it.
func (c *changing) patch(p diff.Patch, was, now string, applied bool) error {
	if abs := cmp.Or(now, was); !c.configures(abs) &&
		!(c.w.Engine.Tools().Knows(syntax.Language(abs)) && c.wanted(abs)) {
		return nil
	}
	at, make := was, p.Apply
	if applied {
		at, make = now, p.Undo
	}
	there := new(string)
	if at != "" {
		if there = c.onDisk(at); there == nil {
			return errors.New("there is no such file for tools to look at")
		}
	}
	other, err := make(*there)
	if err != nil {
		return err
	}
	t := twoTexts{there, &other}
	if applied {
		t = twoTexts{&other, there}
	}
	if was == now {
		c.differs(now, t)
		return nil
	}
	if was != "" {
		c.differs(was, twoTexts{before: t.before})
	}
	if now != "" {
		c.differs(now, twoTexts{after: t.after})
	}
	return nil
}

// committed compares with a commit what lies here, or what is staged: all files that tools look at and that differ, or
// that are not on the disk as they are staged, and those that configure tools.
func (c *changing) committed(ctx context.Context) (err error) {
	if c.o.Since == "" {
		c.before, err = c.repo.Head(ctx)
	} else {
		c.before, err = since(ctx, c.repo, c.o.Since)
	}
	if err != nil {
		return err
	}
	if c.index, err = c.repo.Index(ctx); err != nil {
		return err
	}
	after := map[string]string{}
	if c.o.Staged {
		after = c.index.Names
	}
	names := map[string][2]string{} // git's names of both texts, by absolute path; "" is none
	add := func(rel string) {
		abs := filepath.Join(c.top, filepath.FromSlash(rel))
		if (c.configures(abs) || c.wanted(abs) && c.looksAt(abs)) && !c.asCommitted(rel, abs) {
			names[abs] = [2]string{c.before[rel], after[rel]}
		}
	}
	for rel := range c.before {
		add(rel)
	}
	for rel := range after {
		add(rel)
	}
	for abs := range c.listed {
		if rel, ok := files.Below(c.top, abs); ok && c.before[rel] == "" && !c.o.Staged {
			add(rel)
		}
	}
	var ask []string
	for abs, n := range names {
		now := c.onDisk(abs)
		if n[0] != "" && now != nil && git.IsBlob(n[0], *now) && (!c.o.Staged || n[0] == n[1]) {
			delete(names, abs)
			continue
		}
		ask = append(ask, n[0], n[1])
	}
	got, err := c.repo.Texts(ctx, ask)
	for abs, n := range names {
		t := twoTexts{got[n[0]], got[n[1]]}
		if !c.o.Staged {
			t.after = c.onDisk(abs)
		}
		c.differs(abs, t)
	}
	return err
}

// asCommitted reports whether a file is known to be as it is in the commit and in the index, without a look at its
// text.
func (c *changing) asCommitted(rel, abs string) bool {
	return c.before[rel] != "" && c.before[rel] == c.index.Names[rel] && c.index.Has(rel, abs)
}

// configures reports whether a file configures a tool, or fettle, and is among those that were named.
func (c *changing) configures(abs string) bool {
	return Configures(abs) && c.wanted(abs)
}

// Configures reports whether a file of that name configures a tool, or fettle.
func Configures(path string) bool {
	name := filepath.Base(path)
	return signal.IsConfigFile(name) || name == config.WorkspaceFile
}

// twoTexts are a file before and after; nil is no file.
type twoTexts struct{ before, after *string }

// looksAt reports whether tools look at a file, or did so as long as it was there.
func (c *changing) looksAt(abs string) bool {
	if looks, there := c.listed[abs]; there {
		return looks
	}
	if !c.w.Engine.Tools().Knows(syntax.Language(abs)) || c.w.Engine.Protected(abs) != "" {
		return false
	}
	if _, err := os.Lstat(abs); err == nil && c.o.Texts == nil {
		return false // it is there, and nothing for tools
	}
	own, _ := vendored(c.top, []string{abs})
	return len(own) == 1
}

// byRoot returns the edits, by the projects that hold changed files.
func (c *changing) byRoot() ([]engine.Edit, error) {
	roots := map[string]*engine.Edit{}
	for _, abs := range slices.Sorted(maps.Keys(c.files)) {
		if c.files[abs] == nil {
			continue
		}
		root := c.w.Engine.Root(abs)
		if roots[root] == nil {
			roots[root] = &engine.Edit{Root: root, Disk: c.disk}
		}
		roots[root].Files = append(roots[root].Files, c.files[abs])
	}
	for _, abs := range slices.Sorted(maps.Keys(c.config)) {
		for root, e := range roots {
			if _, below := files.Below(root, abs); below {
				if e.Configs == nil {
					e.Configs = map[string]engine.Config{}
				}
				e.Configs[abs] = engine.Config{Name: c.name(abs), Before: c.config[abs].before, After: c.config[abs].after}
			}
		}
	}
	var out []engine.Edit
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		if len(roots[root].Configs) > 0 || slices.ContainsFunc(roots[root].Files, (*review.File).Changed) {
			out = append(out, *roots[root])
		}
	}
	return out, nil
}
