package document

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
)

// A client that negotiates no encoding should count UTF-16 units
// (https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#positionEncodingKind),
// and some count characters: vim-lsp, and lsp-mode before 9
// (emacs-lsp/lsp-mode#1059). With one emoji on the line, an edit would replace the
// text next to the word that is meant. So nothing that depends on
// columns is exchanged with such a client: it sends whole documents
// (textDocumentSync 1), and gets whole lines.

// WholeLines returns the edits with the rest of their lines, those of one line put
// together. What begins and ends at the start of a line stays as it is.
func WholeLines(snap text.Snapshot, list []text.Edit) []text.Edit {
	sorted := slices.SortedStableFunc(slices.Values(list), func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	var out []text.Edit
	var group []text.Edit
	var lines text.Span
	flush := func() {
		if len(group) == 0 {
			return
		}
		with, at := "", lines.Start
		for _, e := range group {
			with += snap.Slice(text.Span{Start: at, End: e.Span.Start}) + e.New
			at = e.Span.End
		}
		out = append(out, text.Edit{Span: lines, New: with + snap.Slice(text.Span{Start: at, End: lines.End})})
		group = nil
	}
	for _, e := range sorted {
		span := e.Span
		if !lineStart(snap, span.Start) || !lineStart(snap, span.End) {
			span = snap.LinesSpan(snap.LinesOf(span))
		}
		if len(group) > 0 && (span.Start < lines.End || span.Start < e.Span.Start && span.Start <= lines.End &&
			lines.Len() == 0) {
			group = append(group, e)
			lines.End = max(lines.End, span.End)
			continue
		}
		flush()
		group, lines = append(group, e), span
	}
	flush()
	return out
}

// lineStart reports whether an offset is at column 0, whoever counts.
func lineStart(snap text.Snapshot, offset int) bool {
	line := snap.LineAt(offset)
	return offset == snap.LineStart(line) || offset == snap.Len() && offset > 0 && snap.LineSpan(line).End < offset
}
