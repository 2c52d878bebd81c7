package linter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// sample is a report with one finding in line 2, column 5 of a file. LINE and
// COL stand for JSON values or numbers of the text.
type sample struct {
	format, path, report string
	from                 int    // the number of the first line
	item                 string // what stands for a diagnostic in it, to be taken out
}

func samples() []sample {
	return []sample{
		{"sarif", "a.py", `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "R1", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.py"}, "region": {"startLine": LINE, "startColumn": COL}}}]}]}]}`, 1, "region"},
		{"ruff", "a.py", `[{"code": "F401", "message": "m", "filename": "a.py", "location": {"row": LINE, "column": COL}}]`, 1, "location"},
		{"mypy", "a.py", `{"file": "a.py", "line": LINE, "column": COL, "message": "m", "hint": null, "code": "misc", "severity": "error"}`, 1, "line"},
		{"bandit", "a.py", `{"errors": [], "metrics": {}, "results": [{"filename": "a.py", "line_number": LINE, "col_offset": COL, "test_id": "B1", "issue_text": "m"}]}`, 1, "line_number"},
		{"pyright", "a.py", `{"version": "1", "generalDiagnostics": [{"file": "a.py", "message": "m", "rule": "r", "range": {"start": {"line": LINE, "character": COL}, "end": {"line": LINE, "character": COL}}}]}`, 0, "range"},
		{"go vet", "a.go", `{"p": {"printf": [{"posn": "a.go:LINE:COL", "message": "m"}]}}`, 1, ""},
		{"go", "a.go", "a.go:LINE:COL: undefined: x\n", 1, ""},
		{"staticcheck", "a.go", `{"code": "S1", "severity": "error", "location": {"file": "a.go", "line": LINE, "column": COL}, "message": "m"}`, 1, "location"},
		{"golangci-lint", "a.go", `{"Issues": [{"FromLinter": "l", "Text": "m", "Pos": {"Filename": "a.go", "Line": LINE, "Column": COL}}], "Report": {}}`, 1, "Line"},
		{"eslint", "a.js", `[{"filePath": "a.js", "messages": [{"ruleId": "r", "severity": 2, "message": "m", "line": LINE, "column": COL}]}]`, 1, "line"},
		{"tsc", "a.ts", "a.ts(LINE,COL): error TS1: m\n", 1, ""},
		{"tsc", "a.ts", "a.ts:LINE:COL - error TS1: m\n\n2 code\n  ~\n\nFound 1 error in a.ts:2\n", 1, ""},
		{"mypy", "a.py", "a.py:LINE:COL: error: m  [misc]\nFound 1 error in 1 file (checked 1 source file)\n", 1, ""},
		{"clippy", "a.rs", `{"reason": "compiler-message", "message": {"message": "m", "level": "error", "code": null, "children": [], "spans": [{"file_name": "a.rs", "line_start": LINE, "line_end": LINE, "column_start": COL, "column_end": COL, "is_primary": true}]}}`, 1, "spans"},
		{"rustc", "a.rs", `{"$message_type": "diagnostic", "message": "m", "level": "error", "code": null, "children": [], "spans": [{"file_name": "a.rs", "line_start": LINE, "line_end": LINE, "column_start": COL, "column_end": COL, "is_primary": true}]}`, 1, "spans"},
		{"report-log", "a.py", `{"$report_type": "TestReport", "nodeid": "a.py::t", "outcome": "failed", "longrepr": {"reprcrash": {"path": "a.py", "lineno": LINE, "message": "m"}, "reprtraceback": {"reprentries": []}}}`, 1, "reprcrash"},
		{"junit", "a.py", `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite><testcase name="t" file="a.py" line="LINE"><failure message="m">none</failure></testcase></testsuite></testsuites>`, 0, ""},
	}
}

const sampleText = "one\ntwo three\nfour\n"

func (c sample) with(line, col string) string {
	return strings.ReplaceAll(strings.ReplaceAll(c.report, "LINE", line), "COL", col)
}

// place reads a report of one finding and says where it lies: a line from 1, or
// what became of it.
func (c sample) place(t *testing.T, data []byte) string {
	t.Helper()
	reports, err := ParseInput("", data)
	var e *Error
	switch {
	case errors.As(err, &e):
		if strings.Contains(err.Error(), "Go struct") || strings.Contains(err.Error(), "unmarshal") {
			t.Errorf("%s: in words of Go: %v", c.format, err)
		}
		return "error"
	case err != nil:
		t.Errorf("%s: %T", c.format, err)
		return "error"
	case len(reports) == 0 || reports[0].Path != c.path:
		return "nothing" // of this file
	}
	s := text.File(c.path, langOf(c.path), sampleText)
	found := reports[0].Resolve(s)
	if n := reports[0].Outside(s); n+len(found) != len(reports[0].Findings) {
		t.Errorf("%s: %d findings, %d in the text, %d outside", c.format, len(reports[0].Findings), len(found), n)
	}
	if len(found) == 0 {
		return "outside"
	}
	return fmt.Sprint("line ", s.LineAt(found[0].Span.Start)+1)
}

// TestNonsense gives each format places that are none. What is no number is an
// error, what is no line of the text is said to be outside of it; nothing is put
// where the tool did not see it.
func TestNonsense(t *testing.T) {
	for _, c := range samples() {
		name := c.format + " " + c.report[:8]
		json := strings.HasPrefix(c.report, "{") || strings.HasPrefix(c.report, "[")
		if got := Detect([]byte(c.with("2", "5"))); got != c.format {
			t.Errorf("%s: taken for %q", name, got)
		}
		at := func(n int) string { return fmt.Sprint(n - 1 + c.from) }
		for _, tt := range []struct{ line, col, want string }{
			{at(2), "5", "line 2"}, {at(2), "0", "line 2"}, {at(2), "999999", "line 2"},
			{at(99), "1", "outside"}, {at(999_999_999), "1", "outside"},
		} {
			if got := c.place(t, []byte(c.with(tt.line, tt.col))); got != tt.want {
				t.Errorf("%s at %s:%s: %s, want %s", name, tt.line, tt.col, got, tt.want)
			}
		}
		// What the format cannot write is another format, or no place.
		for _, line := range []string{"-4", "-2147483648", "99999999999999999999999", "2.5", `"2"`, "null", "true", "[]", "1e99"} {
			got := c.place(t, []byte(c.with(line, "1")))
			ok := got == "error" || got == "outside" || got == "nothing"
			if line == "null" && json {
				ok = ok || got == "line 1" // as if it were not there
			}
			if !ok {
				t.Errorf("%s at line %s: %s", name, line, got)
			}
		}
		for _, col := range []string{"-4", "null"} {
			if got := c.place(t, []byte(c.with(at(2), col))); json && c.format != "go vet" && got != "line 2" {
				t.Errorf("%s at column %s: %s", name, col, got)
			}
		}
		if c.item != "" {
			without := strings.Replace(c.with(at(2), "5"), `"`+c.item+`"`, `"unknown"`, 1)
			if got := c.place(t, []byte(without)); got != "error" && got != "line 1" && got != "nothing" {
				t.Errorf("%s without %s: %s", name, c.item, got)
			}
		}
	}
}

// TestEncodings writes each report as shells, terminals and Windows do.
func TestEncodings(t *testing.T) {
	utf16of := func(s string, order binary.AppendByteOrder, mark bool) []byte {
		var b []byte
		if mark {
			b = order.AppendUint16(b, 0xfeff)
		}
		for _, u := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	for _, c := range samples() {
		line := "2"
		if c.from == 0 {
			line = "1"
		}
		report := strings.ReplaceAll(c.with(line, "5"), `"m"`, `"é 😀"`)
		for name, data := range map[string][]byte{
			"UTF-8 with mark": []byte("\ufeff" + report), "UTF-16LE": utf16of(report, binary.LittleEndian, true), "UTF-16BE": utf16of(report, binary.BigEndian, true),
			"UTF-16LE without mark": utf16of(report, binary.LittleEndian, false), "CRLF": []byte(strings.ReplaceAll(report, "\n", "\r\n") + "\r\n"),
			"Latin-1": []byte(strings.ReplaceAll(report, "é", "\xe9")), "blank lines": []byte("\n\n" + report + "\n\n"),
			"colours": []byte(strings.ReplaceAll(report, "error", "\x1b[1;31merror\x1b[0m")), "a link": []byte(strings.ReplaceAll(report, "TS1", "\x1b]8;;https://example.com\x1b\\TS1\x1b]8;;\x1b\\")),
		} {
			if got := c.place(t, data); got != "line 2" && !(c.format == "junit" && strings.HasPrefix(name, "blank")) {
				_, err := ParseInput("", data)
				t.Errorf("%s in %s: %s %v", c.format, name, got, err)
			}
		}
		// Half of it is never less than all of it.
		half := report[:len(report)-len(report)/3]
		if got := c.place(t, []byte(half)); strings.HasPrefix(report, "{") || strings.HasPrefix(report, "[") || strings.HasPrefix(report, "<") {
			if _, err := ParseInput("", []byte(half)); got != "error" || !strings.Contains(err.Error(), "ends in the middle") && c.format != "junit" {
				t.Errorf("half of %s: %s %v", c.format, got, err)
			}
		}
	}
}

// TestUnknownFormat says what a report looks like, what was tried, and the next
// step.
func TestUnknownFormat(t *testing.T) {
	for in, want := range map[string]string{
		"": "it is empty", " \n": "it is empty", "{}": "a JSON object with no keys", "[{}]": "a JSON array of objects with no keys", "[1]": "something else than objects",
		`{"p": {}}`: "a JSON object with the keys p", `{"b": 1, "a": 2}`: "with the keys a, b", `{"a": 1`: "broken JSON, it ends in the middle", `{"a" 1}`: "broken JSON, invalid character '1'",
		"<html></html>": "XML, but neither JUnit nor checkstyle", "hello\n": "text, in which no line is a finding", "\x01\x00\x02\x00\x00": "no text",
	} {
		_, err := ParseInput("", []byte(in))
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "tried sarif, ruff,") || (e.Step == StepNameSilent) != (want == "it is empty") || e.Step == "" {
			t.Errorf("%q: %v, step %q; want %s", in, err, e.Step, want)
		}
	}
	// Whoever knows whose it is may say so.
	if reports, err := ParseInput("go vet", []byte("{}")); err != nil || len(reports) != 0 {
		t.Errorf("%v: %v", err, reports)
	}
	if reports, err := ParseInput("", []byte("Success: no issues found in 1 source file\n")); err != nil || len(reports) != 0 {
		t.Errorf("%v: %v", err, reports)
	}
	if got := Detect([]byte("# p\n{}\n")); got != "go vet" {
		t.Errorf("what go vet prints of a package without problems is taken for %q", got)
	}
}

// TestSARIFOffsets reads regions without lines.
func TestSARIFOffsets(t *testing.T) {
	for region, want := range map[string]string{
		`"charOffset": 5, "charLength": 2`: "two", `"byteOffset": 9, "byteLength": 3`: "two", `"startLine": 3, "byteOffset": 0, "byteLength": 2`: "four",
		`"byteOffset": -1, "startColumn": 1`: "a😀b", `"startLine": 0`: "a😀b", `"startLine": -1, "byteOffset": 9, "byteLength": 3`: "",
	} {
		log := `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, %s "results": [{"ruleId": "R1", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.py"}, "region": {` + region + `}}}]}]}]}`
		for _, kind := range []string{"", `"columnKind": "unicodeCodePoints",`} {
			s := text.File("a.py", "python", "a😀b\n\ntwo\nfour\n")
			s = s.With("a😀b\ntwo\nfour\n")
			reports, err := ParseInput("", fmt.Appendf(nil, log, kind))
			must.OK(t, err)
			got := ""
			for _, d := range reports[0].Resolve(s) {
				got = s.Line(s.LineAt(d.Span.Start))
			}
			if got != want {
				t.Errorf("%s %s: on %q, want %q", kind, region, got, want)
			}
		}
	}
}
