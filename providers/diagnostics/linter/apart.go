package linter

import (
	"context"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Apart is a private copy of a root with other files in it: what a root was before files
// of it were removed, renamed or configured anew, which cannot be laid over the files that
// are there. All texts that it was given are real files; all else are links.
type Apart struct {
	root, dir string
	claim     *claim.Folder
	runner    *Runner
}

// Apart makes a copy of a root: texts are its files by their path relative to it, gone
// are those of the root that it does not have. It must be closed.
func (r *Runner) Apart(root string, texts map[string][]byte, gone []string) (*Apart, error) {
	cache, c, err := r.privateFolder()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(files.Real(c.Dir), filepath.Base(root))
	if err := files.Mirror(root, dir, files.MirrorOptions{Texts: texts, Copy: copied[:]}); err != nil {
		c.Remove()
		return nil, err
	}
	for _, rel := range gone {
		_ = os.Remove(filepath.Join(dir, rel)) // a link of ours, if it is there at all
	}
	o := r.opts
	trust, hidden := o.Trust, o.Hidden
	o.Roots, o.Warm, o.CacheDir = []string{dir}, nil, cache
	o.Trust = func(_, path string) Trust {
		rel, err := filepath.Rel(dir, path)
		if err != nil || !filepath.IsLocal(rel) {
			return trust(root, path)
		}
		return trust(root, filepath.Join(root, rel))
	}
	o.Hidden = func(string) []string { return hidden(root) }
	return &Apart{root: root, dir: dir, claim: c, runner: NewRunner(o)}, nil
}

// Close removes the copy.
func (a *Apart) Close() { a.claim.Remove() }

// Names lists the tools that would run for a file of the root if it were the copy.
func (a *Apart) Names(s text.Snapshot) []string {
	s.Path = a.in(s.Path)
	return a.runner.Names(s)
}

// in returns where a file of the root is in the copy.
func (a *Apart) in(path string) string {
	rel, err := filepath.Rel(a.root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return filepath.Join(a.dir, rel)
}

// Look runs a tool over files of the copy, and returns what it says by their paths in the
// root.
func (a *Apart) Look(ctx context.Context, tool string, list []text.Snapshot) (map[string][]signal.Diagnostic, error) {
	in, back := Texts{Root: a.dir}, map[string]string{}
	for _, s := range list {
		there := s
		there.Path = a.in(s.Path)
		back[there.Path] = s.Path
		in.Files = append(in.Files, there)
	}
	session := a.runner.Session(a.dir)
	defer session.Close()
	found, err := session.Together(ctx, tool, in)
	if err != nil {
		return nil, err
	}
	out := map[string][]signal.Diagnostic{}
	for path, said := range found {
		out[back[path]] = said
	}
	return out, nil
}

// privateFolder makes a folder for a copy of a root, and returns the cache folder that it lies in.
func (r *Runner) privateFolder() (cache string, c *claim.Folder, err error) {
	if cache = r.opts.CacheDir; cache == "" {
		if cache, err = cacheFolder(); err != nil {
			return "", nil, err
		}
	}
	c, err = claim.New(filepath.Join(cache, runsFolder), "")
	return cache, c, err
}
