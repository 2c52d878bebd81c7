package fixer

import (
	"go/format"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// formatted adds gofmt's work to edits of Go code that is formatted: analyzers
// leave it to whoever applies their fixes.
func formatted(s text.Snapshot, list []text.Edit) []text.Edit {
	after, err := s.Apply(list)
	if err != nil {
		return list
	}
	if out, ok := gofmt(s, after.Text()); ok {
		return diff.Minimal(s.Text(), out)
	}
	return list
}

// formattedWithin adds gofmt's work to a model's text, unless that would change
// lines outside of the windows.
func formattedWithin(s text.Snapshot, set window.Set, after string) string {
	if out, ok := gofmt(s, after); ok && verify.Within(s, out, set) {
		return out
	}
	return after
}

// gofmt formats the new text of Go code that is formatted; false where there is
// nothing to do.
func gofmt(before text.Snapshot, after string) (string, bool) {
	if before.Lang != "go" {
		return "", false
	}
	if out, err := format.Source([]byte(before.Text())); err != nil || string(out) != before.Text() {
		return "", false
	}
	out, err := format.Source([]byte(after))
	return string(out), err == nil && string(out) != after
}
