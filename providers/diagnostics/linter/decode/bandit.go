package decode

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Bandit reads bandit --format json. A file that bandit could not parse
// is an error: its lack of findings means nothing.
func Bandit(output []byte) ([]report.Finding, error) {
	var said struct {
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
	if err := json.Unmarshal(output, &said); err != nil {
		return nil, malformed("bandit", err)
	}
	if said.Results == nil {
		return nil, malformed("bandit", errors.New("no results"))
	}
	if len(said.Errors) > 0 && len(*said.Results) == 0 {
		return nil, &Error{Tool: "bandit", Err: errors.New(said.Errors[0].Reason), Unread: true}
	}
	list := make([]report.Finding, 0, len(*said.Results))
	for _, r := range *said.Results {
		if r.Filename == nil || r.Line == nil || r.Text == nil {
			return nil, malformed("bandit", errors.New("a result without file, line or text"))
		}
		f := report.Finding{
			Tool: "bandit", Path: *r.Filename, Code: r.ID, Message: *r.Text, Severity: signal.Warning, Unit: report.Bytes,
			NoMark: true,
			Start:  report.Point{Line: *r.Line}, Doc: r.More,
		}
		if r.Severity == "LOW" {
			f.Severity = signal.Information
		}
		if r.Column != nil && *r.Column >= 0 {
			f.Start.Column = *r.Column + 1
			// The end column belongs to the range's last line.
			if r.EndColumn != nil && *r.EndColumn > 0 && len(r.Range) > 0 {
				f.End = report.Point{Line: r.Range[len(r.Range)-1], Column: *r.EndColumn + 1}
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// BanditSaw returns the files that bandit has looked at, of a run by [Bandit]'s format: those
// that its settings exclude have no count of their lines.
func BanditSaw(output []byte) map[string]bool {
	var said struct {
		Metrics map[string]json.RawMessage `json:"metrics"`
	}
	saw := map[string]bool{}
	if json.Unmarshal(output, &said) == nil {
		for name := range said.Metrics {
			saw[filepath.Clean(name)] = true
		}
	}
	return saw
}

// banditReport reads a report of many files, of which some may not have
// been parsed.
func banditReport(data []byte) ([]report.Finding, error) {
	list, err := Bandit(data)
	var e *Error
	if errors.As(err, &e) && e.Unread {
		return nil, nil
	}
	return list, err
}
