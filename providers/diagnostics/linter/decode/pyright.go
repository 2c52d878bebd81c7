package decode

import (
	"cmp"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Pyright reads pyright --outputjson.
func Pyright(output []byte) ([]report.Finding, error) {
	paths := report.Paths{Tool: "pyright", List: "generalDiagnostics", File: "file", Line: "range.start.line",
		Column: "range.start.character", EndLine: "range.end.line", EndColumn: "range.end.character", Anywhere: true,
		Code: "rule", Message: "message", Level: "severity", Unit: report.UTF16, AlsoFile: "uri"}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		f.Path = cmp.Or(e.Text("file"), report.PathOf(e.Text("uri")))
		if f.Level == "" {
			f.Severity = signal.Error
		}
		if f.Code != "" {
			f.Doc = "https://microsoft.github.io/pyright/#/configuration?id=type-check-diagnostics-settings"
		}
		return []report.Finding{f}
	}
	return named("pyright", paths.Read)(output)
}
