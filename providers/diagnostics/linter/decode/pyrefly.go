package decode

import (
	"encoding/json"
	"errors"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Pyrefly reads pyrefly check --output-format json. What it says twice of one place, with
// and without a hint, is said once.
func Pyrefly(output []byte) ([]report.Finding, error) {
	var out struct {
		Errors *[]struct {
			Path        *string `json:"path"`
			Line        int     `json:"line"`
			Column      int     `json:"column"` // characters, from 1
			StopLine    int     `json:"stop_line"`
			StopColumn  int     `json:"stop_column"`
			Name        string  `json:"name"`
			Description *string `json:"description"`
			Severity    string  `json:"severity"`
			Concise     string  `json:"concise_description"`
		} `json:"errors"`
	}
	if err := json.Unmarshal(output, &out); err != nil {
		return nil, malformed("pyrefly", err)
	}
	if out.Errors == nil {
		return nil, malformed("pyrefly", errors.New("no errors"))
	}
	type place struct {
		path, code, concise string
		at                  report.Point
	}
	said := map[place]bool{}
	list := make([]report.Finding, 0, len(*out.Errors))
	for _, e := range *out.Errors {
		if e.Path == nil || e.Description == nil {
			return nil, malformed("pyrefly", errors.New("an error without path or description"))
		}
		at := report.Point{Line: e.Line, Column: e.Column}
		if p := (place{*e.Path, e.Name, e.Concise, at}); said[p] {
			continue
		} else if *e.Description != e.Concise {
			said[p] = true
		}
		f := report.Finding{Tool: "pyrefly", Path: *e.Path, Code: e.Name, Message: *e.Description, Level: e.Severity,
			Severity: report.Severity(e.Severity), Unit: report.Runes, Start: at,
			End: report.Point{Line: e.StopLine, Column: e.StopColumn}}
		if f.Code != "" && f.Code != "parse-error" {
			f.Doc = "https://pyrefly.org/en/docs/error-kinds/#" + f.Code
		}
		list = append(list, f)
	}
	return list, nil
}
