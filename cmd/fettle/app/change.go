package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/files"
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
	listed map[string]bool // files that tools look at, by absolute path
	from   reader
	files  map[string]*review.File // those that were read
	disk   map[string]*text.Snapshot
	before map[string]string   // git's names of texts before, by path from the top
	config map[string]twoTexts // files that configure tools, by absolute path

	repo  gitFolder
	index gitIndex
}

// Edits returns the sides of a change in each root that it touches: the files that differ, and all that
// tools look at there where a verdict depends on them.
func (w *App) Edits(ctx context.Context, o Changes) ([]engine.Edit, error) {
	c := w.changing(o)
	defer c.from.close()
	var err error
	if c.dir = o.Dir; c.dir == "" {
		if c.dir, err = os.Getwd(); err != nil {
			return nil, fmt.Errorf("find the working folder: %w", err)
		}
	}
	if err := c.place(ctx); err != nil {
		return nil, err
	}
	if err := c.list(ctx); err != nil {
		return nil, err
	}
	switch {
	case o.Diff != "":
		err = c.patched()
	case o.Texts != nil:
		err = c.given()
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

func (w *App) changing(o Changes) *changing {
	return &changing{w: w, o: o, from: reader{app: w}, listed: map[string]bool{}, files: map[string]*review.File{},
		disk: map[string]*text.Snapshot{}, config: map[string]twoTexts{}}
}

// concernsOthers reports whether the verdict depends on files that are as they were: a tool looks at the whole
// project, tools are configured otherwise, or a name is gone that others may use.
func (c *changing) concernsOthers() bool {
	if len(c.config) > 0 {
		return true
	}
	for _, f := range c.files {
		if f.Changed() && (len(f.Gone()) > 0 || c.w.Engine.LookedAtWhole(f.After)) {
			return true
		}
	}
	return false
}

// place finds the folder that the change lies in.
func (c *changing) place(ctx context.Context) error {
	repo, err := repositoryOf(ctx, c.dir)
	switch {
	case err == nil:
		c.repo, c.top, c.git = repo, repo.top, true
	case c.o.Diff != "" || c.o.Texts != nil:
		c.top = c.w.Engine.Root(filepath.Join(c.dir, "x"))
	default:
		return WithHint(fmt.Errorf("a change is judged against a commit: %w", err),
			"run it in the folder of a git repository, or give a diff: fettle check --diff -")
	}
	return nil
}

// list finds the files that tools look at.
func (c *changing) list(ctx context.Context) error {
	list, err := c.w.List(ctx, c.top)
	if err != nil {
		return ReasonOf(err)
	}
	list, _ = vendored(c.top, list)
	for _, path := range list {
		c.listed[path] = true
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
	if f := c.files[abs]; f != nil || !c.listed[abs] {
		return f
	}
	t, err := c.from.read(c.name(abs), abs)
	if err != nil {
		delete(c.listed, abs)
		return nil
	}
	c.files[abs] = &review.File{Name: t.Shown, Before: t.Snapshot, After: t.Snapshot}
	return c.files[abs]
}

func (c *changing) name(abs string) string { return filepath.ToSlash(relative(c.dir, abs)) }

// wanted reports whether a file is among those that were named.
func (c *changing) wanted(abs string) bool {
	return len(c.o.Paths) == 0 || slices.ContainsFunc(c.o.Paths, func(p string) bool {
		if !filepath.IsAbs(p) {
			p = filepath.Join(c.dir, p)
		}
		rel, err := filepath.Rel(p, abs)
		return err == nil && filepath.IsLocal(rel)
	})
}

// differs has a file be one text before and another one after; nil is no file.
func (c *changing) differs(abs string, before, after *string) {
	lang := syntax.Language(abs)
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
			return text.File(abs, lang, ""), true
		}
		return text.File(abs, lang, *s), false
	}
	f.Before, f.Came = side(before)
	f.After, f.Went = side(after)
}

// given reads texts in place of those of files.
func (c *changing) given() error {
	for _, abs := range slices.Sorted(maps.Keys(c.o.Texts)) {
		after := c.o.Texts[abs]
		if c.configures(abs) {
			c.config[abs] = twoTexts{c.onDisk(abs), &after}
		}
		if !c.w.Engine.Tools().Knows(syntax.Language(abs)) {
			continue
		}
		if f := c.file(abs); f != nil {
			before := f.Before.Text()
			c.differs(abs, &before, &after)
		} else {
			c.differs(abs, nil, &after)
		}
	}
	return nil
}

// patched reads a diff that is about the working tree: what it would make of it, or
// what it has made of it.
func (c *changing) patched() error {
	list, err := diff.Patches(c.o.Diff)
	if err != nil {
		return WithHint(fmt.Errorf("read the diff: %w", err), "give what git diff prints")
	}
	applied := c.applied(list)
	for _, p := range list {
		was, now, err := c.ends(p)
		if err != nil {
			return err
		}
		if err := c.patch(p, was, now, applied); err != nil {
			return WithHint(fmt.Errorf("%s: %w", c.name(cmp.Or(now, was)), err),
				"make the diff of the files as they are: git diff")
		}
	}
	return nil
}

// applied reports whether the working tree is what a diff makes.
func (c *changing) applied(list []diff.Patch) bool {
	for _, p := range list {
		_, now, err := c.ends(p)
		if err != nil {
			return false
		}
		if f := c.file(now); f != nil {
			_, err := p.Undo(f.Before.Text())
			return err == nil
		}
	}
	return false
}

// ends returns the files of a patch, "" where there is none. A path that leads out of the
// project is refused, by its name or by a link.
func (c *changing) ends(p diff.Patch) (was, now string, err error) {
	for to, name := range map[*string]string{&was: p.Old, &now: p.New} {
		if name == "" {
			continue
		}
		if *to, err = c.inside(name); err != nil {
			return "", "", err
		}
	}
	return was, now, nil
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
		if rel, err := filepath.Rel(top, real); err != nil || !filepath.IsLocal(rel) {
			return "", outside
		}
		break
	}
	return abs, nil
}

// patch applies one patch, or reverts it.
func (c *changing) patch(p diff.Patch, was, now string, applied bool) error {
	known := c.w.Engine.Tools().Knows
	at, make := was, p.Apply
	if applied {
		at, make = now, p.Undo
	}
	if err := c.patchConfig(cmp.Or(now, was), at, make, applied); err != nil {
		return err
	}
	if !known(syntax.Language(cmp.Or(now, was))) || !c.wanted(cmp.Or(now, was)) {
		return nil
	}
	there := ""
	switch f := c.file(at); {
	case f != nil:
		there = f.Before.Text()
	case at != "":
		return errors.New("there is no such file for tools to look at")
	}
	other, err := make(there)
	if err != nil {
		return err
	}
	before, after := &there, &other
	if applied {
		before, after = after, before
	}
	if was == now {
		c.differs(now, before, after)
		return nil
	}
	if was != "" {
		c.differs(was, before, nil)
	}
	if now != "" {
		c.differs(now, nil, after)
	}
	return nil
}

// patchConfig reads what a patch makes, or has made, of a file that configures tools.
func (c *changing) patchConfig(abs, at string, make func(string) (string, error), applied bool) error {
	if !c.configures(abs) {
		return nil
	}
	there := c.onDisk(at)
	text := ""
	if there != nil {
		text = *there
	}
	other, err := make(text)
	if err != nil {
		return err
	}
	c.config[abs] = twoTexts{there, &other}
	if applied {
		c.config[abs] = twoTexts{&other, there}
	}
	return nil
}

// committed compares with a commit.
func (c *changing) committed(ctx context.Context) error {
	commit, err := c.base(ctx)
	if err != nil {
		return err
	}
	c.before = map[string]string{}
	if commit != "" {
		if c.before, err = blobs(ctx, c.top, commit); err != nil {
			return fmt.Errorf("read the commit %s: %w", commit, err)
		}
	}
	if c.index, err = c.repo.readIndex(ctx); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	after := map[string]string{}
	if c.o.Staged {
		after = c.index.names
	}
	texts, err := c.texts(ctx, after)
	if err != nil {
		return err
	}
	for abs, s := range texts {
		c.differs(abs, s.before, s.after)
	}
	return c.configured(ctx, after)
}

// asCommitted reports whether a file is known to be as it is in the commit and in the index, without a look at its
// text.
func (c *changing) asCommitted(rel string) bool {
	return c.before[rel] != "" && c.before[rel] == c.index.names[rel] && c.index.has(rel, c.abs(rel))
}

// configured collects the files that configure tools and are not as they were. after are
// git's names of what is staged, where that is what is judged.
func (c *changing) configured(ctx context.Context, after map[string]string) error {
	out, err := git(ctx, c.top, "ls-files", "-z", "-o", "--exclude-standard")
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	names := map[string][2]string{} // git's names of both texts, by path; "" is none
	add := func(rel string) {
		if rel != "" && !c.asCommitted(rel) && c.configures(c.abs(rel)) {
			names[rel] = [2]string{c.before[rel], after[rel]}
		}
	}
	for rel := range strings.SplitSeq(string(out), "\x00") {
		add(rel)
	}
	for rel := range c.index.names {
		add(rel)
	}
	for rel := range c.before {
		add(rel)
	}
	var ask []string
	for rel, n := range names {
		now := c.onDisk(c.abs(rel))
		if c.o.Staged && n[0] == n[1] || !c.o.Staged &&
			(now == nil && n[0] == "" || now != nil && n[0] != "" && isBlob(n[0], *now)) {
			delete(names, rel)
			continue
		}
		ask = append(ask, slices.DeleteFunc(n[:], func(name string) bool { return name == "" })...)
	}
	texts, err := c.blobTexts(ctx, ask)
	for rel, n := range names {
		abs := c.abs(rel)
		t := twoTexts{texts[n[0]], texts[n[1]]}
		if !c.o.Staged {
			t.after = c.onDisk(abs)
		}
		c.config[abs] = t
	}
	return err
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

// onDisk returns the text of a file; nil where there is none.
func (c *changing) onDisk(abs string) *string {
	f, err := files.Read(abs, limits.FixFile)
	if err != nil {
		return nil
	}
	s := string(f.Data)
	return &s
}

// base returns the commit to compare with, "" before the first one.
func (c *changing) base(ctx context.Context) (string, error) {
	if c.o.Since != "" {
		return since(ctx, c.top, c.o.Since)
	}
	if out, err := git(ctx, c.top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	return "", nil
}

// twoTexts are a file before and after; nil is no file.
type twoTexts struct{ before, after *string }

// texts returns the two sides of all files that differ, or that are not on the disk as they
// are staged.
func (c *changing) texts(ctx context.Context, after map[string]string) (map[string]twoTexts, error) {
	names := map[string][2]string{} // git's names of both texts, by absolute path
	add := func(rel string) {
		if abs := c.abs(rel); !c.asCommitted(rel) && c.wanted(abs) && c.looksAt(abs) {
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
		if rel, ok := files.Below(c.top, abs); ok && !c.o.Staged && c.before[rel] == "" {
			add(rel)
		}
	}
	var ask []string
	for abs, n := range names {
		f := c.file(abs)
		if n[0] != "" && f != nil && isBlob(n[0], f.After.Text()) && (!c.o.Staged || n[0] == n[1]) {
			delete(names, abs)
			continue
		}
		for _, name := range n {
			if name != "" && !slices.Contains(ask, name) {
				ask = append(ask, name)
			}
		}
	}
	got, err := c.blobTexts(ctx, ask)
	if err != nil {
		return nil, err
	}
	out := map[string]twoTexts{}
	for abs, n := range names {
		var t twoTexts
		t.before = got[n[0]]
		switch f := c.files[abs]; {
		case c.o.Staged:
			t.after = got[n[1]]
		case f != nil:
			now := f.After.Text()
			t.after = &now
		}
		if t.before == nil && t.after == nil {
			continue // no text, or not for tools
		}
		out[abs] = t
	}
	return out, nil
}

func (c *changing) abs(rel string) string { return filepath.Join(c.top, filepath.FromSlash(rel)) }

// looksAt reports whether tools look at a file of a commit.
func (c *changing) looksAt(abs string) bool {
	if c.listed[abs] {
		return true
	}
	if _, err := os.Lstat(abs); err == nil {
		return false // it is there, and nothing for tools
	}
	own, _ := vendored(c.top, []string{abs})
	return len(own) == 1 && c.w.Engine.Tools().Knows(syntax.Language(abs)) && c.w.Engine.Protected(abs) == ""
}

// blobTexts returns the texts that git knows by these names. What is no text, or too large,
// is left out.
func (c *changing) blobTexts(ctx context.Context, names []string) (map[string]*string, error) {
	out := map[string]*string{}
	if len(names) == 0 {
		return out, nil
	}
	res, err := child.Git(ctx, child.GitOptions{Dir: c.top, Look: child.LookOptions{Roots: []string{c.top}},
		MaxOutput: limits.ChildListing, Stdin: []byte(strings.Join(names, "\n") + "\n")}, "cat-file", "--batch")
	if err != nil {
		return nil, fmt.Errorf("read texts of a commit: %w", err)
	}
	rest := res.Stdout
	for len(rest) > 0 {
		head, body, ok := bytes.Cut(rest, []byte{'\n'})
		words := strings.Fields(string(head)) // name type size
		if !ok || len(words) != 3 {
			if len(words) == 2 && words[1] == "missing" {
				rest = body
				continue
			}
			return nil, errors.New("read texts of a commit: git has not answered as it does")
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size < 0 || size > len(body) {
			return nil, errors.New("read texts of a commit: the answer is cut off")
		}
		if words[1] == "blob" && size <= limits.FixFile && files.IsText(body[:size]) {
			s := string(body[:size])
			out[words[0]] = &s
		}
		rest = bytes.TrimPrefix(body[size:], []byte{'\n'})
	}
	return out, nil
}

// byRoot returns the edits, by the projects that hold changed files.
func (c *changing) byRoot() ([]engine.Edit, error) {
	roots := map[string]*engine.Edit{}
	for _, abs := range slices.Sorted(maps.Keys(c.files)) {
		root := c.w.Engine.Root(abs)
		if roots[root] == nil {
			roots[root] = &engine.Edit{Root: root, Disk: c.disk}
		}
		roots[root].Files = append(roots[root].Files, c.files[abs])
	}
	for _, abs := range slices.Sorted(maps.Keys(c.config)) {
		for root, e := range roots {
			if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
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
