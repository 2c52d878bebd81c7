package decode

import (
	"encoding/base64"
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
	paths := report.Paths{Tool: "golangci-lint", List: "Issues?", File: "Pos.Filename", Line: "Pos.Line",
		Column: "Pos.Column", FirstLine: 1, FirstColumn: 1, Anywhere: true, Code: "FromLinter", Message: "Text",
		Unit: report.Bytes, Each: golangciFindings, Whole: func(e *report.Element, _ int) error {
			if !e.Has("Issues") && !e.Has("Report") {
				return errors.New("no issues and no report")
			}
			return nil
		}}
	return named("golangci-lint", paths.Read)(output)
}

// golangciFindings returns the findings of an issue: one, or all that the compiler said in it.
func golangciFindings(e *report.Element, f report.Finding) []report.Finding {
	linter := f.Code
	f.Severity = signal.Warning
	if e.Text("Severity") == "error" || f.Code == "typecheck" {
		f.Severity = signal.Error
	}
	if found := ruledBy(&f); found != nil {
		return found
	}
	if from, to := e.Number("LineRange.From"), e.Number("LineRange.To"); from > 0 && to > from {
		f.Start, f.End = report.Point{Line: from}, report.Point{Line: to, Column: report.EndOfLine}
	}
	if fixes := e.List("SuggestedFixes?"); len(fixes) == 1 {
		f.Fix = golangciFix(fixes[0])
	}
	if f.Fix != nil {
		if rule, ok := strings.CutPrefix(f.Code, "staticcheck:"); ok {
			f.Fix.Applicability = staticcheckApplicability(rule)
		} else if keepsBehaviour(linter, f.Code) {
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

// golangciFix reads the edits of a fix; their positions are offsets in the file, not
// those of a file set, in every version that writes them.
func golangciFix(e *report.Element) *report.Fix {
	out := &report.Fix{Title: e.Text("Message"), Applicability: signal.Unsafe, Unit: report.Offset}
	for _, one := range e.List("TextEdits?") {
		text, err := base64.StdEncoding.DecodeString(one.Text("NewText"))
		if err != nil {
			return nil
		}
		out.Edits = append(out.Edits, report.Edit{Start: report.Point{Column: one.Number("Pos")},
			End: report.Point{Column: one.Number("End")}, New: string(text)})
	}
	return out
}

// isRule reports whether the beginning of a message is the name of a rule:
// one word.
func isRule(s string) bool {
	return s != "" && len(s) <= 40 && report.CleanCode(s) == s && !strings.ContainsAny(s, "./")
}
