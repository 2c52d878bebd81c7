package decode

import (
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Forms of tools of which nothing but the paths of their JSON is to be said.

// shellcheck reads shellcheck --format json1. Its fixes are for a person to look at: words that were split are one
// then.
func shellcheck(data []byte) ([]report.Finding, error) {
	return named("shellcheck", report.Paths{Tool: "shellcheck", List: "comments", File: "file", Line: "line",
		Column: "column", EndLine: "endLine", EndColumn: "endColumn", FirstLine: 1, FirstColumn: 1, Code: "code",
		Prefix: "SC", Message: "message", Level: "level", Unit: report.Runes, Applicability: signal.Unsafe,
		Edits: "fix.replacements", EditLine: "line", EditColumn: "column", EditEnd: "endLine", EditEndColumn: "endColumn",
		New: "replacement"}.Read)(data)
}

// sqlfluff reads sqlfluff lint --format json. Its fixes change layout and spelling, and joins of tables in a few rules.
func sqlfluff(data []byte) ([]report.Finding, error) {
	return named("sqlfluff", report.Paths{Tool: "sqlfluff", List: "all.violations", File: "filepath",
		Line: "start_line_no", Column: "start_line_pos", EndLine: "end_line_no", EndColumn: "end_line_pos",
		FirstLine: 1, FirstColumn: 1,
		Code: "code", Message: "description", Unit: report.Runes, Applicability: signal.Unsafe,
		Edits: "fixes", EditUnit: report.OffsetRunes, EditColumn: "start_file_pos", EditEndColumn: "end_file_pos",
		New: "edit"}.Read)(data)
}

// rubocop reads rubocop --format json, which has no fixes. Its last columns belong to what they end.
func rubocop(data []byte) ([]report.Finding, error) {
	return named("rubocop", report.Paths{Tool: "rubocop", List: "files.offenses", File: "path",
		Line: "location.start_line", Column: "location.start_column", EndLine: "location.last_line",
		EndColumn: "location.last_column", FirstLine: 1, Code: "cop_name", Message: "message", Level: "severity",
		Unit: report.Runes, Each: func(_ *report.Element, f report.Finding) []report.Finding {
			f.Start.Column--
			return []report.Finding{f}
		}}.Read)(data)
}

// semgrep reads semgrep scan --json. A rule's fix stands for all that it has matched.
func semgrep(data []byte) ([]report.Finding, error) {
	return named("semgrep", report.Paths{Tool: "semgrep", List: "results", File: "path", Line: "start.line",
		Column: "start.col", EndLine: "end.line", EndColumn: "end.col", FirstLine: 1, FirstColumn: 1, Code: "check_id",
		Message: "extra.message", Level: "extra.severity", Unit: report.Runes, Applicability: signal.Unsafe,
		Edits: "extra", EditLine: "start.line", EditColumn: "start.col", EditEnd: "end.line", EditEndColumn: "end.col",
		New: "fix"}.Read)(data)
}
