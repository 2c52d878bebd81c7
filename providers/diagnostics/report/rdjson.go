package report

import (
	"bytes"
	"encoding/json"

	"github.com/fettle-dev/fettle/providers/signal"
)

// RDJSON reads the Diagnostic Format of reviewdog: rdjson (one object for all findings) and rdjsonl (one a line).
// Lines and columns count from 1, columns in bytes of UTF-8
// (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf).
func RDJSON(data []byte) ([]Finding, error) {
	paths := Paths{File: "location.path", Line: "location.range.start.line", Column: "location.range.start.column",
		EndLine: "location.range.end.line", EndColumn: "location.range.end.column", FirstLine: 1, FirstColumn: 1,
		Anywhere: true, Code: "code.value", Doc: "code.url", Message: "message", Level: "severity", Unit: Bytes}
	var whole struct{ Diagnostics *json.RawMessage }
	if json.NewDecoder(bytes.NewReader(data)).Decode(&whole) == nil && whole.Diagnostics != nil {
		paths.List = "diagnostics"
	}
	paths.Each = func(e *Element, f Finding) []Finding {
		f.Tool = e.Text("source.name")
		for _, r := range e.List("relatedLocations?") {
			f.Related = append(f.Related, Related{Path: r.Own("location").Text("path"),
				Line:    r.Own("location").Number("range.start.line"),
				EndLine: r.Own("location").Number("range.end.line"), Message: r.Text("message")})
		}
		for _, s := range e.List("suggestions?") {
			if f.Fix == nil {
				f.Fix = &Fix{Applicability: signal.Unsafe, Unit: Bytes}
			}
			at := func(end string) Point {
				return Point{s.Number("range." + end + ".line"), s.Number("range." + end + ".column")}
			}
			edit := Edit{Start: at("start"), End: at("end"), New: s.Text("text")}
			// Without columns a suggestion replaces whole lines; without an end it inserts.
			switch {
			case edit.Start.Column == 0:
				edit.Start.Column, edit.End = 1, Point{Line: max(edit.Start.Line, edit.End.Line), Column: EndOfLine}
			case edit.End == (Point{}):
				edit.End = edit.Start
			case edit.End.Column == 0:
				edit.End.Column = EndOfLine
			}
			f.Fix.Edits = append(f.Fix.Edits, edit)
		}
		return []Finding{f}
	}
	return paths.Read(data)
}
