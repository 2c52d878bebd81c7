package linter

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/signal"
)

// bandit reads a private copy: from standard input it would not honour the
// folders that the project's configuration excludes.
func (j *job) bandit() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	argv := j.args("--format", "json", "--quiet", "--exit-zero")
	argv = append(argv, banditConfig(j.root)...)
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{Argv: append(argv, "--", "."+string(filepath.Separator)+rel), Dir: tree}, nil
}

// banditConfig finds what bandit itself would only be told: it looks for no
// configuration but .bandit.
func banditConfig(root string) []string {
	for _, name := range [...]string{"bandit.yaml", "bandit.yml"} {
		if _, err := os.Lstat(filepath.Join(root, name)); err == nil {
			return []string{"--configfile", name}
		}
	}
	if f, err := files.Read(filepath.Join(root, "pyproject.toml"), 0); err == nil && strings.Contains(string(f.Data), "[tool.bandit") {
		return []string{"--configfile", "pyproject.toml"}
	}
	if _, err := os.Lstat(filepath.Join(root, ".bandit")); err == nil {
		return []string{"--ini", ".bandit"}
	}
	return nil
}

// decodeBandit reads bandit --format json. A file that bandit could not parse
// is an error: its lack of findings means nothing.
func decodeBandit(output []byte) ([]Finding, error) {
	var report struct {
		Errors []struct {
			Filename string `json:"filename"`
			Reason   string `json:"reason"`
		} `json:"errors"`
		Results *[]struct {
			Filename   *string `json:"filename"`
			Line       *int    `json:"line_number"`
			Range      []int   `json:"line_range"`
			Column     *int    `json:"col_offset"` // bytes, from 0
			EndColumn  *int    `json:"end_col_offset"`
			ID         string  `json:"test_id"`
			Text       *string `json:"issue_text"`
			Severity   string  `json:"issue_severity"`
			Confidence string  `json:"issue_confidence"`
			More       string  `json:"more_info"`
		} `json:"results"`
	}
	if err := json.Unmarshal(output, &report); err != nil {
		return nil, malformed("bandit", err)
	}
	if report.Results == nil {
		return nil, malformed("bandit", errors.New("no results"))
	}
	if len(report.Errors) > 0 && len(*report.Results) == 0 {
		return nil, &Error{Tool: "bandit", Kind: ErrUnsuitable, Detail: CleanMessage(report.Errors[0].Reason)}
	}
	list := make([]Finding, 0, len(*report.Results))
	for _, r := range *report.Results {
		if r.Filename == nil || r.Line == nil || r.Text == nil {
			return nil, malformed("bandit", errors.New("a result without file, line or text"))
		}
		f := Finding{
			Tool: "bandit", Path: *r.Filename, Code: r.ID, Message: *r.Text, Severity: signal.Warning, Unit: Bytes, NoMark: true,
			Start: Point{Line: *r.Line}, Doc: r.More,
		}
		if r.Severity == "LOW" {
			f.Severity = signal.Information
		}
		if r.Column != nil && *r.Column >= 0 {
			f.Start.Column = *r.Column + 1
			// The end column belongs to the range's last line.
			if r.EndColumn != nil && *r.EndColumn > 0 && len(r.Range) > 0 {
				f.End = Point{Line: r.Range[len(r.Range)-1], Column: *r.EndColumn + 1}
			}
		}
		list = append(list, f)
	}
	return list, nil
}
