package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

const testURI = "file:///w/a.py"

func open(t *testing.T, s *Store, uri string, version any, content string) Document {
	t.Helper()
	doc, err := s.Open(params(t, map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "python", "version": version, "text": content}}))
	must.OK(t, err)
	return doc
}

func params(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	must.OK(t, err)
	return raw
}

// change sends contentChanges as they are written.
func change(s *Store, version, changes string) (Document, error) {
	return s.Change(json.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%s},"contentChanges":%s}`, testURI, version, changes)))
}

func partial(l1, c1, l2, c2 int, s string) string {
	text, _ := json.Marshal(s)
	return fmt.Sprintf(`{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%s}`, l1, c1, l2, c2, text)
}

func TestChange(t *testing.T) {
	tests := []struct {
		name, version, changes string
		want                   string
		unsynced               bool
	}{
		{"insert", "2", "[" + partial(0, 1, 0, 1, "X") + "]", "aXb\ncd\n", false},
		{"sequence", "2", "[" + partial(0, 0, 0, 1, "") + "," + partial(0, 0, 0, 1, "Q") + "]", "Q\ncd\n", false},
		{"across lines", "2", "[" + partial(0, 1, 1, 1, "-") + "]", "a-d\n", false},
		{"past the end", "2", "[" + partial(9, 9, 9, 9, "end") + "]", "ab\ncd\nend", false},
		{"past the line", "2", "[" + partial(0, 99, 0, 99, "!") + "]", "ab!\ncd\n", false},
		{"range length ignored", "2", `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"rangeLength":77,"text":""}]`, "b\ncd\n", false},
		{"full text", "2", `[{"text":"new"}]`, "new", false},
		{"null range is full text", "2", `[{"range":null,"text":"new"}]`, "new", false},
		{"empty list", "2", `[]`, "ab\ncd\n", false},
		{"null version", "null", "[" + partial(0, 0, 0, 0, "N") + "]", "Nab\ncd\n", false},
		{"huge version", "3000000000", "[" + partial(0, 0, 0, 0, "N") + "]", "Nab\ncd\n", false},

		{"negative range", "2", `[{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":0}},"text":"BAD"}]`, "ab\ncd\n", true},
		{"range without end", "2", `[{"range":{"start":{"line":0,"character":0}},"text":"BAD"}]`, "ab\ncd\n", true},
		{"range is text", "2", `[{"range":"x","text":"BAD"}]`, "ab\ncd\n", true},
		{"backwards", "2", "[" + partial(1, 0, 0, 0, "BAD") + "]", "ab\ncd\n", true},
		{"no text", "2", `[{}]`, "ab\ncd\n", true},
		{"text is a number", "2", `[{"text":1}]`, "ab\ncd\n", true},
		{"changes is an object", "2", `{}`, "ab\ncd\n", true},
		{"changes is null", "2", `null`, "ab\ncd\n", true},
		{"same version", "1", "[" + partial(0, 0, 0, 0, "S") + "]", "Sab\ncd\n", true},
		{"version back", "0", "[" + partial(0, 0, 0, 0, "S") + "]", "Sab\ncd\n", true},
		{"bad, then full text", "2", `[{},{"text":"all"}]`, "all", false},
		{"version back with full text", "0", `[{"text":"all"}]`, "all", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewStore(Options{})
			lost := 0
			s.OnLost(func(Document) { lost++ })
			open(t, s, testURI, 1, "ab\ncd\n")
			doc, err := change(s, tt.version, tt.changes)
			if got := doc.Snapshot.Text(); got != tt.want {
				t.Errorf("text = %q, want %q", got, tt.want)
			}
			if doc.Unsynced != tt.unsynced || doc.Fixable == tt.unsynced {
				t.Errorf("unsynced = %v, fixable = %v, want unsynced %v (%v)", doc.Unsynced, doc.Fixable, tt.unsynced, err)
			}
			if tt.unsynced && err == nil {
				t.Error("no error says why")
			}
			if (lost == 1) != tt.unsynced {
				t.Errorf("told %d times that the document is lost", lost)
			}
			got, ok := s.Get(testURI)
			if !ok || got.Snapshot.Text() != tt.want || got.Unsynced != tt.unsynced {
				t.Errorf("Get = %q unsynced %v", got.Snapshot.Text(), got.Unsynced)
			}
		})
	}
}

func TestLossy(t *testing.T) {
	for content, want := range map[string]bool{
		`"plain"`: false, `"\ud83d\ude00"`: false, `"😀"`: false, `"\ufffd"`: false, `"\\ud83d"`: false, `"\\\\ud83d"`: false,
		`"\ud83d"`: true, `"\ude00"`: true, `"\ud83dx"`: true, `"\ud83d\n"`: true, `"\ud83d\ud83d\ude00"`: true, `"\\\ud83d"`: true,
		"\"\xff\"": true, `"\uD83D\uDE00 ok"`: false,
	} {
		s := NewStore(Options{})
		doc, err := s.Open(json.RawMessage(`{"textDocument":{"uri":"` + testURI + `","version":1,"text":` + content + `}}`))
		must.OK(t, err)
		if doc.Lossy != want || doc.Fixable == want {
			t.Errorf("%s: lossy = %v, fixable = %v, want lossy %v", content, doc.Lossy, doc.Fixable, want)
		}
		open(t, s, testURI, 1, "clean")
		if doc, _ = change(s, "2", `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":`+content+`}]`); doc.Lossy != want {
			t.Errorf("change with %s: lossy = %v, want %v", content, doc.Lossy, want)
		}
		if doc, _ = change(s, "3", `[{"text":"clean"}]`); doc.Lossy {
			t.Error("full text left it lossy")
		}
	}
}

func TestOpenTolerates(t *testing.T) {
	for _, p := range []string{
		`{"textDocument":{"uri":"file:///a","text":"x"}}`,
		`{"textDocument":{"uri":"file:///a","text":"x","version":null,"languageId":7}}`,
		`{"textDocument":{"uri":"file:////x","text":"x","version":1.0}}`,
		`{"textDocument":{"uri":"file:///a","text":"x","version":"1"},"more":[]}`,
	} {
		if _, err := NewStore(Options{}).Open(json.RawMessage(p)); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	for _, p := range []string{`null`, ``, `[]`, `{}`, `{"textDocument":null}`, `{"textDocument":{"uri":"","text":""}}`,
		`{"textDocument":{"uri":5,"text":""}}`, `{"textDocument":{"uri":"file:///a"}}`, `{"textDocument":{"uri":"file:///a","text":null}}`} {
		if _, err := NewStore(Options{}).Open(json.RawMessage(p)); err == nil {
			t.Errorf("%s: no error", p)
		}
	}
}

func TestFixable(t *testing.T) {
	for uri, want := range map[string]bool{
		"file:///w/a.py": true, "untitled:Untitled-1": true, "git:/w/a.py?x": false, "vscode-notebook-cell:/w/n.ipynb#1": false,
		"file://server/share/a.py": false, "file:///a%00b": false, "weird": false,
	} {
		doc := open(t, NewStore(Options{}), uri, 1, "x = 1\n")
		if doc.Fixable != want || (doc.Reason == "") != want {
			t.Errorf("%s: fixable = %v %q, want %v", uri, doc.Fixable, doc.Reason, want)
		}
	}
	long := strings.Repeat("é", limits.FixLine)
	if doc := open(t, NewStore(Options{}), testURI, 1, long); !doc.Fixable {
		t.Errorf("a line of exactly the limit: %s", doc.Reason)
	}
	if doc := open(t, NewStore(Options{}), testURI, 1, "a\n"+long+"xy\n"); doc.Fixable {
		t.Error("a line above the limit is fixable")
	}
	if doc := open(t, NewStore(Options{}), testURI, 1, strings.Repeat("x\n", limits.FixFile/2+1)); doc.Fixable {
		t.Error("a document above the limit is fixable")
	}
}

func TestHook(t *testing.T) {
	s := NewStore(Options{})
	var got []Change
	s.OnChange(func(c Change) { got = append(got, c) })
	open(t, s, testURI, 1, "grün\n")
	if _, err := change(s, "2", "["+partial(0, 0, 0, 1, "G")+","+`{"text":"Grîn\n"}`+"]"); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%d changes, want 2", len(got))
	}
	for i, c := range got {
		next, err := c.Old.Apply(c.Edits)
		if err != nil || next.Text() != c.New.Text() {
			t.Errorf("change %d: the edits lead to %q, not to %q (%v)", i, next.Text(), c.New.Text(), err)
		}
		if c.New.Version != 2 || c.New.URI != testURI || c.Time.IsZero() {
			t.Errorf("change %d: %+v", i, c)
		}
	}
	if e := got[1].Edits[0]; e.New != "î" || e.Span != (text.Span{Start: 2, End: 4}) {
		t.Errorf("full text gave the edit %+v", e)
	}
}

// TestShells: editors that name a shell script after its shell mean one language.
func TestShells(t *testing.T) {
	for id, want := range map[string]string{"sh": "shellscript", "bash": "shellscript", "shellscript": "shellscript",
		"python": "python"} {
		doc, err := NewStore(Options{}).Open(params(t, map[string]any{"textDocument": map[string]any{
			"uri": "file:///w/a", "languageId": id, "version": 1, "text": ""}}))
		if err != nil || doc.Snapshot.Lang != want {
			t.Errorf("%s: %q, %v", id, doc.Snapshot.Lang, err)
		}
	}
}
