package files

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/ignore"
)

// ignoreRules are the patterns of one .gitignore file and, through parent, of
// those above it.
type ignoreRules struct {
	dir      string // root-relative folder of the file, "" for the root
	patterns []ignore.Pattern
	parent   *ignoreRules
}

// ignored reports whether the rules hide a path. The caller prunes hidden
// folders, so a file below one is never asked about, as in git. Within a file
// the last match decides, and a deeper file decides before one above it.
func (r *ignoreRules) ignored(full string, isDir bool) bool {
	for ; r != nil; r = r.parent {
		rel := full
		if r.dir != "" {
			rel = strings.TrimPrefix(full, r.dir+"/")
		}
		if p, ok := ignore.Last(r.patterns, rel, isDir); ok {
			return !p.Negated
		}
	}
	return false
}
