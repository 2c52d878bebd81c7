package index

import "slices"

// tally adds up how often terms occur. It keeps its room from one file to the
// next.
type tally struct {
	n    []uint32 // by term
	seen []uint32 // terms whose n is not 0
	ids  []uint32 // of the words of a file
	out  []count
}

func (t *tally) add(term, n uint32) {
	if int(term) >= len(t.n) {
		t.n = append(t.n, make([]uint32, int(term)+1-len(t.n)+len(t.n)/4)...)
	}
	if t.n[term] == 0 {
		t.seen = append(t.seen, term)
	}
	t.n[term] += n
}

// take appends the counts, by term, to out and starts anew. It returns how
// often terms occur in all.
func (t *tally) take() (total int) {
	slices.Sort(t.seen)
	for _, term := range t.seen {
		n := t.n[term]
		t.n[term] = 0
		t.out = append(t.out, count{term, n})
		total += int(n)
	}
	t.seen = t.seen[:0]
	return total
}

// intern turns the words of features into terms of this index. The caller holds
// the lock.
func (x *Index) intern(f *Features) {
	if f.interned {
		return
	}
	t := &x.tally
	t.ids, t.out = t.ids[:0], t.out[:0]
	code := 0
	for _, u := range f.words {
		id := x.word(u.word)
		t.ids = append(t.ids, id)
		for _, term := range x.of(id) {
			t.add(term, u.all)
		}
		if u.code > 0 {
			code++
		}
	}
	f.code = make([]uint32, 0, code)
	for i, u := range f.words {
		if u.code > 0 {
			f.code = append(f.code, t.ids[i])
		}
	}
	slices.Sort(f.code)
	f.n = t.take()
	ends := make([]int, len(f.chunkUse))
	all := len(t.out)
	for i := range f.chunkUse {
		for _, wc := range f.chunkUse[i] {
			for _, term := range x.of(t.ids[wc.word]) {
				t.add(term, wc.n)
			}
		}
		f.Chunks[i].n = t.take()
		ends[i] = len(t.out)
	}
	out := slices.Clone(t.out) // one piece for all
	f.terms = out[:all:all]
	for i, end := range ends {
		f.Chunks[i].terms = out[all:end:end]
		all = end
	}
	f.words, f.chunkUse, f.interned = nil, nil, true
}
