package decode

import (
	"bytes"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Mypy reads mypy --output json: one object a line.
func Mypy(output []byte) ([]report.Finding, error) {
	// Columns are bytes in some versions, and converted twice in others: nothing to rely on in a line that is not ASCII.
	paths := report.Paths{Tool: "mypy", File: "file", Line: "line", Column: "column", EndLine: "end_line",
		EndColumn: "end_column", FirstLine: 1, Code: "code", Message: "message", Unit: report.Runes,
		Loose: true, NoMark: true}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		f.Severity = signal.Error
		if e.Text("severity") == "note" {
			f.Severity = signal.Information
		}
		if hint := e.Text("hint"); hint != "" {
			f.Related = append(f.Related, report.Related{Path: f.Path, Line: f.Start.Line, Message: hint})
		}
		if f.Code != "" && f.Code != "syntax" && f.Code != "misc" {
			f.Doc = "https://mypy.readthedocs.io/en/stable/_refs.html#code-" + f.Code
		}
		if f.Start.Column == 0 || f.End.Column == 0 {
			f.End = report.Point{}
		}
		return []report.Finding{f}
	}
	return named("mypy", paths.Read)(output)
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
