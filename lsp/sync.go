package lsp

import (
	"context"
	"encoding/json"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/lsp/document"
)

func (s *Server) didOpen(params json.RawMessage) error {
	if s.shownHere(objectOf(params).text("textDocument", "uri")) {
		return nil // what we show the user is no source
	}
	doc, err := s.docs.Open(params)
	if err != nil {
		return err
	}
	snapshot := doc.Snapshot
	s.history.Open(snapshot) // what was closed unsaved is no change
	if snapshot.Len() > limits.FixFile {
		s.log.Warn("no fixes for a document", "why", doc.Reason, "bytes", snapshot.Len())
	}
	s.conn.Go("open", func(ctx context.Context) {
		if s.awaitProtection(ctx, snapshot.Path) != "" {
			return
		}
		s.touched(doc, opened)
		if snapshot.Path != "" {
			s.currentEngine().Warm(ctx, snapshot)
			s.currentEngine().Opened(snapshot.Path)
		}
	})
	return nil
}

func (s *Server) didChange(params json.RawMessage) error {
	doc, err := s.docs.Change(params)
	if doc.Snapshot.URI != "" {
		s.jobs.confirm(doc.Snapshot) // not its steps: an edit of two places is sent in two
		s.mu.Lock()
		if s.last.uri == "" || s.last.changed {
			s.last = place{uri: doc.Snapshot.URI, changed: true}
		}
		s.mu.Unlock()
		s.touched(doc, typed) // also after a change that could not be read: the text has moved
	}
	return err
}

func (s *Server) didSave(params json.RawMessage) error {
	doc, err := s.docs.Save(params)
	if err != nil {
		return err
	}
	s.onDisk(doc.Snapshot.Path)
	s.prefetches.Ask(doc.Snapshot) // right behind the start it is not known yet whether that is wanted
	s.touched(doc, saved)
	return nil
}

func (s *Server) didClose(params json.RawMessage) error {
	doc, err := s.docs.Close(params)
	if err != nil {
		return err
	}
	uri := doc.Snapshot.URI
	s.jobs.cancelDocument(uri)
	s.diags.Close(uri)
	s.steps.Drop(uri)
	s.prepared.Drop(uri)
	s.prefetches.Drop(uri)
	s.lint.forget(uri)
	s.conn.Go("publish", func(context.Context) { s.publish(uri) })
	s.protection.drop(doc.Snapshot.Path)
	_, _, engine := s.state()
	engine.Ladder().Cache.Forget(uri)
	if path := doc.Snapshot.Path; path != "" && !doc.Cell {
		s.conn.Go("closed", func(context.Context) { engine.Closed(path) })
	}
	return nil
}

// changed hears of every change on the lane, before the notification that made
// it has returned.
func (s *Server) changed(c document.Change) {
	s.steps.Add(c)
	s.diags.Shift(c.Old, c.New, c.Edits)
	s.record(c)
	s.watchOutcomes(c)
}
