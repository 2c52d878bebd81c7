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
	"github.com/fettle-dev/fettle/lsp/words"
)

// messageWidth is the longest message shown: at a longer one Neovim stops and waits
// for a key (:help hit-enter).
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

// Warn shows the user a cause and the next step in one line, at most once a minute
// for a class. A long cause is cut, the step never.
func (s *Server) Warn(class, cause, next string) {
	s.show(messageWarning, class, clip(oneLine(cause), messageWidth-len("fettle: ; "+next))+"; "+next)
}

// declineLine returns the line for a fix that was declined, of at most so many bytes.
// Where cause and next step do not fit, it names the way to the rest; the next
// step stays, without what is said aside, as long as something of the cause can be
// read next to it.
func declineLine(err error, details string, width int) string {
	cause, next := oneLine(words.Error(err)), ""
	var d *fixer.Decline
	if errors.As(err, &d) {
		if next = oneLine(words.Next(d)); next != "" {
			cause = strings.TrimSuffix(cause, "; "+next)
		}
	}
	whole := cause
	if next != "" {
		whole += "; " + next
	}
	if len(whole) <= width {
		return whole
	}
	next, _, _ = strings.Cut(next, " (")
	way := " (more: " + details + ")"
	const readable = 16
	if room := width - len("; "+next) - len(way); next != "" && room >= readable {
		return clip(cause, room) + "; " + next + way
	}
	return clip(whole, width-len(way)) + way
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
	cut := max(0, n-3)
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.TrimRight(s[:cut], " ") + "..."
}
