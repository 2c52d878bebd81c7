package document

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/fettle-dev/fettle/internal/text"
)

// shadow is a document as an editor might keep it: a list of code units. It
// shares no code with the store.
type shadow struct {
	units    []uint32
	encoding text.Encoding
}

func (s *shadow) encode(t string) []uint32 {
	var out []uint32
	switch s.encoding {
	case text.UTF8:
		for i := range len(t) {
			out = append(out, uint32(t[i]))
		}
	case text.UTF32:
		for _, r := range t {
			out = append(out, uint32(r))
		}
	default:
		for _, u := range utf16.Encode([]rune(t)) {
			out = append(out, uint32(u))
		}
	}
	return out
}

func (s *shadow) String() string {
	var b strings.Builder
	switch s.encoding {
	case text.UTF8:
		for _, u := range s.units {
			b.WriteByte(byte(u))
		}
	case text.UTF32:
		for _, u := range s.units {
			b.WriteRune(rune(u))
		}
	default:
		units := make([]uint16, len(s.units))
		for i, u := range s.units {
			units[i] = uint16(u)
		}
		b.WriteString(string(utf16.Decode(units)))
	}
	return b.String()
}

// boundary moves an index down to the start of a character.
func (s *shadow) boundary(i int) int {
	for i > 0 && i < len(s.units) {
		u := s.units[i]
		inside := s.encoding == text.UTF8 && u&0xC0 == 0x80 || s.encoding == text.UTF16 && u >= 0xDC00 && u <= 0xDFFF
		if !inside {
			break
		}
		i--
	}
	return i
}

// position counts lines and columns from the start, as slowly as can be.
func (s *shadow) position(at int) (line, char int) {
	for i := 0; i < at; i++ {
		switch {
		case s.units[i] == '\n', s.units[i] == '\r' && (i+1 == len(s.units) || s.units[i+1] != '\n'):
			line, char = line+1, 0
		default:
			char++
		}
	}
	return line, char
}

// splitsCRLF reports whether the index lies between "\r" and "\n", a place
// that no position names.
func (s *shadow) splitsCRLF(i int) bool {
	return i > 0 && i < len(s.units) && s.units[i-1] == '\r' && s.units[i] == '\n'
}

// TestChangesEqualShadow sends 10 000 random changes in each encoding.
func TestChangesEqualShadow(t *testing.T) {
	pieces := []string{"a", "def f():\n", "\n", "\r\n", "\r", "é", "😀", "名前", "x\ny\r\nz", "", "\t", "\u2028", "e\u0301"}
	for _, encoding := range []text.Encoding{text.UTF16, text.UTF8, text.UTF32} {
		t.Run(encoding.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(encoding)))
			s := NewStore(Options{Encoding: encoding})
			sh := &shadow{encoding: encoding}
			start := "first\r\nzwéi 😀\n"
			sh.units = sh.encode(start)
			open(t, s, testURI, 0, start)
			for version := 1; version <= 10_000; {
				var changes []string
				for range 1 + r.IntN(3) {
					a := sh.boundary(r.IntN(len(sh.units) + 1))
					b := sh.boundary(min(len(sh.units), a+r.IntN(6)))
					if len(sh.units) > 400 {
						b = sh.boundary(min(len(sh.units), a+100))
					}
					if sh.splitsCRLF(a) || sh.splitsCRLF(b) || b < a {
						continue
					}
					l1, c1 := sh.position(a)
					l2, c2 := sh.position(b)
					piece := pieces[r.IntN(len(pieces))] + pieces[r.IntN(len(pieces))]
					changes = append(changes, partial(l1, c1, l2, c2, piece))
					rest := append([]uint32{}, sh.units[b:]...)
					sh.units = append(append(sh.units[:a], sh.encode(piece)...), rest...)
				}
				doc, err := change(s, fmt.Sprint(version), "["+strings.Join(changes, ",")+"]")
				if err != nil || doc.Unsynced {
					t.Fatalf("version %d: %v", version, err)
				}
				if want := sh.String(); doc.Snapshot.Text() != want {
					t.Fatalf("version %d after %v:\n got %q\nwant %q", version, changes, doc.Snapshot.Text(), want)
				}
				version++
			}
			doc, _ := s.Get(testURI)
			if doc.Snapshot.Hash() != sha256.Sum256([]byte(sh.String())) {
				t.Error("hashes differ")
			}
		})
	}
}
