package index

// key stands for a word, term or name: its hash. Large workspaces have millions
// of words; nothing but their numbers is needed of most. Two words with the same
// key would be mistaken for one, which costs nothing but a wrong place in a
// ranking.
type key uint64

// keyOf returns the FNV-1a hash, which is the same in every process; never 0.
func keyOf(s string) key {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return key(max(h, 1))
}

// span is a part of the slab of terms.
type span struct{ from, n uint32 }

// of returns the terms of a word.
func (x *Index) of(word uint32) []uint32 {
	s := x.entries[word]
	return x.slab[s.from : s.from+s.n]
}

// pack drops what no word uses from the slab. The caller holds the lock.
func (x *Index) pack() {
	slab := make([]uint32, 0, len(x.slab))
	for i, s := range x.entries {
		x.entries[i].from = uint32(len(slab))
		slab = append(slab, x.slab[s.from:s.from+s.n]...)
	}
	x.slab = slab
}
