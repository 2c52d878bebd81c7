package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Small models that are asked for a file begin with what stood before it in the
// question: the mark of the data, and the line that names the file.
var (
	dataMark = lazyre.New(`^DATA(?: +\w+)? +(?:BEGIN|END)$`) // some leave the code out
	fileMark = lazyre.New(`^File \S+:$`)
)

// withoutFrame removes the frame of a question from an answer, with the fence that
// opens within a fence.
func withoutFrame(rows []string) []string {
	var out []string
	cut, open := false, false
	for i, l := range rows {
		t := strings.TrimSpace(l)
		_, fence := openFence(l)
		switch {
		case dataMark.MatchString(t), fileMark.MatchString(t) && i+1 < len(rows) &&
			strings.HasPrefix(strings.TrimSpace(rows[i+1]), "```"):
			cut = true
			continue
		case cut && open && fence:
			cut = false
			continue // the one that is open goes on
		case fence:
			open = !open
		}
		if t != "" {
			cut = false
		}
		out = append(out, l)
	}
	return out
}
