package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// vendorMarks are the files that tools leave in a folder of other people's code,
// by its name: go mod vendor, composer, and vendoring for Python. What is fixed in
// there is gone with their next run.
var vendorMarks = map[string][]string{"vendor": {"modules.txt", "autoload.php"}, "_vendor": {"vendor.txt"}}

// vendored removes the files of others from a folder's listing, and says so of
// each such folder. One that is named is fixed.
func vendored(dir string, listed []string) (own []string, out []skip) {
	known := map[string]bool{} // folders of the right name: whether a mark is there
	own = slices.DeleteFunc(slices.Clone(listed), func(path string) bool {
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return false
		}
		at := dir
		for name := range strings.SplitSeq(filepath.Dir(rel), string(filepath.Separator)) {
			at = filepath.Join(at, name)
			marks := vendorMarks[name]
			if len(marks) == 0 {
				continue
			}
			theirs, asked := known[at]
			if !asked {
				theirs = slices.ContainsFunc(marks, func(m string) bool { return has(at, m) })
				known[at] = theirs
				if theirs {
					out = append(out, leave(at, "vendored folder", notOurs("it holds vendored code; name it to have it fixed")))
				}
			}
			if theirs {
				return true
			}
		}
		return false
	})
	return own, out
}

// has reports whether a folder has an entry of that name.
func has(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}
