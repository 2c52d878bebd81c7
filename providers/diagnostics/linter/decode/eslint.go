package decode

import (
	"bytes"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// eslintPaths is eslint --format json.
func eslintPaths() report.Paths {
	return report.Paths{Tool: "eslint", List: "all.messages", File: "filePath", Line: "line", Column: "column",
		EndLine: "endLine", EndColumn: "endColumn", FirstLine: 1, FirstColumn: 1, Code: "ruleId", Message: "message",
		Unit: report.UTF16, NoMark: true, Anywhere: true}
}

// ESLint reads eslint --format json.
func ESLint(output []byte) ([]report.Finding, error) {
	paths := eslintPaths()
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		if !e.Has("ruleId") && !e.Has("fatal") && !e.Has("fix") {
			return nil // "File ignored …": about ESLint, not about the text
		}
		return []report.Finding{eslintFinding(e, f)}
	}
	return named("eslint", paths.Read)(output)
}

// ESLintIgnores returns the files of a report of which ESLint says that its configuration ignores
// them: it has not looked at them.
func ESLintIgnores(output []byte) map[string]bool {
	out := map[string]bool{}
	if !bytes.Contains(output, []byte(`"message":"File ignored `)) {
		return out
	}
	paths := eslintPaths()
	paths.Each = func(e *report.Element, f report.Finding) []report.Finding {
		if !e.Has("ruleId") && !e.Has("fatal") && strings.HasPrefix(f.Message, "File ignored ") {
			out[f.Path] = true
		}
		return nil
	}
	_, _ = paths.Read(output) // whoever reads the findings says what is wrong
	return out
}

func eslintFinding(e *report.Element, f report.Finding) report.Finding {
	f.Severity = signal.Warning
	if e.Number("severity") == 2 || e.Has("fatal") {
		f.Severity = signal.Error
	}
	if f.End.Line <= 0 || f.End.Column <= 0 {
		f.End = report.Point{}
	}
	switch {
	case e.Has("fatal") && f.Code == "":
		f.Code = "parse"
	case f.Code != "" && !strings.Contains(f.Code, "/"):
		f.Doc = "https://eslint.org/docs/latest/rules/" + f.Code
	}
	if strings.HasSuffix(f.Code, "no-unused-vars") {
		f.Tags = []signal.Tag{signal.Unnecessary}
	}
	title := "Fix this " + f.Code + " problem"
	if f.Code == "" {
		title = "Remove the unused directive" // the one fix without a rule
	}
	if f.Fix = eslintFix(e, title, signal.Safe); f.Fix != nil {
		return f
	}
	// Suggestions may change behaviour, and are for a person to choose, one by one
	// (https://eslint.org/docs/latest/extend/custom-rules#providing-suggestions). Several are a choice: the user's.
	if list := e.List("suggestions?"); len(list) == 1 {
		if f.Fix = eslintFix(list[0], list[0].Text("desc"), signal.Unsafe); f.Fix != nil {
			f.Fix.Suggestion = true
		}
	}
	return f
}

// eslintFix returns the fix of a message or suggestion; its range is in UTF-16 code units behind a byte order mark.
func eslintFix(e *report.Element, title string, a signal.Applicability) *report.Fix {
	at := e.Own("fix").Numbers("range")
	if len(at) != 2 {
		return nil
	}
	return &report.Fix{Title: title, Applicability: a, Unit: report.Offset16, Edits: []report.Edit{{
		Start: report.Point{Column: at[0]}, End: report.Point{Column: at[1]}, New: e.Own("fix").Text("text")}}}
}
