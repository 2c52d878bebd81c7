package index

import (
	"encoding/binary"
	"iter"
)

// lists are many lists of pairs of numbers in one piece of memory. The first
// numbers of a list rise, so that only their differences are written, most of
// them in a byte or two.
type lists struct {
	b     []byte
	at    []room // of each list
	waste int    // bytes that lists have left behind
}

// room is where a list stands.
type room struct {
	from, size, space uint32
	last              uint32 // first number of the last pair
}

// pair is one entry of a list: a file and how often it has a term, or one of
// its definitions.
type pair struct{ file, n uint32 }

// The slack of lists that grow, and how much of what they leave behind is
// borne until it is cleared.
const (
	listSlack  = 4
	wasteBytes = 64 << 10
)

// fresh adds an empty list and returns its number.
func (l *lists) fresh() uint32 {
	l.at = append(l.at, room{})
	return uint32(len(l.at) - 1)
}

// add puts a pair at the end of a list.
func (l *lists) add(list uint32, p pair) {
	var buf [2 * binary.MaxVarintLen32]byte
	r := &l.at[list]
	enc := appendPair(buf[:0], p.file-r.last, p.n)
	r.last = p.file
	if need := r.size + uint32(len(enc)); need > r.space {
		l.extend(r, need)
	}
	copy(l.b[r.from+r.size:], enc)
	r.size += uint32(len(enc))
}

// extend makes room for a longer list, at the end of all.
func (l *lists) extend(r *room, need uint32) {
	space := need
	if r.size > 0 {
		space = need + need/2 + listSlack
	}
	end := uint32(len(l.b))
	if r.from+r.space == end && r.space > 0 {
		l.b = append(l.b, make([]byte, space-r.space)...)
		r.space = space
		return
	}
	l.b = append(l.b, l.b[r.from:r.from+r.size]...)
	l.b = append(l.b, make([]byte, space-r.size)...)
	l.waste += int(r.space)
	r.from, r.space = end, space
}

// clear empties a list.
func (l *lists) clear(list uint32) {
	l.waste += int(l.at[list].space)
	l.at[list] = room{}
}

// all returns the pairs of a list.
func (l *lists) all(list uint32) iter.Seq[pair] {
	r := l.at[list]
	return pairs(l.b[r.from : r.from+r.size])
}

// tidy drops what lists have left behind, when it is much.
func (l *lists) tidy() {
	if l.waste > wasteBytes && l.waste > len(l.b)/4 {
		l.pack()
	}
}

// pack moves the lists together, without slack.
func (l *lists) pack() {
	size := 0
	for _, r := range l.at {
		size += int(r.size)
	}
	b := make([]byte, 0, size+size/32)
	for i := range l.at {
		r := &l.at[i]
		from := uint32(len(b))
		b = append(b, l.b[r.from:r.from+r.size]...)
		r.from, r.space = from, r.size
	}
	l.b, l.waste, l.at = b, 0, tight(l.at)
}

// renumbered returns the lists with other first numbers, in the same order; gone
// ones are left out.
func (l *lists) renumbered(moved []uint32) lists {
	out := lists{b: make([]byte, 0, len(l.b)-l.waste), at: make([]room, len(l.at))}
	for i := range l.at {
		r := room{from: uint32(len(out.b))}
		for p := range l.all(uint32(i)) {
			if p.file = moved[p.file]; p.file != gone {
				out.b = appendPair(out.b, p.file-r.last, p.n)
				r.last = p.file
			}
		}
		r.size = uint32(len(out.b)) - r.from
		r.space = r.size
		out.at[i] = r
	}
	return out
}

// gone stands for no file.
const gone = ^uint32(0)

// appendPair writes a difference and a number, which is 1 as a rule.
func appendPair(b []byte, d, n uint32) []byte {
	if n == 1 {
		return binary.AppendUvarint(b, uint64(d)<<1)
	}
	b = binary.AppendUvarint(b, uint64(d)<<1|1)
	return binary.AppendUvarint(b, uint64(n))
}

// pairs reads what appendPair has written.
func pairs(b []byte) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		last := uint32(0)
		for i := 0; i < len(b); {
			v := uint64(b[i])
			i++
			if v >= 0x80 {
				w, n := binary.Uvarint(b[i-1:])
				if n <= 0 {
					return // damaged
				}
				v = w
				i += n - 1
			}
			p := pair{n: 1}
			last += uint32(v >> 1)
			p.file = last
			if v&1 != 0 {
				w, n := binary.Uvarint(b[i:])
				if n <= 0 {
					return
				}
				i += n
				p.n = uint32(w)
			}
			if !yield(p) {
				return
			}
		}
	}
}
