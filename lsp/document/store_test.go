package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

const testURI = "file:///w/a.py"

func open(t *testing.T, s *Store, uri string, version any, content string) Document {
	t.Helper()
	doc, err := s.Open(params(t, map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "python", "version": version, "text": content}}))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func params(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
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

func TestUnsyncedEnds(t *testing.T) {
	s := NewStore(Options{})
	lost := 0
	s.OnLost(func(Document) { lost++ })
	open(t, s, testURI, 5, "x")
	for range 3 {
		if doc, _ := change(s, "5", `[{"nothing":1}]`); !doc.Unsynced {
			t.Fatal("not unsynced")
		}
	}
	if lost != 1 {
		t.Errorf("told %d times, want once", lost)
	}
	if doc, err := change(s, "6", "["+partial(0, 0, 0, 0, "y")+"]"); !doc.Unsynced || err != nil {
		t.Errorf("a good change ended it: %v %v", doc.Unsynced, err)
	}
	if doc, _ := change(s, "7", `[{"text":"whole"}]`); doc.Unsynced || !doc.Fixable {
		t.Errorf("full text left it unsynced")
	}
	if _, _ = change(s, "7", `[]`); lost != 2 {
		t.Errorf("told %d times, want twice", lost)
	}
	if doc := open(t, s, testURI, 1, "again"); doc.Unsynced {
		t.Error("opening left it unsynced")
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
		if err != nil {
			t.Fatal(err)
		}
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

func TestOpenClose(t *testing.T) {
	s := NewStore(Options{})
	first := open(t, s, testURI, 9, "one")
	second := open(t, s, testURI, 0, "two")
	if second.Snapshot.Incarnation <= first.Snapshot.Incarnation {
		t.Errorf("incarnations %d, %d", first.Snapshot.Incarnation, second.Snapshot.Incarnation)
	}
	if doc, _ := s.Get(testURI); doc.Snapshot.Text() != "two" || doc.Snapshot.Version != 0 || doc.Unsynced {
		t.Errorf("after opening twice: %+v", doc)
	}
	if first.Snapshot.Text() != "one" {
		t.Error("a snapshot changed")
	}
	id := params(t, map[string]any{"textDocument": map[string]any{"uri": testURI}})
	if _, err := s.Save(id); err != nil {
		t.Error(err)
	}
	if doc, err := s.Close(id); err != nil || doc.Snapshot.Text() != "two" {
		t.Errorf("Close = %v, %v", doc, err)
	}
	if _, err := s.Close(id); err == nil {
		t.Error("closing twice gave no error")
	}
	if _, err := change(s, "1", `[{"text":"x"}]`); err == nil {
		t.Error("changing a closed document gave no error")
	}
	if _, ok := s.Get(testURI); ok || len(s.All()) != 0 {
		t.Error("the document is still there")
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

func TestNegotiate(t *testing.T) {
	for want, offered := range map[text.Encoding][]string{
		text.UTF8: {"utf-7", "utf-8", "utf-16"}, text.UTF16: nil, text.UTF32: {"utf-32", "utf-8"},
	} {
		if got := Negotiate(offered); got != want {
			t.Errorf("Negotiate(%v) = %v, want %v", offered, got, want)
		}
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
