package fixer

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
)

// Unhurried is the ladder without the judges that take seconds, and those. A menu has
// many fixes, of which one will be chosen: these judges are asked about that one.
func (e Ladder) Unhurried(s text.Snapshot, slow func(tool string) bool) (quick Ladder, left []string) {
	if e.Judges == nil {
		return e, nil
	}
	all := e.Judges(s)
	for _, tool := range all.Tools {
		if slow(tool) {
			left = append(left, tool)
		}
	}
	all.Tools = slices.DeleteFunc(slices.Clone(all.Tools), slow)
	e.Judges = func(text.Snapshot) verify.Judges { return all }
	return e, left
}
