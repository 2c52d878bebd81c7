package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Finished remembers files about which a model was asked, so that a run that
// was interrupted, or ran out of its budget, is resumed where it ended. An
// entry is found by the file's path and content, the options, the model and the
// configuration of the tools; files that cost no call are not kept, and nor are
// those where the endpoint failed. The zero Finished remembers nothing.
type Finished struct {
	app  *App
	kept *shelf
	key  []byte // of everything but the file
}

// Finished opens what earlier runs with these options remember.
func (w *App) Finished(o Options) *Finished {
	m := w.Ladder.Model
	if o.NoResume || !m.Asks() || o.Input != "" {
		return &Finished{}
	}
	h := sha256.New()
	fmt.Fprintf(h, "2|%s|%s|%s|%s|%v|%v|%v|%d|%d|%q", w.Version, prompt.Version, m.Host, m.Name, o.Unsafe, w.Worst(o),
		o.Run, w.Ladder.Calls, w.Settings.Fix.Candidates, o.Rules)
	return &Finished{w, newShelf("finished", 0, limits.FinishedAge, limits.FinishedEntry), h.Sum(nil)}
}

// Remembers reports whether the next run goes on from what this one has finished.
func (d *Finished) Remembers() bool { return d.kept != nil && d.kept.dir != "" }

// configs returns the files that steer the tools of most projects.
func configs() []string {
	return []string{"pyproject.toml", "ruff.toml", ".ruff.toml", "mypy.ini", "setup.cfg", "tox.ini", "go.mod",
		".golangci.yml", "tsconfig.json", "Cargo.toml", "clippy.toml"}
}

func (d *Finished) name(root, path, content string) string {
	h := sha256.New()
	h.Write(d.key)
	fmt.Fprintf(h, "%d:%s%d:%s", len(path), path, len(content), content)
	for _, name := range configs() {
		if f, err := files.Read(filepath.Join(root, name), limits.SettingsFile); err == nil {
			fmt.Fprintf(h, "%s:%x", name, sha256.Sum256(f.Data))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// find returns what a former run made of a file.
func (d *Finished) find(t Target) (r Result, ok bool) {
	var one Outcome
	if !d.Remembers() || !d.kept.read(d.name(t.Root, t.Snapshot.Path, t.Snapshot.Text()), &one) {
		return r, false
	}
	r = one.Result(t)
	r.Resumed = true
	return r, true
}

// Keep remembers a file that is finished: what was found for the text as it was
// read, or, where fixes were written, what is left in the text as it is now.
func (d *Finished) Keep(r Result) {
	if !d.Remembers() || r.File == "" || r.Err != nil || len(r.Unlooked) > 0 || !r.settled() {
		return
	}
	one, content := d.app.Outcome(r), r.Before
	if r.Written {
		one.After, content = nil, r.After
		one.Findings = slices.DeleteFunc(one.Findings, func(f Far) bool { return f.Applied })
	}
	if slices.ContainsFunc(one.Findings, func(f Far) bool { return f.Asks > 0 }) {
		d.kept.write(d.name(r.Root, r.File, content), one)
	}
}
