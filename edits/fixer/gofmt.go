package fixer

import (
	"go/format"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// formatted adds gofmt's work to edits of Go code that is formatted: analyzers
// leave it to whoever applies their fixes.
func formatted(s text.Snapshot, list []text.Edit) []text.Edit {
	if s.Lang != "go" {
		return list
	}
	src := s.Text()
	if out, err := format.Source([]byte(src)); err != nil || string(out) != src {
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
	return diff.Minimal(src, string(out))
}
