package lsp

import (
	"context"
	"errors"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/signal"
)

// unbuilt is the engine before the first one is made: nothing may run, nothing
// may leave, and no model is known.
type unbuilt struct{}

var errUnbuilt = errors.New("fettle is still starting; try again")

func (unbuilt) Ladder() fixer.Ladder                  { return fixer.Ladder{} }
func (unbuilt) Names(text.Snapshot) []string          { return nil }
func (unbuilt) Slow(string) bool                      { return false }
func (unbuilt) Root(string) string                    { return "" }
func (unbuilt) Protected(string) string               { return notChecked }
func (unbuilt) Redact(string, string) (string, bool)  { return "", false }
func (unbuilt) Prefetches(string) bool                { return false }
func (unbuilt) Warm(context.Context, text.Snapshot)   {}
func (unbuilt) Follow(text.Snapshot)                  {}
func (unbuilt) Closed(string)                         {}
func (unbuilt) Changed(string)                        {}
func (unbuilt) Refresh(context.Context, string) error { return errUnbuilt }
func (unbuilt) Rate(string, string) error             { return errUnbuilt }
func (unbuilt) Journal(string) (text.Markdown, error) { return "", errUnbuilt }
func (unbuilt) Imports(string, string, string) bool   { return false }
func (unbuilt) Questions() semantic.QueryParams       { return semantic.DefaultQuery("") }
func (unbuilt) Record(learning.Outcome)               {}
func (unbuilt) Opened(string)                         {}

func (unbuilt) Explain(context.Context, fixer.Problem) (fixer.Explanation, error) {
	return fixer.Explanation{}, errUnbuilt
}

func (unbuilt) Lint(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
	return nil, errUnbuilt
}

func (unbuilt) All(_ context.Context, _ fixer.Ladder, p fixer.Problem, _ []signal.Diagnostic, _ fixer.Choice,
	_ func(fixer.Stage)) ([]fixer.Outcome, text.Snapshot, error) {
	return nil, p.Snapshot, errUnbuilt
}

func (unbuilt) Several(context.Context, string, []text.Snapshot, fixer.Choice, func(string)) ([]changeset.FileResult,
	error) {
	return nil, errUnbuilt
}

func (unbuilt) Query(context.Context, string, semantic.QueryParams) (semantic.QueryResult, error) {
	return semantic.QueryResult{}, errUnbuilt
}
