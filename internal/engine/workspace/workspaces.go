package main

import (
	"context"
	"errors"
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
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// related is the semantic provider of every root: one index each, made when
// the first file of the root is looked at. It outlives a change of settings.
type related struct {
	learn learner

	docs sync.Mutex               // before mu
	open map[string]text.Snapshot // by path

	mu      sync.Mutex
	choices choices
	servers *languageServers
	closed  bool
	storing sync.WaitGroup // of what was indexed
	roots   map[string]*rooted
}

// choices are what settings say about related code.
type choices struct {
	settings  config.Context
	gate      gateway
	roots     []string // the workspace's folders
	rootOf    func(path string) string
	document  func(path string) (text.Snapshot, bool) // that an editor has open; nil = there is no editor
	denied    func(root string) bool                  // no child process may be started there
	trusted   func(root string) bool                  // code of the root may run
	planner   plan.Planner
	embedding *semantic.Embedding                // nil = no vectors
	progress  func(root string, done, total int) // nil = nobody is told
	log       *slog.Logger
}

// rooted is one root's index.
type rooted struct {
	*semantic.Provider
	building turn        // one build at a time
	embed    *time.Timer // until the next one, nil before the first
	dir      *files.Root
	relearn  func()          // sets the history again, with what the journal knows by then; nil before the first build
	warmed   atomic.Bool     // somebody has begun to build it
	gone     context.Context // ends when nobody needs the index any more
	end      context.CancelFunc
	kept     *lazyStore // nil without a cache folder
}

// use makes the provider follow new settings; the indexes stay.
func (r *related) use(c choices) {
	r.docs.Lock()
	defer r.docs.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.choices = c
	r.learn.use(c.settings.Learning, r.learned)
	if r.roots == nil {
		r.roots = map[string]*rooted{}
	}
	if r.servers == nil {
		r.servers = newLanguageServers()
	}
	r.servers.use(c.settings.LanguageServers, c.trusted)
	r.servers.keep(r.needed)
	for root, p := range r.roots {
		if !r.needed(root) {
			delete(r.roots, root)
			r.storing.Go(p.leave)
			continue
		}
		p.Tune(r.tuning(root))
	}
}

// needed reports whether a root is a folder of the workspace or the project of
// an open document. The caller holds the locks.
func (r *related) needed(root string) bool {
	if r.choices.document == nil || slices.Contains(r.choices.roots, root) {
		return true
	}
	for path := range r.open {
		if r.choices.rootOf(path) == root {
			return true
		}
	}
	return false
}

// leave ends what runs for an index and stores it.
func (p *rooted) leave() {
	p.end()
	_ = p.building.take(context.Background())
	defer p.building.give()
	p.Persist(context.Background())
	if p.kept != nil {
		p.kept.close()
	}
}

// tuning is what the settings say for one root. The caller holds the lock.
func (r *related) tuning(root string) semantic.Tuning {
	s := r.choices.settings
	t := semantic.Tuning{Planner: r.choices.planner, MaxFiles: s.Files, MaxFile: int64(s.Index.MaxFileKB) * 1000}
	t.Embedding = r.choices.embedding
	t.Rank = semantic.RankOptions{RRF: s.Rank.RRF, PageRank: s.Rank.PageRank}
	switch s.Tests {
	case "always":
		t.Tests = semantic.TestsAlways
	case "never":
		t.Tests = semantic.TestsNever
	}
	if s.Learning {
		j := r.learn.journal(root)
		t.Learned, t.Commits = j.score, j.commits
	}
	if len(s.LanguageServers) > 0 {
		t.Confirm, t.Lookup = r.servers.confirm(root), r.servers.lookup(root)
	}
	return t
}

func (r *related) now() choices {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.choices
}

// Name is the provider's name in settings and reports.
func (*related) Name() string { return semantic.Name }

// Provide asks the index of the request's root.
func (r *related) Provide(ctx context.Context, req providers.Request) (providers.Section, error) {
	if req.Root == "" {
		return providers.Section{}, nil
	}
	return r.of(req.Root).Provide(ctx, req)
}

// of is the index of a root. A new one learns of the open documents.
func (r *related) of(root string) *rooted {
	p, made := r.make(root)
	if !made {
		return p
	}
	r.docs.Lock()
	defer r.docs.Unlock()
	for path, s := range r.open {
		if rel, ok := below(root, path); ok {
			p.Open(rel, s)
		}
	}
	return p
}

func (r *related) make(root string) (p *rooted, made bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.roots[root]; p != nil {
		return p, false
	}
	o := semantic.Options{
		Root: root, Log: r.choices.log, Tuning: r.tuning(root),
		Gate: func(path, s string) (string, bool) {
			return r.now().gate.snippet(filepath.Join(root, filepath.FromSlash(path)), s)
		},
	}
	p = &rooted{building: make(turn, 1)}
	p.gone, p.end = context.WithCancel(context.Background())
	if dir, err := files.Open(root); err == nil { // open for the life of the process
		p.dir = dir
		o.Source = semantic.Disk(dir, child.LookOptions{Roots: []string{root}})
	}
	if r.choices.settings.Index.Persist {
		if s := newLazyStore(root); s != nil {
			o.Store, p.kept = s, s
		}
	}
	p.Provider = semantic.New(o)
	r.roots[root] = p
	return p, true
}

// below is a file's path under a root, with slashes, if it lies there.
func below(root, path string) (string, bool) {
	rel, err := filepath.Rel(root, path)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// holding calls do for every index whose root a file lies below: where a root
// lies in another, both show the file.
func (r *related) holding(path string, do func(root, rel string, p *rooted)) {
	r.mu.Lock()
	all := maps.Clone(r.roots)
	r.mu.Unlock()
	for root, p := range all {
		if rel, ok := below(root, path); ok {
			do(root, rel, p)
		}
	}
}

// build brings a root's index up to date, unless settings or trust forbid it:
// listing files and reading the log start git.
func (r *related) build(ctx context.Context, root string) error {
	c := r.now()
	if !c.settings.Index.Enabled {
		return errors.New("the index is switched off (context.index.enabled)")
	}
	if c.denied(root) {
		return errors.New("this folder is not trusted: nothing is started in it, not even git")
	}
	p := r.of(root)
	p.warmed.Store(true)
	if err := p.building.take(ctx); err != nil {
		return err
	}
	defer p.building.give()
	if p.Ready() {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.gone, cancel)()
	progress := func(int, int) {}
	if c.progress != nil {
		progress = func(done, total int) { c.progress(root, done, total) }
		defer c.progress(root, 0, 0)
	}
	err := p.Index(ctx, progress) // what could not be read is not there
	if c.settings.Index.Git {
		if log, err := semantic.GitHistory(ctx, root, child.LookOptions{Roots: []string{root}}); err == nil {
			p.relearn = func() { p.SetHistory(log) }
			p.relearn()
			return nil
		}
	}
	p.relearn = func() { p.SetHistory(nil) }
	p.relearn()
	return err
}

// turn lets one in at a time.
type turn chan struct{}

// take waits until nobody else is in, or the context ends.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	default:
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }

// taken reports whether somebody is in.
func (t turn) taken() bool { return len(t) > 0 }

// buildFor is build for no longer than some time, and for less where somebody
// else is building, who goes on. An index that is not complete by then is no
// error.
func (r *related) buildFor(ctx context.Context, root string, most time.Duration) error {
	if r.of(root).building.taken() {
		most = min(most, limits.QuestionBuild)
	}
	limited, done := context.WithTimeout(ctx, most)
	defer done()
	err := r.build(limited, root)
	if err == nil || r.of(root).Ready() || limited.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// imports reports whether a file of a root imports another, as far as the index
// knows by now.
func (r *related) imports(root, file, imported string) bool {
	r.mu.Lock()
	p := r.roots[root]
	r.mu.Unlock()
	return p != nil && p.Ready() && p.Imports(file, imported)
}

// learned makes a root's ranking follow what was just learned there.
func (r *related) learned(root string) {
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
		r.storing.Go(relearn)
		return
	}
	relearn()
}

// warm indexes the root of a document, once, and tells its index the text.
func (r *related) warm(ctx context.Context, s text.Snapshot) {
	root := r.now().rootOf(s.Path)
	r.of(root).warmed.Store(true)
	r.tell(s)
	r.index(ctx, root)
}

// index builds a root's index and stores it.
func (r *related) index(ctx context.Context, root string) {
	if c := r.now(); c.settings.Enabled && c.settings.Semantic.Enabled {
		_ = r.build(ctx, root) // without an index the document's surroundings answer
		r.store(ctx, root)
		r.embedLater(root)
	}
}

// follow tells the indexes the text of an open document. A root that became
// the document's after it was opened is indexed now.
func (r *related) follow(s text.Snapshot) {
	root := r.now().rootOf(s.Path)
	if root == "" || s.Path == "" {
		return
	}
	p := r.of(root)
	r.tell(s)
	if !p.warmed.Swap(true) {
		r.storing.Go(func() { r.index(p.gone, root) })
	}
	r.embedLater(root)
}

// tell puts the text of an open document into every index that has its file.
func (r *related) tell(s text.Snapshot) {
	r.docs.Lock()
	defer r.docs.Unlock()
	if c := r.now(); c.document != nil {
		if _, open := c.document(s.Path); !open {
			return // closed meanwhile
		}
		if r.open == nil {
			r.open = map[string]text.Snapshot{}
		}
		r.open[s.Path] = s
	}
	r.holding(s.Path, func(_, rel string, p *rooted) { p.Open(rel, s) })
}

// shut tells the indexes that a document was closed: what is on the disk counts
// again.
func (r *related) shut(path string) {
	r.docs.Lock()
	defer r.docs.Unlock()
	if c := r.now(); c.document != nil {
		if _, open := c.document(path); open {
			return // opened again
		}
	}
	delete(r.open, path)
	ctx, cancel := context.WithTimeout(context.Background(), limits.IndexFileTime)
	defer cancel()
	r.holding(path, func(_, rel string, p *rooted) { p.Close(ctx, rel) })
}

// changed tells the indexes that a file was written, made or deleted.
func (r *related) changed(path string) {
	if path == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), limits.IndexFileTime)
	defer cancel()
	r.holding(path, func(root, rel string, p *rooted) {
		if p.Ready() { // else a build reads it
			p.Changed(ctx, rel)
			r.embedLater(root)
		}
	})
}

// store keeps what was indexed for the next session, in the background.
func (r *related) store(ctx context.Context, root string) {
	p := r.of(root)
	r.storing.Go(func() { p.Persist(context.WithoutCancel(ctx)) })
}

// query answers a question about a root, after its index has been brought up to
// date, as far as that goes in the time there is for it.
func (r *related) query(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error) {
	if err := r.buildFor(ctx, root, limits.QuestionIndex); err != nil {
		return semantic.QueryResult{}, err
	}
	defer r.store(ctx, root) // the answer comes first
	p := r.of(root)
	p.RecallVectors(ctx)
	return p.Query(ctx, q)
}

// questions are the parameters of a question, as the settings have them.
func (r *related) questions() semantic.QueryParams { return questionsOf(r.now().settings) }

func questionsOf(s config.Context) semantic.QueryParams {
	q := semantic.DefaultQuery("")
	q.MaxTokens, q.Limit, q.MinScore = s.Query.MaxTokens, s.Query.Limit, s.Query.MinScore
	q.IncludeImports, q.ContextLines, q.Format = s.Query.Imports, s.Query.Lines, s.Query.Format
	q.MaxContextFiles, q.Plan = s.Files, s.Plan.Mode
	if s.Plan.DepthSet {
		q.MaxDepth = &s.Plan.Depth
	}
	switch s.Tests {
	case "always", "never":
		yes := s.Tests == "always"
		q.IncludeTests = &yes
	}
	return q
}

// gathered remembers what was shown for a fix.
func (r *related) gathered(req providers.Request, report aggregator.Report) {
	if req.Root != "" && r.now().settings.Learning {
		r.learn.gathered(req, r.of(req.Root).Terms(req), report)
	}
}

// close ends what runs for the indexes.
func (r *related) close() {
	r.learn.close()
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
	if servers != nil {
		servers.close()
	}
	r.storing.Wait()
}
