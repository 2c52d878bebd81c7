package fixer

import (
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// noResult are complaints about a function that may come to its end without a result.
var noResult = lazyre.New(`(?i)missing return|lacks ending return|not all code paths|no return statement|implicitly returns? None`)

// unhandled names a value of a type that lists its values, where a function asks for the
// others and has no result for that one: untold, a small model gives one result for all
// that may be left.
func unhandled(s text.Snapshot, f *syntax.File, d signal.Diagnostic) []signal.Related {
	line := s.LineAt(d.Span.Start)
	i := f.Enclosing(line, syntax.Function)
	if i < 0 || !noResult.MatchString(d.Message) {
		return nil
	}
	left := token.LeftOut(s.Text(), s.Slice(s.LinesSpan(f.Nodes[i].Lines)))
	if left == "" {
		return nil
	}
	return []signal.Related{{Lines: text.Lines{Start: line, End: line + 1}, Message: "nothing is returned for " + left}}
}
