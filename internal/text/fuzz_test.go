package text

import (
	"testing"
	"unicode/utf8"
)

// FuzzPosition maps offsets to positions and back in the three encodings, and
// positions anywhere to offsets that lie in the text, between characters.
func FuzzPosition(f *testing.F) {
	f.Add("é😀x\r\nzwei\n", 3, 0, 2)
	f.Add("\r\r\n\n\r", 2, 1, 0)
	f.Add("a\xffb\n\xf0\x9f", 1, 0, 1)
	f.Add("", 0, 9, 9)
	f.Fuzz(func(t *testing.T, in string, offset, line, character int) {
		s := New(in)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			at := s.Offset(Position{line, character}, enc)
			if at < 0 || at > len(in) {
				t.Fatalf("%v: position %d:%d gives offset %d of %d", enc, line, character, at, len(in))
			}
			if utf8.ValidString(in) && at < len(in) && !utf8.RuneStart(in[at]) {
				t.Fatalf("%v: position %d:%d gives offset %d, inside a character", enc, line, character, at)
			}
			p := s.Position(at, enc)
			if back := s.Offset(p, enc); back != at {
				t.Fatalf("%v: offset %d is %v, which is offset %d", enc, at, p, back)
			}
			if q := s.Position(offset, enc); q.Line < 0 || q.Character < 0 || q.Line > s.LineCount() {
				t.Fatalf("%v: offset %d gives %v", enc, offset, q)
			}
		}
		if total := joinLines(s); total != in {
			t.Fatalf("the lines make %q", total)
		}
	})
}

// joinLines puts a text together from its lines and terminators.
func joinLines(s Snapshot) string {
	out := ""
	for i := range s.LineCount() {
		out += s.Line(i) + s.Terminator(i)
	}
	return out
}
