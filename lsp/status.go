package lsp

import "maps"

// status is what fettle could do now: the notification fettle/status, for
// clients that show it in a status bar. They ask for it with the capability
// experimental.fettleStatus; it is sent whenever one of its members changes.
type status struct {
	Model   string `json:"model"`         // name of the model, "" if none can be asked
	Why     string `json:"why,omitempty"` // why none: cause and next step
	Indexed int    `json:"indexed"`       // percent of the files that related code is looked for in
}

// indexing hears how many files of a root's index are read; done and total are
// equal when it is built.
func (s *Server) indexing(root string, done, total int) {
	s.mu.Lock()
	next := maps.Clone(s.indexes)
	if next == nil {
		next = map[string]reading{}
	}
	next[root] = reading{done, total}
	if done >= total {
		delete(next, root)
	}
	s.indexes = next
	s.mu.Unlock()
	s.tellStatus()
}

// reading is how far the index of a root is, in files.
type reading struct{ done, total int }

// tellStatus sends the status if it is not what was sent last. States are sent
// in the order in which they are read.
func (s *Server) tellStatus() {
	if c, _, _ := s.state(); !c.status {
		return
	}
	s.telling.Lock()
	defer s.telling.Unlock()
	s.mu.Lock()
	model, built, indexes := s.engine.Fixer.Model, s.built > 0, s.indexes
	s.mu.Unlock()
	if !built {
		return
	}
	now := status{Why: oneLine(model.Why), Indexed: 100}
	if model.Completer != nil {
		now.Model, now.Why = model.Name, ""
	}
	if len(indexes) > 0 {
		var all reading
		for _, r := range indexes {
			all.done, all.total = all.done+r.done, all.total+r.total
		}
		now.Indexed = 100 * all.done / all.total
	}
	if s.told == nil || *s.told != now {
		s.told = &now
		s.notify("fettle/status", now)
	}
}
