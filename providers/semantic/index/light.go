package index

import "crypto/sha256"

// A large workspace is indexed lightly: names, and the terms of whole files,
// but not those of their chunks, which take most of the room. To rank the
// chunks of the few best files, these are read again.

type light struct {
	on   bool
	read func(path string) (string, error)
}

// ReadWith says how the text of a file is had again, once, before the index is
// used. Without it, the chunks of lightly indexed files are not ranked by their
// words.
func (x *Index) ReadWith(read func(path string) (string, error)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.light.read = read
}

// Lighten says whether files are indexed lightly from now on.
func (x *Index) Lighten(on bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.light.on = on
}

// detailed are the features of the hits' lightly indexed files with the words
// of their chunks, by path. Files that have changed are left out.
func (r *Ranking) detailed(hits []Hit) map[string]*Features {
	x := r.x
	x.mu.RLock()
	read := x.light.read
	wanted := map[string][sha256.Size]byte{}
	langs := map[string]string{}
	for _, h := range hits {
		if f := r.file(h); f != nil && f.light {
			wanted[h.Path], langs[h.Path] = f.hash, f.lang
		}
	}
	x.mu.RUnlock()
	if read == nil || len(wanted) == 0 {
		return nil
	}
	out := make(map[string]*Features, len(wanted))
	for _, path := range sortedKeys(wanted) {
		body, err := read(path)
		if err != nil || sha256.Sum256([]byte(body)) != wanted[path] {
			continue
		}
		out[path] = Extract(langs[path], body)
	}
	return out
}

// ranked are the chunks of a file with their terms: its own, or those found
// again. The caller holds the lock.
func (x *Index) ranked(f *file, again *Features) []Chunk {
	if again == nil || again.Hash != f.hash {
		return x.chunksOf(f.record, true)
	}
	var t tally
	for i, uses := range again.chunkUse {
		c := &again.Chunks[i]
		t.out = nil
		for _, wc := range uses {
			if id, ok := x.lexicon.find(keyOf(again.words[wc.word].word), x.keys); ok {
				for _, term := range x.of(id) {
					t.add(term, wc.n)
				}
			}
		}
		c.n = t.take()
		c.terms = t.out
	}
	return again.Chunks
}
