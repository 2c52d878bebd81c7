package lsp

import (
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
)

// status is what fettle could do now: the notification fettle/status, for
// clients that show it in a status bar. They ask for it with the capability
// experimental.fettleStatus; it is sent whenever one of its members changes.
type status struct {
	Model   string     `json:"model"`             // name of the model, "" if none can be asked
	Why     text.Shown `json:"why,omitempty"`     // why none: cause and next step
	Indexed int        `json:"indexed"`           // percent of the files that related code is looked for in
	Trouble text.Shown `json:"trouble,omitempty"` // a tool that does not look: why, and what helps
}

// tellStatus sends the status if it is not what was sent last. States are sent
// in the order in which they are read.
func (s *Server) tellStatus() {
	if c, _, _ := s.state(); !c.status {
		return
	}
	s.telling.Lock()
	defer s.telling.Unlock()
	s.mu.Lock()
	model, built, indexes := s.engine.Ladder().Model, s.built > 0, s.indexes
	s.mu.Unlock()
	if !built {
		return
	}
	now := status{Why: text.Shown(oneLine(words.NoModel(model))), Indexed: percentOf(indexes)}
	if model.Asks() {
		now.Model, now.Why = model.Name, ""
	}
	now.Trouble = text.Shown(oneLine(s.lint.troubles()))
	if s.told == nil || *s.told != now {
		s.told = &now
		s.notify("fettle/status", now)
	}
}
