package index

import "slices"

// tally adds up how often terms occur. It keeps its room from one file to the
// next.
type tally struct {
	n     []uint32 // by term
	seen  []uint32 // terms whose n is not 0
	ids   []uint32 // of the words of a file
	out   []count
	place []uint32 // of each term among those of a file
	code  []uint32
	room  []byte
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

// number notes the place of each term of a file.
func (t *tally) number(file []count) {
	if len(file) == 0 {
		return
	}
	if most := int(file[len(file)-1].term); most >= len(t.place) {
		t.place = append(t.place, make([]uint32, most+1-len(t.place)+most/4)...)
	}
	for i, c := range file {
		t.place[c.term] = uint32(i)
	}
}

// codeWords returns the words of a file that are used in code, sorted.
func (t *tally) codeWords(words []use) []uint32 {
	t.code = t.code[:0]
	for i, u := range words {
		if u.code > 0 {
			t.code = append(t.code, t.ids[i])
		}
	}
	slices.Sort(t.code)
	return t.code
}
