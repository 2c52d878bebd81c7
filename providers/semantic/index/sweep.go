package index

import "crypto/sha256"

// While somebody types, every pause adds a new content of one file and, as a
// rule, a new word. Contents of the past are kept, because undo and a change of
// branch use them again, but not for ever: once they are as large as all that
// is live, they are forgotten, and with them the words that only they used.

// sweepMin is how many terms of removed files are kept at least.
const sweepMin = 60_000

// free are the numbers of words and terms that can be given out again. The
// others keep theirs: features hold numbers, and readers hold features.
type free struct{ words, terms []uint32 }

func take(list *[]uint32) (uint32, bool) {
	n := len(*list)
	if n == 0 {
		return 0, false
	}
	id := (*list)[n-1]
	*list = (*list)[:n-1]
	return id, true
}

// current returns the features to insert for a content: the given ones, unless
// they were forgotten since they were looked up. The caller holds the lock.
func (x *Index) current(f *Features, src string) *Features {
	if known := x.known[f.Hash]; known != nil && known.lang == f.Lang {
		return known.features()
	}
	if f.record == nil {
		return f
	}
	return Extract(f.Lang, src)
}

// sweep forgets the contents of the past and what only they used, when they
// have become many. The caller holds the lock.
func (x *Index) sweep() {
	if x.dead <= x.length+sweepMin {
		return
	}
	x.dead = 0
	x.known = make(map[[sha256.Size]byte]*record, x.live)
	words, terms, symbols := make([]bool, len(x.entries)), make([]bool, len(x.terms)), make([]bool, len(x.symbols.keys))
	for _, f := range x.files {
		if f == nil {
			continue
		}
		x.known[f.hash] = f.record
		f.marks(symbols, words, terms)
		for _, id := range f.words {
			terms[id] = true
		}
	}
	for id, k := range x.keys {
		switch {
		case k == 0:
			continue
		case words[id]:
			for _, t := range x.of(uint32(id)) {
				terms[t] = true
			}
			continue
		}
		// A word that stands in comments only is found by its terms; it gets
		// a number again when it comes up again.
		x.entries[id], x.keys[id] = span{}, 0
		x.free.words = append(x.free.words, uint32(id))
	}
	for id, k := range x.terms {
		if k != 0 && !terms[id] {
			x.terms[id] = 0
			x.post.clear(uint32(id))
			x.free.terms = append(x.free.terms, uint32(id))
		}
	}
	x.lexicon, x.dict = tableOf(x.keys), tableOf(x.terms)
	x.post.tidy()
	x.symbols.sweep(symbols)
	x.pack()
}
