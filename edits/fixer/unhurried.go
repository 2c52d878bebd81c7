package fixer

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
)

// Unhurried is the ladder without the judges that take seconds, and those. A menu has
// many fixes, of which one will be chosen: these judges are asked about that one.
func (e Ladder) Unhurried(s text.Snapshot, slow func(tool string) bool) (quick Ladder, left []string) {
	if e.mayRun() {
		all := e.Tools.Judges(s)
		left = slices.DeleteFunc(slices.Clone(all.Tools), func(tool string) bool { return !slow(tool) })
		all.Tools = slices.DeleteFunc(slices.Clone(all.Tools), slow)
		e.Tools = judgedBy{e.Tools, all}
	}
	return e, left
}

// judgedBy are tools of which only these judge.
type judgedBy struct {
	Tools
	judges verify.Judges
}

func (t judgedBy) Judges(text.Snapshot) verify.Judges { return t.judges }
