package report

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/fettle-dev/fettle/providers/signal"
)

// The Diagnostic Format of reviewdog:
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
type (
	rdResult struct {
		Diagnostics *[]rdDiagnostic `json:"diagnostics"`
		Source      rdSource        `json:"source"`
		Severity    string          `json:"severity"`
	}
	rdDiagnostic struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
		Severity string     `json:"severity"`
		Source   rdSource   `json:"source"`
		Code     struct {
			Value string `json:"value"`
			URL   string `json:"url"`
		} `json:"code"`
		Suggestions []struct {
			Range rdRange `json:"range"`
			Text  string  `json:"text"`
		} `json:"suggestions"`
		Related []struct {
			Message  string     `json:"message"`
			Location rdLocation `json:"location"`
		} `json:"relatedLocations"`
	}
	rdSource   struct{ Name, URL string }
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct{ Start, End rdPosition }
	// rdPosition counts from 1, columns in bytes of UTF-8; 0 means not given.
	rdPosition struct{ Line, Column int }
)

// RDJSON reads reviewdog's rdjson (one object for all findings) and rdjsonl (one
// a line).
func RDJSON(data []byte) ([]Finding, error) {
	var list []Finding
	whole := rdResult{}
	dec := json.NewDecoder(bytes.NewReader(data))
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(raw, &whole); err == nil && whole.Diagnostics != nil {
			for _, d := range *whole.Diagnostics {
				list = append(list, d.finding(whole))
			}
			whole = rdResult{}
			continue
		}
		var d rdDiagnostic
		if err := json.Unmarshal(raw, &d); err != nil {
			return nil, err
		}
		if d.Location.Path == "" {
			return nil, errors.New("a diagnostic without location.path")
		}
		list = append(list, d.finding(rdResult{}))
	}
	return list, nil
}

func (d *rdDiagnostic) finding(whole rdResult) Finding {
	word := d.Severity
	if word == "" || word == "UNKNOWN_SEVERITY" {
		word = whole.Severity
	}
	f := Finding{
		Tool: d.Source.Name, Path: d.Location.Path, Code: d.Code.Value, Message: d.Message, Doc: d.Code.URL,
		Level: word, Severity: Severity(word), Unit: Bytes, Start: d.Location.Range.Start.point(),
		End: d.Location.Range.End.point(),
	}
	if f.Tool == "" {
		f.Tool = whole.Source.Name
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{Path: r.Location.Path, Line: r.Location.Range.Start.Line,
			EndLine: r.Location.Range.End.Line, Message: r.Message})
	}
	if len(d.Suggestions) > 0 {
		f.Fix = &Fix{Applicability: signal.Unsafe, Unit: Bytes}
		for _, s := range d.Suggestions {
			e := Edit{Start: s.Range.Start.point(), End: s.Range.End.point(), New: s.Text}
			// Without columns a suggestion replaces whole lines; without an end it
			// inserts.
			switch {
			case e.Start.Column == 0:
				e.Start.Column, e.End = 1, Point{Line: max(e.Start.Line, e.End.Line), Column: EndOfLine}
			case e.End == (Point{}):
				e.End = e.Start
			case e.End.Column == 0:
				e.End.Column = EndOfLine
			}
			f.Fix.Edits = append(f.Fix.Edits, e)
		}
	}
	return f
}

func (p rdPosition) point() Point { return Point(p) }
