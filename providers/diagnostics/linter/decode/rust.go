package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type rustSpan struct {
	File          string  `json:"file_name"`
	LineStart     int     `json:"line_start"`
	LineEnd       int     `json:"line_end"`
	ColumnStart   int     `json:"column_start"` // characters
	ColumnEnd     int     `json:"column_end"`
	Primary       bool    `json:"is_primary"`
	Label         *string `json:"label"`
	Replacement   *string `json:"suggested_replacement"`
	Applicability *string `json:"suggestion_applicability"`
	Expansion     *struct {
		Span *rustSpan `json:"span"`
	} `json:"expansion"`
}

type rustMessage struct {
	Message *string `json:"message"`
	Level   string  `json:"level"`
	Code    *struct {
		Code string `json:"code"`
	} `json:"code"`
	Spans    []rustSpan    `json:"spans"`
	Children []rustMessage `json:"children"`
}

// Rust reads the JSON lines of cargo --message-format json and of rustc
// --error-format json.
func Rust(output []byte) ([]report.Finding, error) {
	var list []report.Finding
	seen := map[string]bool{} // targets of one package say the same
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var envelope struct {
			Reason  *string         `json:"reason"`
			Message json.RawMessage `json:"message"`
			Spans   json.RawMessage `json:"spans"`
		}
		if err := json.Unmarshal(line, &envelope); err != nil {
			return nil, malformed("clippy", err)
		}
		raw := []byte(envelope.Message)
		switch {
		case envelope.Reason == nil && envelope.Spans != nil:
			raw = line
		case envelope.Reason == nil:
			if !bytes.Contains(line, []byte(`"$message_type"`)) {
				return nil, malformed("clippy", errors.New("a line that is no message"))
			}
			continue
		case *envelope.Reason != "compiler-message":
			continue
		}
		if seen[string(raw)] {
			continue
		}
		seen[string(raw)] = true
		var m rustMessage
		if err := json.Unmarshal(raw, &m); err != nil || m.Message == nil {
			return nil, malformed("clippy", errors.Join(errors.New("no diagnostic in a message"), err))
		}
		if f, ok := m.finding(); ok {
			list = append(list, f)
		}
	}
	return list, nil
}

// finding returns the message at its primary span, outside of macros; the other
// spans and notes become related places.
func (m rustMessage) finding() (report.Finding, bool) {
	f := report.Finding{Tool: "rustc", Message: *m.Message, Severity: signal.Error, Unit: report.Runes, NoMark: true}
	if m.Code != nil {
		f.Code = m.Code.Code
		if name, ok := strings.CutPrefix(f.Code, "clippy::"); ok {
			f.Tool = "clippy"
			f.Doc = "https://rust-lang.github.io/rust-clippy/stable/index.html#" + name
		} else if len(f.Code) == 5 && f.Code[0] == 'E' {
			f.Doc = "https://doc.rust-lang.org/error_codes/" + f.Code + ".html"
		}
	}
	if m.Level == "warning" {
		f.Severity = signal.Warning
	}
	found := false
	for _, s := range m.Spans {
		s = s.outside()
		switch {
		case s.Primary && !found:
			found = true
			f.Path, f.Start, f.End = s.File, report.Point{Line: s.LineStart, Column: s.ColumnStart},
				report.Point{Line: s.LineEnd, Column: s.ColumnEnd}
			if label := deref(s.Label); label != "" && !strings.Contains(f.Message, label) {
				f.Message += ": " + label
			}
		default:
			f.Related = append(f.Related, report.Related{Path: s.File, Line: s.LineStart, EndLine: s.LineEnd,
				Message: deref(s.Label)})
		}
	}
	if strings.HasPrefix(f.Code, "unused_") || f.Code == "dead_code" {
		f.Tags = []signal.Tag{signal.Unnecessary}
	}
	for _, c := range m.Children {
		m.child(&f, c)
	}
	return f, found
}

// child adds a help or note: the first with a replacement is the fix.
func (m rustMessage) child(f *report.Finding, c rustMessage) {
	text := deref(c.Message)
	fix := &report.Fix{Title: text, Unit: report.Runes}
	for _, s := range c.Spans {
		if s.Replacement == nil {
			continue
		}
		a := signal.DisplayOnly
		switch deref(s.Applicability) {
		case "MachineApplicable":
			a = signal.Safe
		case "MaybeIncorrect":
			a = signal.Unsafe
		}
		if s.Expansion != nil {
			a = signal.DisplayOnly
		}
		fix.Applicability = max(fix.Applicability, a)
		fix.Edits = append(fix.Edits, report.Edit{Path: s.File, Start: report.Point{Line: s.LineStart, Column: s.ColumnStart},
			End: report.Point{Line: s.LineEnd, Column: s.ColumnEnd}, New: *s.Replacement})
	}
	if len(fix.Edits) == 1 && fix.Edits[0].New != "" && !strings.Contains(fix.Edits[0].New, "\n") {
		fix.Title += ": `" + fix.Edits[0].New + "`"
	}
	switch {
	case len(fix.Edits) > 0 && f.Fix == nil:
		f.Fix = fix
	case len(c.Spans) > 0 && len(fix.Edits) == 0:
		s := c.Spans[0].outside()
		f.Related = append(f.Related, report.Related{Path: s.File, Line: s.LineStart, EndLine: s.LineEnd, Message: text})
	}
}

// outside returns the place in the written text from which a macro's span came.
func (s rustSpan) outside() rustSpan {
	for range 32 {
		if s.Expansion == nil || s.Expansion.Span == nil {
			break
		}
		primary, label := s.Primary, s.Label
		s = *s.Expansion.Span
		s.Primary, s.Label = primary, label
	}
	return s
}
