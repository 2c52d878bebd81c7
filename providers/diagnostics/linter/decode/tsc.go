package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type tscReport struct {
	Version *string `json:"typescript"`
	Files   []struct {
		File        string          `json:"file"`
		Diagnostics []tscDiagnostic `json:"diagnostics"`
	} `json:"files"`
}

type tscDiagnostic struct {
	Code        int     `json:"code"`
	Category    int     `json:"category"` // 0 warning, 1 error, 2 suggestion, 3 message
	Start       *int    `json:"start"`    // UTF-16 code units
	Length      int     `json:"length"`
	Message     *string `json:"message"`
	Unnecessary bool    `json:"unnecessary"`
	Deprecated  bool    `json:"deprecated"`
	Related     []struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Message string `json:"message"`
	} `json:"related"`
	Fix *struct {
		Title string `json:"title"`
		Safe  bool   `json:"safe"`
		Edits []struct {
			Start int    `json:"start"`
			End   int    `json:"end"`
			Text  string `json:"text"`
		} `json:"edits"`
	} `json:"fix"`
}

// TSC reads what our script prints of files, and the text of tsc --pretty false.
func TSC(output []byte) ([]report.Finding, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(output), []byte("{")) {
		return tscText(output)
	}
	r, err := readTSC(output)
	if err != nil {
		return nil, err
	}
	var list []report.Finding
	for _, f := range r.Files {
		found, err := tscFindings(f.File, f.Diagnostics)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// TSCUnseen returns the files of which a report of the compiler over several has no
// word: they belong to none of its programs.
func TSCUnseen(output []byte) map[string]bool {
	list := map[string]bool{}
	if r, err := readTSC(output); err == nil {
		for _, f := range r.Files {
			if f.Diagnostics == nil {
				list[f.File] = true
			}
		}
	}
	return list
}

func readTSC(output []byte) (tscReport, error) {
	var r tscReport
	if err := json.Unmarshal(output, &r); err != nil {
		return r, malformed("tsc", err)
	}
	switch {
	case r.Version == nil:
		return r, malformed("tsc", errors.New("no version"))
	case r.Files == nil:
		return r, malformed("tsc", errors.New("no file"))
	}
	return r, nil
}

func tscFindings(path string, diagnostics []tscDiagnostic) ([]report.Finding, error) {
	list := make([]report.Finding, 0, len(diagnostics))
	for _, d := range diagnostics {
		if d.Start == nil || d.Message == nil {
			return nil, malformed("tsc", errors.New("a diagnostic without place or message"))
		}
		list = append(list, d.finding(path))
	}
	return list, nil
}

func (d tscDiagnostic) finding(path string) report.Finding {
	f := report.Finding{
		Tool: "tsc", Path: path, Code: "TS" + strconv.Itoa(d.Code), Message: *d.Message, Severity: signal.Error,
		Unit:  report.Offset16,
		Start: report.Point{Column: *d.Start}, End: report.Point{Column: *d.Start + max(0, d.Length)},
	}
	switch d.Category {
	case 0:
		f.Severity = signal.Warning
	case 2, 3:
		f.Severity = signal.Hint
	}
	if d.Unnecessary {
		f.Tags = append(f.Tags, signal.Unnecessary)
	}
	if d.Deprecated {
		f.Tags = append(f.Tags, signal.Deprecated)
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, report.Related{Path: rel.File, Line: rel.Line, Message: rel.Message})
	}
	if d.Fix != nil {
		f.Fix = &report.Fix{Title: d.Fix.Title, Applicability: signal.Unsafe, Unit: report.Offset16}
		if d.Fix.Safe {
			f.Fix.Applicability = signal.Safe
		}
		for _, e := range d.Fix.Edits {
			f.Fix.Edits = append(f.Fix.Edits, report.Edit{Start: report.Point{Column: e.Start}, End: report.Point{Column: e.End},
				New: e.Text})
		}
	}
	return f
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
			f, ok := tscLine(line)
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

func tscLine(line string) (report.Finding, bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], "): ")
		if i < 0 {
			return report.Finding{}, false
		}
		i += from
		from = i + 1
		open := strings.LastIndexByte(line[:i], '(')
		if open <= 0 {
			continue
		}
		l, n := report.Digits(line[open+1:])
		if n == 0 || open+1+n >= i || line[open+1+n] != ',' {
			continue
		}
		c, k := report.Digits(line[open+2+n:])
		if k == 0 || open+2+n+k != i {
			continue
		}
		level, rest, _ := strings.Cut(line[i+3:], " ")
		code, message, ok := strings.Cut(rest, ": ")
		if !ok || !strings.HasPrefix(code, "TS") {
			continue
		}
		f := report.Finding{Tool: "tsc", Path: line[:open], Code: code, Message: message, Severity: signal.Error,
			Unit: report.UTF16, NoMark: true, Start: report.Point{Line: l, Column: c}}
		if level != "error" {
			f.Severity = signal.Warning
		}
		return f, true
	}
}
