package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/ahead"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/problem"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/signal"
)

// runCommand validates a command on the lane and returns what it does off it.
type runCommand func(s *Server, a arguments) (rpc.Work, error)

// commands returns the table of what workspace/executeCommand knows.
func commands() map[string]runCommand {
	return map[string]runCommand{
		"fettle.fix":          (*Server).commandFix,
		"fettle.fixAll":       (*Server).commandFixAll,
		"fettle.fixWorkspace": (*Server).commandFixWorkspace,
		"fettle.edit":         (*Server).commandEdit,
		"fettle.cancel":       (*Server).commandCancel,
		"fettle.explain":      (*Server).commandExplain,
		"fettle.showContext":  (*Server).commandContext,
		"fettle.contextQuery": (*Server).commandQuery,
		"fettle.rateContext":  (*Server).commandRate,
		"fettle.journal":      (*Server).commandJournal,
		"fettle.why":          (*Server).commandWhy,
	}
}

func commandNames() []string {
	var names []string
	for n := range commands() {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// arguments are a command's one object; every member is optional:
//
//	{id}                            an entry of the menu
//	{uri} {path}                    an open document, else the last one
//	{textDocument: {uri, version}}  the same, in the protocol's form
//	{range} {lines: [first, last]}  a place in it; lines count from 1
//	{version}                       what the range was read from
//	{instruction}                   fettle.edit: what is to be done
//	{candidates}                    fettle.fix: how many answers to choose from
//	{checked}                       fettle.fixWorkspace: not only what is proved
//	{query, …} {show}               fettle.contextQuery, fettle.explain, fettle.journal
//	{rating}                        fettle.rateContext: enough or missing
type arguments struct {
	id          string
	uri         string
	version     *int32
	at          *lspRange
	lines       *text.Lines
	instruction string
	candidates  int
	show        bool
	raw         json.RawMessage // the whole object
}

func decodeArguments(raw json.RawMessage) (arguments, error) {
	var list []json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &list) != nil {
		return arguments{}, errors.New("arguments must be a list")
	}
	if len(list) == 0 || string(list[0]) == "null" {
		return arguments{}, nil
	}
	o := objectOf(list[0])
	if o == nil || len(list) > 1 {
		return arguments{}, errors.New("expected one object of arguments")
	}
	doc := objectOf(o["textDocument"])
	a := arguments{id: o.text("id"), uri: cmp.Or(o.text("uri"), doc.text("uri")), show: o.bool("show"),
		instruction: o.text("instruction"), candidates: o.int("candidates"), raw: list[0]}
	for _, from := range []object{o, doc} {
		var v int32
		if raw := from["version"]; len(raw) > 0 && json.Unmarshal(raw, &v) == nil {
			a.version = &v
		}
	}
	if path := o.text("path"); path != "" && a.uri == "" {
		if !filepath.IsAbs(path) {
			return arguments{}, errors.New("path must be absolute")
		}
		a.uri = document.URI(path)
	}
	if err := a.place(o); err != nil {
		return arguments{}, err
	}
	return a, nil
}

// place reads the place in the document.
func (a *arguments) place(o object) error {
	var at lspRange
	if raw, ok := o["range"]; ok {
		if json.Unmarshal(raw, &at) != nil {
			return errors.New("range must be an LSP range")
		}
		a.at = &at
	}
	var lines [2]int
	if raw, ok := o["lines"]; ok {
		if json.Unmarshal(raw, &lines) != nil || lines[0] < 1 {
			return errors.New("lines must be [first, last], counted from 1")
		}
		a.lines = &text.Lines{Start: lines[0] - 1, End: max(lines[0], lines[1])}
	}
	return nil
}

// executeCommand is answered at once; what needs time becomes a job. Editors wait: eglot
// 1.17 until the answer comes, Helix 20 s (https://docs.helix-editor.com/languages.html).
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspace_executeCommand
func (s *Server) executeCommand(params json.RawMessage) (rpc.Work, error) {
	o := objectOf(params)
	run, ok := commands()[o.text("command")]
	if !ok {
		return nil, rpc.Errorf(rpc.InvalidParams, "unknown command")
	}
	name := o.text("command")
	a, err := decodeArguments(o["arguments"])
	if err != nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "%s: %v", name, err)
	}
	edits := []string{"fettle.fix", "fettle.fixAll", "fettle.fixWorkspace", "fettle.edit"}
	if slices.Contains(edits, name) && s.takesNoEdits() {
		return answerNull, nil
	}
	return run(s, a)
}

// takesNoEdits says so before a job starts whose edit would have no way to go.
func (s *Server) takesNoEdits() bool {
	if c, _, _ := s.state(); c.applyEdit {
		return false
	}
	s.show(messageWarning, "", "this client takes no edits; use fettle fix in a terminal")
	return true
}

func answerNull(context.Context) (any, error) { return nil, nil }

// commandFix starts a job for a menu entry, or for the most severe diagnostic
// on the named lines.
func (s *Server) commandFix(a arguments) (rpc.Work, error) {
	if a.id != "" {
		act, ok := s.actions.get(a.id)
		if !ok {
			return nil, rpc.Errorf(rpc.InvalidParams, "fettle.fix: unknown action id; open the menu again")
		}
		doc, open := s.stillOpen(act)
		if !open {
			return answerNull, nil
		}
		if act.all {
			return s.fixLines(doc, act)
		}
		act.candidates = a.candidates
		s.startFix(act)
		return answerNull, nil
	}
	doc, lines, err := s.target(a)
	if err != nil {
		return nil, err
	}
	s.knowing(doc, lines, func(found []signal.Diagnostic) {
		if len(found) == 0 {
			s.nothingHere()
			return
		}
		s.startFix(s.climb(doc.Snapshot, s.problems(doc.Snapshot, found)[0], a.candidates))
	})
	return answerNull, nil
}

// nothingHere says that there is nothing to fix. Where no plugin of ours forwards
// what other servers report, fettle hears of it with a request for the menu only.
func (s *Server) nothingHere() {
	line := "no diagnostic here"
	if _, settings, _ := s.state(); !settings.Client.AskInstruction {
		line += "; if you see one, open the menu on it first"
	}
	s.show(messageInfo, "", line)
}

// stillOpen returns the document of a menu's entry. A menu may outlive it, when its file
// is renamed or deleted: then no model is asked about a text that no fix can reach,
// and the user sees why.
func (s *Server) stillOpen(act action) (document.Document, bool) {
	doc, ok := s.docs.Get(act.snapshot.URI)
	if ok = ok && doc.Snapshot.Incarnation == act.snapshot.Incarnation; !ok {
		s.show(messageInfo, "", "the document was closed; open the menu again")
	}
	return doc, ok
}

// climb returns the action for a problem of which nobody has chosen how to fix it:
// what is certain where there is such a fix, else every rung.
func (s *Server) climb(snap text.Snapshot, p problem.Problem, candidates int) action {
	_, settings, engine := s.state()
	engine = s.seen(engine, snap)
	sure := []signal.Rung{signal.RungTool, signal.RungRule}
	if settings.Actions.ToolFixes == "never" {
		sure = sure[1:]
	}
	act := action{snapshot: snap, diagnostic: p.Lead(), title: "Fix " + shortMessage(p.Lead()), candidates: candidates}
	for _, d := range p {
		if len(s.prepared.Of(snap, d)) > 0 {
			act.diagnostic, act.rungs = d, sure
			return act
		}
	}
	rungs := engine.Ladder().Table.Require(p.Lead()).Rungs
	if settings.Actions.ToolFixes == "never" {
		act.rungs = []signal.Rung{signal.RungRule, signal.RungModel}
	}
	if engine.Ladder().Model.Asks() && slices.Contains(rungs, signal.RungModel) &&
		(s.prepared.Hopeless(snap, p.Lead()) || !fixer.Deterministic(p.Lead(), rungs)) {
		act.title, act.rungs = "AI fix: "+shortMessage(p.Lead()), []signal.Rung{signal.RungModel}
		if settings.Actions.ToolFixes != "never" && p.Lead().Origin != signal.FromLinter &&
			!s.prepared.Hopeless(snap, p.Lead()) {
			// Editors pass no fixes on, and the tool has not been asked for its own yet.
			act.rungs = []signal.Rung{signal.RungTool, signal.RungModel}
		}
	}
	return act
}

// fixLines fixes every problem on the lines of an entry in one job.
func (s *Server) fixLines(doc document.Document, act action) (rpc.Work, error) {
	found, key := s.on(doc, act.lines), allKey(act.lines)
	if r := act.rule; r != nil {
		found, key = s.sameRule(doc.Snapshot, *r), ruleKey(*r)
	}
	s.startAll(doc, found, task{title: act.title, key: key, diagnostic: true, ai: !act.sure})
	return answerNull, nil
}

// commandFixAll fixes what can be fixed without a model in a whole document.
func (s *Server) commandFixAll(a arguments) (rpc.Work, error) {
	doc, _, err := s.target(a)
	if err != nil {
		return nil, err
	}
	s.knowing(doc, text.Lines{Start: 0, End: doc.Snapshot.LineCount()}, func(found []signal.Diagnostic) {
		known := map[string]bool{}
		for _, d := range found {
			known[ahead.Key(d)] = true
		}
		for _, d := range s.prepared.Rest(doc.Snapshot) { // what is known of a document is bounded
			if !known[ahead.Key(d)] {
				found = append(found, d)
			}
		}
		s.startAll(doc, found, task{title: "fix all"})
	})
	return answerNull, nil
}

// knowing does something with what is known to be wrong on some lines. Right behind
// the opening of a document that is nothing yet, which is no answer: then the tools
// have a look first.
func (s *Server) knowing(doc document.Document, lines text.Lines, do func([]signal.Diagnostic)) {
	found := s.on(doc, lines)
	_, settings, _ := s.state()
	if len(found) > 0 || settings.LinterRun == "never" || !doc.Fixable {
		do(found)
		return
	}
	s.conn.Go("look", func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, settings.Timeouts.Linter)
		defer cancel()
		s.awaitLook(ctx, doc, settings.LinterRun == "onSave")
		do(s.on(doc, lines))
	})
}

func (s *Server) commandCancel(a arguments) (rpc.Work, error) {
	if a.id != "" {
		s.jobs.cancel(a.id)
	} else if s.jobs.cancelAll() == 0 {
		s.show(messageInfo, "", "nothing is running")
	}
	return answerNull, nil
}

// commandExplain answers with what a fix at the place would see and send.
func (s *Server) commandExplain(a arguments) (rpc.Work, error) {
	return s.explain(a, "explain.md", fixer.Explanation.Markdown)
}

// commandContext answers with what of other places a fix would see.
func (s *Server) commandContext(a arguments) (rpc.Work, error) {
	return s.explain(a, "seen.md", fixer.Explanation.Seen)
}

func (s *Server) explain(a arguments, name string, render func(fixer.Explanation) text.Markdown) (rpc.Work, error) {
	doc, lines, err := s.target(a)
	if err != nil {
		return nil, err
	}
	found := s.on(doc, lines)
	if len(found) == 0 {
		s.nothingHere()
		return answerNull, nil
	}
	others := s.diags.For(doc.Snapshot, nil)
	return func(ctx context.Context) (any, error) {
		engine := s.seen(s.build(), doc.Snapshot)
		p := s.problem(engine, doc.Snapshot, found[0], nil)
		p.Others = others
		x, err := engine.Explain(ctx, p)
		if err != nil {
			return nil, rpc.Errorf(rpc.RequestFailed, "%s", clip("fettle: explain: "+oneLine(err.Error()), messageWidth))
		}
		x.NoModel = words.NoModel(engine.Ladder().Model)
		s.shown(ctx, a, name, render(x))
		return explained{render(x)}, nil
	}, nil
}

// commandQuery searches the workspace for what a question is about.
func (s *Server) commandQuery(a arguments) (rpc.Work, error) {
	path := s.asked(a)
	return func(ctx context.Context) (any, error) {
		engine := s.build()
		q := engine.Questions()
		if err := json.Unmarshal(a.raw, &q); err != nil {
			return nil, rpc.Errorf(rpc.InvalidParams, "invalid parameters for a context query: %v", err)
		}
		q.Explain = q.Explain || a.show // who looks at it wants to know why
		s.lookedAt(ctx, engine.Root(path))
		result, err := engine.Query(ctx, engine.Root(path), q)
		if err != nil {
			return nil, rpc.Errorf(rpc.InvalidParams, "%v", err)
		}
		s.shown(ctx, a, "context.md", readable(result))
		return result, nil
	}, nil
}

// commandRate hears whether what was shown last, for a question or a fix, was
// enough.
func (s *Server) commandRate(a arguments) (rpc.Work, error) {
	var p struct {
		Rating string `json:"rating"`
	}
	if len(a.raw) > 0 && json.Unmarshal(a.raw, &p) != nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "fettle.rateContext: rating must be enough or missing")
	}
	path := s.asked(a)
	return func(context.Context) (any, error) {
		engine := s.build()
		if err := engine.Rate(engine.Root(path), p.Rating); err != nil {
			return nil, rpc.Errorf(rpc.InvalidParams, "fettle.rateContext: %v", err)
		}
		return nil, nil
	}, nil
}

// commandJournal shows what was learned in the folder of a document.
func (s *Server) commandJournal(a arguments) (rpc.Work, error) {
	path := s.asked(a)
	return func(ctx context.Context) (any, error) {
		engine := s.build()
		md, err := engine.Journal(engine.Root(path))
		if err != nil {
			return nil, rpc.Errorf(rpc.RequestFailed, "fettle: journal: %v", err)
		}
		s.shown(ctx, a, "journal.md", md)
		return explained{md}, nil
	}, nil
}

// asked returns a file of the root that a question is about: the command's, if it is
// open or lies in the workspace, the last open document, else any file of the
// first root.
func (s *Server) asked(a arguments) string {
	s.mu.Lock()
	last, roots := s.last.uri, slices.Clone(s.roots)
	s.mu.Unlock()
	for _, uri := range []string{a.uri, last} {
		if doc, ok := s.docs.Get(uri); ok && doc.Snapshot.Path != "" {
			return doc.Snapshot.Path
		}
		path, _ := document.Path(uri)
		if slices.ContainsFunc(roots, func(root string) bool {
			rel, err := filepath.Rel(root, path)
			return path != "" && err == nil && filepath.IsLocal(rel)
		}) {
			return path
		}
	}
	if len(roots) == 0 {
		return ""
	}
	return filepath.Join(roots[0], "x")
}

// readable returns the answer to a query for people: its text with the reasons, or
// why there is none.
func readable(r semantic.QueryResult) text.Markdown {
	if part := r.Partial; part != "" {
		r.Partial = ""
		return text.Markdown("The answer is "+part+".\n\n") + readable(r)
	}
	if r.Context == "" {
		return text.Markdown("Nothing was found: " + r.Hint + ".\n")
	}
	if len(r.Why) == 0 {
		return text.Markdown(r.Context)
	}
	return text.Markdown(r.Context + "\n---\n\n## Why\n\n- " + strings.Join(r.Why, "\n- ") + "\n")
}

// target returns the document and the lines a command is about: as its arguments
// say, else where the menu was opened last.
func (s *Server) target(a arguments) (document.Document, text.Lines, error) {
	s.mu.Lock()
	last := s.last
	enc := s.client.encoding
	s.mu.Unlock()
	uri := cmp.Or(a.uri, last.uri)
	doc, ok := s.docs.Get(uri)
	if !ok {
		s.show(messageWarning, "", "that file is not open in this editor")
		return document.Document{}, text.Lines{}, rpc.Errorf(rpc.InvalidParams, "the document is not open")
	}
	if !doc.Fixable {
		s.show(messageWarning, "", doc.Reason)
		return document.Document{}, text.Lines{}, rpc.Errorf(rpc.RequestFailed, "no fix for this document: %s", doc.Reason)
	}
	lines := doc.Snapshot.LinesOf(last.at.span(doc.Snapshot, enc))
	switch {
	case a.at != nil:
		lines = doc.Snapshot.LinesOf(a.at.span(doc.Snapshot, enc))
	case a.lines != nil:
		lines = *a.lines
	}
	return doc, lines, nil
}

// lastSent returns the diagnostics that came with the last menu request, if that was
// for this very text.
func (s *Server) lastSent(snap text.Snapshot) []signal.Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := s.last.snapshot; last.URI != snap.URI || last.Incarnation != snap.Incarnation ||
		last.Version != snap.Version {
		return nil
	}
	return s.last.sent
}

// on lists the diagnostics on some lines, most severe first, then in order.
func (s *Server) on(doc document.Document, lines text.Lines) []signal.Diagnostic {
	var out []signal.Diagnostic
	for _, d := range s.diags.For(doc.Snapshot, s.lastSent(doc.Snapshot)) {
		if doc.Snapshot.LinesOf(d.Span).Overlaps(lines) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b signal.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

// problem makes the fixer's problem of one diagnostic.
func (s *Server) problem(e Engine, snap text.Snapshot, d signal.Diagnostic, rungs []signal.Rung) fixer.Problem {
	return fixer.Problem{Root: e.Root(snap.Path), Snapshot: snap, Diagnostic: d, Others: s.diags.For(snap, nil),
		Rungs:  rungs,
		Digest: s.revisions.Digest(snap.Path)}
}
