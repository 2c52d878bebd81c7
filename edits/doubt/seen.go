package doubt

import (
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	keyword      = lazyre.New(`[(,]\s*([a-z_]\w*)\s*=(?:[^=]|$)`)
	calledOfName = lazyre.New(`\b([A-Za-z_]\w*)(?:\.\w+)*\(`)
)

// arguments says who sees the arguments of a call that the edits change: a test that puts another object in the place
// of what is called, and compares what it was called with
// (https://docs.python.org/3/library/unittest.mock.html#where-to-patch).
func (c Change) arguments() string {
	if c.Snapshot.Lang != "python" || c.Project == nil {
		return ""
	}
	was, now := c.lines()
	if maps.Equal(counted(keyword.FindAllStringSubmatch(was, -1)), counted(keyword.FindAllStringSubmatch(now, -1))) {
		return ""
	}
	names := slices.Sorted(maps.Keys(counted(calledOfName.FindAllStringSubmatch(was, -1))))
	for _, name := range names {
		if file := c.Project.Replaces(name); file != "" {
			return file + " may see with what " + name + " is called"
		}
	}
	return ""
}

// counted returns how often each first group was found.
func counted(found [][]string) map[string]int {
	out := map[string]int{}
	for _, m := range found {
		out[m[1]]++
	}
	return out
}
