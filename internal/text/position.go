package text

import (
	"unicode/utf8"
)

// Encoding is the unit in which an editor counts columns.
type Encoding uint8

// The three position encodings of the protocol. UTF16 is its default.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

func (e Encoding) String() string {
	switch e {
	case UTF8:
		return "utf-8"
	case UTF32:
		return "utf-32"
	}
	return "utf-16"
}

// Position is a zero-based line and a zero-based column in some [Encoding].
type Position struct{ Line, Character int }

// Offset turns a position into a byte offset. A column past the end of the
// line becomes the end of the line (before its terminator), a line past the end
// becomes the end of the text; inside a surrogate pair or a multi-byte rune it is
// rounded down.
func (s Snapshot) Offset(p Position, enc Encoding) int {
	if p.Line < 0 {
		return 0
	}
	if s.body == nil || p.Line >= len(s.body.starts) {
		return s.Len()
	}
	sp := s.LineSpan(p.Line)
	line := s.Text()[sp.Start:sp.End]
	if p.Character <= 0 {
		return sp.Start
	}
	units := 0
	for i := 0; i < len(line); {
		if units >= p.Character {
			return sp.Start + i
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		w := width(r, n, enc)
		if units+w > p.Character {
			return sp.Start + i
		}
		units += w
		i += n
	}
	return sp.End
}

// Position turns a byte offset into a position. Offsets are clamped, and
// rounded down to the start of their rune; an offset inside a terminator is the
// end of its line.
func (s Snapshot) Position(offset int, enc Encoding) Position {
	t := s.Text()
	offset = max(0, min(offset, len(t)))
	if s.body == nil {
		return Position{}
	}
	// The empty line behind a final terminator is a place for the cursor,
	// though not a line of its own.
	line := s.LineAt(offset)
	if n := len(s.body.starts); offset == len(t) && int(s.body.starts[n-1]) == offset {
		line = n - 1
	}
	sp := s.LineSpan(line)
	offset = min(offset, sp.End)
	units := 0
	for i := sp.Start; i < offset; {
		r, n := utf8.DecodeRuneInString(t[i:])
		if i+n > offset {
			break
		}
		units += width(r, n, enc)
		i += n
	}
	return Position{Line: line, Character: units}
}

// width returns the number of units of one rune of n bytes.
func width(r rune, n int, enc Encoding) int {
	switch enc {
	case UTF8:
		return n
	case UTF16:
		if r >= 0x10000 {
			return 2
		}
	}
	return 1
}
