package decode

import (
	"bytes"
	"errors"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Oxlint reads oxlint --format json. A report over no file at all is of a text that its configuration leaves out.
func Oxlint(output []byte) ([]report.Finding, error) {
	at := bytes.IndexByte(output, '{') // a line of text may come before
	if at < 0 {
		return nil, malformed("oxlint", errors.New("no report: "+report.LastLine(string(output))))
	}
	paths := report.Paths{Tool: "oxlint", List: "diagnostics", File: "filename", Anywhere: true, Code: "code",
		Message: "message", Level: "severity", Doc: "url"}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		f.Start = report.Point{Line: 1}
		if help := e.Text("help"); help != "" {
			f.Message += "\n" + help
		}
		for i, l := range e.List("labels?") {
			if i == 0 { // bytes
				f.Unit, f.Start = report.Offset, report.Point{Column: l.Number("span.offset")}
				f.End.Column = f.Start.Column + l.Number("span.length")
				continue
			}
			f.Related = append(f.Related, report.Related{Path: f.Path, Line: l.Number("span.line"), Message: l.Text("label")})
		}
		return []report.Finding{f}
	}
	paths.Whole = func(e *report.Element, _ int) error {
		if !e.Has("number_of_files") {
			return errors.New("no number of files")
		}
		if e.Number("number_of_files") == 0 {
			return &Error{Tool: "oxlint", Err: errors.New("its configuration leaves the document out"), Unread: true}
		}
		return nil
	}
	return named("oxlint", paths.Read)(output[at:])
}
