// Package semantic finds the code of the workspace that helps with a task:
// first the definitions of what is used at the place, then chunks about the same
// things, in files that are near by imports and by history.
//
// A [Provider] answers from memory. Its index is built in the background by
// [Provider.Build] and kept up to date by [Provider.Open], [Provider.Changed]
// and the like; until it is ready, what has been read by then answers, the folders of the open
// documents first. [Provider.Query] is the same search for a question in
// words, with the result assembled as Markdown, plain text or XML.
package semantic

import (
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
	"github.com/fettle-dev/fettle/providers/semantic/vectors"
)

// Name is the provider's name in settings and reports.
const Name = "semantic"

// Options are the parts of a [Provider].
type Options struct {
	// Source lists and reads the files of the root; nil: only open documents.
	Source Source
	// Gate denies paths and redacts texts before they are counted; nil allows
	// everything.
	Gate func(path, text string) (redacted string, allowed bool)
	// Store opens what keeps the index between sessions and the texts it was made
	// of, once it is needed; nil: memory only. It is called again and again, and
	// returns the same. The first error ends its use.
	Store func() (Store, error)
	// Log gets one warning when the store fails; nil: none.
	Log *slog.Logger
	// Root is the workspace root, absolute; part of the key of cached plans.
	Root string
	// Tuning is what may be changed later.
	Tuning Tuning
}

// Provider searches one workspace root. It is safe for concurrent use.
type Provider struct {
	opts  Options
	index *index.Index
	texts *texts

	mu      sync.Mutex
	stamps  map[string]string // of indexed files
	built   bool
	listed  int  // files there were when the source was last listed
	unsaved bool // files were read since the index was last stored
	tuning  Tuning
	failed  bool // the store is of no use
	loaded  bool // the store has been asked for the saved index
	full    bool // more files would not fit into memory

	persisting sync.Mutex // one at a time
	changing   sync.Mutex // one at a time: what is read later is indexed later
	heap       int        // bytes that the index may need

	vectors   vectors.Set
	embedding sync.Mutex // one run at a time
}

// New makes a provider with an empty index.
func New(o Options) *Provider {
	p := &Provider{opts: o, index: index.New(), texts: newTexts(o.Source), stamps: map[string]string{},
		tuning: o.Tuning, heap: usualHeap()}
	return p
}

// Name is "semantic".
func (p *Provider) Name() string { return Name }

func section() providers.Section {
	return providers.Section{Name: Name, Title: "Relevant Code from Workspace", Priority: providers.Semantic}
}

// Provide finds code, best first, packed into req.Bytes: for a diagnostic the
// declarations of what it names, and nothing else; for a place without one (or an
// instruction) and for a text what is like it. Definitions come before chunks, so that
// a deadline leaves the best part.
func (p *Provider) Provide(ctx context.Context, req providers.Request) (providers.Section, error) {
	sec := section()
	if !p.Ready() {
		sec.Partial = true
	}
	p.current(req)
	q := p.planEdit(ctx, req, p.query(req))
	named := req.Kind == providers.Fix && len(req.Diagnostics) > 0
	if !named {
		q.Alike = p.alike(ctx, p.subject(req)).Files
	}
	look, cancel := context.WithTimeout(ctx, limits.Lookup)
	defer cancel()
	if named {
		k := newPacking(ctx, look, p, nil, req)
		p.named(k, req)
		sec.Snippets, sec.Partial = k.snippets, ctx.Err() != nil || sec.Partial
		return sec, nil
	}
	r := p.index.Rank(q)
	if r.Floor {
		return sec, nil
	}
	k := newPacking(ctx, look, p, r, req)
	k.definitions(r.Defs)
	k.chunks(packFiles)
	k.summaries(r.Hits[min(len(r.Hits), packFiles/2):min(len(r.Hits), packFiles)])
	sec.Snippets, sec.Partial = k.snippets, k.partial || sec.Partial
	return sec, nil
}

// current adds the request's document to the index: its imports and its
// neighbours start from the text the user sees.
func (p *Provider) current(req providers.Request) {
	path := relative(req.Root, req.Snapshot.Path)
	if path == "" || !index.Code(path) || strings.HasPrefix(path, "../") {
		return
	}
	if hash, ok := p.index.Hash(path); (!ok || hash != req.Snapshot.Hash()) && p.allowed(path) {
		p.index.Apply([]index.Change{{Path: path, Text: req.Snapshot.Text()}})
	}
}

// Files ranks the files of the workspace for a request, best first.
func (p *Provider) Files(req providers.Request) []string { return p.ranked(p.query(req)) }

// FilesFor is [Provider.Files] for a question.
func (p *Provider) FilesFor(question string) []string {
	return p.ranked(p.learned(p.question(question), time.Now()))
}

func (p *Provider) ranked(q index.Query) []string {
	r := p.index.Rank(q)
	out := make([]string, len(r.Hits))
	for i, h := range r.Hits {
		out[i] = h.Path
	}
	return out
}

// Imports reports whether a file imports another.
func (p *Provider) Imports(file, imported string) bool {
	return slices.Contains(p.index.Imports(file), imported)
}

// question turns a question into a query of the index.
func (p *Provider) question(words string) index.Query {
	return p.planned(words, p.plan(context.Background(), words, false, "heuristic"), nil)
}

// query turns a request into a query of the index.
func (p *Provider) query(req providers.Request) index.Query {
	line := req.Snapshot.LineAt(req.Target.Start)
	at := index.Look(req.Snapshot.Lang, req.Snapshot.Text(), line)
	q := index.Query{Terms: at.Terms(), Names: at.Names, Near: at.Near, Elsewhere: at.Elsewhere, Own: at.Own,
		Document: relative(req.Root, req.Snapshot.Path),
		Lang:     req.Snapshot.Lang, Weights: index.FixWeights()}
	var words []string
	for _, d := range req.Diagnostics {
		words = append(words, d.Message)
		for _, name := range quotedNames(d.Message) {
			q.Names[name] = max(q.Names[name], quotedCount)
			q.Near[name] = 0
		}
	}
	for _, name := range req.Focus {
		q.Names[plan.Last(name)] = quotedCount
		q.Near[plan.Last(name)] = 0
	}
	q.Tests = p.tuned().Tests == TestsAlways
	q.Text = index.TextTerms(strings.Join(append(words, req.Instruction), " "), 1)
	if req.Kind == providers.Edit {
		q.Weights.Text = instructionW // it counts more than the place
	}
	return p.learned(q, req.Now)
}

// subject returns the text of a request that is embedded, to find what is like it:
// the words, and what stands around the place. "" without embeddings.
func (p *Provider) subject(req providers.Request) string {
	if p.tuned().Embedding == nil {
		return ""
	}
	words := []string{req.Instruction}
	for _, d := range req.Diagnostics {
		words = append(words, d.Message)
	}
	subject := strings.TrimSpace(strings.Join(words, "\n"))
	at := index.Look(req.Snapshot.Lang, req.Snapshot.Text(), req.Snapshot.LineAt(req.Target.Start))
	window := text.Lines{Start: at.Lines.Start, End: min(at.Lines.End, req.Snapshot.LineCount())}
	return subject + "\n" + lines(req.Snapshot, window)
}

// Terms returns the terms that a request is looked for by, sorted: what the journal
// keeps, hashed, of a request.
func (p *Provider) Terms(req providers.Request) []string {
	return slices.Sorted(maps.Keys(p.query(req).Terms))
}

// TermsOf is [Provider.Terms] for a question.
func (p *Provider) TermsOf(question string) []string {
	return slices.Sorted(maps.Keys(p.question(question).Terms))
}

// learned adds what the journal knows. Without it the query is unchanged.
func (p *Provider) learned(q index.Query, now time.Time) index.Query {
	t := p.tuned()
	if learned := t.Learned; learned != nil {
		q.Learned = learned(slices.Sorted(maps.Keys(q.Terms)), now)
	}
	return q
}

// relative returns a file's path under the root, with slashes.
func relative(root, file string) string {
	if root == "" || file == "" {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

func languageOf(path string) string { return syntax.Language(path) }

// fenceLang returns the language tag of a fence.
func fenceLang(path string) string {
	switch lang := syntax.Language(path); lang {
	case "":
		return "text"
	case "typescriptreact":
		return "tsx"
	case "javascriptreact":
		return "jsx"
	default:
		return lang
	}
}
