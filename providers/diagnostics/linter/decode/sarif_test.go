package decode

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// sarifOf wraps results of a made-up tool, with two rules and a base.
func sarifOf(results string) []byte {
	return []byte(`{"version": "2.1.0", "runs": [{
		"tool": {"driver": {"name": "Checker", "rules": [
			{"id": "A1", "helpUri": "https://example.com/A1", "defaultConfiguration": {"level": "error"}, "messageStrings": {"m": {"text": "value {0} of {1}"}}},
			{"id": "B2"}]}},
		"originalUriBaseIds": {"ROOT": {"uri": "file:///p/"}, "SRC": {"uri": "src/", "uriBaseId": "ROOT"}},
		"artifacts": [{"location": {"uri": "a%20b.py", "uriBaseId": "SRC"}}],
		"results": [` + results + `]}]}`)
}

func TestSARIF(t *testing.T) {
	const here = `"physicalLocation": {"artifactLocation": {"uri": "a%20b.py", "uriBaseId": "SRC"}, "region": `
	for _, c := range []struct{ name, results, want string }{
		{
			"rule by index, message by id, place by artifact index",
			`{"ruleIndex": 0, "message": {"id": "m", "arguments": ["x", "y"]}, "locations": [{"physicalLocation": {"artifactLocation": {"index": 0}, "region": {"startLine": 2, "startColumn": 4, "endColumn": 7}}}]}`,
			"2:3-2:6 error checker/A1 value x of y\n  on \"two\"\n  doc https://example.com/A1\n",
		},
		{
			"whole lines, level, related place",
			`{"ruleId": "B2", "level": "note", "message": {"text": "m"}, "locations": [{` + here + `{"startLine": 3}}}],
			  "relatedLocations": [{"message": {"text": "see"}, ` + here + `{"startLine": 1}}}]}`,
			"3:1-3:6 information checker/B2 m\n  on \"three\"\n  related . line 1 see\n",
		},
		{
			"byte offset",
			`{"ruleId": "B2", "message": {"text": "m"}, "locations": [{` + here + `{"byteOffset": 4, "byteLength": 5}}}]}`,
			"2:1-2:3 warning checker/B2 m\n  on \"😀 \"\n",
		},
		{
			"fix", `{"ruleId": "B2", "message": {"text": "m"}, "locations": [{` + here + `{"startLine": 3, "startColumn": 1, "endColumn": 3}}}],
			  "fixes": [{"description": {"text": "Do it"}, "artifactChanges": [{"artifactLocation": {"index": 0}, "replacements": [
			    {"deletedRegion": {"startLine": 1, "startColumn": 1, "endColumn": 4}, "insertedContent": {"text": "ONE"}},
			    {"deletedRegion": {"startLine": 3}}]}]}]}`,
			"3:1-3:3 warning checker/B2 m\n  on \"th\"\n  fix 1 Do it\n    1:1-1:4 \"one\" → \"ONE\"\n    3:1-3:6 \"three\" → \"\"\n",
		},
		{
			"a fix in two files is none of this file's",
			`{"ruleId": "B2", "message": {"text": "m"}, "locations": [{` + here + `{"startLine": 1, "startColumn": 1, "endColumn": 4}}}],
			  "fixes": [{"artifactChanges": [{"artifactLocation": {"index": 0}, "replacements": [{"deletedRegion": {"startLine": 1}}]},
			    {"artifactLocation": {"uri": "other.py", "uriBaseId": "SRC"}, "replacements": [{"deletedRegion": {"startLine": 1}}]}]}]}`,
			"1:1-1:4 warning checker/B2 m\n  on \"one\"\n",
		},
		{
			"no finding: suppressed, passed, absent, other file, other scheme, no place",
			`{"ruleId": "B2", "message": {"text": "m"}, "suppressions": [{"kind": "inSource"}], "locations": [{` + here + `{"startLine": 1}}}]},
			 {"ruleId": "B2", "message": {"text": "m"}, "kind": "pass", "locations": [{` + here + `{"startLine": 1}}}]},
			 {"ruleId": "B2", "message": {"text": "m"}, "baselineState": "absent", "locations": [{` + here + `{"startLine": 1}}}]},
			 {"ruleId": "B2", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "x.py"}, "region": {"startLine": 1}}}]},
			 {"ruleId": "B2", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "https://example.com/p/src/a%20b.py"}, "region": {"startLine": 1}}}]},
			 {"ruleId": "B2", "message": {"text": "m"}}`,
			"",
		},
		{
			"a rejected suppression counts for nothing",
			`{"ruleId": "B2", "message": {"text": "m"}, "suppressions": [{"status": "rejected"}], "locations": [{` + here + `{"startLine": 1}}}]}`,
			"1:1-1:4 warning checker/B2 m\n  on \"one\"\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := text.File("/p/src/a b.py", "python", "one\n😀 two\nthree\n")
			findings, err := SARIF(sarifOf(c.results))
			must.OK(t, err)
			if d := cmp.Diff(c.want, render(s, report.Resolve(findings, report.Mapping{Snapshot: s, Dir: "/p"}))); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	for _, bad := range []string{`{}`, `{"version": "2.0.0", "runs": []}`, `{"version": "2.1.0"}`, `{"version": "2.1.0", "runs": 1}`} {
		if _, err := SARIF([]byte(bad)); !errors.As(err, new(*Error)) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// render prints diagnostics and the text they lie on.
func render(s text.Snapshot, list []signal.Diagnostic) string {
	var b strings.Builder
	pos := func(offset int) string {
		p := s.Position(offset, text.UTF32)
		return fmt.Sprintf("%d:%d", p.Line+1, p.Character+1)
	}
	for _, d := range list {
		fmt.Fprintf(&b, "%s-%s %s %s/%s %s\n  on %q\n", pos(d.Span.Start), pos(d.Span.End), d.Severity, d.Tool, d.Code, d.Message, s.Slice(d.Span))
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  related %s %s %s\n", filepath.Base(r.Path), r.Lines, r.Message)
		}
		if d.Doc != "" {
			fmt.Fprintf(&b, "  doc %s\n", d.Doc)
		}
		if d.Fix != nil {
			fmt.Fprintf(&b, "  fix %d %s\n", d.Fix.Applicability, d.Fix.Title)
			for _, e := range d.Fix.Edits {
				fmt.Fprintf(&b, "    %s-%s %q → %q\n", pos(e.Span.Start), pos(e.Span.End), s.Slice(e.Span), e.New)
			}
		}
	}
	return b.String()
}

// TestToolsWords: SARIF of a tool that is known here says what its own report
// does.
func TestToolsWords(t *testing.T) {
	of := func(tool, rule, message string) string {
		return `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "` + tool + `"}}, "results": [{"ruleId": "` + rule + `", "level": "error", "message": {"text": "` + message +
			`"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go"}, "region": {"startLine": 1, "startColumn": 2}}}]}]}]}`
	}
	for _, c := range []struct {
		in, tool, code string
		severity       signal.Severity
	}{
		{of("ruff", "E501", "line too long"), "ruff", "E501", signal.Warning},
		{of("ruff", "F821", "undefined name"), "ruff", "F821", signal.Error},
		{of("golangci-lint", "govet", "printf: wrong verb"), "golangci-lint", "govet:printf", signal.Error},
		{of("staticcheck", "compile", `a.go:1:2: undefined: x`), "go", "UndeclaredName", signal.Error},
	} {
		list, err := SARIF([]byte(c.in))
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v, %v", c.in, list, err)
		}
		if f := list[0]; f.Tool != c.tool || f.Code != c.code || f.Severity != c.severity {
			t.Errorf("%s/%s %s, want %s/%s %s", f.Tool, f.Code, f.Severity, c.tool, c.code, c.severity)
		}
	}
}
