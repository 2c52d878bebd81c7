// Package trust says how far a folder is trusted: which tools may run for a
// document, and whose programs count.
//
// A folder is trusted by the user's word alone: the setting trust.trusted, an
// editor that asked, or a grant by fettle trust. A grant covers the
// files that say which code tools run (see [Grant]); when one of them changes,
// it does not hold until it is given again. Denial is about paths: a denied
// folder below a trusted root stays denied.
package trust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
)

// State is how far a folder is trusted.
type State uint8

// The states of trust.
const (
	Unknown State = iota // nobody said anything: only tools that run no code of it
	Denied               // nothing runs
	Trusted              // everything, and the project's own programs
)

// Policy is what the user said.
type Policy struct {
	// Denied and Trusted are folders by the user's settings.
	Denied, Trusted []string
	// Untrusted says that the client trusts no folder of this workspace.
	Untrusted bool
	// Asked says that the client asked the user, who trusts all of them.
	Asked bool
	// Store is the file of the grants; "" if there is none.
	Store string
	// Note is called once with each grant that does not hold any more; nil: nobody.
	Note func(Stale)
	Now  func() time.Time // nil: time.Now
}

// Judge answers by a policy. It is safe for concurrent use.
type Judge struct {
	policy Policy

	mu     sync.Mutex
	known  map[string]*checked         // by canonical root
	hidden map[string]recent[[]string] // by root and workspace folders
	real   map[string]recent[string]   // by root
}

// recent is what was found a moment ago.
type recent[T any] struct {
	value T
	at    time.Time
}

// remembered returns what was found of a key within some time, else what find finds, and so many things at most.
func remembered[T any](j *Judge, known map[string]recent[T], key string, age time.Duration, most int, find func() T) T {
	now := j.policy.Now()
	j.mu.Lock()
	r, ok := known[key]
	j.mu.Unlock()
	if ok && now.Sub(r.at) < age && !r.at.After(now) {
		return r.value
	}
	r = recent[T]{find(), now}
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(known) >= most {
		clear(known)
	}
	known[key] = r
	return r.value
}

// realMemory is how long it is remembered where a root really lies. A run over many
// files asks several times for each.
const realMemory = 100 * time.Millisecond

// mostRoots bounds the roots that are remembered.
const mostRoots = 256

// New makes a judge. It reads nothing yet.
func New(p Policy) *Judge {
	if p.Now == nil {
		p.Now = time.Now
	}
	return &Judge{policy: p, known: map[string]*checked{}, hidden: map[string]recent[[]string]{},
		real: map[string]recent[string]{}}
}

// Root returns the state of a folder as a root.
func (j *Judge) Root(root string) State { return j.Document(root, root) }

// Document returns the state of a document in a root. Names are compared with their
// links resolved: trust is given to a folder, not to a link that may lead
// elsewhere tomorrow, and a denied folder is denied under every name.
func (j *Judge) Document(root, path string) State {
	if j.policy.Untrusted {
		return Denied
	}
	for _, p := range [...]string{root, path} {
		if len(j.policy.Denied) == 0 {
			break // links are not followed for nothing: a project has thousands of documents
		}
		if among(j.policy.Denied, p, filepath.Clean) || among(j.policy.Denied, Real(p), Real) {
			return Denied
		}
	}
	real := remembered(j, j.real, root, realMemory, mostRoots, func() string { return Real(root) })
	if j.policy.Asked || among(j.policy.Trusted, real, Real) || j.granted(real) {
		return Trusted
	}
	return Unknown
}

// among reports whether a path lies in one of some folders, which name spells.
func among(list []string, path string, name func(string) string) bool {
	return slices.ContainsFunc(list, func(dir string) bool {
		if !filepath.IsAbs(dir) {
			return false
		}
		rel, err := filepath.Rel(name(dir), path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// Real returns a path with its links resolved as far as it exists.
func Real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(Real(parent), filepath.Base(path))
}

// hidingMemory is how long the projects around a root are remembered.
const hidingMemory = 2 * time.Second

// marks make a folder a project or a repository.
var marks = [...]string{".git", ".hg", ".svn", ".jj", ".bzr", "go.mod", "go.work", "pyproject.toml", "setup.py",
	"package.json", "Cargo.toml", ".fettle.toml"}

// Hidden lists the folders whose programs do not count for a root, found on PATH
// or otherwise: every workspace folder, and every project or repository around
// the root, up to the user's home folder, which is the user's own. A trusted root
// may use the programs of other trusted folders.
func (j *Judge) Hidden(root string, workspace []string) []string {
	key := strings.Join(append([]string{root}, workspace...), "\x00")
	return remembered(j, j.hidden, key, hidingMemory, mostRoots, func() []string { return j.hide(root, workspace) })
}

// hide is Hidden with nothing remembered.
func (j *Judge) hide(root string, workspace []string) (list []string) {
	trusted := j.Root(root) == Trusted
	add := func(dir string) {
		if !filepath.IsAbs(dir) || slices.Contains(list, dir) || trusted && j.Root(dir) == Trusted {
			return
		}
		list = append(list, dir)
	}
	add(root)
	for _, dir := range workspace {
		add(dir)
	}
	for _, from := range [...]string{root, Real(root)} {
		around(from, add)
	}
	return list
}

// around names the projects and repositories above a folder.
func around(dir string, add func(string)) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	stop := []string{home, Real(home)}
	for dir = filepath.Dir(filepath.Clean(dir)); dir != filepath.Dir(dir) &&
		!slices.Contains(stop, dir); dir = filepath.Dir(dir) {
		if files.NearestWith(dir, dir, marks[:]...) == dir {
			add(dir)
		}
	}
}
