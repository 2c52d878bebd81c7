package lsp

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// Settings are taken on the lane, so that the next request already obeys them.
// The engine of new settings is built off it: that may run the command that
// prints a key, and reads files.

// resettle changes what the settings are made of and resolves them. Building
// the engine is left to whoever needs it first, or to [Server.rebuild].
func (s *Server) resettle(change func(), problems []config.Problem) {
	s.mu.Lock()
	change()
	layers := slices.Concat(s.opts.Layers, s.workspace, []config.Layer{s.fromClient, s.opts.Flags})
	settings, more := config.Resolve(layers...)
	s.settings = settings
	s.wanted++
	s.mu.Unlock()
	s.complain(slices.Concat(problems, more))
}

// build gives the engine of the newest settings, built here if nobody has done it
// yet. It may take seconds: off the lane only.
func (s *Server) build() Engine {
	s.building.Lock()
	defer s.building.Unlock()
	s.loadWorkspaceSettings()
	s.mu.Lock()
	engine, settings, roots, wanted := s.engine, s.settings, slices.Clone(s.roots), s.wanted
	fresh := s.built == wanted
	s.mu.Unlock()
	if fresh {
		return engine
	}
	engine = s.opts.Build(settings, roots, Sources{
		Diagnostics: s.diags, History: s.history,
		Document: func(path string) (text.Snapshot, bool) {
			doc, ok := s.docs.Get(document.URI(path))
			return doc.Snapshot, ok
		},
		Indexing: s.indexing,
	})
	s.mu.Lock()
	first := s.built == 0
	s.engine, s.built = engine, wanted
	s.mu.Unlock()
	if !first {
		s.forgetProtection()
	}
	s.tellStatus()
	return engine
}

// loadWorkspaceSettings reads the settings of the roots, unless they are known. Building is
// held: no engine is made without them.
func (s *Server) loadWorkspaceSettings() {
	s.mu.Lock()
	roots, known, before := slices.Clone(s.roots), s.workspaceKnown, len(s.workspace)
	s.workspaceKnown = true
	s.mu.Unlock()
	if known || s.opts.Workspace == nil {
		return
	}
	layers, problems := s.opts.Workspace(roots)
	if before+len(layers)+len(problems) > 0 {
		s.resettle(func() { s.workspace = layers }, problems)
	}
}

// currentEngine is the last engine that was built: a menu does not wait for the next
// one, only for the first.
func (s *Server) currentEngine() Engine {
	s.mu.Lock()
	engine, any := s.engine, s.built > 0
	s.mu.Unlock()
	if any {
		return engine
	}
	return s.build()
}

// rebuild builds the engine of changed settings and looks at every document
// again with it. What was found by tools that are not allowed any more, and
// what was made of it, is forgotten.
func (s *Server) rebuild(ctx context.Context) {
	engine := s.build()
	_, settings, _ := s.state()
	s.prepared.Clear()
	for _, doc := range s.docs.All() {
		var tools []string
		if settings.LinterRun != "never" {
			tools = engine.Names(doc.Snapshot)
		}
		s.lint.forget(doc.Snapshot.URI) // a run of before must not add to it
		s.diags.KeepLinters(doc.Snapshot.URI, tools)
		s.publish(doc.Snapshot.URI)
		if s.awaitProtection(ctx, doc.Snapshot.Path) == "" {
			s.touched(doc, saved)
		}
	}
}
