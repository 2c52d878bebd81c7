package linter

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// golangci runs golangci-lint, version 2, in a private tree of links.
func (j *job) golangci() (child.Command, error) {
	if err := j.goBuilds(); err != nil {
		return child.Command{}, err
	}
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{
		Argv: j.args(golangciArgs(".")...),
		Dir:  j.mirrored(tree, j.folder()),
		Env:  append(j.goEnvironment(), "GOLANGCI_LINT_CACHE="+j.cache("golangci-lint")),
	}, nil
}

// golangciArgs are the arguments of a run over packages that changes nothing and
// tells everything: a project may switch fixing on in its configuration, and the
// fourth finding with the same text, which is left out by default, would seem to
// be new as soon as one of the three is fixed.
func golangciArgs(packages ...string) []string {
	return append([]string{"run", "--fix=false", "--output.json.path=stdout", "--output.text.path=", "--show-stats=false", "--path-mode=abs",
		"--allow-parallel-runners", "--issues-exit-code=1", "--max-issues-per-linter=0", "--max-same-issues=0"}, packages...)
}

// decodeGolangci reads golangci-lint's JSON. The reporting linter is the
// code; where the linter names a rule of its own, it is part of it:
// "staticcheck:SA4006", "govet:printf".
func decodeGolangci(output []byte) ([]Finding, error) {
	if i := strings.IndexByte(string(output), '\n'); i > 0 && strings.HasPrefix(string(output), "{") {
		output = output[:i] // a summary may follow the one line of JSON
	}
	type pos struct {
		Filename string `json:"Filename"`
		Line     int    `json:"Line"`
		Column   int    `json:"Column"`
	}
	var report struct {
		Issues *[]struct {
			FromLinter *string `json:"FromLinter"`
			Text       *string `json:"Text"`
			Severity   string  `json:"Severity"`
			Pos        pos     `json:"Pos"`
			LineRange  *struct {
				From int `json:"From"`
				To   int `json:"To"`
			} `json:"LineRange"`
			Fixes []golangciFix `json:"SuggestedFixes"`
		} `json:"Issues"`
		Report *json.RawMessage `json:"Report"`
	}
	if err := json.Unmarshal(output, &report); err != nil {
		return nil, malformed("golangci-lint", err)
	}
	if report.Issues == nil && report.Report == nil {
		return nil, malformed("golangci-lint", errors.New("no issues and no report"))
	}
	if report.Issues == nil {
		return nil, nil
	}
	list := make([]Finding, 0, len(*report.Issues))
	for _, it := range *report.Issues {
		if it.FromLinter == nil || it.Text == nil {
			return nil, malformed("golangci-lint", errors.New("an issue without linter or text"))
		}
		f := Finding{
			Tool: "golangci-lint", Path: it.Pos.Filename, Code: *it.FromLinter, Message: *it.Text, Severity: signal.Warning, Unit: Bytes,
			Start: Point{Line: it.Pos.Line, Column: it.Pos.Column},
		}
		if it.Severity == "error" || f.Code == "typecheck" {
			f.Severity = signal.Error
		}
		if found := ruledBy(&f); found != nil {
			list = append(list, found...)
			continue
		}
		if r := it.LineRange; r != nil && r.From > 0 && r.To > r.From {
			f.Start, f.End = Point{Line: r.From}, Point{Line: r.To, Column: endOfLine}
		}
		if len(it.Fixes) == 1 {
			f.Fix = it.Fixes[0].fix()
			if rule, ok := strings.CutPrefix(f.Code, "staticcheck:"); ok {
				f.Fix.Applicability = staticcheckApplicability(rule)
			} else if slices.Contains(layouts, *it.FromLinter) {
				f.Fix.Applicability = signal.Safe
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// ruledBy gives a finding, which has golangci-lint's linter as its code, the
// rule that the message begins with, and what comes from the compiler the
// compiler's name. A message that holds the compiler's whole output gives
// findings of its own instead.
func ruledBy(f *Finding) []Finding {
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

// fix takes the edits; their positions are offsets in the issue's file, not
// those of a file set, in every version that writes them.
func (g golangciFix) fix() *Fix {
	out := &Fix{Title: g.Message, Applicability: signal.Unsafe, Unit: Offset}
	for _, e := range g.Edits {
		out.Edits = append(out.Edits, FixEdit{Start: Point{Column: e.Pos}, End: Point{Column: e.End}, New: string(e.NewText)})
	}
	return out
}

// isRule reports whether the beginning of a message is the name of a rule:
// one word.
func isRule(s string) bool {
	return s != "" && len(s) <= 40 && CleanCode(s) == s && !strings.ContainsAny(s, "./")
}
