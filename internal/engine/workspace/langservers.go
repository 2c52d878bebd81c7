package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/langserver"
	"github.com/fettle-dev/fettle/providers"
)

// languageServers are the servers that the user configured, one for each
// language of each root, and their answers.
type languageServers struct {
	mu      sync.Mutex
	argv    map[string][]string
	trusted func(root, path string) bool
	running map[serverKey]*runningServer
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
}

func newLanguageServers() *languageServers {
	return &languageServers{running: map[serverKey]*runningServer{},
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
