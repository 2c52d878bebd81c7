package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// outcomes are what runs without a model have made of whole projects: the next run
// over an unchanged project starts no tool. An entry is found by everything that the
// run read: the program and its settings, the flags, the texts and names of all files
// of the project, and all that its tools read besides those. Where that is not known
// of one of them, nothing is kept.
type outcomes struct {
	kept  *shelf
	keys  map[string]string // by root; none where nothing is to be kept
	made  map[string][]Outcome
	fresh map[string]int             // files of a root that a run is to give
	tools map[string]map[string]bool // that look at a root
	left  map[string][]Skipped       // what tools leave out, by root: of those that were kept, then of all
}

// entry is what a run made of a root.
type entry struct {
	Files   []Outcome
	Missing []missing `json:",omitempty"`
	Skipped []Skipped `json:",omitempty"`
}

// missing is a tool that is not installed, as the user was warned.
type missing struct{ Tool, Detail, Hint string }

// outcomes returns what earlier runs have made of the targets, and what records what
// this one does.
func (w *App) outcomes(targets []Target, o Options) (*outcomes, []*Result) {
	former := make([]*Result, len(targets))
	k := &outcomes{kept: newShelf("outcomes", limits.KeptOutcomes, limits.KeptAge, limits.KeptFile),
		keys: map[string]string{}, made: map[string][]Outcome{}, fresh: map[string]int{},
		tools: map[string]map[string]bool{}, left: map[string][]Skipped{}}
	if !w.keeps || k.kept.dir == "" || o.NoResume || o.Input != "" || o.light() || !o.NoModel && w.Ladder.Model.Asks() {
		return k, former
	}
	byRoot := map[string][]Target{}
	for _, t := range targets {
		byRoot[t.Root] = append(byRoot[t.Root], t)
	}
	for root, list := range byRoot {
		key, tools, ok := w.outcomeKey(root, list, o)
		if !ok {
			continue
		}
		var e entry
		if k.kept.read(key, &e) && len(e.Files) == len(list) {
			k.kept.used(key)
			for i, t := range targets {
				if t.Root == root {
					r := e.Files[0].Result(t)
					former[i], e.Files = &r, e.Files[1:]
				}
			}
			k.left[root] = append([]Skipped{}, e.Skipped...)
			for _, m := range e.Missing {
				w.warnOnce(&linter.Error{Tool: m.Tool, Kind: linter.ErrMissing, Detail: m.Detail, Hint: m.Hint})
			}
			continue
		}
		k.keys[root], k.fresh[root], k.tools[root] = key, len(list), tools
	}
	return k, former
}

// outcomeKey returns the digest of all that the outcome of a root depends on, with the tools
// that look at it.
func (w *App) outcomeKey(root string, list []Target, o Options) (key string, tools map[string]bool, known bool) {
	tree, known := linter.TreeDigest(root)
	if !known || len(list) > limits.OutcomeTreeFiles {
		return "", nil, false
	}
	program, err := os.Executable()
	if err != nil {
		return "", nil, false
	}
	info, err := os.Stat(program)
	if err != nil {
		return "", nil, false
	}
	settings, err := json.Marshal(w.Settings)
	if err != nil {
		return "", nil, false
	}
	h := sha256.New()
	fmt.Fprintf(h, "5|%q|%q|%d|%d|%x|%x|%v|", w.Version, program, info.Size(), info.ModTime().UnixNano(),
		sha256.Sum256(settings), tree, w.Trust(root))
	fmt.Fprintf(h, "%v|%v|%v|%q|%q|", o.Unsafe, w.Worst(o), o.NoModel, o.Rules, o.Run)
	dirs := map[string]map[string]bool{} // of each tool
	tools = map[string]bool{}
	for _, t := range list {
		fmt.Fprintf(h, "%q|%q|%s|%x|", t.Shown, t.Snapshot.Path, t.Snapshot.Lang, t.Snapshot.Hash())
		if t.Snapshot.Lang == "python" { // it may be an interpreter outside of the project
			minor, says := w.Engine.Oldest(root, t.Snapshot.Path)
			fmt.Fprintf(h, "3.%d|%q|", minor, says)
		}
		for _, name := range w.Engine.Looking(t.Snapshot) {
			fmt.Fprintf(h, "%q|", name)
			if dirs[name] == nil {
				dirs[name] = map[string]bool{}
				tools[name] = true
			}
			dirs[name][filepath.Dir(t.Snapshot.Path)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		reads, known := w.Engine.Reads(name, root, slices.Sorted(maps.Keys(dirs[name])))
		if !known {
			return "", nil, false
		}
		fmt.Fprintf(h, "%x|", reads)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), tools, true
}

// note records the result of a file, which has its findings at hand from then on: to
// work them out needs a diff for each. What was not done to its end is not kept, nor
// is all of its root.
func (k *outcomes) note(w *App, r *Result) {
	if k.keys[r.Root] == "" {
		return
	}
	if r.Err != nil || len(r.Unlooked) > 0 || r.unproven {
		delete(k.keys, r.Root)
		delete(k.made, r.Root)
		return
	}
	r.far = w.far(*r)
	k.made[r.Root] = append(k.made[r.Root], w.Outcome(*r))
}

// keep keeps what was noted, if everything is still as it was at the beginning.
func (k *outcomes) keep(w *App, targets []Target, o Options) {
	lacking, sound := w.missing()
	for root, key := range k.keys {
		if !sound || len(k.made[root]) != k.fresh[root] {
			continue
		}
		e := entry{Files: k.made[root], Skipped: k.left[root]}
		for _, m := range lacking {
			if k.tools[root][m.Tool] {
				e.Missing = append(e.Missing, m)
			}
		}
		list := slices.DeleteFunc(slices.Clone(targets), func(t Target) bool { return t.Root != root })
		if now, _, known := w.outcomeKey(root, list, o); known && now == key {
			k.kept.write(key, e)
		}
	}
}

// missing returns the tools that the user was warned of since they are not installed: an outcome is kept by them. Not
// sound: one has failed, and may not the next time.
func (w *App) missing() (list []missing, sound bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range slices.Sorted(maps.Keys(w.warned)) {
		var of *linter.Error
		if err := w.warned[text]; !errors.As(err, &of) || !errors.Is(err, linter.ErrMissing) {
			return nil, false
		}
		list = append(list, missing{of.Tool, of.Detail, of.Hint})
	}
	return list, true
}
