package format

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/fettle-dev/fettle/internal/text"
)

// gitlabIssue is an entry of a code quality report:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
type gitlabIssue struct {
	Description text.Shown     `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

func gitlab(w io.Writer, r Run) error {
	issues := []gitlabIssue{}
	for _, f := range r.Files {
		seen := map[string]int{}
		for _, d := range f.rows() {
			i := gitlabIssue{Description: text.Shown(d.sentence()), CheckName: d.rule(),
				Severity: d.level("major", "minor", "info")}
			same := fmt.Sprintf("%q %q %q %q", f.Path, d.Tool, d.Code, d.Message)
			i.Fingerprint = fingerprint(same, seen[same])
			seen[same]++
			i.Location.Path, i.Location.Lines.Begin = f.Path, max(d.Line, 1)
			issues = append(issues, i)
		}
	}
	e := json.NewEncoder(text.Escaped(w))
	e.SetIndent("", "  ")
	return e.Encode(issues)
}

// fingerprint differs from those of all other findings and stays when lines move, so that
// GitLab sees what a change adds and what it removes.
func fingerprint(same string, n int) string {
	h := sha256.Sum256(fmt.Appendf(nil, "%s %d", same, n))
	return hex.EncodeToString(h[:16])
}
