package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

func tolerance() []item {
	return []item{
		{"C44", "nothing to offer", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, "x = 1\n")
			for _, uri := range []string{python, "file:///w/not/open.py", "git:/w/a.py", "untitled:9", "x"} {
				for _, context := range []map[string]any{nil, {}, {"diagnostics": nil}, {"diagnostics": []any{}}, {"diagnostics": []any{}, "only": nil}, {"diagnostics": []any{}, "only": []string{"refactor"}, "triggerKind": 1}} {
					m := srv.actions(uri, span(0, 0, 0, 1), context)
					// Where no tool may look, an entry that cannot be chosen says so: an empty menu is no proof of a clean file.
					if r := string(m.Result); m.Error != nil || r != "[]" && r != "null" &&
						!(uri == python && strings.Contains(r, "no linter runs on python files here") &&
							strings.Contains(r, `"disabled"`)) {
						t.Errorf("%s %v: %s", uri, context, clip(m.Raw))
					}
				}
			}
		}},
		{"C53", "unknown commands and wrong arguments", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, function)
			for _, params := range []string{`{"command":"fettle.unknown"}`, `{"command":""}`, `{"command":null}`, `{}`, `{"command":"other.tool","arguments":[1,2]}`,
				`{"command":"fettle.fix","arguments":{"id":"x"}}`, `{"command":"fettle.fix","arguments":["x"]}`, `{"command":"fettle.fix","arguments":[5]}`, `{"command":"fettle.fix","arguments":[{},{}]}`,
				`{"command":"fettle.fix","arguments":[{"id":"no such id"}]}`, `{"command":"fettle.fix","arguments":[{"uri":"file:///w/not/open.py","lines":[1,1]}]}`,
				`{"command":"fettle.fix","arguments":[{"uri":"` + python + `","lines":"x"}]}`, `{"command":"fettle.fix","arguments":[{"uri":"` + python + `","lines":[0,0]}]}`, `{"command":"fettle.fix","arguments":[{"path":"relative.py","lines":[1,1]}]}`} {
				if m := srv.Call("workspace/executeCommand", testJSON(params)); m.Code() != -32602 {
					t.Errorf("%s: %s", params, clip(m.Raw))
				}
				srv.alive()
			}
		}},
		{"C61", "a range that is negative or null never replaces or shifts the document", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for i, change := range []string{`{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":0}},"text":"BAD"}`, `{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"text":"BAD"}`,
				`{"range":{"start":{"line":0,"character":0.5},"end":{"line":0,"character":1}},"text":"BAD"}`, `{"range":{"start":{"line":0,"character":0}},"text":"BAD"}`, `{"range":[],"text":"BAD"}`, `{"range":{},"text":"BAD"}`,
				`{"range":{"start":{"line":1,"character":0},"end":{"line":0,"character":0}},"text":"BAD"}`, `{"text":null}`, `{}`, `5`} {
				srv.open(python, 1, function)
				srv.change(python, 2, testJSON(change))
				srv.unfixable(python, "lost track")
				srv.change(python, 3, whole(function), replace(1, 11, 1, 12, fmt.Sprint("v", i)))
				srv.shows(python, 1, fmt.Sprint("return v", i))
			}
			srv.open(python, 1, "old\n")
			srv.change(python, 2, testJSON(`{"range":null,"text":"def g():\n    return whole\n"}`))
			srv.shows(python, 1, "def g():")
		}},
		{"C62", "URIs go back in the client's spelling", func(t *testing.T, s suite) {
			for _, uri := range []string{"file:///w/a b+c.py", "file:/w/one%20slash.py", "file:///w/%61%2e%2Dx.py", "file:///w/%7Euser/a.py", "file:///w/(x)/é.py"} {
				for _, caps := range []string{capabilities, `{"workspace":{"applyEdit":true},"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}}}}`} {
					srv := s.ready(t, options{caps: caps})
					srv.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) {
						return map[string]bool{"applied": true}, nil
					})
					srv.open(uri, 1, raising)
					// Pushed under another spelling of the same URI.
					srv.Notify("fettle/diagnostics", map[string]any{"uri": strings.ReplaceAll(uri, " ", "%20"),
						"diagnostics": []any{raises()}})
					if m := srv.command("fettle.fix", map[string]any{"uri": uri, "lines": []int{4, 4}}); m.Error != nil {
						t.Fatalf("%s: %s", uri, m.Raw)
					}
					m := srv.Wait(0, "applyEdit", func(m testkit.Message) bool { return m.Method == "workspace/applyEdit" })
					spelled, _ := json.Marshal(uri)
					if !strings.Contains(m.Raw, string(spelled)) {
						t.Errorf("%s came back as %s", uri, clip(m.Raw))
					}
				}
			}
		}},
		{"C63", "one malformed diagnostic among ten", malformedDiagnostics},
		{"C64", "a request sent as notification, a notification sent as request", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, function)
			for _, method := range []string{"initialize", "shutdown", "textDocument/codeAction", "workspace/executeCommand"} {
				srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"command":"fettle.fix","arguments":[{}]}}`, method))
				srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q}`, method))
			}
			for _, method := range []string{"initialized", "exit", "textDocument/didChange", "textDocument/didClose", "$/cancelRequest", "fettle/diagnostics"} {
				m := srv.Call(method, map[string]any{"textDocument": map[string]any{"uri": python, "version": 2}, "contentChanges": []any{whole("BAD")}})
				if m.Code() != -32600 {
					t.Errorf("%s: %s", method, m.Raw)
				}
			}
			srv.shows(python, 1, "return x")
		}},
		{"C65", "the client stops reading", clientStopsReading},
		{"C68", "half a surrogate pair in didOpen", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, text := range []string{`"def f():\n    return '\ud83d'\n"`, `"\udc00"`, "\"\xff\xfe\"", "\"\xed\xa0\x80\""} {
				srv.Body(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"python","version":1,"text":%s}}}`, python, text))
				srv.unfixable(python, "exactly")
			}
			srv.open(python, 1, "def f():\n    return '\ufffd', x\n")
			srv.shows(python, 1, "return '\ufffd', x")
		}},
	}
}

// raising is a text with one finding that a rule fixes, and raises that finding.
const raising = "try:\n    f()\nexcept ValueError as e:\n    raise KeyError(1)\n"

func raises() map[string]any {
	return problem(3, 4, 3, 21, "B904", "Within an `except` clause, raise exceptions with `raise ... from err` or "+
		"`raise ... from None` to distinguish them from errors in exception handling")
}

// malformedDiagnostics sends one good diagnostic among broken ones: the good
// one must still be offered a fix.
func malformedDiagnostics(t *testing.T, s suite) {
	srv := s.ready(t, options{})
	srv.Answer("workspace/applyEdit", func(testkit.Message) (any, *testkit.WireError) { return map[string]bool{"applied": true}, nil })
	good, _ := json.Marshal(raises())
	at := `"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}`
	for _, bad := range []string{`5`, `null`, `[]`, `{}`, `{` + at + `}`, `{` + at + `,"message":null}`, `{` + at + `,"message":"m","severity":"high"}`, `{` + at + `,"message":"m","code":1.5}`, `{` + at + `,"message":"m","code":3000000000}`,
		`{` + at + `,"message":"m","code":{"value":"x"}}`, `{` + at + `,"message":"m","source":7}`, `{` + at + `,"message":"m","tags":["x"]}`, `{` + at + `,"message":{"kind":"markdown","value":"m"}}`,
		`{` + at + `,"message":"m","relatedInformation":[{"location":{"uri":"file:////x","range":5},"message":"r"}]}`, `{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"message":"m"}`, `{"range":"x","message":"m"}`, `{` + at + `,"message":"m","severity":null,"codeDescription":{"href":5}}`} {
		list := strings.TrimSuffix(strings.Repeat(bad+",", 4), ",") + "," + string(good) + "," + strings.TrimSuffix(strings.Repeat(bad+",", 5), ",")
		srv.open(python, 1, raising)
		m := srv.Call("textDocument/codeAction", testJSON(`{"textDocument":{"uri":"`+python+`"},"range":`+
			`{"start":{"line":3,"character":4},"end":{"line":3,"character":21}},`+
			`"context":{"triggerKind":null,"only":null,"diagnostics":[`+list+`]}}`))
		if m.Error != nil {
			t.Errorf("%s: %s", bad, clip(m.Raw))
		}
		srv.Notify("fettle/diagnostics", map[string]any{"uri": python, "version": nil, "diagnostics": testJSON("[" + list + "]")})
		from := srv.Seen()
		if m := srv.command("fettle.fix", map[string]any{"uri": python, "lines": []int{4, 4}}); m.Error != nil {
			t.Fatalf("%s: %s", bad, m.Raw)
		}
		srv.Wait(from, "applyEdit for the good one beside "+bad, func(m testkit.Message) bool {
			return m.Method == "workspace/applyEdit" && strings.Contains(m.Raw, "from")
		})
	}
}

// clientStopsReading holds the client's end of standard output for 20 seconds
// while work goes on; for two with -short.
func clientStopsReading(t *testing.T, s suite) {
	srv := s.ready(t, options{})
	srv.open(python, 0, function)
	release := srv.Hold()
	start := time.Now()
	var ids []int
	for i := 1; i <= 5000; i++ {
		srv.change(python, i, whole(fmt.Sprintf("def f():\n    return v%d\n", i)))
		ids = append(ids, srv.Start("fettle/noSuchMethod", nil))
	}
	t.Logf("10 000 messages taken in %v while nobody reads", time.Since(start))
	hold := 20 * time.Second
	if testing.Short() {
		hold = 2 * time.Second
	}
	time.Sleep(max(0, hold-time.Since(start)))
	release()
	for _, id := range ids {
		if m := srv.AnswerTo(id); m.Code() != -32601 {
			t.Fatal(m.Raw)
		}
	}
	srv.OneAnswerEach()
	srv.shows(python, 1, "return v5000")
}
