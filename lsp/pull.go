package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/lsp/rpc"
)

// Clients that fetch diagnostics get what we publish when they ask for it, and are
// asked to do so again when there is something new. One that cannot be asked gets
// them sent, as do those for whom the setting came after the start.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_pullDiagnostics

// report answers textDocument/diagnostic.
type report struct {
	Kind     string       `json:"kind"` // "full" or "unchanged"
	ResultID string       `json:"resultId"`
	Items    []diagnostic `json:"items,omitempty"`
}

// fullReport has its items even where there are none.
type fullReport struct {
	report
	Items []diagnostic `json:"items"`
}

// pullOptions announce that diagnostics can be fetched, nil: they cannot.
func (s *Server) pullOptions() protocol.DiagnosticProvider {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pulled = s.client.pulls && s.settings.Publish; !s.pulled {
		return nil
	}
	name := publishSource
	return &protocol.DiagnosticOptions{Identifier: &name, InterFileDependencies: true}
}

// isPulled reports whether the client fetches our diagnostics.
func (s *Server) isPulled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pulled
}

func (s *Server) pullDiagnostics(params json.RawMessage) (rpc.Work, error) {
	if !s.isPulled() {
		return nil, rpc.Errorf(rpc.MethodNotFound, "textDocument/diagnostic was not announced")
	}
	o := objectOf(params)
	uri, before := o.text("textDocument", "uri"), o.text("previousResultId")
	if uri == "" {
		return nil, rpc.Errorf(rpc.InvalidParams, "textDocument/diagnostic: textDocument.uri is required")
	}
	return func(ctx context.Context) (any, error) {
		items := []diagnostic{}
		if doc, open := s.docs.Get(uri); open && s.awaitProtection(ctx, doc.Snapshot.Path) == "" {
			items, _ = s.ownDiagnostics(doc)
		}
		raw, err := json.Marshal(items)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(raw)
		id := hex.EncodeToString(sum[:8])
		if id == before {
			return report{Kind: "unchanged", ResultID: id}, nil
		}
		return fullReport{report{Kind: "full", ResultID: id}, items}, nil
	}, nil
}

// refresh has the client fetch diagnostics again.
func (s *Server) refresh() {
	s.conn.Go("refresh", func(ctx context.Context) {
		limited, done := context.WithTimeout(ctx, limits.ClientRegister)
		defer done()
		if err := s.conn.Call(limited, "workspace/diagnostic/refresh", nil, nil); err != nil {
			s.log.Debug("not refreshed", "err", err)
		}
	})
}
