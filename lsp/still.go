package lsp

import (
	"cmp"
	"context"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/signal"
)

// stillReported looks some time after a fix came into its document what the editor's other
// servers report of it: a tool that runs nowhere else cannot be asked before. Where one of them
// still reports what was to be mended, the user sees that, and how to undo the fix.
func (s *Server) stillReported(f fixer.Fix, after [32]byte) {
	s.conn.Go("still", func(ctx context.Context) {
		select {
		case <-ctx.Done():
			return
		case <-s.later(limits.StillReported):
		}
		doc, open := s.docs.Get(f.Problem.Snapshot.URI)
		if !open || doc.Snapshot.Hash() != after {
			return // the user has gone on: to undo would take that back
		}
		c, _, _ := s.state()
		now := s.diags.For(doc.Snapshot, nil)
		for _, d := range mends(f) {
			if n := theirs(now, d); n > 0 && n >= theirs(f.Problem.Others, d) {
				line := cmp.Or(d.Server, d.Tool) + " still reports " + cmp.Or(d.Code, "it") + "; " + c.undo
				s.keepWhy(line, f.Gates, nil)
				s.show(messageWarning, "", line)
				return
			}
		}
	})
}

// mends returns what a fix was made for.
func mends(f fixer.Fix) []signal.Diagnostic {
	if len(f.Fixed) > 0 {
		return f.Fixed
	}
	return []signal.Diagnostic{f.Problem.Diagnostic}
}

// theirs counts what other servers report in the words of a diagnostic.
func theirs(list []signal.Diagnostic, d signal.Diagnostic) (n int) {
	for _, x := range list {
		if x.Origin != signal.FromLinter && x.Words() == d.Words() {
			n++
		}
	}
	return n
}
