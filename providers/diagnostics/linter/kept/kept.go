// Package kept holds results of tools that one command leaves for the next, in the
// cache folder: one file for each tool and root. What is found in it was said by the
// same program about the same text under the same name, with everything else the
// tool reads as it is now ([Source.Reads]). An entry that is not used for
// [limits.KeptAge] is dropped, a file that has grown too large keeps what the last
// run used.
package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Store is what is kept, in one folder. The zero value keeps nothing.
type Store struct {
	dir string // "" = nothing is kept

	mu      sync.Mutex
	roots   map[place]*rootFile
	folders map[string]folder
}

// New opens a store in a folder; "" keeps nothing.
func New(dir string) *Store { return &Store{dir: dir} }

// Source is a tool in a root.
type Source struct {
	Tool, Root string
	// Reads is the digest of everything that the tool reads besides the text of a
	// file in a folder; false where that is not known. Nil: nothing is kept.
	Reads func(dir string) (sum [sha256.Size]byte, known bool)
}

// place is where the results of a source are.
type place struct{ tool, root string }

func (src Source) place() place { return place{src.Tool, src.Root} }

// rootFile is the file of one tool and root, read when it is first asked for.
type rootFile struct {
	Entries  map[string]*entry
	Versions map[string]string // of programs, by their state

	changed bool
}

// entry is what a tool said of a text.
type entry struct {
	Used int64               // day
	List []signal.Diagnostic `json:",omitempty"`

	now bool // this run has used it
	as  As   // of one that this run has made
}

// As is what the result of a run is kept as: what the tool reads, as it was before
// the run. The zero value is not kept.
type As struct {
	key    string
	source Source
	dir    string
	digest [sha256.Size]byte // of what is read in the folder
}

// still reports whether what the tool reads in the folder is as it was before.
func (a As) still() bool {
	now, known := a.source.Reads(a.dir)
	return known && now == a.digest
}

// folder is what a tool reads besides a text, for all files of a folder.
type folder struct {
	digest [sha256.Size]byte
	known  bool
	at     time.Time
}

// key names what a tool says of a text now; false where it is not to be kept.
func (k *Store) key(src Source, s text.Snapshot, now time.Time) (as As, ok bool) {
	if k.dir == "" || src.Reads == nil {
		return as, false
	}
	info, err := os.Lstat(s.Path)
	if err != nil || !info.Mode().IsRegular() {
		return as, false // some rules look at the file itself
	}
	dir := filepath.Dir(s.Path)
	at := src.Tool + "\x00" + src.Root + "\x00" + dir
	k.mu.Lock()
	f, ok := k.folders[at]
	k.mu.Unlock()
	if !ok || now.Before(f.at) || now.Sub(f.at) >= limits.RootMemory {
		f = folder{at: now}
		f.digest, f.known = src.Reads(dir)
		k.mu.Lock()
		if k.folders == nil || len(k.folders) >= limits.RootMemoryEntries {
			k.folders = map[string]folder{}
		}
		k.folders[at] = f
		k.mu.Unlock()
	}
	if !f.known {
		return as, false
	}
	hash := s.Hash()
	d := NewDigest()
	d.Add(string(f.digest[:]), s.Path, string(hash[:]), (info.Mode().Perm() & 0o111).String(), s.Lang)
	sum := d.Sum()
	return As{hex.EncodeToString(sum[:16]), src, dir, f.digest}, true
}

// Changed hears that a file of some tool's configuration was made, changed or
// removed.
func (k *Store) Changed() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.folders = nil
}

// Get finds a result, as it was put. Without one it returns what that of a run now is to be kept as.
func (k *Store) Get(src Source, s text.Snapshot, now time.Time) (list []signal.Diagnostic, as As, found bool) {
	as, ok := k.key(src, s, now)
	if !ok {
		return nil, As{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(src.place())
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
	return e.List, as, true
}

// Put keeps a result.
func (k *Store) Put(as As, list []signal.Diagnostic, now time.Time) {
	if as.key == "" {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(as.source.place())
	r.Entries[as.key] = &entry{Used: dayOf(now), List: slices.Clone(list), now: true, as: as}
	r.changed = true
}

// PutFile keeps what a tool says of a file that it has read itself, if the file
// still is what was asked about.
func (k *Store) PutFile(as As, s text.Snapshot, list []signal.Diagnostic, now time.Time) {
	if as.key == "" {
		return
	}
	if f, err := files.Read(s.Path, 0); err == nil && sha256.Sum256(f.Data) == s.Hash() {
		k.Put(as, list, now)
	}
}

// Version returns what a program said of its version, if it is kept; state is different
// for another program, "" where that is not known.
func (k *Store) Version(src Source, state string, ask func() string) string {
	if k.dir == "" || state == "" || src.Reads == nil {
		return ask()
	}
	k.mu.Lock()
	v := k.root(src.place()).Versions[state]
	k.mu.Unlock()
	if v != "" {
		return v
	}
	v = ask()
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.root(src.place())
	r.Versions = map[string]string{state: v}
	r.changed = true
	return v
}

// root returns what is kept of a tool in a root. The lock is held.
func (k *Store) root(key place) *rootFile {
	if r := k.roots[key]; r != nil {
		return r
	}
	r := &rootFile{}
	if f, err := files.Read(k.file(key), limits.KeptFile); err != nil || json.Unmarshal(f.Data, r) != nil {
		*r = rootFile{} // it can be made again
	}
	if r.Entries == nil {
		r.Entries = map[string]*entry{}
	}
	if k.roots == nil {
		k.roots = map[place]*rootFile{}
	}
	k.roots[key] = r
	return r
}

func (k *Store) file(key place) string {
	d := NewDigest()
	d.Add(key.tool, key.root)
	sum := d.Sum()
	return filepath.Join(k.dir, hex.EncodeToString(sum[:12])+".json")
}

func dayOf(now time.Time) int64 { return now.Unix() / int64(24*time.Hour/time.Second) }

// Save writes what has changed, each file as a whole, and removes what is too old.
// It is a help, so that errors count for nothing.
func (k *Store) Save(now time.Time) {
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
func (r *rootFile) prune(now time.Time) {
	oldest := dayOf(now.Add(-limits.KeptAge))
	same := map[string]bool{} // by folder
	for name, e := range r.Entries {
		if e == nil || e.Used < oldest {
			delete(r.Entries, name)
			continue
		}
		if e.as.source.Reads == nil {
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
func (k *Store) sweep(now time.Time) {
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
