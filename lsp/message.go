package lsp

import (
	"errors"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// messageWidth is the longest message shown: longer lines stop Neovim with a
// prompt.
const messageWidth = 80

// messages limits what is shown: one message of a class a minute, but always
// the one that ends a job the user started.
type messages struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// due reports whether a message of the class may be shown now.
func (m *messages) due(class string, now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last == nil {
		m.last = map[string]time.Time{}
	}
	if t, ok := m.last[class]; ok && now.Sub(t) < limits.MessageEvery {
		return false
	}
	m.last[class] = now
	return true
}

// show sends one line to the user, at most once a minute for a class; an empty
// class is always shown.
func (s *Server) show(kind int, class, line string) {
	line = clip("fettle: "+strings.TrimPrefix(oneLine(line), "fettle "), messageWidth)
	s.log.Info("message", "class", class, "text", line)
	if class != "" && !s.messages.due(class, s.now()) {
		return
	}
	s.notify("window/showMessage", messageParams{Type: kind, Message: text.Shown(line)})
}

// Warn tells the user a cause and the next step in one line, at most once a minute
// for a class. A long cause is cut, the step never.
func (s *Server) Warn(class, cause, next string) {
	s.show(messageWarning, class, clip(oneLine(cause), messageWidth-len("fettle: ; "+next))+"; "+next)
}

// declineLine is the line for a fix that was declined. Where cause and next
// step do not fit into it both, the next step stays.
func declineLine(err error) string {
	var d *fixer.Decline
	if !errors.As(err, &d) {
		return err.Error()
	}
	next := nextStep(d)
	if next == "" {
		return err.Error()
	}
	if whole := strings.TrimSuffix(err.Error(), "; "+next) + "; " + next; len("fettle: "+whole) <= messageWidth {
		return whole
	}
	const readable = 20
	if room := messageWidth - len("fettle: ; "+next); room >= readable {
		return clip(oneLine(d.Reason), room) + "; " + next
	}
	return next
}

// nextStep is what somebody in an editor can do about a decline.
func nextStep(d *fixer.Decline) string {
	switch d.Step {
	case fixer.StepAllowUnsafe, fixer.StepAllowUnverified:
		return "apply it from its own entry"
	}
	return d.Next
}

// oneLine folds white space and drops what cannot be seen: names of files and
// words of tools and models must not steer what shows them.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || text.Hidden(r) != "" }), " ")
}

// clip cuts a line to n bytes, at a rune, with "..." as the sign of it.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := n - 3
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.TrimRight(s[:cut], " ") + "..."
}
