package linter

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// unplaced is the error of a report with a finding in a source file that does not exist. It
// is about some file that was looked at, under a name that nobody can follow, and to
// drop it would make that file seem clean. What compilers name after no file of the
// project ($WORK/…, <stdin>, a grammar that a source was made of) is no such name. Nor is
// it a report if the compiler ended before it could judge a package.
func unplaced(tool string, findings []Finding, m Mapping, asked ...text.Snapshot) error {
	seen := map[string]bool{}
	for _, f := range findings {
		path := strings.TrimPrefix(f.Path, "file://")
		if path == "" && f.Code == decode.Stopped {
			return &Error{Tool: tool, Kind: ErrFailed, Detail: CleanMessage(f.Message)}
		}
		if seen[path] || path == "" || filepath.Ext(path) != filepath.Ext(m.Snapshot.Path) ||
			strings.ContainsAny(path, "<>$") || strings.HasPrefix(filepath.Base(path), "_cgo_") {
			continue
		}
		seen[path] = true
		is := func(s text.Snapshot) bool { return s.Path == filepath.Clean(m.Real(path)) }
		if m.Is(f.Path) || slices.ContainsFunc(asked, is) {
			continue
		}
		if _, err := os.Stat(m.Real(path)); errors.Is(err, fs.ErrNotExist) {
			return &Error{Tool: tool, Kind: ErrOutput, Detail: "it reports " + CleanMessage(f.Message) + " in " +
				CleanMessage(f.Path) + ", which is not there"}
		}
	}
	return nil
}
