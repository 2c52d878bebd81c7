package app

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Finished remembers files about which a model was asked, so that a run that
// was interrupted, or ran out of its budget, is resumed where it ended. An
// entry is found by the file's path and content, the options, the model and the
// configuration of the tools; files that cost no call are not kept, and nor are
// those where the endpoint failed. One small file each, in the cache folder.
type Finished struct {
	Dir string // "" = nothing is remembered
	key []byte // of everything but the file
	now func() time.Time

	swept bool // entries that are too old are gone
}

// finishedFile is what is kept of one file.
type finishedFile struct {
	Saved    time.Time
	After    string
	Findings []Finding
	About    []About // of each finding
}

// Finished opens what earlier runs with these options remember.
func (w *App) Finished(o Options) *Finished {
	m := w.Ladder.Model
	dir := files.CacheFolder()
	if o.NoResume || dir == "" || !m.Asks() || o.Input != "" {
		return &Finished{}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s|%s|%s|%s|%v|%v|%v|%d|%d|%q", w.Version, prompt.Version, m.Host, m.Name, o.Unsafe, w.Worst(o), o.Run,
		w.Ladder.Calls,
		cmp.Or(o.Candidates, w.Settings.Fix.Candidates), o.Rules)
	return &Finished{Dir: filepath.Join(dir, "finished"), key: h.Sum(nil), now: time.Now}
}

// configs returns the files that steer the tools of most projects.
func configs() []string {
	return []string{"pyproject.toml", "ruff.toml", ".ruff.toml", "mypy.ini", "setup.cfg", "tox.ini", "go.mod",
		".golangci.yml", "tsconfig.json", "Cargo.toml", "clippy.toml"}
}

func (d *Finished) file(root, path, content string) string {
	h := sha256.New()
	h.Write(d.key)
	fmt.Fprintf(h, "%d:%s%d:%s", len(path), path, len(content), content)
	for _, name := range configs() {
		if f, err := files.Read(filepath.Join(root, name), limits.SettingsFile); err == nil {
			fmt.Fprintf(h, "%s:%x", name, sha256.Sum256(f.Data))
		}
	}
	return filepath.Join(d.Dir, hex.EncodeToString(h.Sum(nil))[:32]+".json")
}

// find returns what a former run made of a file.
func (d *Finished) find(t Target) (Result, bool) {
	if d.Dir == "" {
		return Result{}, false
	}
	data, err := files.Read(d.file(t.Root, t.Snapshot.Path, t.Snapshot.Text()), limits.FinishedEntry)
	var e finishedFile
	if err != nil || json.Unmarshal(data.Data, &e) != nil || d.now().Sub(e.Saved) > limits.FinishedAge {
		return Result{}, false
	}
	for i := range e.Findings {
		e.Findings[i].File, e.Findings[i].Brief = t.Shown, e.Findings[i].Reason
		if i < len(e.About) {
			e.Findings[i].About = e.About[i]
		}
	}
	return Result{Path: t.Shown, File: t.Snapshot.Path, Root: t.Root, Before: t.Snapshot.Text(), After: e.After,
		Findings: e.Findings, Resumed: true}, true
}

// Keep remembers a file that is finished: what was found for the text as it was
// read, or, where fixes were written, what is left in the text as it is now. It
// is a help, so that errors count for nothing.
func (d *Finished) Keep(r Result) {
	if d.Dir == "" || r.Err != nil || len(r.Unlooked) > 0 || !r.settled() {
		return
	}
	e := finishedFile{Saved: d.now(), After: r.After, Findings: r.Findings}
	content := r.Before
	if r.Written {
		content, e.Findings = r.After, nil
		for _, f := range r.Findings {
			if !f.Applied {
				e.Findings = append(e.Findings, f)
			}
		}
	}
	asks := 0
	for _, f := range e.Findings {
		e.About = append(e.About, f.About)
		asks += f.Asks
	}
	if asks == 0 || r.File == "" {
		return
	}
	data, err := json.Marshal(e)
	if err != nil || os.MkdirAll(d.Dir, 0o700) != nil {
		return
	}
	d.sweep()
	name := d.file(r.Root, r.File, content)
	if os.WriteFile(name+".new", data, 0o600) == nil {
		_ = os.Rename(name+".new", name)
	}
}

// sweep removes the entries that nobody will find any more, once a run.
func (d *Finished) sweep() {
	if d.swept {
		return
	}
	d.swept = true
	_ = filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir // what cannot be looked at stays
		}
		if e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil && d.now().Sub(info.ModTime()) > limits.FinishedAge {
			_ = os.Remove(path)
		}
		return nil
	})
}
