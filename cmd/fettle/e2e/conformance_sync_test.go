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

// function is a small document whose second line is seen whole by a fix.
const function = "def f():\n    return x\n"

func synchronisation() []item {
	return []item{
		{"C33", "10 000 changes in a row arrive in order", tenThousandChanges},
		{"C34", "several changes in one notification are sequential", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, function)
			srv.change(python, 2, replace(1, 11, 1, 12, ""), replace(1, 11, 1, 11, "ab"), replace(1, 12, 1, 13, "c"), replace(1, 13, 1, 13, " + d"))
			srv.shows(python, 1, "return ac + d")
		}},
		{"C35", "a change without a range is the full text", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, function)
			srv.change(python, 2, replace(0, 0, 0, 0, "junk"), whole("def g():\n    return y\n"), replace(1, 11, 1, 12, "z"))
			srv.shows(python, 1, "return z")
			srv.shows(python, 1, "def g")
		}},
		{"C36", "columns in UTF-16 by default, in UTF-8 and UTF-32 when negotiated", func(t *testing.T, s suite) {
			for _, tt := range []struct {
				offer, want      string
				emoji, accent, x int // columns behind "    return '", "😀" and "é'"
			}{
				{`[]`, "utf-16", 2, 1, 3}, {`["utf-16","utf-8"]`, "utf-16", 2, 1, 3}, {`["utf-8","utf-16"]`, "utf-8", 4, 2, 3},
				{`["utf-32"]`, "utf-32", 1, 1, 3}, {`["utf-7","utf-8"]`, "utf-8", 4, 2, 3}, {`["utf-9"]`, "utf-16", 2, 1, 3},
			} {
				srv := s.start(t, options{})
				caps := strings.Replace(capabilities, `["utf-16"]`, tt.offer, 1)
				if m := srv.initialize(caps); !strings.Contains(m.Raw, `"positionEncoding":"`+tt.want+`"`) {
					t.Errorf("offered %s: %s", tt.offer, clip(m.Raw))
				}
				srv.open(python, 1, "def f():\r\n    return '😀é', x\r\n")
				at := len("    return '")
				srv.change(python, 2, replace(1, at+tt.emoji, 1, at+tt.emoji+tt.accent, "E"))
				srv.change(python, 3, replace(1, at, 1, at+tt.emoji, "smile"))
				srv.shows(python, 1, "return 'smileE', x")
			}
		}},
		{"C37", "positions past the end of a line, of the document, inside a surrogate pair", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 1, "def f():\n    return '😀', x")
			srv.change(python, 2, replace(1, 13, 1, 13, "<")) // inside the pair: before it
			srv.change(python, 3, replace(0, 999, 0, 999, "  # end"))
			srv.change(python, 4, replace(99, 5, 2147483647, 2147483647, "  # last"))
			srv.shows(python, 1, "return '<😀', x  # last")
			srv.shows(python, 1, "def f():  # end")
			srv.change(python, 5, replace(1, 4, 99, 0, "pass\n"))
			srv.shows(python, 1, "pass")
		}},
		{"C38", "line ends of every kind, no final one, a byte order mark", func(t *testing.T, s suite) {
			for _, end := range []string{"\n", "\r\n", "\r"} {
				for _, bom := range []string{"", "\ufeff"} {
					for _, last := range []string{"", end} {
						srv := s.ready(t, options{})
						srv.open(python, 1, bom+"def f():"+end+"    a = 1"+end+"    return x"+last)
						srv.change(python, 2, replace(1, 8, 1, 9, "2"), replace(2, 11, 2, 12, "y"))
						srv.shows(python, 2, "return y")
						srv.shows(python, 2, "a = 2")
					}
				}
			}
			srv := s.ready(t, options{})
			srv.open(python, 1, "def f():\r\n    a = 1\n    b = 2\r    return x")
			srv.change(python, 2, replace(3, 11, 3, 12, "y"), replace(2, 8, 2, 9, "3"))
			srv.shows(python, 3, "return y")
			srv.shows(python, 3, "b = 3")
		}},
		{"C39", "changes of unopened documents, versions that go back or stay", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.change(python, 1, whole("x"))
			srv.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": python}})
			srv.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": python}})
			srv.alive()
			for _, version := range []int{5, 4, -7} {
				srv.open(python, 5, function)
				srv.change(python, version, replace(1, 11, 1, 12, "y"))
				srv.unfixable(python, "lost track")
				srv.change(python, 6, replace(1, 11, 1, 12, "z"))
				srv.unfixable(python, "lost track")
				srv.change(python, 7, whole(function))
				srv.shows(python, 1, "return x")
			}
			told := 0
			for _, m := range srv.Messages() {
				if m.Method == "window/showMessage" && strings.Contains(m.Raw, "lost track") {
					told++
				}
			}
			if told == 0 {
				t.Error("the user was not told")
			}
		}},
		{"C40", "open twice, close twice, open again with a lower version", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 9, "old\n")
			srv.open(python, 3, function)
			srv.shows(python, 1, "return x")
			srv.change(python, 4, replace(1, 11, 1, 12, "y"))
			srv.shows(python, 1, "return y")
			for range 2 {
				srv.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": python}})
			}
			srv.open(python, 1, "def g():\n    return z\n")
			srv.shows(python, 1, "return z")
		}},
		{"C41", "URIs of all kinds; only files are fixed", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, uri := range []string{"file:///w/with%20space.py", "file:///w/with space.py", "file:///w/hash%23percent%25.py", "file:///w/e%CC%81.py", "file:///w/%C3%A9.py", "file:///w/\u00e9x.py",
				"file:///w/a+b@c.py", "untitled:Untitled-1", "file:///w/" + strings.Repeat("long/", 40) + "a.py"} {
				srv.open(uri, 1, function)
				srv.shows(uri, 1, "return x")
			}
			for _, uri := range []string{"git:/w/a.py?%7B%22ref%22%3A%22~%22%7D", "vscode-notebook-cell:/w/n.ipynb#W0", "gitlens:/w/a.py", "http://example.org/a.py", "file://server/share/a.py", "file:///w/a%00b.py", "file:////w/a.py", "FILE:///w/a.py", "x", ":", "%"} {
				srv.open(uri, 1, function)
				srv.unfixable(uri, "")
			}
			srv.open("", 1, function)
			srv.alive()
		}},
		{"C42", "a request right behind a change sees its text", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.open(python, 0, function)
			srv.quoted(python, 1)
			for i := 1; i <= 50; i++ {
				change := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%%d},"contentChanges":[{"text":"def f():\n    return v%%d\n"}]}}`, python)
				explain := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"fettle.explain","arguments":[{"uri":%q,"lines":[2,2]}]}}`, i, python)
				push := fmt.Sprintf(`{"jsonrpc":"2.0","method":"fettle/diagnostics","params":{"uri":%q,"diagnostics":[{"range":{"start":{"line":1,"character":11},"end":{"line":1,"character":12}},"severity":1,"source":"Ruff","code":"F821","message":"Undefined name v%d"}]}}`, python, i)
				_ = srv.Bytes(testkit.Frame(fmt.Sprintf(change, 2*i, 2*i)) + testkit.Frame(push) + testkit.Frame(explain) + testkit.Frame(fmt.Sprintf(change, 2*i+1, 2*i+1)))
				if m := srv.AnswerTo(i); !strings.Contains(m.Raw, fmt.Sprintf("return v%d\\n", 2*i)) {
					t.Fatalf("version %d: %s", 2*i, clip(m.Raw))
				}
			}
		}},
		{"C43", "version 0 and version null", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, version := range []any{0, nil, "text", 3000000000} {
				srv.open(python, version, function)
				srv.shows(python, 1, "return x")
				srv.change(python, nil, replace(1, 11, 1, 12, "y"))
				srv.change(python, nil, replace(1, 11, 1, 12, "z"))
				srv.shows(python, 1, "return z")
			}
			srv.open(python, 0, function)
			srv.change(python, 1, replace(1, 11, 1, 12, "y"))
			srv.shows(python, 1, "return y")
		}},
	}
}

// tenThousandChanges types and deletes in one line, and compares with a copy.
func tenThousandChanges(t *testing.T, s suite) {
	srv := s.ready(t, options{})
	srv.open(python, 0, "def f():\n    a = ''\n    return x\n")
	r := rand.New(rand.NewPCG(33, 33))
	line := []rune("    a = ''")
	var wire strings.Builder
	for version := 1; version <= 10_000; version++ {
		at, end, piece := 9+r.IntN(len(line)-9), 0, string(rune('a'+r.IntN(26)))
		end = at
		if len(line) > 60 || r.IntN(3) == 0 {
			end, piece = min(at+r.IntN(3), len(line)-1), ""
		}
		wire.WriteString(testkit.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":1,"character":%d},"end":{"line":1,"character":%d}},"text":%q}]}}`,
			python, version, at, end, piece)))
		line = append(line[:at:at], append([]rune(piece), line[end:]...)...)
	}
	start := time.Now()
	must.OK(t, srv.Bytes(wire.String()))
	srv.alive()
	t.Logf("10 000 changes in %v", time.Since(start))
	srv.shows(python, 2, string(line)+"\n")
}
