package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

type eslintFix struct {
	Range []int  `json:"range"` // UTF-16 code units behind a byte order mark
	Text  string `json:"text"`
}

type eslintMessage struct {
	RuleID      *string    `json:"ruleId"`
	Severity    int        `json:"severity"`
	Fatal       bool       `json:"fatal"`
	Message     *string    `json:"message"`
	Line        int        `json:"line"`
	Column      int        `json:"column"`
	EndLine     int        `json:"endLine"`
	EndColumn   int        `json:"endColumn"`
	Fix         *eslintFix `json:"fix"`
	Suggestions []struct {
		Desc string    `json:"desc"`
		Fix  eslintFix `json:"fix"`
	} `json:"suggestions"`
}

// ESLint reads eslint --format json.
func ESLint(output []byte) ([]report.Finding, error) {
	var results []struct {
		Path     *string         `json:"filePath"`
		Messages []eslintMessage `json:"messages"`
	}
	if err := json.Unmarshal(output, &results); err != nil {
		return nil, malformed("eslint", err)
	}
	if results == nil {
		return nil, malformed("eslint", errors.New("null"))
	}
	var list []report.Finding
	for _, r := range results {
		if r.Path == nil {
			return nil, malformed("eslint", errors.New("a result without file"))
		}
		for _, m := range r.Messages {
			if m.Message == nil {
				return nil, malformed("eslint", errors.New("a message without text"))
			}
			if m.RuleID == nil && !m.Fatal && m.Fix == nil {
				continue // "File ignored …": about ESLint, not about the text
			}
			list = append(list, m.finding(*r.Path))
		}
	}
	return list, nil
}

// ESLintIgnores returns the files of a report of which ESLint says that its configuration ignores
// them: it has not looked at them.
func ESLintIgnores(output []byte) map[string]bool {
	out := map[string]bool{}
	if !bytes.Contains(output, []byte(`"message":"File ignored `)) {
		return out
	}
	var results []struct {
		Path     string          `json:"filePath"`
		Messages []eslintMessage `json:"messages"`
	}
	if json.Unmarshal(output, &results) != nil {
		return out // whoever reads the findings says so
	}
	for _, r := range results {
		for _, m := range r.Messages {
			if m.RuleID == nil && !m.Fatal && strings.HasPrefix(deref(m.Message), "File ignored ") {
				out[r.Path] = true
			}
		}
	}
	return out
}

func (m eslintMessage) finding(path string) report.Finding {
	f := report.Finding{
		Tool: "eslint", Path: path, Code: deref(m.RuleID), Message: *m.Message, Severity: signal.Warning, Unit: report.UTF16,
		NoMark: true,
		Start:  report.Point{Line: m.Line, Column: m.Column},
	}
	if m.EndLine > 0 && m.EndColumn > 0 {
		f.End = report.Point{Line: m.EndLine, Column: m.EndColumn}
	}
	if m.Severity == 2 || m.Fatal {
		f.Severity = signal.Error
	}
	switch {
	case m.Fatal && f.Code == "":
		f.Code = "parse"
	case f.Code != "" && !strings.Contains(f.Code, "/"):
		f.Doc = "https://eslint.org/docs/latest/rules/" + f.Code
	}
	if strings.HasSuffix(f.Code, "no-unused-vars") {
		f.Tags = []signal.Tag{signal.Unnecessary}
	}
	switch {
	case m.Fix != nil && len(m.Fix.Range) == 2:
		title := "Fix this " + f.Code + " problem"
		if f.Code == "" {
			title = "Remove the unused directive" // the one fix without a rule
		}
		f.Fix = &report.Fix{Title: title, Applicability: signal.Safe, Unit: report.Offset16,
			Edits: []report.Edit{m.Fix.edit()}}
	case len(m.Suggestions) == 1 && len(m.Suggestions[0].Fix.Range) == 2:
		// Suggestions may change behaviour, and are for a person to choose, one by one
		// (https://eslint.org/docs/latest/extend/custom-rules#providing-suggestions). Several are a choice: the user's.
		s := m.Suggestions[0]
		f.Fix = &report.Fix{Title: s.Desc, Applicability: signal.Unsafe, Suggestion: true, Unit: report.Offset16,
			Edits: []report.Edit{s.Fix.edit()}}
	}
	return f
}

func (x eslintFix) edit() report.Edit {
	return report.Edit{Start: report.Point{Column: x.Range[0]}, End: report.Point{Column: x.Range[1]}, New: x.Text}
}
