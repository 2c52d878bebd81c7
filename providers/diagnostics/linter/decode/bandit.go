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
	paths := report.Paths{Tool: "bandit", List: "results", File: "filename", Line: "line_number", Column: "col_offset",
		FirstLine: 1, Code: "test_id", Message: "issue_text", Doc: "more_info", Unit: report.Bytes, NoMark: true}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		f.Severity = signal.Warning
		if e.Text("issue_severity") == "LOW" {
			f.Severity = signal.Information
		}
		// The end column belongs to the range's last line.
		if lines := e.Numbers("line_range"); len(lines) > 0 && f.Start.Column > 0 && e.Number("end_col_offset") > 0 {
			f.End = report.Point{Line: lines[len(lines)-1], Column: e.Number("end_col_offset") + 1}
		}
		return []report.Finding{f}
	}
	paths.Whole = func(e *report.Element, found int) error {
		if unread := e.List("errors"); found == 0 && len(unread) > 0 {
			return &Error{Tool: "bandit", Err: errors.New(unread[0].Text("reason")), Unread: true}
		}
		return nil
	}
	return named("bandit", paths.Read)(output)
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
