package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// outcomes are what runs without a model have made of whole projects: the next run
// over an unchanged project starts no tool. An entry is found by everything that the
// run read: the program and its settings, the flags, the texts and names of all files
// of the project, and all that its tools read beside those. Where that is not known
// of one of them, nothing is kept.
type outcomes struct {
	dir   string
	keys  map[string]string // by root; none where nothing is to be kept
	made  map[string][]outcome
	fresh map[string]int // files of a root that a run is to give
}

// outcome is what a run made of a file.
type outcome struct {
	Path     string
	After    *string // nil = as it was
	Findings []Far
	Beside   int
}

// outcomes gives what earlier runs have made of the targets, and what takes down what
// this one does.
func (w *App) outcomes(targets []Target, o Options) (*outcomes, []*Result) {
	former := make([]*Result, len(targets))
	k := &outcomes{keys: map[string]string{}, made: map[string][]outcome{}, fresh: map[string]int{}}
	cache := files.CacheFolder()
	if !w.keeps || cache == "" || o.NoResume || o.Input != "" || o.light() || !o.NoModel && w.Ladder.Model.Completer != nil {
		return k, former
	}
	k.dir = filepath.Join(cache, "outcomes")
	byRoot := map[string][]Target{}
	for _, t := range targets {
		byRoot[t.Root] = append(byRoot[t.Root], t)
	}
	for root, list := range byRoot {
		key, ok := w.outcomeKey(root, list, o)
		if !ok {
			continue
		}
		if entry := k.read(key); len(entry) == len(list) {
			for i, t := range targets {
				if t.Root == root {
					former[i], entry = entry[0].result(t), entry[1:]
				}
			}
			continue
		}
		k.keys[root], k.fresh[root] = key, len(list)
	}
	return k, former
}

// outcomeKey is the digest of all that the outcome of a root depends on.
func (w *App) outcomeKey(root string, list []Target, o Options) (key string, known bool) {
	tree, known := w.Engine.TreeDigest(root)
	if !known || len(list) > limits.OutcomeTreeFiles {
		return "", false
	}
	program, err := os.Executable()
	if err != nil {
		return "", false
	}
	info, err := os.Stat(program)
	if err != nil {
		return "", false
	}
	settings, err := json.Marshal(w.Settings)
	if err != nil {
		return "", false
	}
	h := sha256.New()
	fmt.Fprintf(h, "2|%q|%q|%d|%d|%x|%x|%v|", w.Version, program, info.Size(), info.ModTime().UnixNano(), sha256.Sum256(settings), tree, w.Trust(root))
	fmt.Fprintf(h, "%v|%v|%v|%d|%q|%q|", o.Unsafe, o.Unverified, o.NoModel, o.Candidates, o.Rules, o.Run)
	dirs := map[string]map[string]bool{} // of each tool
	for _, t := range list {
		fmt.Fprintf(h, "%q|%q|%s|%x|", t.Shown, t.Snapshot.Path, t.Snapshot.Lang, t.Snapshot.Hash())
		for _, name := range w.Engine.Looking(t.Snapshot) {
			fmt.Fprintf(h, "%q|", name)
			if dirs[name] == nil {
				dirs[name] = map[string]bool{}
			}
			dirs[name][filepath.Dir(t.Snapshot.Path)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		reads, known := w.Engine.Reads(name, root, slices.Sorted(maps.Keys(dirs[name])))
		if !known {
			return "", false
		}
		fmt.Fprintf(h, "%x|", reads)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), true
}

func (k *outcomes) file(key string) string { return filepath.Join(k.dir, key+".json") }

// read is an entry that was kept, nil if there is none.
func (k *outcomes) read(key string) (entry []outcome) {
	f, err := files.Read(k.file(key), limits.KeptFile)
	if err != nil || json.Unmarshal(f.Data, &entry) != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(k.file(key), now, now) // it is of use
	return entry
}

// result is what an earlier run made of a file, as if this one had.
func (one outcome) result(t Target) *Result {
	r := Result{Path: t.Shown, File: t.Snapshot.Path, Root: t.Root, Before: t.Snapshot.Text(), After: t.Snapshot.Text()}
	if one.Path != t.Shown {
		r.Err = fmt.Errorf("%s: what was kept of it is that of %s: run it again with --no-cache", t.Shown, one.Path)
		return &r
	}
	if one.After != nil {
		r.After = *one.After
	}
	if one.Findings == nil {
		one.Findings = []Far{}
	}
	r = Arrived(r, one.Findings, one.Beside)
	return &r
}

// note takes the result of a file, which has its findings at hand from then on: to
// work them out takes a diff for each. What was not done to its end is not kept, nor
// is all of its root.
func (k *outcomes) note(w *App, r *Result) {
	if k.keys[r.Root] == "" {
		return
	}
	if r.Err != nil {
		delete(k.keys, r.Root)
		delete(k.made, r.Root)
		return
	}
	r.far = w.Travel(*r)
	one := outcome{Path: r.Path, Findings: r.far, Beside: r.beside}
	if r.After != r.Before {
		one.After = &r.After
	}
	k.made[r.Root] = append(k.made[r.Root], one)
}

// keep keeps what was noted, if everything is still as it was at the beginning. It is
// a help, so that errors count for nothing.
func (k *outcomes) keep(w *App, targets []Target, o Options) {
	w.mu.Lock()
	warned := len(w.warned) > 0 // a tool has failed: it may not the next time
	w.mu.Unlock()
	for root, key := range k.keys {
		if warned || len(k.made[root]) != k.fresh[root] {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(targets), func(t Target) bool { return t.Root != root })
		if now, known := w.outcomeKey(root, list, o); !known || now != key {
			continue
		}
		data, err := json.Marshal(k.made[root])
		if err != nil || len(data) > limits.KeptFile || os.MkdirAll(k.dir, 0o700) != nil {
			continue
		}
		if os.WriteFile(k.file(key)+".new", data, 0o600) == nil {
			_ = os.Rename(k.file(key)+".new", k.file(key))
		}
		k.sweep()
	}
}

// sweep removes entries that nobody has used for long, and the oldest of many.
func (k *outcomes) sweep() {
	list, err := files.List(k.dir)
	if err != nil {
		return
	}
	type file struct {
		name string
		at   time.Time
	}
	var left []file
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			left = append(left, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(left, func(a, b file) int { return b.at.Compare(a.at) })
	for i, f := range left {
		if i >= limits.KeptOutcomes || time.Since(f.at) > limits.KeptAge {
			_ = os.Remove(filepath.Join(k.dir, f.name))
		}
	}
}
