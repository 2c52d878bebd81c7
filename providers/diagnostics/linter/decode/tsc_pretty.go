package decode

import (
	"bytes"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// tscInput reads what TSC reads, and the form for people that tsc
// prints on a terminal, and in CI where colours are forced.
func tscInput(data []byte) ([]report.Finding, error) {
	var list []report.Finding
	for line := range bytes.Lines(data) {
		if f, ok := tscPrettyLine(strings.TrimRight(string(line), "\r\n")); ok {
			list = append(list, f)
		}
	}
	if list != nil {
		return list, nil // the lines between are excerpts of the code
	}
	return TSC(data)
}

// tscPrettyLine reads "path:line:col - error TS1234: message".
func tscPrettyLine(line string) (report.Finding, bool) {
	place, rest, ok := strings.Cut(line, " - ")
	path, at, placed := report.CutPosn(place)
	if !ok || !placed {
		return report.Finding{}, false
	}
	level, rest, _ := strings.Cut(rest, " ")
	code, message, ok := strings.Cut(rest, ": ")
	if !ok || !strings.HasPrefix(code, "TS") || level != "error" && level != "warning" {
		return report.Finding{}, false
	}
	f := report.Finding{Tool: "tsc", Path: path, Code: code, Message: message, Severity: signal.Error, Unit: report.UTF16,
		NoMark: true, Start: at}
	if level == "warning" {
		f.Severity = signal.Warning
	}
	return f, true
}
