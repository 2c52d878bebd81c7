package decode

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Oxlint reads oxlint --format json. A report over no file at all is of a text that its configuration leaves out.
func Oxlint(output []byte) ([]report.Finding, error) {
	var out struct {
		Diagnostics *[]struct {
			Message  string  `json:"message"`
			Code     string  `json:"code"` // "eslint(no-debugger)"; "" where the text does not parse
			Severity string  `json:"severity"`
			URL      string  `json:"url"`
			Help     string  `json:"help"`
			File     *string `json:"filename"`
			Labels   []struct {
				Label string `json:"label"`
				Span  struct {
					Offset int `json:"offset"` // bytes
					Length int `json:"length"`
					Line   int `json:"line"`
				} `json:"span"`
			} `json:"labels"`
		} `json:"diagnostics"`
		Files *int `json:"number_of_files"`
	}
	at := bytes.IndexByte(output, '{') // a line of text may come before
	if at < 0 {
		return nil, malformed("oxlint", errors.New("no report: "+report.LastLine(string(output))))
	}
	if err := json.Unmarshal(output[at:], &out); err != nil {
		return nil, malformed("oxlint", err)
	}
	if out.Diagnostics == nil || out.Files == nil {
		return nil, malformed("oxlint", errors.New("no diagnostics"))
	}
	if *out.Files == 0 {
		return nil, &Error{Tool: "oxlint", Err: errors.New("its configuration leaves the document out"), Unread: true}
	}
	list := make([]report.Finding, 0, len(*out.Diagnostics))
	for _, d := range *out.Diagnostics {
		if d.File == nil || d.Message == "" {
			return nil, malformed("oxlint", errors.New("a diagnostic without filename or message"))
		}
		f := report.Finding{Tool: "oxlint", Path: *d.File, Code: d.Code, Message: d.Message, Level: d.Severity,
			Severity: report.Severity(d.Severity), Doc: d.URL, Start: report.Point{Line: 1}}
		if d.Help != "" {
			f.Message += "\n" + d.Help
		}
		for i, l := range d.Labels {
			if i == 0 {
				f.Unit, f.Start = report.Offset, report.Point{Column: l.Span.Offset}
				f.End.Column = l.Span.Offset + l.Span.Length
				continue
			}
			f.Related = append(f.Related, report.Related{Path: f.Path, Line: l.Span.Line, Message: l.Label})
		}
		list = append(list, f)
	}
	return list, nil
}
