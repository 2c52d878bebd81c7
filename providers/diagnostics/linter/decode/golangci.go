package decode

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Golangci reads golangci-lint's JSON. The reporting linter is the
// code; where the linter names a rule of its own, it is part of it:
// "staticcheck:SA4006", "govet:printf".
func Golangci(output []byte) ([]report.Finding, error) {
	if i := strings.IndexByte(string(output), '\n'); i > 0 && strings.HasPrefix(string(output), "{") {
		output = output[:i] // a summary may follow the one line of JSON
	}
	var said struct {
		Issues *[]golangciIssue `json:"Issues"`
		Report *json.RawMessage `json:"Report"`
	}
	if err := json.Unmarshal(output, &said); err != nil {
		return nil, malformed("golangci-lint", err)
	}
	if said.Issues == nil && said.Report == nil {
		return nil, malformed("golangci-lint", errors.New("no issues and no report"))
	}
	if said.Issues == nil {
		return nil, nil
	}
	list := make([]report.Finding, 0, len(*said.Issues))
	for _, it := range *said.Issues {
		if it.FromLinter == nil || it.Text == nil {
			return nil, malformed("golangci-lint", errors.New("an issue without linter or text"))
		}
		list = append(list, it.findings()...)
	}
	return list, nil
}

type golangciIssue struct {
	FromLinter *string `json:"FromLinter"`
	Text       *string `json:"Text"`
	Severity   string  `json:"Severity"`
	Pos        struct {
		Filename string `json:"Filename"`
		Line     int    `json:"Line"`
		Column   int    `json:"Column"`
	} `json:"Pos"`
	LineRange *struct {
		From int `json:"From"`
		To   int `json:"To"`
	} `json:"LineRange"`
	Fixes []golangciFix `json:"SuggestedFixes"`
}

// findings returns the findings of an issue that has linter and text: one, or all that the
// compiler said in it.
func (it golangciIssue) findings() []report.Finding {
	f := report.Finding{
		Tool: "golangci-lint", Path: it.Pos.Filename, Code: *it.FromLinter, Message: *it.Text, Severity: signal.Warning,
		Unit:  report.Bytes,
		Start: report.Point{Line: it.Pos.Line, Column: it.Pos.Column},
	}
	if it.Severity == "error" || f.Code == "typecheck" {
		f.Severity = signal.Error
	}
	if found := ruledBy(&f); found != nil {
		return found
	}
	if r := it.LineRange; r != nil && r.From > 0 && r.To > r.From {
		f.Start, f.End = report.Point{Line: r.From}, report.Point{Line: r.To, Column: report.EndOfLine}
	}
	if len(it.Fixes) == 1 {
		f.Fix = it.Fixes[0].fix()
		if rule, ok := strings.CutPrefix(f.Code, "staticcheck:"); ok {
			f.Fix.Applicability = staticcheckApplicability(rule)
		} else if keepsBehaviour(*it.FromLinter, f.Code) {
			f.Fix.Applicability = signal.Safe
		}
	}
	return []report.Finding{f}
}

// ruledBy returns the findings of one whose code is golangci-lint's linter: with the rule that the message begins with
// as its code, and the compiler's name where it comes from the compiler. A message that contains the compiler's whole
// output becomes findings of its own instead.
func ruledBy(f *report.Finding) []report.Finding {
	if f.Code == "typecheck" {
		if found := report.GoText("go", f.Message); len(found) > 0 {
			return found
		}
		f.Tool, f.Code = "go", report.CompilerCode(f.Message)
	}
	if rule, message, ok := strings.Cut(f.Message, ": "); ok && isRule(rule) {
		f.Code, f.Message = f.Code+":"+rule, message
	}
	return nil
}

type golangciFix struct {
	Message string `json:"Message"`
	Edits   []struct {
		Pos     int    `json:"Pos"`
		End     int    `json:"End"`
		NewText []byte `json:"NewText"` // base64
	} `json:"TextEdits"`
}

// layouts are the linters and formatters whose fixes move code and nothing else.
var layouts = []string{"gci", "gofmt", "gofumpt", "goimports", "golines", "nlreturn", "whitespace", "wsl", "wsl_v5"}

// sames are the linters whose fixes are another spelling of the same. Of modernize's
// its authors say that "these fixes may be safely applied en masse without changing
// the behavior of your program" (pkg.go.dev/golang.org/x/tools/go/analysis/passes/modernize).
var sames = []string{"copyloopvar", "godot", "mirror", "modernize", "perfsprint", "usestdlibvars"}

// changing are rules of theirs that do change it, as their documentation says: what
// is nil or cleared differs, a benchmark is run in another way, a field is encoded
// in another way, and err.Error() of a nil error panics where fmt.Sprint does not.
var changing = []string{"modernize:appendclipped", "modernize:slicesdelete", "modernize:bloop", "modernize:omitzero",
	"perfsprint:err-error", "perfsprint:error-format"}

// keepsBehaviour reports whether the fixes of a rule leave the program the same.
func keepsBehaviour(linter, code string) bool {
	return slices.Contains(layouts, linter) || slices.Contains(sames, linter) && !slices.Contains(changing, code)
}

// fix reads the edits; their positions are offsets in the issue's file, not
// those of a file set, in every version that writes them.
func (g golangciFix) fix() *report.Fix {
	out := &report.Fix{Title: g.Message, Applicability: signal.Unsafe, Unit: report.Offset}
	for _, e := range g.Edits {
		out.Edits = append(out.Edits, report.Edit{Start: report.Point{Column: e.Pos}, End: report.Point{Column: e.End},
			New: string(e.NewText)})
	}
	return out
}

// isRule reports whether the beginning of a message is the name of a rule:
// one word.
func isRule(s string) bool {
	return s != "" && len(s) <= 40 && report.CleanCode(s) == s && !strings.ContainsAny(s, "./")
}
