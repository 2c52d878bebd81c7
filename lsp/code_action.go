package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"

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

// menu is everything one codeAction request needs, taken on the lane. VS Code asks at
// each stop of the cursor: an answer must not cost more than memory.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_codeAction
type menu struct {
	client    client
	settings  config.Settings
	engine    Engine
	snapshot  text.Snapshot
	saved     text.Snapshot // the same document as it was last saved
	at        lspRange
	lines     text.Lines
	only      []string
	automatic bool
	saving    bool // what is chosen is applied unseen
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
		p.Context.Diagnostics, p.Context.Only, p.Context.Trigger = asked.list("diagnostics"), asked.texts("only"),
			asked.int("triggerKind")
	}
	return p, p.Document.URI != "" && p.Range != nil
}

// codeAction answers from memory: no disk, no tool, no model. What is asked for before
// a save waits for the tools that look at the text.
func (s *Server) codeAction(params json.RawMessage) (rpc.Work, error) {
	asked, ok := decodeMenuParams(params)
	if !ok {
		return nil, rpc.Errorf(rpc.InvalidParams, "textDocument/codeAction: textDocument.uri and range are required")
	}
	uri, at := asked.Document.URI, *asked.Range
	c, settings, _ := s.state()
	s.mu.Lock()
	s.last = place{uri: uri, at: at}
	s.mu.Unlock()
	doc, ok := s.docs.Get(uri)
	if !ok || !doc.Fixable || !settings.Actions.Enable {
		return nothing, nil
	}
	if on, set := settings.Actions.Languages[doc.Snapshot.Lang]; set && !on {
		return nothing, nil
	}
	m := menu{client: c, settings: settings, snapshot: doc.Snapshot, saved: doc.Saved, at: at,
		only: asked.Context.Only, automatic: asked.Context.Trigger == triggerAuto}
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
	return func(ctx context.Context) (any, error) { return s.open(ctx, m) }, nil
}

// open returns the part of a request for a menu that runs off the lane.
func (s *Server) open(ctx context.Context, m menu) (any, error) {
	if s.awaitProtection(ctx, m.snapshot.Path) != "" {
		return []codeAction{}, nil
	}
	if m.allOnly() {
		s.awaitPrepared(ctx, m.snapshot)
	}
	m.engine = s.seen(s.currentEngine(), m.snapshot)
	list := s.menu(m)
	if len(m.only) == 0 && !m.automatic {
		list = append(list, s.troubleEntry(m)...)
	}
	if !m.client.literals {
		return bare(list), nil
	}
	return list, nil
}

// bare returns the commands of a menu, for clients without codeActionLiteralSupport,
// which accept commands and no code actions.
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

// first reports whether a reason is shown for the first time in this server run.
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

// troubleEntry says of a document what keeps its tools from looking, for somebody who
// opens a menu: disabled, and where the editor shows no such entry, in a message, once. An
// empty menu is no proof of a clean file.
func (s *Server) troubleEntry(m menu) []codeAction {
	title, reason := s.lint.troubleOf(m.snapshot.Lang)
	if title == "" && len(m.all) == 0 && s.lint.isBare(m.snapshot.Lang) {
		lang := clip(m.snapshot.Lang, 20)
		title, reason = "no linter runs on "+lang+" files here", "see fettle doctor"
		if m.settings.Untrusted {
			title, reason = "no tool runs in this folder", "trust it to have "+lang+" files checked"
		}
	}
	if title == "" {
		return nil
	}
	if m.client.status { // which says it
		return nil
	}
	if m.client.disabled {
		return []codeAction{{Title: text.Shown(clip("fettle: "+title, titleWidth)), Kind: quickFix,
			Disabled: &disabled{text.Shown(oneLine(reason))}}}
	}
	if s.first(title) {
		s.conn.Go("hint", func(ctx context.Context) {
			select {
			case <-ctx.Done():
			case <-time.After(limits.HintAfter): // after the editor's own word that there are no actions
				s.Warn("", title, reason)
			}
		})
	}
	return nil
}
