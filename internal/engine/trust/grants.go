package trust

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// grant is what the user trusted: the files that say which code tools run, as
// they were.
type grant struct {
	At    time.Time         `json:"at"`
	Files map[string]string `json:"files"` // root-relative path, digest
	// Partial says that the folder is too large to be covered whole.
	Partial bool `json:"partial,omitempty"`
}

// Stale is a grant that does not hold any more.
type Stale struct {
	Root    string
	Changes []string // "sub/conftest.py is new", sorted
}

// String is one line for the user.
func (s Stale) String() string {
	shown, more := s.Changes, ""
	if len(shown) > staleShown {
		more = fmt.Sprintf(" and %d more", len(shown)-staleShown)
		shown = shown[:staleShown]
	}
	return fmt.Sprintf("%s is not trusted any more: %s%s", s.Root, strings.Join(shown, ", "), more)
}

// staleShown is how many changes a line names.
const staleShown = 5

// Store returns the file of the user's grants.
func Store() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the user's configuration folder: %w", err)
	}
	return filepath.Join(dir, "fettle", "trusted.json"), nil
}

// readGrants returns no grants where there is no file, or none that can be read.
// One grant that cannot be read is none.
func readGrants(store string) map[string]grant {
	out := map[string]grant{}
	f, err := files.Read(store, limits.GrantsFile)
	var raw map[string]json.RawMessage
	if store == "" || err != nil || json.Unmarshal(f.Data, &raw) != nil {
		return out
	}
	for root, data := range raw {
		var g grant
		if json.Unmarshal(data, &g) == nil && g.Files != nil {
			out[root] = g
		}
	}
	return out
}

// Granted is what a grant covers.
type Granted struct {
	Root    string
	Files   int
	Partial bool // the folder is too large to be covered whole
}

// ErrUncovered says that a change of some file could not be noticed.
var ErrUncovered = errors.New("cannot be trusted")

// Grant records that a folder, links resolved, is trusted as it is now. It fails
// where a file that has to be covered cannot be read: nobody would know when it
// changes.
func Grant(store, root string, now time.Time) (Granted, error) {
	m := gather(root)
	if len(m.problems) > 0 {
		return Granted{}, fmt.Errorf("%s %w: %s", root, ErrUncovered, strings.Join(m.problems, ", "))
	}
	all := readGrants(store)
	all[root] = grant{At: now.UTC().Truncate(time.Second), Files: m.digests, Partial: m.partial}
	return Granted{root, len(m.digests), m.partial}, writeGrants(store, all)
}

func writeGrants(store string, all map[string]grant) error {
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(store), 0o700); err != nil {
		return err
	}
	return files.WriteOwn(store, append(data, '\n'))
}

// checked is what is known of the grant of a root.
type checked struct {
	at      time.Time // when it was looked at
	grant   time.Time // the grant it is about
	there   bool
	stamps  map[string]string // of everything that was looked at
	changes []string
	partial bool
	told    bool
}

// checkMemory is how long a verdict is not looked at again.
const checkMemory = time.Second

// granted reports whether a grant for a canonical root holds.
func (j *Judge) granted(root string) bool {
	c := j.check(root)
	return c.there && len(c.changes) == 0
}

// Grant says what is known of the grant of a root: whether there is one, what
// has changed since it was given, and whether it covers the whole folder.
func (j *Judge) Grant(root string) (there bool, changes []string, partial bool) {
	c := j.check(Real(root))
	return c.there, c.changes, c.partial
}

func (j *Judge) check(root string) checked {
	now := j.policy.Now()
	j.mu.Lock()
	defer j.mu.Unlock()
	c := j.known[root]
	if c != nil && now.Sub(c.at) < checkMemory {
		return *c
	}
	if c == nil {
		c = &checked{}
		j.known[root] = c
	}
	c.at = now
	g, ok := readGrants(j.policy.Store)[root]
	if !ok {
		*c = checked{at: now}
		return *c
	}
	if c.there && c.grant.Equal(g.At) && same(c.stamps) {
		return *c
	}
	m := gather(root)
	*c = checked{at: now, there: true, grant: g.At, stamps: m.stamps, changes: m.since(g), partial: g.Partial,
		told: c.told}
	if len(c.changes) > 0 && !c.told && j.policy.Note != nil {
		c.told = true
		told := Stale{root, c.changes}
		j.mu.Unlock() // the listener may ask in turn
		j.policy.Note(told)
		j.mu.Lock()
	}
	return *c
}
