package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/langserver"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// languageServers are the servers that the user configured, one for each
// language of each root, and their answers.
type languageServers struct {
	mu      sync.Mutex
	argv    map[string][]string
	trusted func(root, path string) bool
	running map[serverKey]*runningServer
	cache   map[answerKey][]string // root-relative paths
	places  map[lookupKey][]providers.Place
	asking  map[lookupKey]bool // questions under way
}

// serverKey names a server. The one that checks texts is another process than
// the one that answers about names: candidates are shown to it as if they were
// the files.
type serverKey struct {
	root, lang string
	checks     bool
}

type runningServer struct {
	*langserver.Server
	argv []string
	busy bool // answers one batch of questions
}

// answerKey is one name in one text.
type answerKey struct {
	root, name string
	hash       [32]byte
}

func newLanguageServers() *languageServers {
	return &languageServers{running: map[serverKey]*runningServer{}, cache: map[answerKey][]string{},
		places: map[lookupKey][]providers.Place{}, asking: map[lookupKey]bool{}}
}

// use follows new settings: servers whose command has changed are ended.
func (l *languageServers) use(argv map[string][]string, trusted func(root, path string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.argv, l.trusted = maps.Clone(argv), trusted
	for k, s := range l.running {
		if !slices.Equal(s.argv, argv[k.lang]) || !trusted(k.root, k.root) {
			delete(l.running, k)
			go s.Close()
		}
	}
}

// keep ends the servers of roots that nobody needs any more.
func (l *languageServers) keep(needed func(root string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, s := range l.running {
		if !needed(k.root) {
			delete(l.running, k)
			go s.Close()
		}
	}
}

// server returns the server for a document, nil if there is none for its language, or
// code of its root may not run for it: a denied folder may lie in a trusted root.
// The caller holds the lock.
func (l *languageServers) server(k serverKey, path string) *runningServer {
	root, lang := k.root, k.lang
	argv := slices.Clone(l.argv[lang])
	if len(argv) == 0 || !l.trusted(root, path) {
		return nil
	}
	if s := l.running[k]; s != nil {
		return s
	}
	if !filepath.IsAbs(argv[0]) {
		path, err := child.Look(argv[0], child.LookOptions{Roots: []string{root}})
		if err != nil {
			return nil
		}
		argv[0] = path
	}
	kind := kindOf(argv[0])
	s := &runningServer{Server: langserver.New(langserver.Options{Argv: argv, Root: root, Env: kind.env,
		Initialize: kind.options}), argv: l.argv[lang]}
	l.running[k] = s
	return s
}

// confirm answers for one root. What comes too late is there the next time.
func (l *languageServers) confirm(root string) func(context.Context, semantic.Confirmation) map[string]map[string]bool {
	return func(ctx context.Context, c semantic.Confirmation) map[string]map[string]bool {
		var missing []semantic.Use
		l.mu.Lock()
		for _, u := range c.Uses {
			if _, ok := l.cache[answerKey{root, u.Name, c.Snapshot.Hash()}]; !ok {
				missing = append(missing, u)
			}
		}
		var s *runningServer
		if len(missing) > 0 && c.Snapshot.Path != "" {
			s = l.server(serverKey{root: root, lang: c.Snapshot.Lang}, c.Snapshot.Path)
		}
		ask := s != nil && !s.busy
		if ask {
			s.busy = true
		}
		l.mu.Unlock()
		if ask {
			done := make(chan struct{})
			go func() {
				defer close(done)
				l.fill(s, root, c, missing)
			}()
			wait := time.NewTimer(limits.ServerAnswer)
			defer wait.Stop()
			select {
			case <-done:
			case <-wait.C:
			case <-ctx.Done():
			}
		}
		return l.known(root, c)
	}
}

// fill asks for names and keeps the answers.
func (l *languageServers) fill(s *runningServer, root string, c semantic.Confirmation, uses []semantic.Use) {
	ctx, cancel := context.WithTimeout(context.Background(), limits.ServerAnswerLate)
	defer cancel()
	var wg sync.WaitGroup
	for _, u := range uses {
		wg.Go(func() {
			places, err := s.Definition(ctx, c.Snapshot, u.Offset)
			if err != nil {
				return // asked again the next time
			}
			var paths []string
			for _, p := range places {
				if rel := files.Relative(root, p.Path); !slices.Contains(paths, rel) {
					paths = append(paths, rel)
				}
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			if len(l.cache) >= limits.ServerAnswers {
				clear(l.cache)
			}
			l.cache[answerKey{root, u.Name, c.Snapshot.Hash()}] = paths
		})
	}
	wg.Wait()
	l.mu.Lock()
	s.busy = false
	l.mu.Unlock()
}

// known returns the answers that are there.
func (l *languageServers) known(root string, c semantic.Confirmation) map[string]map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[string]map[string]bool{}
	for _, u := range c.Uses {
		for _, p := range l.cache[answerKey{root, u.Name, c.Snapshot.Hash()}] {
			if out[u.Name] == nil {
				out[u.Name] = map[string]bool{}
			}
			out[u.Name][p] = true
		}
	}
	return out
}

// close ends all servers.
func (l *languageServers) close() {
	l.mu.Lock()
	all := slices.Collect(maps.Values(l.running))
	clear(l.running)
	l.argv = nil
	l.mu.Unlock()
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Go(s.Close)
	}
	wg.Wait()
}
