package fixer

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// toldOf is what a model is told of other places: what the tool says of them, and the
// signature that an override has to have in so many words. Shown the two signatures as mypy
// puts them, Qwen2.5-Coder 1.5B sent the function back as it was.
func toldOf(d signal.Diagnostic) []signal.Related {
	out := slices.Clone(d.Related)
	for i, r := range out {
		if m := ofSuperclass.FindStringSubmatch(r.Message); m != nil {
			out[i].Message = "it has to be " + m[1]
		}
	}
	return out
}

// ofSuperclass is what mypy notes below a signature that does not fit.
var ofSuperclass = lazyre.New(`(?s)^\s*Superclass:\s*(def .*?)\s*Subclass:`)
