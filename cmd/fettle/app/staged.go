package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/git"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Staged is what the next commit has, where it is another thing than what lies in the
// working folder. A run over it judges the staged texts: of the files that it fixes, and
// of all that its tools see besides them.
type Staged struct {
	files    []string                 // with staged changes, absolute
	texts    map[string]text.Snapshot // by path, of files that are not in the working folder as they are staged
	settings []string                 // of tools, which are read as they lie there
}

// ReadStaged reads the index of the repository of the working folder.
func ReadStaged(ctx context.Context) (*Staged, error) {
	repo, err := here(ctx)
	if err != nil {
		return nil, err
	}
	index, err := repo.Index(ctx)
	if err != nil {
		return nil, err
	}
	head, err := repo.Head(ctx)
	if err != nil {
		return nil, err
	}
	st := &Staged{texts: map[string]text.Snapshot{}}
	projects := map[string]bool{} // of the files with staged changes: nothing else is looked at
	for path, name := range index.Names {
		if name != head[path] {
			abs := filepath.Join(repo.Top, filepath.FromSlash(path))
			st.files = append(st.files, abs)
			projects[files.ProjectRoot(abs)] = true
		}
	}
	slices.Sort(st.files)
	ask := map[string]string{} // git's names of texts
	for path, name := range index.Names {
		abs := filepath.Join(repo.Top, filepath.FromSlash(path))
		lang, settings := syntax.Language(abs), signal.IsConfigFile(filepath.Base(path))
		if lang == "" && !settings || !inside(projects, abs) || index.Has(path, abs) || isStaged(name, abs) {
			continue
		}
		if settings {
			st.settings = append(st.settings, path)
			continue
		}
		ask[abs] = name
	}
	got, err := repo.Texts(ctx, slices.Collect(maps.Values(ask)))
	for abs, name := range ask {
		body := "\x00" // what is no text, or too large: what lies on the disk is none in its place
		if got[name] != nil {
			body = *got[name]
		}
		st.texts[abs] = text.File(abs, syntax.Language(abs), body)
	}
	slices.Sort(st.settings)
	return st, err
}

// inside reports whether a file lies in one of some folders.
func inside(folders map[string]bool, path string) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if folders[dir] || dir == filepath.Dir(dir) {
			return folders[dir]
		}
	}
}

// isStaged reports whether a file is as it is staged, which git may have with other ends
// of lines (core.autocrlf).
func isStaged(name, path string) bool {
	f, err := files.Read(path, limits.FixFile)
	if err != nil {
		return errors.Is(err, files.ErrTooLarge) // nobody looks at it
	}
	body := string(f.Data)
	return git.IsBlob(name, body) ||
		strings.Contains(body, "\r\n") && git.IsBlob(name, strings.ReplaceAll(body, "\r\n", "\n"))
}

// laid returns the texts that stand for those on the disk.
func (st *Staged) laid() (list []text.Snapshot) {
	if st == nil {
		return nil
	}
	for _, s := range st.texts {
		if files.IsText([]byte(s.Text())) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b text.Snapshot) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// at returns the staged text of a file, if it is not what lies there.
func (st *Staged) at(path string) (text.Snapshot, bool) {
	if st == nil {
		return text.Snapshot{}, false
	}
	s, ok := st.texts[path]
	return s, ok
}

// Otherwise reports whether a file is staged as another text than lies here.
func (st *Staged) Otherwise(path string) bool {
	_, ok := st.at(path)
	return ok
}

// has reports whether a file has staged changes.
func (st *Staged) has(path string) bool { return st == nil || slices.Contains(st.files, path) }

// named reports whether a path that is not in the working folder is one of a staged file.
func (st *Staged) named(path string) bool {
	abs, err := filepath.Abs(path)
	_, ok := st.at(abs)
	return err == nil && ok
}

// only keeps what is staged of the files of an argument, and adds what is no longer in
// the working folder.
func (st *Staged) only(arg string, listed []string, knows func(lang string) bool) []string {
	if st == nil {
		return listed
	}
	base, err := filepath.Abs(arg)
	if err != nil {
		return nil
	}
	here := map[string]bool{}
	for _, path := range listed {
		here[filepath.Clean(path)] = true
	}
	var out []string
	for _, abs := range st.files {
		rel, ok := files.Below(base, abs)
		if !ok || !knows(syntax.Language(abs)) {
			continue
		}
		shown := filepath.Join(arg, filepath.FromSlash(rel))
		_, err := os.Lstat(abs)
		if here[shown] || errors.Is(err, fs.ErrNotExist) {
			out = append(out, shown)
		}
	}
	return out
}

// Warn says what is not as the next commit has it.
func (st *Staged) Warn(errs io.Writer) {
	if st == nil || len(st.settings) == 0 || len(st.files) == 0 {
		return
	}
	fmt.Fprintf(errs, "fettle: warning: %s: it is not staged as it is here; tools go by what is here\n",
		Clean(strings.Join(st.settings, ", ")))
}
