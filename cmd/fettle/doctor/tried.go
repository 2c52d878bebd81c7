package doctor

import (
	_ "embed"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// triedVersions has in each line a tool and the version that fettle's tests run with: those
// that are pinned in .ci.
//
//go:embed tried.txt
var triedVersions string

// untried says that a tool is newer than the version that fettle is tested with, by more than
// mended mistakes; "" if it is not. Between versions rules are renamed, and reports change.
func untried(tool, says string) string {
	for line := range strings.Lines(triedVersions) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != tool {
			continue
		}
		if at := insideParens.FindString(says); at != "" { // staticcheck names a year before it
			says = at
		}
		has, tried := "v"+versionNumber.FindString(says), "v"+version
		if !strings.HasPrefix(tried, "v0.0.") {
			has, tried = semver.MajorMinor(has), semver.MajorMinor(tried)
		}
		if semver.Compare(has, tried) > 0 {
			return "newer than " + version + ", which fettle is tested with"
		}
	}
	return ""
}

var (
	versionNumber = lazyre.New(`\d+\.\d+\.\d+`)
	insideParens  = lazyre.New(`\(\d+\.\d+\.\d+\)`)
)
