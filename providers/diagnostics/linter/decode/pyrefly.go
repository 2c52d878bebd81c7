package decode

import (
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Pyrefly reads pyrefly check --output-format json. What it says twice of one place, with
// and without a hint, is said once.
func Pyrefly(output []byte) ([]report.Finding, error) {
	type place struct {
		path, code, concise string
		at                  report.Point
	}
	said := map[place]bool{}
	paths := report.Paths{Tool: "pyrefly", List: "errors", File: "path", Line: "line", Column: "column",
		EndLine: "stop_line", EndColumn: "stop_column", FirstLine: 1, FirstColumn: 1, Anywhere: true,
		Code: "name", Message: "description", Level: "severity", Unit: report.Runes}
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		p := place{f.Path, f.Code, e.Text("concise_description"), f.Start}
		if said[p] {
			return nil
		}
		said[p] = f.Message != p.concise
		if f.Code != "" && f.Code != "parse-error" {
			f.Doc = "https://pyrefly.org/en/docs/error-kinds/#" + f.Code
		}
		return []report.Finding{f}
	}
	return named("pyrefly", paths.Read)(output)
}
