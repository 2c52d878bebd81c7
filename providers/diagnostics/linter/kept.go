package linter

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// kept are results of tools that one command leaves for the next, in the cache
// folder: one file for each tool and root. What is found in it was said by the same
// program about the same text under the same name, with everything else the tool
// reads as it is now ([kept.key]). An entry that is not used for [limits.KeptAge] is
// dropped, a file that has grown too large keeps what the last run used.
//
// What is kept is a table, [keepers]: a tool is in it if all that it reads can be
// known. It is not known of
//
//   - bandit, mypy, pyright, pytest: modules and plugins of a Python environment;
//   - ESLint, biome, tsc: configuration that is code, plugins, node_modules;
//   - clippy, golangci-lint: build scripts, plugins, dependencies;
//   - go, go vet, staticcheck: other packages and modules; the go command has a
//     cache of its own, which knows them;
//   - tools that the user has defined.
type kept struct {
	dir string // "" = nothing is kept

	mu      sync.Mutex
	roots   map[toolKey]*keptRoot
	folders map[string]keptFolder
}

// keptRoot is the file of one tool and root, read when it is first asked for.
type keptRoot struct {
	Entries  map[string]*keptEntry
	Versions map[string]string // of programs, by their state

	changed bool
}

// keptEntry is what a tool said of a text.
type keptEntry struct {
	Used int64               // day
	List []signal.Diagnostic `json:",omitempty"`

	now bool   // this run has used it
	as  keepAs // of one that this run has made
}

// keepAs is what the result of a run is kept as: what the tool reads, as it was
// before the run. The zero value is kept nowhere.
type keepAs struct {
	key       string
	tool      *tool
	root, dir string
	digest    [sha256.Size]byte // of what is read in the folder
}

// still reports whether what the tool reads in the folder is as it was before.
func (a keepAs) still() bool {
	now, known := keepers()[a.tool.spec.Name](a.tool, a.root, a.dir)
	return known && now == a.digest
}

// keptFolder is what a tool reads besides a text, for all files of a folder.
type keptFolder struct {
	digest [sha256.Size]byte
	known  bool
	at     time.Time
}

// keepers give, of each tool whose results are kept, the digest of everything it
// reads beside the text of a file in a folder; false where that is not known.
func keepers() map[string]func(t *tool, root, dir string) ([sha256.Size]byte, bool) {
	return map[string]func(*tool, string, string) ([sha256.Size]byte, bool){"ruff": ruffReads}
}

// key names what a tool says of a text now; false where it is not to be kept.
func (k *kept) key(t *tool, root string, s text.Snapshot, now time.Time) (as keepAs, ok bool) {
	reads := keepers()[t.spec.Name]
	if k.dir == "" || reads == nil || t.spec.own != nil {
		return as, false
	}
	info, err := os.Lstat(s.Path)
	if err != nil || !info.Mode().IsRegular() {
		return as, false // some rules look at the file itself
	}
	dir := filepath.Dir(s.Path)
	at := t.spec.Name + "\x00" + root + "\x00" + dir
	k.mu.Lock()
	f, ok := k.folders[at]
	k.mu.Unlock()
	if !ok || !recent(f.at, now) {
		f = keptFolder{at: now}
		f.digest, f.known = reads(t, root, dir)
		k.mu.Lock()
		if k.folders == nil || len(k.folders) >= limits.RootMemoryEntries {
			k.folders = map[string]keptFolder{}
		}
		k.folders[at] = f
		k.mu.Unlock()
	}
	if !f.known {
		return as, false
	}
	hash := s.Hash()
	d := newDigest()
	d.add(string(f.digest[:]), s.Path, string(hash[:]), (info.Mode().Perm() & 0o111).String(), s.Lang)
	sum := d.sum()
	return keepAs{hex.EncodeToString(sum[:16]), t, root, dir, f.digest}, true
}

// changed hears of a file that was made, changed or removed.
func (k *kept) changed(config bool) {
	if config {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.folders = nil
	}
}

// get finds a result. Without one it gives what that of a run now is to be kept as.
func (k *kept) get(t *tool, root string, s text.Snapshot, now time.Time) (list []signal.Diagnostic, as keepAs, found bool) {
	as, ok := k.key(t, root, s, now)
	if !ok {
		return nil, keepAs{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(toolKey{t.spec.Name, root})
	e := r.Entries[as.key]
	if e == nil {
		return nil, as, false
	}
	if day := dayOf(now); e.Used != day {
		e.Used, r.changed = day, true
	}
	e.now = true
	if e.List == nil {
		e.List = []signal.Diagnostic{} // asked, and said nothing
	}
	return versioned(e.List, s.Version), as, true
}

// put keeps a result.
func (k *kept) put(as keepAs, list []signal.Diagnostic, now time.Time) {
	if as.key == "" {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(toolKey{as.tool.spec.Name, as.root})
	r.Entries[as.key] = &keptEntry{Used: dayOf(now), List: slices.Clone(list), now: true, as: as}
	r.changed = true
}

// putFile keeps what a tool says of a file that it has read itself, if the file
// still is what was asked about.
func (k *kept) putFile(as keepAs, s text.Snapshot, list []signal.Diagnostic, now time.Time) {
	if as.key == "" {
		return
	}
	if f, err := files.Read(s.Path, 0); err == nil && sha256.Sum256(f.Data) == s.Hash() {
		k.put(as, list, now)
	}
}

// version is what a program said of its version, if it is kept.
func (k *kept) version(t *tool, root string, ask func() string) string {
	state, ok := programState(t)
	if k.dir == "" || !ok || keepers()[t.spec.Name] == nil {
		return ask()
	}
	k.mu.Lock()
	v := k.root(toolKey{t.spec.Name, root}).Versions[state]
	k.mu.Unlock()
	if v != "" {
		return v
	}
	v = ask()
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(toolKey{t.spec.Name, root})
	r.Versions = map[string]string{state: v}
	r.changed = true
	return v
}

// root is what is kept of a tool in a root. The lock is held.
func (k *kept) root(key toolKey) *keptRoot {
	if r := k.roots[key]; r != nil {
		return r
	}
	r := &keptRoot{}
	if f, err := files.Read(k.file(key), limits.KeptFile); err != nil || json.Unmarshal(f.Data, r) != nil {
		*r = keptRoot{} // it can be made again
	}
	if r.Entries == nil {
		r.Entries = map[string]*keptEntry{}
	}
	if k.roots == nil {
		k.roots = map[toolKey]*keptRoot{}
	}
	k.roots[key] = r
	return r
}

func (k *kept) file(key toolKey) string {
	d := newDigest()
	d.add(key.name, key.root)
	sum := d.sum()
	return filepath.Join(k.dir, hex.EncodeToString(sum[:12])+".json")
}

func dayOf(now time.Time) int64 { return now.Unix() / int64(24*time.Hour/time.Second) }

// save writes what has changed, each file as a whole, and removes what is too old.
// It is a help, so that errors count for nothing.
func (k *kept) save(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, r := range k.roots {
		if !r.changed || os.MkdirAll(k.dir, 0o700) != nil {
			continue
		}
		r.prune(now)
		data, err := json.Marshal(r)
		if err == nil && len(data) > limits.KeptFile {
			for name, e := range r.Entries {
				if !e.now {
					delete(r.Entries, name)
				}
			}
			data, err = json.Marshal(r)
		}
		if err != nil || len(data) > limits.KeptFile {
			continue
		}
		if f, err := os.CreateTemp(k.dir, "new-*"); err == nil {
			_, werr := f.Write(data)
			if cerr := f.Close(); werr != nil || cerr != nil || os.Rename(f.Name(), k.file(key)) != nil {
				_ = os.Remove(f.Name())
			}
		}
		r.changed = false
		k.sweep(now)
	}
}

// prune drops entries that nobody has used for long, and those of this run that
// something the tool reads was changed under.
func (r *keptRoot) prune(now time.Time) {
	oldest := dayOf(now.Add(-limits.KeptAge))
	same := map[string]bool{} // by folder
	for name, e := range r.Entries {
		if e == nil || e.Used < oldest {
			delete(r.Entries, name)
			continue
		}
		if e.as.tool == nil {
			continue
		}
		at := string(e.as.digest[:]) + e.as.dir
		if _, known := same[at]; !known {
			same[at] = e.as.still()
		}
		if !same[at] {
			delete(r.Entries, name)
		}
	}
}

// sweep removes the files of roots that nobody has worked in for long, and the
// oldest if there are many.
func (k *kept) sweep(now time.Time) {
	list, err := os.ReadDir(k.dir)
	if err != nil {
		return
	}
	type file struct {
		name string
		at   time.Time
	}
	var left []file
	for _, e := range list {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if now.Sub(info.ModTime()) > limits.KeptAge {
			_ = os.Remove(filepath.Join(k.dir, e.Name()))
			continue
		}
		left = append(left, file{e.Name(), info.ModTime()})
	}
	slices.SortFunc(left, func(a, b file) int { return b.at.Compare(a.at) })
	for _, f := range left[min(len(left), limits.KeptRoots):] {
		_ = os.Remove(filepath.Join(k.dir, f.name))
	}
}

// programState is a program's path, size and time: what is behind the same state is
// the same program. Scripts and shims choose what they run by things that are not
// known here.
func programState(t *tool) (string, bool) {
	if len(t.argv) != 1 {
		return "", false // arguments of the user's may name files
	}
	real, err := filepath.EvalSymlinks(t.argv[0])
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	if err != nil || !isNative(real) {
		return "", false
	}
	return strings.Join([]string{real, info.ModTime().UTC().Format(time.RFC3339Nano), info.Mode().String(), decimal(info.Size())}, "|"), true
}
