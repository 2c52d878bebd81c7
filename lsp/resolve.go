package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/lsp/words"
)

// An editor that fetches the edit of a chosen entry waits for it: no progress,
// no retry, 15 seconds at most. So this is only for users who want it, in
// editors that stay usable meanwhile; all others run the command of an entry.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#codeAction_resolve

func codeActionOptions(kinds []protocol.CodeActionKind, resolving bool) *protocol.CodeActionOptions {
	o := &protocol.CodeActionOptions{CodeActionKinds: kinds}
	if resolving {
		o.ResolveProvider = &resolving
	}
	return o
}

// resolveAction adds its edit to an entry of the menu. An entry that has nothing
// to fetch comes back as it is.
func (s *Server) resolveAction(params json.RawMessage) (rpc.Work, error) {
	s.mu.Lock()
	announced := s.resolving
	s.mu.Unlock()
	if !announced {
		return nil, rpc.Errorf(rpc.MethodNotFound, "codeAction/resolve was not announced")
	}
	entry := objectOf(params)
	if entry == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "codeAction/resolve: expected a code action")
	}
	id := entry.text("data", "id")
	if id == "" || entry.has("edit") || entry.has("command") {
		return func(context.Context) (any, error) { return params, nil }, nil
	}
	act, ok := s.actions.get(id)
	if !ok {
		return nil, rpc.Errorf(rpc.InvalidParams, "codeAction/resolve: unknown action; open the menu again")
	}
	return func(ctx context.Context) (any, error) {
		edit, err := s.resolved(ctx, act)
		if err != nil {
			return nil, err
		}
		entry["edit"] = edit
		return entry, nil
	}, nil
}

// resolved returns the edit of an entry, for the document as it is when it is done.
func (s *Server) resolved(ctx context.Context, act action) (json.RawMessage, error) {
	if why := s.awaitProtection(ctx, act.snapshot.Path); why != "" {
		return nil, rpc.Errorf(rpc.RequestFailed, "fettle: no fix here: %s", why)
	}
	engine := s.build()
	fix := engine.Ladder().WithShortLimits()
	fix.Calls, fix.Total = 1, limits.ResolveTotal
	p := s.problem(engine, act.snapshot, act.diagnostic, act.rungs)
	p.Mode = model.Resolve
	f, err := fix.Fix(ctx, p, nil)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, rpc.Errorf(rpc.RequestFailed, "%s", clip("fettle: "+oneLine(words.Error(err)), messageWidth))
	}
	snap, list, err := s.current(ctx, f)
	if err != nil {
		return nil, rpc.Errorf(rpc.ContentModified, "%s", clip("fettle: "+err.Error(), messageWidth))
	}
	c, _, _ := s.state()
	f.Edits = list
	s.offered(snap, f)
	raw, err := json.Marshal(s.workspaceEdit(c, snap, list, nil))
	return raw, err
}
