package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// told is a finding in one line: where, what, how bad, and its fix.
func told(list []Finding) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%s %d:%d-%d:%d %s %s %s %s", f.Path, f.Start.Line, f.Start.Column, f.End.Line, f.End.Column, f.Tool, f.Code, f.Severity, f.Message)
		for _, r := range f.Related {
			fmt.Fprintf(&b, " | %s:%d %s", r.Path, r.Line, r.Message)
		}
		if f.Fix != nil {
			for _, e := range f.Fix.Edits {
				fmt.Fprintf(&b, " => %d:%d-%d:%d %q", e.Start.Line, e.Start.Column, e.End.Line, e.End.Column, e.New)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	lines := func(patterns ...string) func([]byte) ([]Finding, error) {
		read, err := Errorformat(patterns)
		must.OK(t, err)
		return read
	}
	for _, c := range []struct {
		name string
		read func([]byte) ([]Finding, error)
		in   string
		want string // "error" for one
	}{
		{"rdjson", RDJSON, `{"source":{"name":"x"},"severity":"ERROR","diagnostics":[{"message":"m","location":{"path":"a","range":{"start":{"line":2,"column":3},"end":{"line":2,"column":5}}},"code":{"value":"R1","url":"https://e"},"suggestions":[{"range":{"start":{"line":2,"column":3},"end":{"line":2,"column":5}},"text":"ok"}],"relatedLocations":[{"message":"here","location":{"path":"b","range":{"start":{"line":9}}}}]}]}`,
			"a 2:3-2:5 x R1 error m | b:9 here => 2:3-2:5 \"ok\"\n"},
		{"rdjsonl", RDJSON, `{"message":"m","location":{"path":"a","range":{"start":{"line":2}}},"severity":"INFO","source":{"name":"y"},"suggestions":[{"range":{"start":{"line":2},"end":{"line":3}},"text":"z"}]}` + "\n" +
			`{"message":"n","location":{"path":"b"},"suggestions":[{"range":{"start":{"line":1,"column":4}},"text":"z"}]}`,
			"a 2:0-0:0 y  information m => 2:1-3:1073741824 \"z\"\nb 0:0-0:0   warning n => 1:4-1:4 \"z\"\n"},
		{"rdjson of nothing", RDJSON, `{"diagnostics":[]}`, ""},
		{"rdjsonl of nothing", RDJSON, "\n", ""},
		{"rdjsonl without a path", RDJSON, `{"message":"m"}`, "error"},
		{"half an rdjson", RDJSON, `{"message":"m"`, "error"},
		{"an array", RDJSON, `[1]`, "error"},
		{"checkstyle", Checkstyle, `<?xml version="1.0" encoding="ISO-8859-1"?><checkstyle version="4.3"><file name="a.sh"><error line="1" column="8" severity="info" message="Double quote." source="ShellCheck.SC2086"/></file><file name="A.java"><error line="3" severity="error" message="Unused." source="com.puppycrawl.tools.checkstyle.checks.imports.UnusedImportsCheck"/><error line="4" severity="style" message="Odd thing [odd-thing]" source=""/></file></checkstyle>`,
			"a.sh 1:8-0:0 ShellCheck SC2086 information Double quote.\nA.java 3:0-0:0 checkstyle UnusedImports error Unused.\nA.java 4:0-0:0  odd-thing information Odd thing\n"},
		{"checkstyle, eslint", Checkstyle, `<checkstyle><file name="a"><error line="1" severity="warning" message="m" source="eslint.rules.semi"/><error line="1" severity="warning" message="m" source="rule"/></file></checkstyle>`,
			"a 1:0-0:0 eslint semi warning m\na 1:0-0:0  rule warning m\n"},
		{"other XML", Checkstyle, `<testsuite/>`, "error"},
		{"no XML", Checkstyle, ``, "error"},
		{"sarif", SARIF, `{"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","tool":{"driver":{"name":"Checker","rules":[{"id":"A1","helpUri":"https://e","defaultConfiguration":{"level":"error"},"messageStrings":{"m":{"text":"value {0} of {1}"}}},{"id":"B2"}]}},"originalUriBaseIds":{"ROOT":{"uri":"file:///p/"},"SRC":{"uri":"src/","uriBaseId":"ROOT"}},"artifacts":[{"location":{"uri":"a%20b.py","uriBaseId":"SRC"}}],"results":[
{"ruleId":"A1","ruleIndex":0,"message":{"id":"m","arguments":["x","y"]},"locations":[{"physicalLocation":{"artifactLocation":{"index":0},"region":{"startLine":2,"startColumn":3,"endColumn":6}}}],"relatedLocations":[{"message":{"text":"here"},"physicalLocation":{"artifactLocation":{"uri":"b.py"},"region":{"startLine":9}}}],"fixes":[{"description":{"text":"do it"},"artifactChanges":[{"artifactLocation":{"index":0},"replacements":[{"deletedRegion":{"startLine":2,"startColumn":3,"endColumn":6},"insertedContent":{"text":"new"}}]}]}]},
{"ruleId":"B2","level":"note","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///q/c.py"},"region":{"charOffset":4,"charLength":2}}}]},
{"ruleIndex":1,"level":"none","message":{"text":"nowhere"}},
{"ruleId":"B2","kind":"pass","message":{"text":"m"}},{"ruleId":"B2","message":{"text":"m"},"baselineState":"absent"},{"ruleId":"B2","message":{"text":"m"},"suppressions":[{"kind":"inSource"}]}]}]}`,
			"/p/src/a b.py 2:3-2:6 checker A1 error value x of y | b.py:9 here => 2:3-2:6 \"new\"\n/q/c.py 0:4-0:6 checker B2 information m\n 0:0-0:0 checker B2 hint nowhere\n"},
		{"sarif of fettle, which puts the tool before the rule", SARIF, `{"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","tool":{"driver":{"name":"fettle","rules":[{"id":"staticcheck/S1005"}]}},"results":[
			{"ruleId":"staticcheck/S1005","level":"warning","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.go"},"region":{"startLine":2,"startColumn":3,"endLine":2,"endColumn":9}}}]}]}]}`,
			"a.go 2:3-2:9 staticcheck S1005 warning m\n"},
		{"sarif without runs", SARIF, `{"version":"2.1.0"}`, "error"},
		{"sarif of another version", SARIF, `{"version":"2.0.0","runs":[]}`, "error"},
		{"half a sarif", SARIF, `{"version":"2.1.0","runs":[`, "error"},
		{"junit", PytestJUnit, `<testsuites><testsuite><testcase classname="t" name="test_a" file="t.py" line="3"><failure message="AssertionError: no">t.py:7: in test_a
    f()
src/a.py:2: ValueError</failure></testcase><testcase name="test_b" file="u.py" line="4"><error message="gone">no frames</error></testcase><testcase name="test_c"/></testsuite></testsuites>`,
			"src/a.py 2:0-0:0 pytest ValueError error test_a: AssertionError: no | t.py:7 called from here\nu.py 5:0-0:0 pytest  error test_b: gone\n"},
		{"junit without a suite", PytestJUnit, `<a></a>`, "error"},
		{"half a junit", PytestJUnit, `<testsuite>`, "error"},
		{"report-log", PytestLog, `{"$report_type":"SessionStart"}
{"$report_type":"TestReport","nodeid":"t.py::test_a","outcome":"failed","longrepr":{"reprcrash":{"path":"src/a.py","lineno":2,"message":"ValueError: bad"},"reprtraceback":{"reprentries":[{"data":{"reprfileloc":{"path":"t.py","lineno":7,"message":"in test_a"}}},{"data":{"reprfileloc":{"path":"src/a.py","lineno":2,"message":"ValueError"}}}]}}}
{"$report_type":"TestReport","nodeid":"t.py","outcome":"failed","longrepr":{"reprcrash":{"path":"t.py","lineno":1,"message":"m"},"reprtraceback":{"reprentries":[]}}}
{"$report_type":"TestReport","nodeid":"t.py::test_b","outcome":"passed","longrepr":null}
`,
			"src/a.py 2:0-0:0 pytest ValueError error test_a: ValueError: bad | t.py:7 called from here\nt.py 1:0-0:0 pytest  error t.py: m\n"},
		{"report-log without reports", PytestLog, "\n", "error"},
		{"report-log, another object", PytestLog, `{"a":1}`, "error"},
		{"gitlab", GitLab, `[{"description":"m","check_name":"ruff/F401","fingerprint":"1","severity":"minor","location":{"path":"a","lines":{"begin":3}}},{"description":"n","check_name":"@x/y","engine_name":"eslint","severity":"blocker","location":{"path":"b","lines":{"begin":3,"end":5}}},{"description":"o","check_name":"c","severity":"info","location":{"path":"b","positions":{"begin":{"line":1,"column":2},"end":{"line":1,"column":4}}}}]`,
			"a 3:0-0:0 ruff F401 warning m\nb 3:0-5:1073741824 eslint @x/y error n\nb 1:2-1:4  c information o\n"},
		{"gitlab, of ruff and of others", GitLab, `[{"description":"F401: m","check_name":"F401","location":{"path":"a.py","lines":{"begin":3}}},{"description":"F401: m","check_name":"F401","location":{"path":"a.rb","lines":{"begin":3}}},{"description":"n","check_name":"F401","location":{"path":"a.py","lines":{"begin":3}}}]`,
			"a.py 3:0-0:0 ruff F401 warning m\na.rb 3:0-0:0  F401 warning m\na.py 3:0-0:0  F401 warning n\n"},
		{"gitlab without a path", GitLab, `[{"description":"m"}]`, "error"},
		{"gitlab, no list", GitLab, `{}`, "error"},
		{"gcc", GCC, "In file included from b.h:1:\na.c:1:28: warning: Uninitialized variable: x [uninitvar]\n int x;\n     ^\na.c:2: error: stop\na.c:1:2: note: declared here\nC:\\w\\a.c:3:4: fatal error: no\na.sh:3:1: note: Use cd || exit. [SC2164]\nb.yaml:1:1: [warning] too long (line-length)\n",
			"a.c 1:28-0:0  uninitvar warning Uninitialized variable: x\na.c 2:0-0:0   error stop | a.c:1 declared here\nC:\\w\\a.c 3:4-0:0   error no\na.sh 3:1-0:0  SC2164 information Use cd || exit.\nb.yaml 1:1-0:0  line-length warning too long\n"},
		{"gcc of words", GCC, "Success!\n", "error"},
		{"gcc of nothing", GCC, "\n \n", ""},
		{"flake8", Flake8, "./a.py:1:80: E501 line too long (81 > 79 characters)\na.py:2:1: E999 SyntaxError: invalid syntax\na.py:9: W605 invalid\n1\n",
			"./a.py 1:80-0:0 flake8 E501 warning line too long (81 > 79 characters)\na.py 2:1-0:0 flake8 E999 error SyntaxError: invalid syntax\na.py 9:0-0:0 flake8 W605 warning invalid\n"},
		{"pylint text", Pylint, "************* Module a\na.py:1:0: C0114: Missing module docstring (missing-module-docstring)\na.py:3:4: E0602: Undefined variable 'x' (undefined-variable)\n\n-----\nYour code has been rated at 0.00/10\n",
			"a.py 1:1-0:0 pylint missing-module-docstring information Missing module docstring\na.py 3:5-0:0 pylint undefined-variable error Undefined variable 'x'\n"},
		{"pylint json", Pylint, `[{"type":"error","line":3,"column":4,"endLine":3,"endColumn":9,"path":"a.py","symbol":"undefined-variable","message":"m","message-id":"E0602"}]`,
			"a.py 3:5-3:10 pylint undefined-variable error m\n"},
		{"pylint json2", Pylint, `{"messages":[{"type":"convention","line":1,"column":0,"endLine":null,"endColumn":null,"path":"a.py","symbol":"","message":"m","messageId":"C0114"}],"statistics":{}}`,
			"a.py 1:1-0:0 pylint C0114 information m\n"},
		{"pylint, nothing wrong", Pylint, "\n----\nYour code has been rated at 10.00/10\n", ""},
		{"pylint, other JSON", Pylint, `{"a":1}`, "error"},
		{"pylint, broken JSON", Pylint, `[{"a":1`, "error"},
		{"pylint, half an object", Pylint, `{"messages":`, "error"},
		{"ruff, full", RuffText, "F401 [*] `os` imported but unused\n --> a.py:1:8\n  |\n1 | import os\n  |        ^^\n  |\nhelp: Remove unused import: `os`\n\ninvalid-syntax: Expected an expression\n --> b.py:3:1\nF401 `os` imported but unused\n --> n.ipynb:cell 1:1:8\nFound 3 errors.\n",
			"a.py 1:8-0:0 ruff F401 warning `os` imported but unused\nb.py 3:1-0:0 ruff invalid-syntax warning Expected an expression\n"},
		{"ruff, concise", RuffText, "a.py:1:8: F401 [*] `os` imported but unused\na.py:2:1: invalid-syntax: Expected\nFound 2 errors.\n[*] 1 fixable with the `--fix` option.\n",
			"a.py 1:8-0:0 ruff F401 warning `os` imported but unused\na.py 2:1-0:0 ruff invalid-syntax warning Expected\n"},
		{"pylint, parseable", Pylint, "************* Module a\na.py:6: [E0602(undefined-variable), f] Undefined variable 'x' [sic]\nC:\\a.py:7: [C0114(missing-module-docstring), ] Missing\n",
			"a.py 6:0-0:0 pylint undefined-variable error Undefined variable 'x' [sic]\nC:\\a.py 7:0-0:0 pylint missing-module-docstring information Missing\n"},
		{"pylint, of ruff", Pylint, "a.py:1: [F401] `os` imported but unused\nb.ipynb:1: [F401] `os` imported but unused\nb.py:1: [invalid-syntax] Expected\n",
			"a.py 1:0-0:0 ruff F401 warning `os` imported but unused\nb.py 1:0-0:0 ruff invalid-syntax warning Expected\n"},
		{"yamllint is not pylint", Pylint, "b.yaml:1: [warning] too long (line-length)\n", "error"},
		{"ruff, grouped", RuffText, "a.py:\n   1:8  F401 [*] `os` imported but unused\n  16:12 E701 Multiple statements:\n\nb.py:\n  2:1 invalid-syntax: Expected\n\nn.ipynb:\n  cell 1:1:8 F401 m\n\nFound 4 errors.\n",
			"a.py 1:8-0:0 ruff F401 warning `os` imported but unused\na.py 16:12-0:0 ruff E701 warning Multiple statements:\nb.py 2:1-0:0 ruff invalid-syntax warning Expected\n"},
		{"ruff, a message that ends as a heading does", RuffText, "a.py:1:8: E701 Multiple statements:\n", "a.py 1:8-0:0 ruff E701 warning Multiple statements:\n"},
		{"errorformat", lines("%f:%l:%c: %t%*[^:]: %m", "%f:%l: %m"), "a:1:2: error: bad [rule]\r\nb:3: MD001 Headings\nrest\n",
			"a 1:2-0:0  rule error bad\nb 3:0-0:0  MD001 warning Headings\n"},
		{"errorformat, several lines", lines("%E%f:%l: %m", "%Z%p^"), "a:1: bad\n    ^\n", "a 1:5-0:0   error bad\n"},
		{"errorformat, numbers and ends", lines("%f:%l-%e:%c-%k %t%n %m"), "a:1-2:3-4 W12 m\n", "a 1:3-2:4  W12 warning m\n"},
		{"errorformat of words", lines("%f:%l: %m"), "fine\n", "error"},
		{"errorformat of nothing", lines("%f:%l: %m"), "", ""},
		{"errorformat, a long line", lines("%f:%l: %m"), "a:1: m\n" + strings.Repeat("x", longestLine) + "\nb:2: n\n", "error"},
	} {
		list, err := c.read([]byte(c.in))
		switch {
		case c.want == "error":
			if err == nil || list != nil {
				t.Errorf("%s: no error, %s", c.name, told(list))
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		default:
			if d := cmp.Diff(c.want, told(list)); d != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, d)
			}
		}
	}
}

func TestErrorformatRefuses(t *testing.T) {
	for _, p := range []string{"%f:%Q", "%P%f", "%O", "%"} {
		if _, err := Errorformat([]string{p}); err == nil {
			t.Errorf("%q is taken", p)
		}
	}
}

// TestResolve places findings in a text.
func TestResolve(t *testing.T) {
	s := text.File("/p/a.py", "python", "\ufeffab 'cd' é\nx\ty\n\tlast\n")
	m := Mapping{Snapshot: s, Dir: "/p", Aliases: []string{"<stdin>"}, Mirror: "/m", Root: "/p", Origin: signal.FromLinter}
	at := func(line, column int) Point { return Point{Line: line, Column: column} }
	for _, c := range []struct {
		name string
		f    Finding
		want string // the text it lies on; "none": dropped
	}{
		{"a word, behind the mark", Finding{Path: "a.py", Start: at(1, 1), NoMark: true}, "ab"},
		{"a word, the mark counted", Finding{Path: "a.py", Start: at(1, 2)}, "ab"},
		{"bytes, the mark not counted", Finding{Path: "a.py", Start: at(1, 4), Unit: Bytes, NoMark: true}, "'cd'"},
		{"a string", Finding{Path: "/p/a.py", Start: at(1, 5)}, "'cd'"},
		{"a range", Finding{Path: "file:///p/a.py", Start: at(1, 2), End: at(1, 4)}, "ab"},
		{"another name of it", Finding{Path: "<stdin>", Start: at(2, 3)}, "y"},
		{"another file", Finding{Path: "b.py", Start: at(1, 1)}, "none"},
		{"no file", Finding{Start: at(1, 1)}, "none"},
		{"no column", Finding{Path: "a.py", Start: at(3, 0)}, "last"},
		{"not to be trusted", Finding{Path: "a.py", Start: at(1, 3), Loose: true}, "ab 'cd' é"},
		{"to be trusted", Finding{Path: "a.py", Start: at(2, 3), Loose: true}, "y"},
		{"past the line", Finding{Path: "a.py", Start: at(2, 99)}, ""},
		{"past the text", Finding{Path: "a.py", Start: at(99, 1)}, "none"},
		{"an end before its start", Finding{Path: "a.py", Start: at(2, 3), End: at(1, 1)}, "y"},
		{"an offset", Finding{Path: "a.py", Unit: Offset, Start: Point{Column: 3}, End: Point{Column: 5}}, "ab"},
		{"an offset behind the mark", Finding{Path: "a.py", Unit: Offset16, Start: Point{Column: 0}, End: Point{Column: 2}}, "ab"},
		{"characters", Finding{Path: "a.py", Unit: OffsetRunes, Start: Point{Column: 8}, End: Point{Column: 9}}, "é"},
		{"to the end of its line", Finding{Path: "a.py", Start: at(2, 1), End: at(2, EndOfLine)}, "x\ty"},
	} {
		list := Resolve([]Finding{c.f}, m)
		switch {
		case len(list) == 0 && c.want != "none":
			t.Errorf("%s: dropped", c.name)
		case len(list) == 1 && s.Slice(list[0].Span) != c.want:
			t.Errorf("%s: on %q, want %q", c.name, s.Slice(list[0].Span), c.want)
		}
	}
	f := Finding{Path: "a.py", Start: at(1, 1), Message: "see /m/b.py", Related: []Related{{Path: "/m/b.py", Line: 2, Message: "x"}, {Path: "a.py", Line: 1}},
		Fix: &Fix{Edits: []Edit{{Start: at(2, 1), End: at(2, 2), New: "z"}}}}
	d := Resolve([]Finding{f}, m)[0]
	if d.Message != "see /p/b.py" || d.Related[0].Path != "/p/b.py" || d.Related[1].Path != "" || d.Severity != signal.Warning || d.Fix == nil || s.Slice(d.Fix.Edits[0].Span) != "x" {
		t.Errorf("%+v", d)
	}
	for name, e := range map[string]Edit{
		"of another file": {Path: "b.py", Start: at(2, 1), End: at(2, 2)}, "past its line": {Start: at(2, 1), End: at(2, 40)}, "backwards": {Start: at(2, 3), End: at(2, 1)}, "no text": {Start: at(2, 1), End: at(2, 2), New: "\xff"},
	} {
		f.Fix = &Fix{Edits: []Edit{e}}
		if d := Resolve([]Finding{f}, m)[0]; d.Fix != nil {
			t.Errorf("an edit %s is taken: %+v", name, d.Fix)
		}
	}
	list := []Finding{{Path: "a", Start: at(99, 1)}, {Path: "a", Start: at(-1, 1)}, {Path: "a", Start: at(1, 1)}}
	if n := Outside(list, s); n != 2 {
		t.Errorf("%d findings outside of the text, want 2", n)
	}
}

func TestWords(t *testing.T) {
	for word, want := range map[string]signal.Severity{"error": signal.Error, "F": signal.Error, "Blocker": signal.Error, "W": signal.Warning, "odd": signal.Warning, "": signal.Warning, "style": signal.Information, "hint": signal.Hint} {
		if got := Severity(word); got != want {
			t.Errorf("%q is %v, want %v", word, got, want)
		}
	}
	if CleanCode("a b") != "" || CleanCode(strings.Repeat("a", 81)) != "" || CleanCode("@x/y-1") != "@x/y-1" {
		t.Error("codes")
	}
	if got := CleanMessage(" a\x1b[31m\n\u202eb\xff  " + strings.Repeat("c", 1000)); !strings.HasPrefix(got, "a[31m b c") || len(got) > 400 {
		t.Errorf("%q", got)
	}
}
