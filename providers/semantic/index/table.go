package index

import (
	"encoding/binary"
	"iter"
	"strings"
)

// table numbers texts, each once, in the order in which they came.
type table struct {
	Text []string
	ids  map[string]uint32
}

// id returns the number of a text, a new one if need be.
func (t *table) id(s string) uint32 {
	if id, ok := t.ids[s]; ok {
		return id
	}
	s = strings.Clone(s) // keep no source alive
	id := uint32(len(t.Text))
	t.Text, t.ids[s] = append(t.Text, s), id
	return id
}

// posting is a file that has a term, and how often: as often as counts at most.
type posting uint32

const mostCounted = 255

func postingOf(slot, n uint32) posting { return posting(slot<<8 | min(n, mostCounted)) }

func (p posting) slot() uint32 { return uint32(p >> 8) }
func (p posting) n() float64   { return float64(p & mostCounted) }

// appendCount writes a term and how often it occurs, once as a rule.
func appendCount(b []byte, term, n uint32) []byte {
	if n == 1 {
		return binary.AppendUvarint(b, uint64(term)<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(term)<<1|1), uint64(n))
}

// counts returns what [appendCount] has written.
func counts(b []byte) iter.Seq2[uint32, uint32] {
	return func(yield func(term, n uint32) bool) {
		for len(b) > 0 {
			v, size := binary.Uvarint(b)
			b = b[size:]
			n := uint64(1)
			if v&1 != 0 {
				n, size = binary.Uvarint(b)
				b = b[size:]
			}
			if !yield(uint32(v>>1), uint32(n)) {
				return
			}
		}
	}
}

// hashOf returns the FNV-1a hash of a word.
func hashOf(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
