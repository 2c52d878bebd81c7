package workspace

import (
	"context"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/langserver"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// lookupKey is one question about one text.
type lookupKey struct {
	root   string
	kind   semantic.LookupKind
	hash   [32]byte
	offset int
}

// lookup asks the servers of one root for places. What comes too late is there
// the next time.
func (l *languageServers) lookup(root string) func(context.Context, semantic.Lookup) []providers.Place {
	return func(ctx context.Context, q semantic.Lookup) []providers.Place {
		k := lookupKey{root, q.Kind, q.Snapshot.Hash(), q.Offset}
		l.mu.Lock()
		places, known := l.places[k]
		var s *runningServer
		if !known && !l.asking[k] && q.Snapshot.Path != "" {
			if s = l.server(serverKey{root: root, lang: q.Snapshot.Lang}, q.Snapshot.Path); s != nil {
				l.asking[k] = true
			}
		}
		l.mu.Unlock()
		if s == nil {
			return places
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			l.find(s.Server, k, q)
		}()
		wait := time.NewTimer(limits.ServerAnswer)
		defer wait.Stop()
		select {
		case <-done:
		case <-wait.C:
		case <-ctx.Done():
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.places[k]
	}
}

// find asks one question and keeps the answer.
func (l *languageServers) find(s *langserver.Server, k lookupKey, q semantic.Lookup) {
	ctx, cancel := context.WithTimeout(context.Background(), limits.ServerAnswerLate)
	defer cancel()
	ask := s.Definition
	switch q.Kind {
	case semantic.References:
		ask = s.References
	case semantic.TypeDefinitions:
		ask = s.TypeDefinition
	case semantic.Implementations:
		ask = s.Implementation
	}
	found, err := ask(ctx, q.Snapshot, q.Offset)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.asking, k)
	if err != nil {
		return // asked again the next time
	}
	if len(l.places) >= limits.ServerAnswers {
		clear(l.places)
	}
	places := make([]providers.Place, len(found))
	for i, p := range found {
		places[i] = providers.Place{Path: files.Relative(k.root, p.Path), First: p.Lines.Start + 1, Last: p.Lines.End}
	}
	l.places[k] = places
}
