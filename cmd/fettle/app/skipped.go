package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// SkippedVerdict is the verdict of a [Skipped] among the lines of --json.
const SkippedVerdict = "skipped"

// Skipped is a file or folder that a run leaves out, and why. The closing line counts them,
// --json and the formats name them: who reads "clean" is to know of what.
type Skipped struct {
	File string `json:"file"` // as shown
	// Tool is the one that leaves it out, by its own settings; "" = nobody looks at it.
	Tool string `json:"tool,omitempty"`
	Why  string `json:"reason"`
	kind string // what it is counted as, in the singular: "notebook"
}

// skip is what is left out of the files that the arguments name.
type skip struct {
	error
	Skipped
	named bool // by the user, and it could not be read
	quiet bool // the closing line alone says so
}

// leave leaves out a file or folder.
func leave(path, kind string, why error) skip {
	return skip{error: fmt.Errorf("%s: %w", path, why), Skipped: Skipped{File: filepath.ToSlash(path), Why: why.Error(),
		kind: kind}}
}

// notOurs is why a file is left out that could be read: scripts name all files
// of a change.
type notOurs string

func (n notOurs) Error() string { return string(n) }

// kindOf returns what a file that was not read is counted as.
func kindOf(path string, err error) string {
	switch {
	case !errors.As(err, new(notOurs)):
		return "unreadable file"
	case isNotebook(path):
		return "notebook"
	}
	return "file"
}

// SkippedLine counts what is left out, for the closing lines; "" = nothing is.
func SkippedLine(list []Skipped) string {
	kinds := map[string]int{}
	for _, s := range list {
		if s.Tool != "" {
			kinds["\x7f"+s.Tool]++ // behind those that nobody looks at
			continue
		}
		kinds[s.kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if tool, ok := strings.CutPrefix(kind, "\x7f"); ok {
			parts = append(parts, fmt.Sprintf("%s by the settings for %s", Counted(kinds[kind], "file"), Clean(tool)))
			continue
		}
		parts = append(parts, Counted(kinds[kind], kind))
	}
	if len(parts) == 0 {
		return ""
	}
	return "skipped: " + strings.Join(parts, ", ") + " (--json names them)"
}

// Skipped returns what the run leaves out; nothing of one over repositories, which have each their
// own.
func (w *App) Skipped() []Skipped {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.skipped)
}

// skip notes what the run leaves out.
func (w *App) skip(list ...skip) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range list {
		if s.File != "" { // else it is a word about findings
			w.skipped = append(w.skipped, s.Skipped)
		}
	}
}

// leftOut notes what tools leave out by their own settings: as an earlier run has seen it
// of the projects that are as they were.
func (w *App) leftOut(ctx context.Context, targets []Target, kept *outcomes, o Options) {
	byRoot := map[string][]Target{}
	for _, t := range targets {
		byRoot[t.Root] = append(byRoot[t.Root], t)
	}
	for _, root := range slices.Sorted(maps.Keys(byRoot)) {
		if _, known := kept.left[root]; !known {
			kept.left[root] = w.excluded(ctx, byRoot[root], o)
		}
		w.mu.Lock()
		w.skipped = append(w.skipped, kept.left[root]...)
		w.mu.Unlock()
	}
}

// excluded returns the files that tools leave out by their own settings. Of a report nothing is
// said: it has other findings than theirs.
func (w *App) excluded(ctx context.Context, targets []Target, o Options) (out []Skipped) {
	if o.Input != "" || o.light() {
		return nil
	}
	shown := map[string]string{}
	var list []text.Snapshot
	for _, t := range targets {
		shown[t.Snapshot.Path] = t.Shown
		list = append(list, t.Snapshot)
	}
	for _, x := range w.Engine.Excluded(ctx, list) {
		out = append(out, Skipped{File: filepath.ToSlash(shown[x.Path]), Tool: x.Tool, Why: x.Why})
	}
	return out
}
