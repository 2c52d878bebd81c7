package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type mypyItem struct {
	File      *string `json:"file"`
	Line      *int    `json:"line"`
	Column    *int    `json:"column"` // from 0
	EndLine   *int    `json:"end_line"`
	EndColumn *int    `json:"end_column"` // from 0, exclusive
	Message   *string `json:"message"`
	Hint      *string `json:"hint"`
	Code      *string `json:"code"`
	Severity  string  `json:"severity"`
}

// Mypy reads mypy --output json: one object a line.
func Mypy(output []byte) ([]report.Finding, error) {
	var list []report.Finding
	for line := range bytes.SplitSeq(output, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var it mypyItem
		if err := json.Unmarshal(line, &it); err != nil {
			return nil, malformed("mypy", err)
		}
		if it.File == nil || it.Message == nil || it.Line == nil {
			return nil, malformed("mypy", errors.New("an item without file, line or message"))
		}
		list = append(list, it.finding())
	}
	return list, nil
}

// finding returns an item that has file, line and message.
func (it mypyItem) finding() report.Finding {
	f := report.Finding{
		Tool: "mypy", Path: *it.File, Code: deref(it.Code), Message: *it.Message, Severity: signal.Error,
		// Columns are bytes in some versions, and converted twice in others:
		// nothing to rely on in a line that is not ASCII.
		Unit: report.Runes, Loose: true, NoMark: true,
		Start: report.Point{Line: *it.Line},
	}
	if it.Column != nil && *it.Column >= 0 {
		f.Start.Column = *it.Column + 1
		if it.EndLine != nil && it.EndColumn != nil && *it.EndColumn >= 0 {
			f.End = report.Point{Line: *it.EndLine, Column: *it.EndColumn + 1}
		}
	}
	if it.Severity == "note" {
		f.Severity = signal.Information
	}
	if hint := deref(it.Hint); hint != "" {
		f.Related = append(f.Related, report.Related{Path: f.Path, Line: *it.Line, Message: hint})
	}
	if f.Code != "" && f.Code != "syntax" && f.Code != "misc" {
		f.Doc = "https://mypy.readthedocs.io/en/stable/_refs.html#code-" + f.Code
	}
	return f
}

// mypyAny reads mypy's JSON lines and its text.
func mypyAny(data []byte) ([]report.Finding, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return Mypy(data)
	}
	var list []report.Finding
	for line := range strings.SplitSeq(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		path, at, message, ok := report.CutPosition(line)
		if !ok {
			goOn(list, line)
			continue
		}
		level, message, ok := strings.Cut(message, ": ")
		if !ok || level != "error" && level != "note" && level != "warning" {
			return nil, malformed("mypy", errors.New("a line of another tool: "+line))
		}
		f := report.Finding{Tool: "mypy", Path: path, Message: message, Severity: signal.Error, Unit: report.Runes,
			Loose: true, NoMark: true, Start: at}
		if rest, code, ok := cutCode(message); ok {
			f.Message, f.Code = rest, code
		}
		if level == "note" {
			f.Severity = signal.Information
			if n := len(list); f.Code == "" && n > 0 && list[n-1].Path == path && list[n-1].Start.Line == at.Line {
				list[n-1].Related = append(list[n-1].Related, report.Related{Path: path, Line: at.Line, Message: message})
				continue
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// goOn adds a line without a place to the last finding: with pretty output a long
// message goes on in the next line; then come an excerpt, which is indented, and at
// the end a summary.
func goOn(list []report.Finding, line string) {
	if n := len(list); n > 0 && list[n-1].Code == "" && line != "" && line[0] != ' ' &&
		!strings.HasPrefix(line, "Found ") {
		last := &list[n-1]
		last.Message += " " + line
		last.Message, last.Code, _ = cutCode(last.Message)
	}
}

// cutCode splits "message  [code]".
func cutCode(message string) (rest, code string, ok bool) {
	i := strings.LastIndex(message, "  [")
	if i < 0 || !strings.HasSuffix(message, "]") {
		return message, "", false
	}
	code = message[i+3 : len(message)-1]
	return message[:i], code, report.CleanCode(code) == code
}
