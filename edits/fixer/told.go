package fixer

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// toldOf is what a small model is told of other places: what the tool says of them, the head
// that an override has to have in so many words, and the case that has no result. Shown the
// two heads as mypy puts them, Qwen2.5-Coder 1.5B sent the function back as it was.
func toldOf(s text.Snapshot, f *syntax.File, d signal.Diagnostic) []signal.Related {
	out := slices.Clone(d.Related)
	for i, r := range out {
		if m := ofSuperclass.FindStringSubmatch(r.Message); m != nil {
			out[i].Message = "it has to be " + m[1]
		}
	}
	return append(out, unhandled(s, f, d)...)
}

// ofSuperclass is what mypy notes below a signature that does not fit.
var ofSuperclass = lazyre.New(`(?s)^\s*Superclass:\s*(def .*?)\s*Subclass:`)

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
