package scan

import (
	"bytes"
	"cmp"
	"slices"
)

// Chunk is a run of lines that is found and shown as one. Chunks of a file do
// not overlap.
type Chunk struct {
	Start, End      int // lines, zero-based, End exclusive
	Name, Container string
	Kind            Kind
}

// The sizes of chunks, in lines.
const (
	gapLines   = 26 // pieces of what lies between definitions
	SplitAbove = 32 // longer functions are split: of a long one a part is meant
	splitAt    = 26
)

// Chunks cuts the file: functions with their doc, headers of classes and
// types, and the gaps between in pieces.
func (s *Text) Chunks() []Chunk {
	var marks []Chunk
	for _, d := range s.Defs {
		switch d.Kind {
		case Function, Method, Class, Struct, Interface, Trait, Enum, Type, Table:
			if d.Kind == Method && d.End-d.Start < 2 && d.Sig >= d.End {
				continue // of an interface
			}
			marks = append(marks, Chunk{Start: d.Doc, End: d.End, Name: d.Name, Container: d.Container, Kind: d.Kind})
		}
	}
	slices.SortStableFunc(marks, func(a, b Chunk) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	var out []Chunk
	at := 0
	gap := func(end int, in *Chunk) {
		for at < end {
			n := end
			if end-at > gapLines {
				n = s.pause(at, at+gapLines)
			}
			c := Chunk{Start: at, End: n, Kind: Gap}
			if in != nil && in.End >= n {
				c.Container = in.Name
			}
			if !s.blank(at, n) {
				out = append(out, c)
			}
			at = n
		}
	}
	var open *Chunk // the class around
	for i := range marks {
		m := marks[i]
		if m.End <= at {
			continue
		}
		gap(min(max(at, m.Start), len(s.Starts)), open)
		m.Start = at
		end := m.End
		if m.Kind.HasMembers() {
			for _, n := range marks[i+1:] {
				if n.Start >= m.End {
					break
				}
				if n.Start > m.Start {
					end = min(end, n.Start)
					break
				}
			}
			open = &marks[i]
		}
		for end-m.Start > SplitAbove {
			piece := m
			piece.End = s.pause(m.Start, m.Start+splitAt)
			out = append(out, piece)
			m.Start = piece.End
		}
		m.End = end
		if m.End > m.Start {
			out = append(out, m)
		}
		at = end
	}
	gap(len(s.Starts), open)
	return out
}

// pause returns where to cut a piece of code: behind the last blank line of its last
// third, at its end if there is none.
func (s *Text) pause(start, end int) int {
	for i := end; i > end-(end-start)/3; i-- {
		if s.blank(i-1, i) {
			return i
		}
	}
	return end
}

// blank reports whether lines hold nothing but white space.
func (s *Text) blank(from, to int) bool {
	return len(bytes.TrimSpace([]byte(s.src[s.Starts[from]:s.Offset(to)]))) == 0
}
