package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/signal"
)

// world is a server in this process with an engine of which tool and model are
// played, and an editor that speaks to it.
type world struct {
	*testkit.Fake
	t      *testing.T
	server *Server
	linter bool   // the tool may run
	gather bool   // context is gathered
	fails  error  // what it gives in place of its first results
	times  int    // how often
	cache  bool   // answers are remembered
	price  bool   // the model costs something
	state  string // folder
	tools  []string
	holds  chan struct{} // the tool waits for it, nil: does not

	protects func(path string) string // why a file gets no fix, nil: all get some
	folder   []text.Snapshot          // what is fixed of the workspace

	mu       sync.Mutex
	asked    int                // calls of the model
	linted   int                // runs of the tool
	ran      []string           // its names in these runs
	became   []learning.Outcome // what became of fixes
	followed string             // newest text that the index was told
	gate     chan struct{}      // the model waits for it, nil: does not
	answer   func(prompt string) string
}

type worldOptions struct {
	profile  testkit.ClientProfile
	settings string // JSON, initializationOptions
	linter   bool
	tools    []string      // names of the tool, "ruff" if empty
	slowIn   time.Duration // in place of the server's own
	fails    error
	times    int
	cache    bool
	gather   bool
	price    bool
	noModel  bool
	gate     chan struct{}
	answer   func(prompt string) string
	root     string // "/w" if empty

	workspace func(roots []string) ([]config.Layer, []config.Problem) // settings of the roots
	trust     string                                                  // file
	confirmIn time.Duration                                           // in place of the server's own
	saveWait  time.Duration                                           // testkit.WireTimeout if 0
	holds     chan struct{}                                           // the tool waits for it, nil: does not
	protects  func(path string) string                                // why a file gets no fix, nil: all get some
	later     func(time.Duration) <-chan time.Time                    // time.After if nil
}

func newWorld(t *testing.T, o worldOptions) *world {
	t.Helper()
	w := &world{t: t, linter: o.linter, gather: o.gather, fails: o.fails, times: o.times, cache: o.cache, price: o.price, gate: o.gate, answer: o.answer, state: t.TempDir(), tools: o.tools, holds: o.holds, protects: o.protects}
	if w.tools == nil {
		w.tools = []string{"ruff"}
	}
	if w.answer == nil {
		w.answer = replaces("undefined_name", "__name__")
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	if o.workspace == nil {
		o.workspace = noWorkspace
	}
	w.server = New(Options{Layers: w.layers(), In: in, Out: out, Version: "test", ClientIsUser: true, State: w.state, Workspace: o.workspace, TrustFile: o.trust,
		Fixable: func(context.Context, Engine, string) ([]text.Snapshot, error) { return slices.Clone(w.folder), nil },
		Build:   func(config.Settings, []string, Sources) Engine { return w.engine(o.noModel) }})
	w.server.retryIn = time.Millisecond
	if o.later != nil {
		w.server.later = o.later
	}
	w.server.slowIn = cmp.Or(o.slowIn, w.server.slowIn)
	w.server.saveWait = cmp.Or(o.saveWait, testkit.WireTimeout)
	w.server.confirmIn = cmp.Or(o.confirmIn, w.server.confirmIn)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.server.Run(context.Background())
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = toServer.Close()
		select {
		case <-ended:
		case <-time.After(testkit.WireTimeout):
			t.Error("the server does not end")
		}
	})
	var options any
	if o.settings != "" {
		options = json.RawMessage(o.settings)
	}
	w.Fake = testkit.NewFake(t, testkit.NewWire(t, toServer, fromServer), o.profile, cmp.Or(o.root, "/w"), options)
	return w
}

// layers switch the tools off where none is played.
func (w *world) layers() []config.Layer {
	if w.linter {
		return nil
	}
	layer, _ := config.TOML("test", []byte("linters.run = \"never\"\n"), true)
	return []config.Layer{layer}
}

// played is an engine whose tool and model are the world.
type played struct {
	*world
	ladder fixer.Ladder
}

func (w *world) engine(noModel bool) Engine {
	e := played{world: w}
	e.ladder = fixer.Ladder{Gate: openGate{}, Calls: 1, Nonce: func(string) string { return "abcd" }, Now: time.Now}
	if w.linter {
		e.ladder.Tools = fixer.LintOnly(w.Lint)
	}
	e.ladder.Model = fixer.Model{Completer: w, Name: "played", Host: "localhost"}
	if w.gather {
		e.ladder.Gatherer = w
	}
	if w.price {
		e.ladder.Model.PriceIn, e.ladder.Model.PriceOut = 3, 15
	}
	if w.cache {
		e.ladder.Cache = new(fixer.Cache)
	}
	if noModel {
		e.ladder.Model = fixer.Model{Why: "set model.backend"}
	}
	return e
}

func (e played) Ladder() fixer.Ladder { return e.ladder }
func (played) Root(string) string     { return "/w" }
func (e played) Protected(path string) string {
	if e.protects == nil {
		return ""
	}
	return e.protects(path)
}
func (played) Redact(_, s string) (string, bool)   { return s, true }
func (played) Prefetches(string) bool              { return false }
func (played) Warm(context.Context, text.Snapshot) {}
func (played) Closed(string)                       {}
func (played) Changed(string)                      {}
func (played) Rate(string, string) error           { return nil }

func (played) Journal(string) (text.Markdown, error) { return "", nil }

func (played) Refresh(context.Context, string) error { return nil }

func (played) Imports(string, string, string) bool { return false }
func (played) Questions() semantic.QueryParams     { return semantic.DefaultQuery("") }
func (played) Explain(_ context.Context, p fixer.Problem) (fixer.Explanation, error) {
	return fixer.Explanation{Problem: p}, nil
}

func (played) Query(context.Context, string, semantic.QueryParams) (semantic.QueryResult, error) {
	return semantic.QueryResult{}, errors.New("nothing is indexed")
}

func (e played) All(ctx context.Context, l fixer.Ladder, p fixer.Problem, found []signal.Diagnostic, c fixer.Choice, stage func(fixer.Stage)) ([]fixer.Outcome, text.Snapshot, error) {
	return l.File(ctx, p, func(_ context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
		var left []signal.Diagnostic
		for _, d := range found { // as long as its line stands
			line := p.Snapshot.LineSpan(p.Snapshot.LineAt(d.Span.Start))
			if at := strings.Index(now.Text(), p.Snapshot.Slice(line)); at >= 0 {
				d.Span = text.Span{Start: at + d.Span.Start - line.Start, End: at + d.Span.End - line.Start}
				left = append(left, d)
			}
		}
		return left, nil
	}, c, stage)
}

// Several plays fixes that remove the unused import, where what is proved is enough.
func (e played) Several(ctx context.Context, _ string, list []text.Snapshot, c fixer.Choice,
	_ func(string)) ([]changeset.FileResult, error) {
	if e.holds != nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	var out []changeset.FileResult
	for _, s := range list {
		r := changeset.FileResult{Final: s.With(strings.Replace(s.Text(), unusedLine, "", 1))}
		if r.Final.Hash() != s.Hash() {
			r.Outcomes = []fixer.Outcome{{Snapshot: s, Applied: true, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F401"}}}
		}
		if c.Worst == evidence.Checked {
			r.Outcomes = append(r.Outcomes, fixer.Outcome{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "E1"},
				Decline: &fixer.Decline{Code: fixer.DeclineRejected, Reason: "asked for more"}})
		}
		out = append(out, r)
	}
	return out, nil
}

func (played) Opened(string) {}

func (e played) Record(o learning.Outcome) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.became = append(e.became, o)
}

func (e played) Follow(s text.Snapshot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.followed = s.Text()
}

// openGate lets everything through.
type openGate struct{}

func (openGate) Denied(string) string                  { return "" }
func (openGate) Redact(_, s string) (string, []string) { return s, nil }
func (openGate) Secrets(string, string) []text.Span    { return nil }

// Names are the tools that the world plays.
func (w *world) Names(text.Snapshot) []string {
	if !w.linter {
		return nil
	}
	return w.tools
}

func (w *world) count(n *int) int { w.mu.Lock(); defer w.mu.Unlock(); return *n }
func replaces(holds, with string) func(prompt string) string {
	line := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\| ?(.*` + holds + `.*)$`)
	return func(prompt string) string {
		m := line.FindStringSubmatch(prompt)
		if m == nil {
			return "NO_FIX the line is not shown"
		}
		return fmt.Sprintf("EDIT replace %s\n~~~\n%s\n~~~\nEND\n", m[1], strings.Replace(m[2], holds, with, 1))
	}
}

// noWorkspace says that the roots bring no settings along.
func noWorkspace([]string) ([]config.Layer, []config.Problem) { return nil, nil }

// unusedLine is what the tool has a fix of its own for.
const unusedLine = "import string\n"

// Lint plays a tool that dislikes two words, and an import.
func (w *world) Lint(ctx context.Context, name string, s text.Snapshot) ([]signal.Diagnostic, error) {
	w.mu.Lock()
	w.linted++
	w.ran = append(w.ran, name)
	early := w.linted <= w.times
	w.mu.Unlock()
	if w.holds != nil {
		select {
		case <-w.holds:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if early {
		return nil, w.fails
	}
	var out []signal.Diagnostic
	if i := strings.Index(s.Text(), unusedLine); i >= 0 {
		whole := text.Span{Start: i, End: i + len(unusedLine)}
		out = append(out, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`string` imported but unused", Severity: signal.Warning, Span: text.Span{Start: i + 7, End: i + 13},
			Fix: &signal.ToolFix{Title: "Remove unused import: `string`", Applicability: signal.Safe, Edits: []text.Edit{{Span: whole}}}})
	}
	for _, r := range []struct{ word, code, message string }{
		{"undefined_name", "F821", "Undefined name `undefined_name`"}, {": return 1", "E701", "Multiple statements on one line (colon)"},
	} {
		at := 0
		for {
			i := strings.Index(s.Text()[at:], r.word)
			if i < 0 {
				break
			}
			at += i
			end := at + len(r.word)
			if r.code == "E701" {
				end = at + 1
			}
			out = append(out, signal.Diagnostic{Tool: "ruff", Code: r.code, Message: r.message, Severity: signal.Error, Span: text.Span{Start: at, End: end}})
			at += len(r.word)
		}
	}
	return out, nil
}

// Gather plays the context.
func (*world) Gather(context.Context, fixer.Gathering) fixer.Context {
	return fixer.Context{Text: "what was gathered"}
}

// Complete plays the model.
func (w *world) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	w.mu.Lock()
	w.asked++
	gate := w.gate
	w.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return model.Reply{}, ctx.Err()
		}
	}
	return model.Reply{Text: w.answer(p.System + "\n\n" + p.User), Model: "played", Usage: model.Usage{Prompt: 1000, Completion: 200}}, nil
}

// until waits for something to become true.
func until(t testing.TB, what string, f func() bool) {
	t.Helper()
	deadline := time.Now().Add(testkit.WireTimeout)
	for !f() {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// settled waits until no fix is at work any more and all is here that was told
// of them: a message comes after the end of the progress.
func (w *world) settled() {
	w.t.Helper()
	until(w.t, "the end of the work", func() bool {
		w.server.jobs.mu.Lock()
		defer w.server.jobs.mu.Unlock()
		return w.server.jobs.atWork == 0
	})
	w.Call("fettle/noSuchMethod", nil) // what was sent before its answer has come
}

// titled finds the entry whose title begins so.
func titled(items []testkit.MenuItem, prefix string) *testkit.MenuItem {
	for i := range items {
		if strings.HasPrefix(items[i].Title, prefix) {
			return &items[i]
		}
	}
	return nil
}

// sample has a problem for the model in line 2 and one for a rule in line 5.
const sample = "def f(a):\n    return undefined_name\n\ndef g(a):\n    if a: return 1\n\nx = 1\n"

// openSample opens the sample with its problems known.
func (w *world) openSample() *testkit.FakeDocument {
	d := w.Open("/w/a.py", "python", sample)
	w.Push(d, w.f821(d))
	return d
}

func (w *world) f821(d *testkit.FakeDocument) map[string]any {
	return w.Problem(d, "undefined_name", "Ruff", "F821", "Undefined name `undefined_name`")
}

// at is the place of a text in a document.
func (w *world) at(d *testkit.FakeDocument, on string) int {
	i := strings.Index(w.Text(d), on)
	if i < 0 {
		w.t.Fatalf("no %q", on)
	}
	return i
}

// menuAt asks for the menu with the cursor on a text, and leaves out what only hides a problem.
func (w *world) menuAt(d *testkit.FakeDocument, on string, context map[string]any) []testkit.MenuItem {
	w.t.Helper()
	found := true
	menu := w.MenuAt(d, func(s string) (int, int) {
		i := strings.Index(s, on)
		found = i >= 0
		return max(0, i), max(0, i)
	}, context)
	if !found {
		w.t.Fatalf("no %q", on)
	}
	return slices.DeleteFunc(menu, func(it testkit.MenuItem) bool { return strings.HasPrefix(it.Title, "Ignore here") })
}

// Slow is what the table of tools says.
func (played) Slow(tool string) bool {
	spec, ok := linter.Find(tool)
	return ok && spec.Slow
}
