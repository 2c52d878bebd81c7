package fixer

import (
	"go/format"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// formatted adds gofmt's work to a tool's or rule's edits of Go code that was formatted:
// analyzers leave it to whoever applies their fixes. The first of the edits that gofmt would
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
		return list
	}
	return diff.Minimal(s.Text(), string(out))
}
