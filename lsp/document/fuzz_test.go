package document

import (
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// FuzzChange decodes anything as a didChange. Whatever comes: no panic, the
// document is still there, and a text that was not sent whole and could not be
// followed is not offered for fixing.
func FuzzChange(f *testing.F) {
	for _, changes := range []string{`[]`, `[{"text":"x"}]`, `[{"range":null,"text":"x"}]`, `[{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":0}},"text":"x"}]`,
		"[" + partial(0, 0, 1, 2, "y") + "]", `[{"text":"\ud800"}]`, `{"a":1}`, `[{"range":{"start":{"line":1e9,"character":0},"end":{"line":2e9,"character":0}},"text":""}]`} {
		f.Add("2", changes)
		f.Add("null", changes)
	}
	f.Fuzz(func(t *testing.T, version, changes string) {
		raw := `{"textDocument":{"uri":"` + testURI + `","version":` + version + `},"contentChanges":` + changes + `}`
		if !json.Valid([]byte(raw)) {
			return // the connection lets no such thing through
		}
		s := NewStore(Options{})
		open(t, s, testURI, 1, "one\r\ntwo 😀\n")
		steps := 0
		s.OnChange(func(c Change) {
			steps++
			if next, err := c.Old.Apply(c.Edits); err != nil || next.Text() != c.New.Text() {
				t.Errorf("the edits do not lead to the new text")
			}
		})
		_, err := s.Change([]byte(raw))
		doc, ok := s.Get(testURI)
		if !ok {
			return // duplicate keys may name another document
		}
		if !utf8.ValidString(doc.Snapshot.Text()) {
			t.Errorf("the text is not UTF-8")
		}
		if err == nil && doc.Unsynced {
			t.Error("unsynced without a reason")
		}
		if doc.Unsynced && doc.Fixable {
			t.Error("unsynced and fixable")
		}
	})
}

// FuzzSequence applies a program of edits to the store and to the shadow, in
// one of the encodings.
func FuzzSequence(f *testing.F) {
	f.Add("a\nb", "x😀\r\n", []byte{0, 1, 2, 3, 200, 255, 7})
	f.Add("é\r\n\r", "\n", []byte{1, 0, 9, 9, 0, 0})
	f.Add("", "\r", []byte{2, 0, 0, 0, 0, 0, 0, 1, 1, 1})
	f.Fuzz(func(t *testing.T, start, pieces string, program []byte) {
		if len(program) == 0 || len(program) > 200 || len(start)+len(pieces) > 2000 || !utf8.ValidString(start) || !utf8.ValidString(pieces) {
			return
		}
		encoding := text.Encoding(program[0] % 3)
		s := NewStore(Options{Encoding: encoding})
		open(t, s, testURI, 0, start)
		sh := &shadow{encoding: encoding}
		sh.units = sh.encode(start)
		runes := []rune(pieces)
		for version, p := 1, program[1:]; len(p) >= 3; version, p = version+1, p[3:] {
			n := len(sh.units) + 1
			a := sh.boundary(int(p[0]) * n / 256)
			b := sh.boundary(min(len(sh.units), a+int(p[1]&15)))
			if b < a || sh.splitsCRLF(a) || sh.splitsCRLF(b) {
				continue
			}
			piece := ""
			if k := int(p[2]) % (len(runes) + 1); k > 0 {
				piece = string(runes[:k])
			}
			l1, c1 := sh.position(a)
			l2, c2 := sh.position(b)
			rest := append([]uint32{}, sh.units[b:]...)
			sh.units = append(append(sh.units[:a], sh.encode(piece)...), rest...)
			doc, err := change(s, fmt.Sprint(version), "["+partial(l1, c1, l2, c2, piece)+"]")
			must.OK(t, err)
			if doc.Snapshot.Text() != sh.String() {
				t.Fatalf("%v: %q, want %q", encoding, doc.Snapshot.Text(), sh.String())
			}
		}
	})
}
