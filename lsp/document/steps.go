package document

import (
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// stepsKept is how many changes of a document are remembered, to move a fix
// over what was typed while it was made.
const stepsKept = 1024

// Steps remembers the last changes of each open document. The zero value is ready,
// and safe for concurrent use.
type Steps struct {
	mu   sync.Mutex
	docs map[string]*stepLog
}

type stepLog struct {
	incarnation uint64
	list        []step
	bytes       int
}

type step struct {
	from, to int32 // versions
	edits    []text.Edit
}

// Add remembers a change. It is called on the reading lane.
func (s *Steps) Add(c Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.docs == nil {
		s.docs = map[string]*stepLog{}
	}
	l := s.docs[c.New.URI]
	if l == nil || l.incarnation != c.New.Incarnation {
		l = &stepLog{incarnation: c.New.Incarnation}
		s.docs[c.New.URI] = l
	}
	l.list = append(l.list, step{c.Old.Version, c.New.Version, c.Edits})
	l.bytes += size(c.Edits)
	for len(l.list) > stepsKept || l.bytes > limits.HistoryPerDocument {
		l.bytes -= size(l.list[0].edits)
		l.list = l.list[1:]
	}
}

func size(list []text.Edit) int {
	n := 0
	for _, e := range list {
		n += len(e.New)
	}
	return n
}

// Since returns the changes that led from a snapshot to the newest text; false if
// they are not all known.
func (s *Steps) Since(was text.Snapshot) ([][]text.Edit, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.docs[was.URI]
	if l == nil || l.incarnation != was.Incarnation {
		return nil, false
	}
	// The snapshot is the last state of its version: its steps begin after the
	// last change that led to that version.
	first := len(l.list)
	for first > 0 && l.list[first-1].to > was.Version {
		first--
	}
	if first == 0 && (len(l.list) == 0 || l.list[0].from > was.Version) {
		return nil, false
	}
	var out [][]text.Edit
	for _, st := range l.list[first:] {
		out = append(out, st.edits)
	}
	return out, true
}

// Drop forgets a document that is closed.
func (s *Steps) Drop(uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.docs, uri)
}
