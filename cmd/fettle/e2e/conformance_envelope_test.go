package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func envelopes() []item {
	return []item{
		{"C09", "a body that is not JSON", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, body := range []string{"{", "", "nonsense", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"x":}}`, "\x00\x01", `{"a":1}{"b":2}`} {
				srv.refused(testkit.Frame(body), -32700)
				srv.alive()
			}
		}},
		{"C10", "no jsonrpc member, an id that is no string or integer", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, body := range []string{`{"jsonrpc":"2.0","id":1.0,"method":"shutdown"}`, `{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}`, `{"jsonrpc":"2.0","id":true,"method":"shutdown"}`,
				`{"jsonrpc":"2.0","id":[1],"method":"shutdown"}`, `{"method":"shutdown"}`, `{}`, `7`, `"x"`, `null`} {
				srv.refused(testkit.Frame(body), -32600)
				srv.alive()
			}
			for i, body := range []string{`{"id":%d,"method":"shutdown"}`, `{"jsonrpc":"1.0","id":%d,"method":"shutdown"}`, `{"jsonrpc":2.0,"id":%d,"method":"shutdown"}`, `{"jsonrpc":"2.0","id":%d,"method":4}`} {
				srv.Body(fmt.Sprintf(body, i))
				if m := srv.AnswerTo(i); m.Code() != -32600 {
					t.Errorf("%s: %s", body, m.Raw)
				}
				srv.alive()
			}
		}},
		{"C11", "an unknown request, also one that starts with $/", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, method := range []string{"foo/bar", "$/foo", "", "textDocument/hover", "codeAction/resolve"} {
				for _, params := range []any{nil, 5, map[string]int{"a": 1}} {
					if m := srv.Call(method, params); m.Code() != -32601 {
						t.Errorf("%q %v: %s", method, params, m.Raw)
					}
				}
			}
		}},
		{"C12", "an unknown notification, with and without params", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, method := range []string{"foo/bar", "$/foo", "", "textDocument/willSave", "notebookDocument/didOpen"} {
				srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q}`, method))
				srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"x":[1]}}`, method))
			}
		}},
		{"C13", "params of a wrong type", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, method := range []string{"textDocument/codeAction", "workspace/executeCommand"} {
				for _, params := range []any{nil, 5, "x", []int{1}, map[string]any{}, map[string]any{"textDocument": 5, "command": 5}} {
					if m := srv.Call(method, params); m.Code() != -32602 {
						t.Errorf("%s %v: %s", method, params, m.Raw)
					}
				}
			}
			for _, method := range []string{"initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "workspace/didChangeConfiguration",
				"workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "window/workDoneProgress/cancel", "fettle/diagnostics", "$/cancelRequest", "$/setTrace"} {
				for _, params := range []string{``, `,"params":null`, `,"params":[]`, `,"params":{}`, `,"params":{"textDocument":[1],"id":{},"token":[],"changes":7,"event":"x","uri":4,"contentChanges":9}`} {
					srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q%s}`, method, params))
				}
			}
			if !strings.Contains(srv.Stderr(), "didOpen") {
				t.Errorf("a didOpen that could not be decoded left no trace in the log")
			}
		}},
		{"C14", "answers nobody asked for", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, id := range []string{"1", "2", "3", "-1", `"x"`, "null", "1.5", "{}"} {
				for _, rest := range []string{`"result":null`, `"result":{"a":1},"error":null`, `"error":null`, `"error":{"code":1,"message":"m"}`, `"result":1,"error":{"code":1,"message":"m"}`, `"error":"text"`, `"result":[],"error":5`} {
					srv.silent(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, id, rest))
					srv.Body(fmt.Sprintf(`{"id":%s,%s}`, id, rest))
				}
			}
			srv.alive()
		}},
		{"C15", "an id that is in flight", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, "def f():\n    return x\n")
			srv.quoted(python, 1)
			explain := `{"jsonrpc":"2.0","id":5,"method":"workspace/executeCommand","params":{"command":"fettle.explain","arguments":[{"uri":"` + python + `","lines":[2,2]}]}}`
			for try := range 50 {
				from := srv.Seen()
				_ = srv.Bytes(testkit.Frame(explain) + testkit.Frame(fmt.Sprintf(ping, 5)))
				own := func(m testkit.Message) bool { return string(m.ID) == "5" && m.Method == "" }
				first := srv.Wait(from, "first answer", own)
				seen := 0
				second := srv.Wait(from, "second answer", func(m testkit.Message) bool {
					if own(m) {
						seen++
					}
					return seen == 2
				})
				codes := []int{first.Code(), second.Code()}
				if codes[0] == -32600 && codes[1] == 0 {
					t.Logf("seen in try %d", try+1)
					return
				}
				// The first may be answered before the second is read.
				if codes[0] != 0 || codes[1] != -32601 {
					t.Fatalf("answers %s and %s", clip(first.Raw), clip(second.Raw))
				}
			}
			t.Error("the two never met")
		}},
		{"C16", "a batch is refused and none of it runs", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, body := range []string{`[]`, `[1]`, `[{"jsonrpc":"2.0","id":9,"method":"shutdown"},{"jsonrpc":"2.0","method":"exit"}]`} {
				srv.refused(testkit.Frame(body), -32600)
				srv.alive()
			}
		}},
		{"C17", "nesting 100 000 deep", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
			srv.refused(testkit.Frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/codeAction","params":`+deep+`}`), -32700)
			deep = strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000)
			if m := srv.Call("textDocument/codeAction", map[string]any{"textDocument": testJSON(deep)}); m.Code() != -32602 {
				t.Error(clip(m.Raw))
			}
			srv.alive()
		}},
		{"C18", "exactly one answer for each id in a run of 100 000 messages", randomRun},
	}
}

type testJSON string

func (j testJSON) MarshalJSON() ([]byte, error) { return []byte(j), nil }

// randomRun sends messages of all kinds, right and wrong, as fast as they go.
func randomRun(t *testing.T, s suite) {
	srv := s.ready(t, options{})
	r := rand.New(rand.NewPCG(1, 18))
	const messages = 100_000
	var b strings.Builder
	want := map[string]bool{}
	id := func() string {
		n := fmt.Sprint(1_000_000 + len(want))
		if r.IntN(4) == 0 {
			n = `"s` + n + `"`
		}
		want[n] = true
		return n
	}
	version := 1
	b.WriteString(testkit.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"version":1,"languageId":"python","text":"x = 1\n"}}}`, python)))
	for range messages {
		body := ""
		switch r.IntN(9) {
		case 0:
			body = `{"jsonrpc":"2.0","id":` + id() + `,"method":"unknown/method"}`
		case 1, 2:
			body = `{"jsonrpc":"2.0","id":` + id() + `,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"` + python + `"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"context":{"diagnostics":[]}}}`
		case 3:
			body = `{"jsonrpc":"2.0","id":` + id() + `,"method":"workspace/executeCommand","params":{"command":"fettle.none"}}`
		case 4:
			body = `{"id":` + id() + `,"method":"no/version"}`
		case 5:
			version++
			body = fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":%d}},"text":"x"}]}}`, python, version, r.IntN(3))
		case 6:
			body = fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, len(want)-r.IntN(3))
		case 7:
			body = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":null}`, r.IntN(5))
		default:
			body = `{"jsonrpc":"2.0","method":"$/unknown"}`
		}
		b.WriteString(testkit.Frame(body))
	}
	start := time.Now()
	must.OK(t, srv.Bytes(b.String()))
	srv.alive()
	for n := range want {
		srv.AnswerTo(testJSON(n))
		break
	}
	deadline := time.Now().Add(testkit.WireTimeout)
	var got map[string]int
	for {
		got = map[string]int{}
		for _, m := range srv.Messages() {
			if m.Method == "" {
				got[string(m.ID)]++
			}
		}
		missing := 0
		for n := range want {
			if got[n] == 0 {
				missing++
			}
		}
		if missing == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d requests have no answer", missing, len(want))
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Logf("%d messages, %d requests, answered in %v", messages, len(want), time.Since(start))
	for n := range want {
		if got[n] != 1 {
			t.Errorf("id %s was answered %d times", n, got[n])
		}
	}
	srv.memoryBelow(250)
}
