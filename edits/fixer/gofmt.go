package fixer

import (
	"go/format"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// formatted adds gofmt's work to a tool's or rule's edits of Go code: analyzers
// leave it to whoever applies their fixes. Where the code was not formatted before,
// only what the edits have changed is now. The first of the edits that gofmt would
// make, which is all that golangci-lint reports of them, becomes all of them. What a
// model wrote is left as it is: its edits are anchored in lines, and editors format
// Go when it is saved.
func formatted(s text.Snapshot, d signal.Diagnostic, list []text.Edit) []text.Edit {
	if s.Lang != "go" {
		return list
	}
	after, err := s.Apply(list)
	if err != nil {
		return list
	}
	out, err := format.Source([]byte(after.Text()))
	if err != nil || string(out) == after.Text() {
		return list
	}
	if was, err := format.Source([]byte(s.Text())); !d.OfFile() && (err != nil || string(was) != s.Text()) {
		out = []byte(blended(after, text.New(string(out)), diff.Lines(s, after)))
	}
	return diff.Minimal(s.Text(), string(out))
}

// blended returns a text with what gofmt makes of the lines that have changed, and of no
// others where they can be separated line by line.
func blended(s, gofmt text.Snapshot, changed []diff.Hunk) string {
	touched := func(at text.Lines) bool {
		return slices.ContainsFunc(changed, func(h diff.Hunk) bool {
			return h.New.Overlaps(at) || (h.New.Len() == 0 || at.Len() == 0) && h.New.Touches(at)
		})
	}
	var out strings.Builder
	take := func(of text.Snapshot, l text.Lines) {
		for i := l.Start; i < l.End; i++ {
			out.WriteString(of.Slice(of.FullLineSpan(i)))
		}
	}
	at := 0
	for _, h := range diff.Lines(s, gofmt) {
		take(s, text.Lines{Start: at, End: h.Old.Start})
		at = h.Old.End
		switch {
		case h.Old.Len() == h.New.Len():
			for i := range h.Old.Len() {
				if old := (text.Lines{Start: h.Old.Start + i, End: h.Old.Start + i + 1}); !touched(old) {
					take(s, old)
					continue
				}
				take(gofmt, text.Lines{Start: h.New.Start + i, End: h.New.Start + i + 1})
			}
		case touched(h.Old):
			take(gofmt, h.New)
		default:
			take(s, h.Old)
		}
	}
	take(s, text.Lines{Start: at, End: s.LineCount()})
	return out.String()
}
