package lsp

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Engine is what the server needs of what settings and roots become. It is made
// again when they change; a running job keeps the one it started with.
type Engine interface {
	Fixes
	Linters
	Permissions
	Index
	Search
}

// Fixes makes fixes, and learns from them.
type Fixes interface {
	// Ladder makes fixes. Its table says which signals get one, and its model is the
	// one that is asked.
	Ladder() fixer.Ladder
	// Explain says what a fix of the problem would see and send.
	Explain(ctx context.Context, p fixer.Problem) (fixer.Explanation, error)
	// All fixes some findings of a document in memory: what is sure in change
	// sets, round by round, then what is left with the model.
	All(ctx context.Context, l fixer.Ladder, p fixer.Problem, found []signal.Diagnostic, c fixer.Choice,
		stage func(fixer.Stage)) ([]fixer.Outcome, text.Snapshot, error)
	// Several fixes for sure what the tools report in several files of a root, as one change set. The results stand
	// in the order of the files.
	Several(ctx context.Context, root string, list []text.Snapshot, c fixer.Choice, said func(string)) (
		[]changeset.FileResult, error)
	// Record records how a fix ended that was sent to the client.
	Record(o learning.Outcome)
}

// Linters runs tools.
type Linters interface {
	// Names lists the tools that may run on a document, without starting one.
	Names(s text.Snapshot) []string
	// Slow reports whether a tool waits for a longer pause in typing than others.
	Slow(tool string) bool
	// Lint runs one of them on the snapshot's text.
	Lint(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error)
}

// Permissions says what may be done with a file.
type Permissions interface {
	// Root is the workspace root of a file, "" if it has none.
	Root(path string) string
	// Protected reports why a file gets no fix, "" if it may.
	Protected(path string) string
	// Redact is the egress gate: a file's text without its secrets, and whether
	// it may leave at all. Paths are absolute.
	Redact(path, text string) (string, bool)
	// Prefetches reports whether a model may be asked about a file without the
	// user's asking, after a save.
	Prefetches(path string) bool
}

// Index is what is known of the files of the roots: it is called with what happens to them.
type Index interface {
	// Warm prepares a document for context (indexing its folder). It may need
	// long and runs in the background.
	Warm(ctx context.Context, s text.Snapshot)
	// Follow passes the context's index the newest text of a document.
	Follow(s text.Snapshot)
	// Opened is called when the user opened a file.
	Opened(path string)
	// Closed is called when a document was closed: its file counts again.
	Closed(path string)
	// Changed is called when a file was changed on disk: what is remembered of it
	// may no longer hold.
	Changed(path string)
	// Refresh looks for what has changed on the disk below a root.
	Refresh(ctx context.Context, root string) error
	// Imports reports whether a file of a root imports another; paths are
	// relative to it.
	Imports(root, file, imported string) bool
}

// Search answers questions about the code of a root, and learns from them.
type Search interface {
	// Questions are the parameters of a question, as the settings have them.
	Questions() semantic.QueryParams
	// Query answers a question about a root.
	Query(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error)
	// Rate records whether the context that was shown last for a root was enough:
	// "enough" or "missing".
	Rate(root, rating string) error
	// Journal is what was learned for a root, for people.
	Journal(root string) (text.Markdown, error)
}

// Sources is the live state that an engine's providers read.
type Sources struct {
	Diagnostics *diagnostics.Store
	History     *history.Recorder
	// Document is the open document of a path.
	Document func(path string) (text.Snapshot, bool)
	// Indexing hears how far the index of a root is: files read, of how many;
	// both are equal at the end.
	Indexing func(root string, done, total int)
}

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

// build returns the engine of the newest settings, built here if nobody has done it
// yet. It may need seconds: off the lane only.
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
	if known {
		return
	}
	layers, problems := s.opts.Workspace(roots)
	if before+len(layers)+len(problems) > 0 {
		s.resettle(func() { s.workspace = layers }, problems)
	}
}

// currentEngine returns the last engine that was built: a menu does not wait for the next
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
