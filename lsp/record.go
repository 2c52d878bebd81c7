package lsp

import (
	"context"

	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/history"
)

// record has the history remember a change, at once where its file is known, else
// as soon as it is.
func (s *Server) record(c document.Change) {
	h := history.Change{Old: c.Old, New: c.New, Edits: c.Edits, Time: c.Time}
	path := c.New.Path
	if _, _, cell := s.notebooks.Around(c.New.URI); cell || path == "" {
		s.history.Record(h) // no file, or one that holds more than the text
		return
	}
	if s.jobs.expects(c.New) {
		h.Origin = history.Fettle
	}
	v := s.checkProtection(path)
	if s.unrecorded.Put(h, v.known(), func(h history.Change) { s.history.Record(h.Below(v.place())) }) {
		s.conn.Go("record", func(ctx context.Context) { s.recordLater(ctx, path) })
	}
}

// recordLater records what waits as soon as its file is known.
func (s *Server) recordLater(ctx context.Context, path string) {
	for taken := false; !taken; {
		v := s.checkProtection(path)
		select {
		case <-v.done:
		case <-ctx.Done():
			return
		}
		taken = s.unrecorded.Take(path, func() bool { return s.checkProtection(path) == v },
			func(h history.Change) { s.history.Record(h.Below(v.place())) })
	}
}
