package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/providers/signal"
)

const (
	quickFix    = "quickfix"
	aiKind      = "quickfix.fettle"
	fixAllKind  = "source.fixAll.fettle"
	titleWidth  = 72
	maxAI       = 5 // diagnostics that get an AI entry
	aiTagValue  = 1 // CodeActionTag.LLMGenerated
	triggerAuto = 2
)

// menu is everything one codeAction request needs, taken on the lane.
type menu struct {
	client    client
	settings  config.Settings
	engine    Engine
	snapshot  text.Snapshot
	at        lspRange
	lines     text.Lines
	only      []string
	automatic bool
	resolving bool
	context   []foreign
	found     []signal.Diagnostic // on the requested lines, nearest first
	all       []signal.Diagnostic // of the document
}

// menuParams are the params of a request as every well-made client sends them.
type menuParams struct {
	Document textDocument `json:"textDocument"`
	Range    *lspRange    `json:"range"`
	Context  struct {
		Diagnostics []json.RawMessage `json:"diagnostics"`
		Only        []string          `json:"only"`
		Trigger     int               `json:"triggerKind"`
	} `json:"context"`
}

// decodeMenuParams reads the params in one pass, and member by member when one
// of them is odd: that costs only itself.
func decodeMenuParams(params json.RawMessage) (menuParams, bool) {
	var p menuParams
	if protocol.Unmarshal(params, &p) != nil {
		o := objectOf(params)
		asked := objectOf(o["context"])
		p = menuParams{}
		p.Document.URI = o.text("textDocument", "uri")
		var at lspRange
		if json.Unmarshal(o["range"], &at) == nil {
			p.Range = &at
		}
		p.Context.Diagnostics, p.Context.Only, p.Context.Trigger = asked.list("diagnostics"), asked.texts("only"), asked.int("triggerKind")
	}
	return p, p.Document.URI != "" && p.Range != nil
}

// codeAction answers from memory: no disk, no tool, no model.
func (s *Server) codeAction(params json.RawMessage) (rpc.Work, error) {
	asked, ok := decodeMenuParams(params)
	if !ok {
		return nil, rpc.Errorf(rpc.InvalidParams, "textDocument/codeAction: textDocument.uri and range are required")
	}
	uri, at := asked.Document.URI, *asked.Range
	c, settings, _ := s.state()
	s.mu.Lock()
	s.last = place{uri: uri, at: at}
	resolving := s.resolving && settings.Preview == "off" && settings.Fix.Candidates <= 1
	s.mu.Unlock()
	doc, ok := s.docs.Get(uri)
	if !ok || !doc.Fixable || !settings.Actions.Enable {
		return nothing, nil
	}
	if on, set := settings.Actions.Languages[doc.Snapshot.Lang]; set && !on {
		return nothing, nil
	}
	m := menu{client: c, settings: settings, snapshot: doc.Snapshot, at: at,
		only: asked.Context.Only, automatic: asked.Context.Trigger == triggerAuto, resolving: resolving}
	if m.automatic && !settings.Actions.Automatic {
		return nothing, nil
	}
	m.context = decodeDiagnostics(asked.Context.Diagnostics, doc.Snapshot, c.encoding, signal.FromContext)
	sent := make([]signal.Diagnostic, len(m.context))
	for i, f := range m.context {
		sent[i] = f.Diagnostic
	}
	s.mu.Lock()
	s.last.snapshot, s.last.sent = doc.Snapshot, sent
	s.mu.Unlock()
	m.all = s.diags.For(doc.Snapshot, sent)
	return func(ctx context.Context) (any, error) {
		if s.awaitProtection(ctx, m.snapshot.Path) != "" {
			return []codeAction{}, nil
		}
		m.engine = s.currentEngine()
		if len(m.all) == 0 && len(m.only) == 0 && !m.automatic && s.lint.isBare(m.snapshot.Lang) {
			s.conn.Go("hint", func(ctx context.Context) { s.hint(ctx, m.snapshot.Lang) })
		}
		list := s.menu(m)
		if !c.literals {
			return bare(list), nil
		}
		return list, nil
	}, nil
}

// bare are the commands of a menu, for clients that know no code actions.
func bare(list []codeAction) []command {
	out := []command{}
	for _, a := range list {
		if a.Command != nil && a.Edit == nil && a.Disabled == nil {
			out = append(out, *a.Command)
		}
	}
	return out
}

func nothing(context.Context) (any, error) { return []codeAction{}, nil }

// menu builds the entries, ours in order: cancel, deterministic, AI, all,
// suppress.
func (s *Server) menu(m menu) []codeAction {
	if slices.Equal(m.only, []string{fixAllKind}) {
		return s.fixAllEntry(m)
	}
	saving := len(m.only) > 0 && (m.automatic || m.wholeDocument())
	m.lines = m.snapshot.LinesOf(m.at.span(m.snapshot, m.client.encoding))
	m.pick()
	var cancel, sure, ready, ask, last []codeAction
	offered, told := 0, false
	for _, d := range m.found {
		hasSure := false
		for _, f := range s.prepared.of(m.snapshot, d) {
			if m.skipToolFix(d, f) {
				continue
			}
			hasSure = true
			sure = append(sure, s.sureEntry(m, d, f))
		}
		if saving {
			continue
		}
		if j := s.jobs.running(m.snapshot.URI, key(d)); j != nil {
			// A key bound to our fixes asks for their kind alone: pressed once
			// more, it must not cancel what it has begun.
			if m.wants(quickFix) {
				cancel = append(cancel, m.cancelEntry(d, j, s.now().Sub(j.started)))
			}
			continue
		}
		if offered == maxAI {
			continue
		}
		if list := s.readyEntries(m, d); len(list) > 0 {
			offered++
			ready = append(ready, list...)
			continue
		}
		if !m.client.applyEdit {
			continue
		}
		if e, ok := s.askEntry(m, d, hasSure); ok {
			switch {
			case e.Disabled == nil:
				offered++
				ask = append(ask, e)
			case !told: // one entry says why; more would say the same
				told = true
				ask = append(ask, e)
			}
		}
		if f, ok := s.prepared.trick(m.snapshot, d); ok {
			last = append(last, s.trickEntry(m, d, f))
		}
	}
	if offered >= 2 && !m.automatic {
		ask = append(ask, s.allEntry(m, offered))
	}
	if only := preferable(sure); only >= 0 && m.client.preferred {
		sure[only].Preferred = true
	}
	if !saving {
		last = append(last, s.instructEntries(m)...)
	}
	out := slices.Concat(cancel, sure, ready, ask, last)
	out = slices.DeleteFunc(out, func(a codeAction) bool { return !m.wants(a.Kind) })
	if out == nil {
		out = []codeAction{}
	}
	return out
}

// pick keeps the diagnostics that touch the requested lines and that settings
// let through: nearest to the range first, most severe first among equals.
func (m *menu) pick() {
	least := m.settings.Actions.Severity()
	if m.automatic {
		least = min(least, signal.Warning)
	}
	sp := m.at.span(m.snapshot, m.client.encoding)
	for _, d := range m.all {
		if d.Severity > least || m.settings.Actions.Silenced(d) {
			continue
		}
		if m.snapshot.LinesOf(d.Span).Overlaps(m.lines) {
			m.found = append(m.found, d)
		}
	}
	away := func(d signal.Diagnostic) int {
		return max(0, d.Span.Start-sp.End, sp.Start-d.Span.End)
	}
	slices.SortStableFunc(m.found, func(a, b signal.Diagnostic) int {
		return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Span.Start, b.Span.Start))
	})
}

// wants reports whether the client asked for a kind: a request for "quickfix"
// covers "quickfix.fettle".
func (m menu) wants(kind string) bool {
	return len(m.only) == 0 || slices.ContainsFunc(m.only, func(o string) bool {
		return o == "" || o == kind || strings.HasPrefix(kind, o+".")
	})
}

func (m menu) wholeDocument() bool {
	sp := m.at.span(m.snapshot, m.client.encoding)
	return sp.Start == 0 && sp.End >= m.snapshot.Len() && m.snapshot.Len() > 0
}

// skipToolFix leaves a tool's fix to the tool's own server, where that
// delivered the diagnostic.
func (m menu) skipToolFix(d signal.Diagnostic, f fixer.Fix) bool {
	if f.Rung != signal.RungTool {
		return false
	}
	switch m.settings.Actions.ToolFixes {
	case "always":
		return false
	case "never":
		return true
	}
	return d.Origin != signal.FromLinter
}

// sureEntry is a finished deterministic fix with its edit.
func (s *Server) sureEntry(m menu, d signal.Diagnostic, f fixer.Fix) codeAction {
	edit := s.workspaceEdit(m.client, m.snapshot, f.Edits, nil)
	s.offered(m.snapshot, f)
	title := fmt.Sprintf("Fix %s: %s", d.Code, lowerFirst(f.Title))
	if !f.Safe {
		title += " (unsafe)"
	}
	return codeAction{Title: text.Shown(clip(title, titleWidth)), Kind: quickFix, Diagnostics: m.link(d), Edit: &edit, Preferred: f.Safe && f.Verdict == verify.Verified}
}

// trickEntry hides a problem instead of fixing it, and says so.
func (s *Server) trickEntry(m menu, d signal.Diagnostic, f fixer.Fix) codeAction {
	edit := s.workspaceEdit(m.client, m.snapshot, f.Edits, nil)
	s.offered(m.snapshot, f)
	verb := "Suppress "
	if f.Verdict == verify.Deletion {
		verb = "Delete the code of "
	}
	e := codeAction{Title: text.Shown(clip(verb+shortMessage(d), titleWidth)), Kind: aiKind, Edit: &edit}
	if m.client.linkAI {
		e.Diagnostics = m.link(d)
	}
	if m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	return e
}

// preferable is the only safe entry, or -1; the mark itself is set for one
// entry only.
func preferable(sure []codeAction) int {
	found, n := -1, 0
	for i := range sure {
		if sure[i].Preferred {
			found = i
			n++
		}
		sure[i].Preferred = false
	}
	if n != 1 || len(sure) != 1 {
		return -1
	}
	return found
}

// askEntry is the entry that starts a job. Without a model it is offered only
// where a rung below the model may fix the problem.
func (s *Server) askEntry(m menu, d signal.Diagnostic, hasSure bool) (codeAction, bool) {
	req := m.engine.Ladder().Table.Require(d)
	if !req.Offer {
		return codeAction{}, false
	}
	rungs := req.Rungs
	if hasSure {
		rungs = []signal.Rung{signal.RungModel}
	}
	title := "AI fix: " + shortMessage(d)
	ai := slices.Contains(rungs, signal.RungModel)
	if m.engine.Ladder().Model.Completer == nil {
		if hasSure {
			return codeAction{}, false
		}
		if !fixer.Deterministic(d, rungs) || s.prepared.hopeless(m.snapshot, d) {
			return s.disabledEntry(m, d, title, ai)
		}
		ai = false
	}
	if !ai {
		title = "Fix " + shortMessage(d)
	}
	id := s.actions.add(action{snapshot: m.snapshot, diagnostic: d, rungs: rungs, title: title})
	e := codeAction{Title: text.Shown(clip(title, titleWidth)), Kind: aiKind, Command: m.command("fettle.fix", title, id)}
	if ai && m.resolving {
		e.Command, e.Data = nil, &actionData{id}
	}
	if ai && m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	if m.client.linkAI || !ai {
		e.Diagnostics = m.link(d)
	}
	if !ai {
		e.Kind = quickFix
	}
	return e, true
}

// disabledEntry says why there is no AI fix: once in the menu for clients that
// show such entries, once a server run in a message for those that do not.
func (s *Server) disabledEntry(m menu, d signal.Diagnostic, title string, ai bool) (codeAction, bool) {
	if m.automatic || !ai {
		return codeAction{}, false
	}
	reason := m.engine.Ladder().Model.Why
	if reason == "" {
		reason = "no model is set; set model.backend, or see fettle doctor"
	}
	if s.first(reason) {
		s.show(messageWarning, "", reason)
	}
	if !m.client.disabled {
		return codeAction{}, false
	}
	return codeAction{Title: text.Shown(clip(title, titleWidth)), Kind: aiKind, Diagnostics: m.link(d), Disabled: &disabled{text.Shown(oneLine(reason))}}, true
}

// first reports whether a reason is told for the first time in this server run.
func (s *Server) first(reason string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.warned[reason] {
		return false
	}
	if s.warned == nil {
		s.warned = map[string]bool{}
	}
	s.warned[reason] = true
	return true
}

// hint tells somebody who asks for actions where neither another server nor a
// tool of ours reports anything that this is no proof of a clean file: once,
// and after the editor's own word that there are no actions.
func (s *Server) hint(ctx context.Context, lang string) {
	reason := "no linter runs on " + clip(lang, 20) + " files here; see fettle doctor"
	if !s.first(reason) {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(limits.HintAfter):
		s.show(messageInfo, "", reason)
	}
}

func (m menu) cancelEntry(d signal.Diagnostic, j *job, since interface{ Seconds() float64 }) codeAction {
	title := fmt.Sprintf("AI fix: cancel %s (running %.0f s)", clip(cmp.Or(d.Code, d.Tool), 30), since.Seconds())
	return codeAction{Title: text.Shown(title), Kind: aiKind, Diagnostics: m.link(d), Command: m.command("fettle.cancel", title, j.id)}
}

func (s *Server) allEntry(m menu, n int) codeAction {
	ai := m.engine.Ladder().Model.Completer != nil
	title, kind := "AI fix: all %d problems here", aiKind
	if !ai {
		title, kind = "Fix all %d problems here", quickFix
	}
	title = fmt.Sprintf(title, n)
	id := s.actions.add(action{snapshot: m.snapshot, lines: m.lines, all: true, title: title})
	e := codeAction{Title: text.Shown(title), Kind: kind, Command: m.command("fettle.fix", title, id)}
	if ai && m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	return e
}

// fixAllEntry is one action with all deterministic verified edits.
func (s *Server) fixAllEntry(m menu) []codeAction {
	merged := s.prepared.all(m.snapshot)
	if len(merged) == 0 {
		return []codeAction{}
	}
	edit := s.workspaceEdit(m.client, m.snapshot, merged, nil)
	return []codeAction{{Title: "Fix all (fettle)", Kind: fixAllKind, Edit: &edit}}
}

func (m menu) link(d signal.Diagnostic) []json.RawMessage {
	if raw := rawOf(d, m.context); raw != nil {
		return []json.RawMessage{raw}
	}
	raw, err := json.Marshal(map[string]any{
		"range": rangeOf(m.snapshot, d.Span, m.client.encoding), "severity": d.Severity,
		"code": d.Code, "source": d.Tool, "message": text.Shown(d.Message),
	})
	if err != nil {
		return nil
	}
	return []json.RawMessage{raw}
}

func (m menu) command(name, title, id string) *command {
	return &command{Title: text.Shown(clip(title, titleWidth)), Command: name,
		Arguments: []any{map[string]any{"id": id, "uri": m.snapshot.URI, "version": m.snapshot.Version}}}
}

// key names a diagnostic within one snapshot.
func key(d signal.Diagnostic) string {
	return fmt.Sprintf("%s/%s/%d-%d/%s", d.Tool, d.Code, d.Span.Start, d.Span.End, d.Message)
}

func lowerFirst(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
