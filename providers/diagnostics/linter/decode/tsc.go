package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TSC reads what our script prints of files, and the text of tsc --pretty false.
func TSC(output []byte) ([]report.Finding, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(output), []byte("{")) {
		return tscText(output)
	}
	paths := report.Paths{Tool: "tsc", List: "files.diagnostics?", File: "file", Line: "start", Code: "code", Prefix: "TS",
		Message: "message", Each: tscFinding,
		Whole: func(e *report.Element, _ int) error {
			if !e.Has("typescript") {
				return errors.New("no version")
			}
			return nil
		}}
	return named("tsc", paths.Read)(output)
}

// TSCUnseen returns the files of which a report of the compiler over several has no
// word: they belong to none of its programs.
func TSCUnseen(output []byte) map[string]bool {
	var said struct {
		Files []struct {
			File        string
			Diagnostics *json.RawMessage
		}
	}
	list := map[string]bool{}
	if json.Unmarshal(output, &said) == nil {
		for _, f := range said.Files {
			list[f.File] = f.Diagnostics == nil
		}
	}
	maps.DeleteFunc(list, func(_ string, unseen bool) bool { return !unseen })
	return list
}

// tscFinding completes a diagnostic. Its places are offsets in UTF-16 code units.
func tscFinding(e *report.Element, f report.Finding) []report.Finding {
	start := e.Number("start")
	f.Unit, f.Start = report.Offset16, report.Point{Column: start}
	f.End = report.Point{Column: start + max(0, e.Number("length"))}
	f.Severity = signal.Error
	switch e.Number("category") { // 0 warning, 1 error, 2 suggestion, 3 message
	case 0:
		f.Severity = signal.Warning
	case 2, 3:
		f.Severity = signal.Hint
	}
	if e.Has("unnecessary") {
		f.Tags = append(f.Tags, signal.Unnecessary)
	}
	if e.Has("deprecated") {
		f.Tags = append(f.Tags, signal.Deprecated)
	}
	for _, rel := range e.List("related?") {
		f.Related = append(f.Related, report.Related{Path: rel.Text("file"), Line: rel.Number("line"),
			Message: rel.Text("message")})
	}
	if fix := e.Own("fix"); fix.Has("edits") {
		f.Fix = &report.Fix{Title: fix.Text("title"), Applicability: signal.Unsafe, Unit: report.Offset16}
		if fix.Has("safe") {
			f.Fix.Applicability = signal.Safe
		}
		for _, one := range fix.List("edits") {
			f.Fix.Edits = append(f.Fix.Edits, report.Edit{Start: report.Point{Column: one.Number("start")},
				End: report.Point{Column: one.Number("end")}, New: one.Text("text")})
		}
	}
	return []report.Finding{f}
}

// tscText reads "path(line,col): error TS1234: message" and the
// indented lines that continue a message.
func tscText(output []byte) ([]report.Finding, error) {
	var list []report.Finding
	for line := range strings.SplitSeq(string(output), "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] == ' ' && len(list) > 0:
			list[len(list)-1].Message += " " + strings.TrimSpace(line)
		default:
			f, _, ok := tscLine(line)
			if !ok {
				if strings.HasPrefix(line, "error TS") || strings.HasPrefix(line, "Found ") {
					continue // about the settings; a summary
				}
				return nil, malformed("tsc", errors.New("a line that is no diagnostic: "+line))
			}
			list = append(list, f)
		}
	}
	return list, nil
}

// tscShown is a diagnostic as tsc prints it, and as it does on a terminal, and in CI where colours are forced.
var tscShown = lazyre.New(`^(.+?)(?:\((\d+),(\d+)\): |:(\d+):(\d+) - )` +
	`(error|warning|message|suggestion) (TS\d+): (.*)$`)

// tscLine reads "path(line,col): error TS1234: message" and "path:line:col - error TS1234: message".
func tscLine(line string) (f report.Finding, pretty, ok bool) {
	m := tscShown.FindStringSubmatch(line)
	if m == nil {
		return f, false, false
	}
	row, _ := strconv.Atoi(m[2] + m[4]) // digits
	column, _ := strconv.Atoi(m[3] + m[5])
	f = report.Finding{Tool: "tsc", Path: m[1], Code: m[7], Message: m[8], Severity: signal.Error, Unit: report.UTF16,
		NoMark: true, Start: report.Point{Line: row, Column: column}}
	if m[6] != "error" {
		f.Severity = signal.Warning
	}
	return f, m[4] != "", true
}

// tscInput reads what TSC reads, and the form for people.
func tscInput(data []byte) ([]report.Finding, error) {
	var list []report.Finding
	for line := range bytes.Lines(data) {
		if f, pretty, _ := tscLine(strings.TrimRight(string(line), "\r\n")); pretty {
			list = append(list, f)
		}
	}
	if list != nil {
		return list, nil // the lines between are excerpts of the code
	}
	return TSC(data)
}
