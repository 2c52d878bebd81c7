package lsp

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
)

// slowLook is a disk on which finding out whether a file is protected takes as long
// as the test wants.
type slowLook struct {
	mu   sync.Mutex
	gate chan struct{} // nil: at once
	why  string
}

func (l *slowLook) protects(string) string {
	l.mu.Lock()
	gate := l.gate
	l.mu.Unlock()
	if gate != nil {
		<-gate
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

func (l *slowLook) hold() (release func(why string)) {
	gate := make(chan struct{})
	l.mu.Lock()
	l.gate = gate
	l.mu.Unlock()
	return func(why string) {
		l.mu.Lock()
		l.gate, l.why = nil, why
		l.mu.Unlock()
		close(gate)
	}
}

// recent is what a prompt about a line of another file says of recent changes.
func (w *world) recent(t *testing.T) string {
	t.Helper()
	here := text.New("x = 1\n")
	here.Path, here.Lang = "/w/other.py", "python"
	sec, err := w.server.history.Provider().Provide(context.Background(), providers.Request{Root: "/w", Snapshot: here, Max: 10, Now: time.Now()})
	must.OK(t, err)
	var out strings.Builder
	for _, s := range sec.Snippets {
		out.WriteString(s.Head + "\n" + s.Body + "\n")
	}
	return out.String()
}

// TestTypedWhileLookedAt: what is typed while nobody knows yet whether its file may
// leave the machine is recorded as soon as that is known, and only if it may.
func TestTypedWhileLookedAt(t *testing.T) {
	look := &slowLook{}
	release := look.hold()
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("helix"), protects: look.protects})
	doc := w.Open("/w/a.py", "python", "first = 1\nsecond = 2\n\n\n\n\n\n\n\nlast = 3\n")
	say := func(line, with string) {
		at := strings.Index(w.Text(doc), line)
		w.Type(doc, at, at+len(line), with)
		w.Flush()
	}
	say("first = 1", "first = 10")
	say("first = 10", "first = 100") // two at once
	if got := w.recent(t); got != "" {
		t.Fatalf("shown before anybody knows whether it may be:\n%s", got)
	}
	release("")
	until(t, "the change that was made before the file was known", func() bool { return strings.Contains(w.recent(t), "first = 100") })
	if got := w.recent(t); strings.Contains(got, "first = 10\n") {
		t.Errorf("two changes of a line:\n%s", got)
	}

	// An ignore file has changed: all files are looked at again.
	release = look.hold()
	w.server.forgetProtection()
	say("last = 3", "last = 30")
	if got := w.recent(t); !strings.Contains(got, "first = 100") {
		t.Errorf("forgotten:\n%s", got)
	}
	w.server.forgetProtection() // and again, while they are
	say("last = 30", "last = 300")
	release("")
	until(t, "the change that was made meanwhile", func() bool { return strings.Contains(w.recent(t), "last = 300") })
	if got := w.recent(t); !strings.Contains(got, "first = 100") {
		t.Errorf("forgotten:\n%s", got)
	}

	release = look.hold()
	w.server.forgetProtection()
	say("second = 2", "second = 20")
	release("an ignore file names it")
	until(t, "a record without a file that may not be shown", func() bool { return w.recent(t) == "" })
	say("second = 20", "second = 200")
	if got := w.recent(t); got != "" {
		t.Errorf("recorded against the rules:\n%s", got)
	}
}
