// Package workspace is the life of the roots that a session works in: of each
// its index with the store on disk, the language servers that the user
// configured, and the documents that an editor has open. A [Set] holds a
// [Workspace] for each root and outlives changes of settings.
package workspace

import (
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// Set is the semantic provider of every root: one index each, made when the
// first file of the root is looked at. It outlives a change of settings.
type Set struct {
	learn *learning.Learner

	docs sync.Mutex               // before mu
	open map[string]text.Snapshot // by path

	mu      sync.Mutex
	choices Choices
	servers *languageServers
	closed  bool
	storing sync.WaitGroup // of what was indexed
	roots   map[string]*Workspace
}

// NewSet makes a set without roots; what is learned goes to the learner.
func NewSet(l *learning.Learner) *Set {
	return &Set{learn: l, open: map[string]text.Snapshot{}, servers: newLanguageServers(), roots: map[string]*Workspace{}}
}

// Host is what a set must know of the engine it works for.
type Host interface {
	// Root is the workspace root of a file, "" if it has none.
	Root(path string) string
	// Redact is the egress gate: a file's text without its secrets, and whether
	// it may leave at all.
	Redact(path, text string) (string, bool)
	// Denied reports that no child process may be started in a root.
	Denied(root string) bool
	// Trusted reports that code of a root may run for a document, or a folder, in it.
	Trusted(root, path string) bool
}

// Choices are what settings say about related code.
type Choices struct {
	Host      Host
	Context   config.Context
	Roots     []string                                // the workspace's folders
	Editor    bool                                    // documents are open in one
	Document  func(path string) (text.Snapshot, bool) // that it has open
	History   *history.Recorder                       // of edits; nil = nobody records them
	Planner   plan.Planner
	Embedding *semantic.Embedding                // nil = no vectors
	Progress  func(root string, done, total int) // hears how far an index is; nil = nobody does
	Log       *slog.Logger
}

// Workspace is one root's index.
type Workspace struct {
	*semantic.Provider
	building turn        // one build at a time
	embed    *time.Timer // until the next one, nil before the first
	dir      *files.Root
	relearn  func()          // sets the history again, with what the journal knows by then; nil before the first build
	warmed   atomic.Bool     // somebody has begun to build it
	gone     context.Context // ends when nobody needs the index any more
	end      context.CancelFunc
	endStore func() // closes what keeps the index; nil where nothing does
}

// Use makes the provider follow new settings; the indexes stay.
func (r *Set) Use(c Choices) {
	if c.Progress == nil {
		c.Progress = func(string, int, int) {}
	}
	r.docs.Lock()
	defer r.docs.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.choices = c
	r.learn.Use(c.Context.Learning, r.learned)
	r.servers.use(c.Context.LanguageServers, c.Host.Trusted)
	r.servers.keep(r.needed)
	for root, p := range r.roots {
		if !r.needed(root) {
			delete(r.roots, root)
			r.beginLocked(p.leave)
			continue
		}
		p.Tune(r.tuning(root))
	}
}

// needed reports whether a root is a folder of the workspace or the project of
// an open document. The caller holds the locks.
func (r *Set) needed(root string) bool {
	if !r.choices.Editor || slices.Contains(r.choices.Roots, root) {
		return true
	}
	for path := range r.open {
		if r.choices.Host.Root(path) == root {
			return true
		}
	}
	return false
}

// leave ends what runs for an index and stores it.
func (p *Workspace) leave() {
	p.end()
	_ = p.building.take(context.Background())
	defer p.building.give()
	p.Persist(context.Background())
	if p.endStore != nil {
		p.endStore()
	}
}

// tuning returns what the settings say for one root. The caller holds the lock.
func (r *Set) tuning(root string) semantic.Tuning {
	s := r.choices.Context
	t := semantic.Tuning{Planner: r.choices.Planner, MaxFiles: s.Files, MaxFile: int64(s.Index.MaxFileKB) * 1000}
	t.Embedding = r.choices.Embedding
	switch s.Tests {
	case "always":
		t.Tests = semantic.TestsAlways
	case "never":
		t.Tests = semantic.TestsNever
	}
	if s.Learning {
		j := r.learn.Journal(root)
		t.Learned, t.Commits = j.Score, j.Commits
	}
	if len(s.LanguageServers) > 0 {
		t.Lookup = r.servers.lookup(root)
	}
	return t
}

func (r *Set) now() Choices {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.choices
}

// Name returns the provider's name in settings and reports.
func (*Set) Name() string { return semantic.Name }

// Provide asks the index of the request's root.
func (r *Set) Provide(ctx context.Context, req providers.Request) (providers.Section, error) {
	if req.Root == "" {
		return providers.Section{}, nil
	}
	return r.Of(req.Root).Provide(ctx, req)
}

// Of returns the index of a root. A new one learns of the open documents.
func (r *Set) Of(root string) *Workspace {
	p, made := r.make(root)
	if !made {
		return p
	}
	r.docs.Lock()
	defer r.docs.Unlock()
	for path, s := range r.open {
		if rel, ok := files.Below(root, path); ok {
			p.Open(rel, s)
		}
	}
	return p
}

func (r *Set) make(root string) (p *Workspace, made bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.roots[root]; p != nil {
		return p, false
	}
	o := semantic.Options{
		Root: root, Log: r.choices.Log, Tuning: r.tuning(root),
		Gate: func(path, s string) (string, bool) {
			return r.now().Host.Redact(filepath.Join(root, filepath.FromSlash(path)), s)
		},
	}
	p = &Workspace{building: make(turn, 1)}
	p.gone, p.end = context.WithCancel(context.Background())
	if dir, err := files.Open(root); err == nil { // open for the life of the process
		p.dir = dir
		o.Source = semantic.Disk(dir, child.LookOptions{Roots: []string{root}})
	}
	if r.choices.Context.Index.Persist {
		o.Store, p.endStore = rootStore(root)
	}
	p.Provider = semantic.New(o)
	r.roots[root] = p
	return p, true
}

// holding calls do for every index whose root a file lies below: where a root
// lies in another, both show the file.
func (r *Set) holding(path string, do func(root, rel string, p *Workspace)) {
	r.mu.Lock()
	all := maps.Clone(r.roots)
	r.mu.Unlock()
	for root, p := range all {
		if rel, ok := files.Below(root, path); ok {
			do(root, rel, p)
		}
	}
}

// Imports reports whether a file of a root imports another, as far as the index
// knows by now.
func (r *Set) Imports(root, file, imported string) bool {
	r.mu.Lock()
	p := r.roots[root]
	r.mu.Unlock()
	return p != nil && p.Ready() && p.Imports(file, imported)
}

// learned makes a root's ranking follow what was just learned there.
func (r *Set) learned(root string) {
	r.mu.Lock()
	p := r.roots[root]
	r.mu.Unlock()
	if p == nil {
		return
	}
	relearn := func() {
		if p.building.take(p.gone) != nil {
			return
		}
		defer p.building.give()
		if p.relearn != nil {
			p.relearn()
		}
	}
	if p.building.taken() { // for minutes, it may be
		r.behind(relearn)
		return
	}
	relearn()
}

// Warm indexes the root of a document, once, and passes its index the text.
func (r *Set) Warm(ctx context.Context, s text.Snapshot) {
	root := r.now().Host.Root(s.Path)
	r.Of(root).warmed.Store(true)
	r.tell(s)
	r.index(ctx, root)
}

// index builds a root's index and stores it.
func (r *Set) index(ctx context.Context, root string) {
	if c := r.now(); c.Context.Enabled && c.Context.Semantic.Enabled {
		_ = r.build(ctx, root) // without an index the document's surroundings answer
		r.Store(ctx, root)
		r.embedLater(root)
	}
}

// Follow passes the indexes the text of an open document. A root that became
// the document's after it was opened is indexed now.
func (r *Set) Follow(s text.Snapshot) {
	root := r.now().Host.Root(s.Path)
	if root == "" || s.Path == "" {
		return
	}
	p := r.Of(root)
	r.tell(s)
	if !p.warmed.Swap(true) {
		r.behind(func() { r.index(p.gone, root) })
	}
	r.embedLater(root)
}

// tell puts the text of an open document into every index that has its file: the one that it has now. Calls may
// overtake each other: a text may arrive after the next one, and nobody sends that one again.
func (r *Set) tell(s text.Snapshot) {
	r.docs.Lock()
	defer r.docs.Unlock()
	if c := r.now(); c.Editor {
		now, open := c.Document(s.Path)
		if !open {
			return // closed meanwhile
		}
		if now.URI == s.URI {
			s = now
		}
		r.open[s.Path] = s
	}
	r.holding(s.Path, func(_, rel string, p *Workspace) { p.Open(rel, s) })
}

// Closed passes on to the indexes that a document was closed: what is on the disk counts
// again.
func (r *Set) Closed(path string) {
	r.docs.Lock()
	defer r.docs.Unlock()
	if c := r.now(); c.Editor {
		if _, open := c.Document(path); open {
			return // opened again
		}
	}
	delete(r.open, path)
	ctx, cancel := context.WithTimeout(context.Background(), limits.IndexFileTime)
	defer cancel()
	r.holding(path, func(_, rel string, p *Workspace) { p.Close(ctx, rel) })
}

// Changed passes on to the indexes that a file was written, made or deleted.
func (r *Set) Changed(path string) {
	if path == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), limits.IndexFileTime)
	defer cancel()
	r.holding(path, func(root, rel string, p *Workspace) {
		if p.Ready() { // else a build reads it
			p.Changed(ctx, rel)
			r.embedLater(root)
		}
	})
}

// behind does something in the background, which [Set.Close] waits for.
func (r *Set) behind(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.beginLocked(f)
}

// beginLocked begins nothing once the set is closed: a group that grows while it
// is waited for panics.
func (r *Set) beginLocked(f func()) {
	if !r.closed {
		r.storing.Go(f)
	}
}

// Store keeps what was indexed for the next session, in the background.
func (r *Set) Store(ctx context.Context, root string) {
	p := r.Of(root)
	r.behind(func() { p.Persist(context.WithoutCancel(ctx)) })
}

// Query answers a question about a root, after its index has been updated, as far as that goes in the time there is for
// it.
func (r *Set) Query(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error) {
	if err := r.buildFor(ctx, root, limits.QuestionIndex); err != nil {
		return semantic.QueryResult{}, err
	}
	defer r.Store(ctx, root) // the answer comes first
	defer r.embedLater(root) // whoever only asks opens no document
	p := r.Of(root)
	r.noticed(root) // the disk has been looked at
	p.RecallVectors(ctx)
	res, err := p.Query(ctx, q)
	if err == nil {
		r.asked(root, q, res)
	}
	return res, err
}

// Ask answers a question from what the index knows by now.
func (r *Set) Ask(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error) {
	r.noticed(root)
	res, err := r.Of(root).Query(ctx, q)
	if err == nil {
		r.asked(root, q, res)
	}
	return res, err
}

// Knows reports whether the index of a root holds a file: it may be shown.
func (r *Set) Knows(root, path string) bool { return r.Of(root).Knows(path) }

// noticed has the journal of a root look what was edited after the last questions.
func (r *Set) noticed(root string) {
	r.learn.Noticed(root, r.now().History, time.Now())
}

// asked remembers what a question was answered with.
func (r *Set) asked(root string, q semantic.QueryParams, res semantic.QueryResult) {
	if q.Query == "" || !r.now().Context.Learning {
		return
	}
	var shown []journal.Shown
	for _, e := range res.Results {
		if s := (journal.Shown{Path: e.Location.FilePath, Role: e.Role}); !slices.Contains(shown, s) {
			shown = append(shown, s)
		}
	}
	terms := r.Of(root).TermsOf(q.Query)
	r.learn.Asked(root, terms, shown, time.Now())
}

// Refresh updates a root's index to match the disk, for those who do not hear of changes. It costs a listing and what
// has changed.
func (r *Set) Refresh(ctx context.Context, root string) error {
	p := r.Of(root)
	known := p.Ready()
	if err := r.buildFor(ctx, root, limits.QuestionIndex); err != nil {
		return err
	}
	if known {
		if p.building.take(ctx) == nil {
			defer p.building.give()
			_ = p.Build(ctx, nil) // what could not be read is as it was
		}
	}
	r.embedLater(root)
	return nil
}

// Gathered remembers what was shown for a fix.
func (r *Set) Gathered(req providers.Request, report aggregator.Report) {
	if req.Root != "" && r.now().Context.Learning {
		r.learn.Gathered(req, r.Of(req.Root).Terms(req), report)
	}
}

// Close ends what runs for the indexes.
func (r *Set) Close() {
	r.learn.Close()
	r.mu.Lock()
	servers := r.servers
	r.closed = true
	for _, p := range r.roots {
		p.end()
		if p.embed != nil {
			p.embed.Stop()
		}
	}
	r.mu.Unlock()
	servers.close()
	r.storing.Wait()
}
