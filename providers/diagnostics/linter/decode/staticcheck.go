package decode

import (
	"bytes"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Staticcheck reads staticcheck -f json, one object a line, and -f
// sarif.
func Staticcheck(output []byte) ([]report.Finding, error) {
	if bytes.Contains(output, []byte(`"runs"`)) {
		return SARIF(output)
	}
	paths := report.Paths{Tool: "staticcheck", File: "location.file", Line: "location.line", Column: "location.column",
		EndLine: "end.line", EndColumn: "end.column", FirstLine: 1, FirstColumn: 1, Code: "code", Message: "message",
		Unit: report.Bytes}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		switch {
		case e.Text("severity") == "ignored":
			return nil
		case f.Code == "compile":
			return compiled(f.Message)
		}
		f.Severity, f.Doc = signal.Warning, "https://staticcheck.dev/docs/checks#"+f.Code
		for _, r := range e.List("related?") {
			f.Related = append(f.Related, report.Related{Path: r.Text("location.file"), Line: r.Number("location.line"),
				Message: r.Text("message")})
		}
		return []report.Finding{f}
	}
	return named("staticcheck", paths.Read)(output)
}

// compiled returns what the compiler says in a finding of staticcheck.
func compiled(message string) []report.Finding {
	if found := report.GoText("go", message); len(found) > 0 {
		return found
	}
	return goStopped("staticcheck", message)
}

// staticcheckApplicability: the checks of the S group are simplifications,
// which by their definition keep what the code does; of the others nothing is
// promised.
func staticcheckApplicability(rule string) signal.Applicability {
	if strings.HasPrefix(rule, "S1") {
		return signal.Safe
	}
	return signal.Unsafe
}
