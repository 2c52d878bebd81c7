package format

import (
	"encoding/json"
	"io"

	"github.com/fettle-dev/fettle/internal/text"
)

// A line of rdjsonl, reviewdog's Diagnostic message:
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
type (
	rdDiagnostic struct {
		Message     text.Shown     `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Source      rdSource       `json:"source"`
		Code        *rdCode        `json:"code,omitempty"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"` // from 1, in bytes of UTF-8
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"` // exact: it goes into the file
	}
)

func rdjsonl(w io.Writer, r Run) error {
	e := json.NewEncoder(text.Escaped(w))
	for _, f := range r.Files {
		now, before := f.onDisk(), text.New(f.Before)
		for _, d := range f.rows() {
			message := d.Message
			if len(d.Edits) == 0 {
				message = d.sentence()
			}
			out := rdDiagnostic{Message: text.Shown(message), Source: rdSource{d.Tool},
				Severity: d.level("ERROR", "WARNING", "INFO")}
			at := now.Offset(text.Position{Line: max(d.Line, 1) - 1, Character: max(d.Column, 1) - 1}, text.UTF32)
			out.Location = rdLocation{f.Path, rdRange{Start: rdAt(now, at)}}
			switch {
			case d.unlooked:
				out.Location.Range.Start, out.Code = rdPosition{Line: 1}, &rdCode{Value: unlookedRule}
			case d.Code != "":
				out.Code = &rdCode{d.Code, address(d.Doc)}
			}
			for _, edit := range d.Edits {
				end := rdAt(before, edit.Span.End)
				out.Suggestions = append(out.Suggestions, rdSuggestion{rdRange{rdAt(before, edit.Span.Start), &end}, edit.New})
			}
			if err := e.Encode(out); err != nil {
				return err
			}
		}
	}
	return nil
}

func rdAt(s text.Snapshot, offset int) rdPosition {
	p := s.Position(offset, text.UTF8)
	return rdPosition{p.Line + 1, p.Character + 1}
}
