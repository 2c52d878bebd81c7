// Package engine composes everything below it: settings and roots become one
// [Engine], which gathers, fixes, checks and explains. The language server, the
// command line and the MCP server call the same engine; none of them wires parts.
//
// What outlives a change of settings is the [Process]. One file is one part of
// the composition: gather.go the context of a fix, model.go and its neighbours
// the endpoints, tools.go the linters, gateway.go what may leave.
package engine

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/engine/workspace"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Sources is the live state of an editor that an engine reads; the zero value is
// that of a command, which has none.
type Sources struct {
	Diagnostics *diagnostics.Store
	History     *history.Recorder
	// Document is the open document of a path.
	Document func(path string) (text.Snapshot, bool)
	// Indexing hears how far the index of a root is: files read, of how many;
	// both are equal at the end.
	Indexing func(root string, done, total int)
}

// complete has functions that do nothing in place of those that are missing, and knows the
// texts that a command works on as documents.
func (s Sources) complete(laid []text.Snapshot) Sources {
	if s.Document == nil {
		s.Document = func(path string) (text.Snapshot, bool) {
			i := slices.IndexFunc(laid, func(l text.Snapshot) bool { return l.Path == path })
			if i < 0 {
				return text.Snapshot{}, false
			}
			return laid[i], true
		}
	}
	if s.Indexing == nil {
		s.Indexing = func(string, int, int) {}
	}
	return s
}

// Engine is what settings and roots become. It is made anew when they change; a
// running fix keeps the one it started with. It is safe for concurrent use.
type Engine struct {
	process  *Process
	settings config.Settings
	sources  Sources // complete
	editor   bool    // documents are open in one
	gate     *egress.Gate
	runner   *linter.Runner
	tools    linter.Set
	ladder   fixer.Ladder
	context  *aggregator.Aggregator
	usages   usages // of the roots' files
}

// Engine makes the engine of some settings for the roots of a workspace.
func (p *Process) Engine(s config.Settings, roots []string, src Sources, log *slog.Logger) *Engine {
	audit := p.audit(s, log)
	e := &Engine{process: p, settings: s, sources: src.complete(p.o.Laid), editor: src.Document != nil}
	e.usages.reported = p.o.OneRun
	e.gate = egress.New(egress.Options{Roots: slices.Clone(roots), Deny: s.Privacy.Deny, Scrub: &p.scrub, Audit: audit})
	options := p.runnerOptions(s, roots)
	options.Laid = p.o.Laid
	e.runner, e.tools = linter.NewRunner(options), options.Set
	if _, err := Tools(s); err != nil {
		log.Warn("the settings of a tool are wrong", "err", err)
	}
	e.ladder = fixer.Ladder{
		Table: p.table(s, log), Tools: e, Info: e.runner, Gate: gateway{e.gate}, Calls: s.Fix.Calls,
		Total: s.Timeouts.Fix, Now: time.Now, Trees: &p.trees,
		Model: p.model(s, e.gate, audit, log).WithDefaults(), Nonce: p.nonce, Gatherer: e, Project: e, Modules: e,
		Beside: e.Beside,
	}
	if e.editor { // it asks again; the command line does not
		e.ladder.Cache = new(fixer.Cache)
	}
	p.workspaces.Use(workspace.Choices{
		Host: e, Context: s.Context, Roots: roots, Editor: e.editor, Document: e.sources.Document, History: e.sources.History,
		Progress: e.sources.Indexing, Log: log,
		Planner: p.planner(s, e.gate, log), Embedding: p.embedding(s, e.gate, log),
	})
	e.context = e.aggregator()
	return e
}

// Ladder returns what fixes: its table knows what is offered, its model who is asked.
func (e *Engine) Ladder() fixer.Ladder { return e.ladder }

// Settings returns the settings that the engine was made of.
func (e *Engine) Settings() config.Settings { return e.settings }

// Root returns the workspace root of a file, "" if it has none.
func (e *Engine) Root(path string) string { return e.runner.Root(path) }

// DeniedFile reports that no tool may look at a file, because the user's settings
// deny a folder that holds it.
func (e *Engine) DeniedFile(path string) bool {
	return e.process.trustOf(e.settings, e.Root(path), path) == linter.Denied
}

// Denied reports that no child process may be started in a root.
func (e *Engine) Denied(root string) bool {
	return e.process.Trust(e.settings, root) == linter.Denied
}

// Trusted reports that code of a root may run for a document in it, by the user's
// lasting word.
func (e *Engine) Trusted(root, path string) bool {
	return stateOf(e.process.Judge(e.settings).Document(root, path)) == linter.Trusted
}

// Prefetches reports whether a model may be asked about a file without the
// user's asking, after a save.
func (e *Engine) Prefetches(path string) bool {
	return e.settings.Fix.Prefetch == "onSave" && e.process.trustOf(e.settings, e.Root(path), path) != linter.Denied
}

// Warm prepares a document for context: it indexes its root. It may last long
// and belongs into the background.
func (e *Engine) Warm(ctx context.Context, s text.Snapshot) { e.process.workspaces.Warm(ctx, s) }

// Follow passes the indexes the newest text of a document.
func (e *Engine) Follow(s text.Snapshot) { e.process.workspaces.Follow(s) }

// Closed passes on that a document was closed: its file counts again.
func (e *Engine) Closed(path string) { e.process.workspaces.Closed(path) }

// Changed hears of a file that was changed on disk: what was remembered of it is
// doubtful.
func (e *Engine) Changed(path string) {
	if egress.IsIgnoreFile(path) {
		e.gate.Forget()
	}
	e.runner.Changed(path)
	e.usages.changed(path)
	e.process.workspaces.Changed(path)
}

// Imports reports whether a file of a root imports another, as far as the index
// knows by now; paths are relative to it.
func (e *Engine) Imports(root, file, imported string) bool {
	return e.process.workspaces.Imports(root, file, imported)
}

// Record hears how a fix ended.
func (e *Engine) Record(o learning.Outcome) {
	e.process.learner.Record(e.Root(o.Path), o, e.sources.History)
}

// RecordAll is [Engine.Record] for the fixes of a run.
func (e *Engine) RecordAll(list []learning.Outcome) {
	byRoot := map[string][]learning.Outcome{}
	for _, o := range list {
		root := e.Root(o.Path)
		byRoot[root] = append(byRoot[root], o)
	}
	e.process.learner.RecordAll(byRoot, e.sources.History)
}

// Rate hears whether what was shown last for a root was enough.
func (e *Engine) Rate(root, rating string) error {
	if !e.settings.Context.Learning {
		return errors.New("nothing is learned: context.learning is off")
	}
	return e.process.learner.Rate(root, journal.Rating(rating))
}

// Journal returns what was learned for a root, for people.
func (e *Engine) Journal(root string) (text.Markdown, error) {
	report, err := e.process.learner.Report(root)
	if err != nil {
		return "", err
	}
	title := "# What fettle learned in " + filepath.Base(root) + "\n\n"
	if !e.settings.Context.Learning {
		title += "Nothing new is learned: context.learning is off.\n\n"
	}
	fence := providers.Fence(report)
	return text.Markdown(title + fence + "\n" + report + fence + "\n"), nil
}

// Questions returns the parameters of a question, as the settings have them.
func (e *Engine) Questions() semantic.QueryParams { return workspace.Questions(e.settings.Context) }

// Query answers a question about a root, after its index has been updated,
// as far as that goes in the time there is for it.
func (e *Engine) Query(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error) {
	return e.process.workspaces.Query(ctx, root, q)
}

// Ask answers a question from what the index knows by now.
func (e *Engine) Ask(ctx context.Context, root string, q semantic.QueryParams) (semantic.QueryResult, error) {
	return e.process.workspaces.Ask(ctx, root, q)
}

// Opened hears that the user opened a file.
func (e *Engine) Opened(path string) {
	root := e.Root(path)
	if rel := files.Relative(root, path); root != "" && e.process.workspaces.Knows(root, rel) {
		e.process.learner.Opened(root, rel, time.Now())
	}
}

// Refresh updates a root's index to match the disk, for a front end that does not hear of changes, and stores it.
func (e *Engine) Refresh(ctx context.Context, root string) error {
	defer e.process.workspaces.Store(ctx, root)
	return e.process.workspaces.Refresh(ctx, root)
}

// Explain says what a fix of the problem would see and send.
func (e *Engine) Explain(ctx context.Context, p fixer.Problem) (fixer.Explanation, error) {
	return e.ladder.Explain(ctx, p)
}

// table returns the signal table of the settings. What is wrong with it is said, and
// the rest of it counts.
func (p *Process) table(s config.Settings, log *slog.Logger) signal.Table {
	t, err := Signals(s)
	if err != nil {
		log.Warn("settings of rules (signals) are not used", "err", err)
	}
	return t
}

// Signals returns the table with the settings' rows.
func Signals(s config.Settings) (signal.Table, error) {
	var t signal.Table
	wide, narrow := signal.Overrides{}, signal.Overrides{}
	for _, r := range s.Signals {
		row := signal.Override{Window: r.Window, Offer: r.Offer}
		if r.Control {
			wide[r.Tool+"/"+r.Code] = row
		} else {
			narrow[r.Tool+"/"+r.Code] = row
		}
	}
	t, wrong := t.With(wide)
	t, refused := t.Narrowed(narrow)
	if err := errors.Join(wrong, refused); err != nil {
		return t, errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return t, nil
}
