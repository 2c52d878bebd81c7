package decode

import (
	"encoding/json"
	"errors"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Pyright reads pyright --outputjson.
func Pyright(output []byte) ([]report.Finding, error) {
	type point struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // UTF-16 code units, from 0
	}
	var out struct {
		Diagnostics *[]struct {
			File     *string `json:"file"`
			URI      string  `json:"uri"`
			Severity string  `json:"severity"`
			Message  *string `json:"message"`
			Rule     string  `json:"rule"`
			Range    *struct {
				Start point `json:"start"`
				End   point `json:"end"`
			} `json:"range"`
		} `json:"generalDiagnostics"`
	}
	if err := json.Unmarshal(output, &out); err != nil {
		return nil, malformed("pyright", err)
	}
	if out.Diagnostics == nil {
		return nil, malformed("pyright", errors.New("no generalDiagnostics"))
	}
	list := make([]report.Finding, 0, len(*out.Diagnostics))
	for _, d := range *out.Diagnostics {
		if d.Message == nil || d.File == nil && d.URI == "" {
			return nil, malformed("pyright", errors.New("a diagnostic without file or message"))
		}
		f := report.Finding{Tool: "pyright", Path: deref(d.File), Code: d.Rule, Message: *d.Message, Severity: signal.Error,
			Unit: report.UTF16, Start: report.Point{Line: 1}}
		if f.Path == "" {
			f.Path = report.PathOf(d.URI)
		}
		if d.Range != nil {
			f.Start = report.Point{Line: d.Range.Start.Line + 1, Column: d.Range.Start.Character + 1}
			f.End = report.Point{Line: d.Range.End.Line + 1, Column: d.Range.End.Character + 1}
		}
		switch d.Severity {
		case "warning":
			f.Severity = signal.Warning
		case "information":
			f.Severity = signal.Information
		}
		if f.Code != "" {
			f.Doc = "https://microsoft.github.io/pyright/#/configuration?id=type-check-diagnostics-settings"
		}
		list = append(list, f)
	}
	return list, nil
}
