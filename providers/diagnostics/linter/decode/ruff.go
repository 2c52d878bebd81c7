package decode

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type ruffPoint struct {
	Row    int `json:"row"`
	Column int `json:"column"` // characters
}

type ruffItem struct {
	Code     *string    `json:"code"`
	Message  *string    `json:"message"`
	Filename *string    `json:"filename"`
	Location *ruffPoint `json:"location"`
	End      *ruffPoint `json:"end_location"`
	URL      *string    `json:"url"`
	Cell     *int       `json:"cell"`
	Fix      *struct {
		Applicability string  `json:"applicability"`
		Message       *string `json:"message"`
		Edits         []struct {
			Content  string    `json:"content"`
			Location ruffPoint `json:"location"`
			End      ruffPoint `json:"end_location"`
		} `json:"edits"`
	} `json:"fix"`
}

// Ruff reads ruff check --output-format json.
func Ruff(output []byte) ([]report.Finding, error) { return RuffStream(bytes.NewReader(output)) }

// RuffStream is [Ruff] for output that comes bit by bit: of a large project it has
// several hundred bytes for each of tens of thousands of findings.
func RuffStream(output io.Reader) ([]report.Finding, error) {
	list := []report.Finding{}
	err := elements(output, func(next func(any) error) error {
		var it ruffItem
		if err := next(&it); err != nil {
			return err
		}
		if it.Message == nil || it.Filename == nil || it.Location == nil {
			return errors.New("an item without message, file name or location")
		}
		if it.Cell != nil {
			return nil // positions inside a notebook's cell
		}
		f := report.Finding{
			Tool: "ruff", Path: *it.Filename, Message: *it.Message, Unit: report.Runes, NoMark: true,
			Start: report.Point{Line: it.Location.Row, Column: it.Location.Column}, Doc: deref(it.URL), Code: deref(it.Code),
		}
		if it.End != nil {
			f.End = report.Point{Line: it.End.Row, Column: it.End.Column}
		}
		if f.Code == "" || f.Code == "E999" {
			f.Code = "invalid-syntax"
		}
		f.Severity, f.Tags = ruffSeverity(f.Code)
		if it.Fix != nil {
			fix := &report.Fix{Title: deref(it.Fix.Message), Applicability: signal.DisplayOnly, Unit: report.Runes}
			switch it.Fix.Applicability {
			case "safe", "always", "automatic":
				if fix.Applicability = signal.Safe; f.Code == "RUF102" {
					fix.Applicability = signal.Unsafe // the code speaks to another tool, which reads the same comment
				}
			case "unsafe", "sometimes", "suggested":
				fix.Applicability = signal.Unsafe
			}
			for _, e := range it.Fix.Edits {
				fix.Edits = append(fix.Edits, report.Edit{
					Start: report.Point{Line: e.Location.Row, Column: e.Location.Column},
					End:   report.Point{Line: e.End.Row, Column: e.End.Column}, New: e.Content,
				})
			}
			f.Fix = fix
		}
		list = append(list, f)
		return nil
	})
	if err != nil {
		return nil, malformed("ruff", err)
	}
	return list, nil
}

// elements reads an array of JSON element by element, and nothing behind it.
func elements(input io.Reader, each func(next func(any) error) error) error {
	// The decoder would read blanks as long as they come.
	head := bufio.NewReader(input)
	if start, _ := head.Peek(64); len(start) > 0 && len(bytes.TrimSpace(start)) == 0 {
		return errors.New("blanks in place of a list")
	}
	in := json.NewDecoder(head)
	if start, err := in.Token(); err != nil {
		return err
	} else if start != json.Delim('[') {
		return fmt.Errorf("%v in place of a list", start)
	}
	for in.More() {
		if err := each(in.Decode); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		return err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one list")
	}
	return nil
}

// ruffSeverity returns what ruff's own language server makes of a rule; in its
// reports everything is an error.
func ruffSeverity(code string) (signal.Severity, []signal.Tag) {
	switch code {
	case "invalid-syntax", "E902", "F821", "F822", "F823":
		return signal.Error, nil
	case "F401", "F841":
		return signal.Warning, []signal.Tag{signal.Unnecessary}
	}
	return signal.Warning, nil
}

// ruffAny reads ruff's JSON, also a line for each finding, and its text.
func ruffAny(data []byte) ([]report.Finding, error) {
	if trimmed := bytes.TrimSpace(data); len(trimmed) > 0 && trimmed[0] != '[' && trimmed[0] != '{' {
		if bytes.Equal(trimmed, []byte("All checks passed!")) {
			return nil, nil
		}
		list, err := named("ruff", report.RuffText)(data)
		for i := range list {
			list[i].Severity, list[i].Tags = ruffSeverity(list[i].Code)
		}
		return list, err
	} else if len(trimmed) > 0 && trimmed[0] == '{' { // --output-format json-lines
		data = append(append([]byte("["), bytes.ReplaceAll(trimmed, []byte("\n"), []byte(","))...), ']')
	}
	return Ruff(data)
}
