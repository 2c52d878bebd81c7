package index

import "strings"

// symbols are the names of definitions, what holds them, and what imports
// spell: each once, by number.
type symbols struct {
	ids  table
	keys []key // 0: free
	text []string
	refs lists    // where each name is defined: file, and the definition's place in it + 1
	live []uint32 // how many of these are in live files
	free []uint32
	page *strings.Builder // the text of the newest ones
}

// ref is one definition of a name.
type ref struct{ file, def uint32 }

// pageBytes is how much text of names is allocated at once.
const pageBytes = 16 << 10

// id returns the number of a name, a new one if need be.
func (s *symbols) id(name string) uint32 {
	k := keyOf(name)
	if id, ok := s.ids.find(k, s.keys); ok {
		return id
	}
	id, ok := take(&s.free)
	if !ok {
		id = s.refs.fresh()
		s.keys, s.text, s.live = append(s.keys, 0), append(s.text, ""), append(s.live, 0)
	}
	s.keys[id], s.text[id] = k, s.kept(name)
	s.ids.put(id, s.keys)
	return id
}

// kept returns a name in memory of its own, that of many in one piece.
func (s *symbols) kept(name string) string {
	if s.page == nil || s.page.Len()+len(name) > s.page.Cap() {
		s.page = &strings.Builder{}
		s.page.Grow(max(pageBytes, len(name)))
	}
	from := s.page.Len()
	s.page.WriteString(name)
	return s.page.String()[from:]
}

// find returns the number of a name that is known.
func (s *symbols) find(name string) (uint32, bool) { return s.ids.find(keyOf(name), s.keys) }

// sweep frees the numbers that are not in use.
func (s *symbols) sweep(used []bool) {
	s.page = nil
	for id, k := range s.keys {
		switch {
		case k == 0:
		case used[id]:
			s.text[id] = s.kept(s.text[id])
		default:
			s.keys[id], s.text[id] = 0, ""
			s.refs.clear(uint32(id))
			s.free = append(s.free, uint32(id))
		}
	}
	s.ids = tableOf(s.keys)
	s.refs.tidy()
}

// refsOf returns the definitions of a name in live files. The caller holds the lock.
func (x *Index) refsOf(name string) []ref {
	id, ok := x.symbols.find(name)
	if !ok {
		return nil
	}
	return x.refsBy(id)
}

func (x *Index) refsBy(symbol uint32) []ref {
	if x.symbols.live[symbol] == 0 {
		return nil
	}
	out := make([]ref, 0, x.symbols.live[symbol])
	for p := range x.symbols.refs.all(symbol) {
		if x.files[p.file] != nil {
			out = append(out, ref{p.file, p.n - 1})
		}
	}
	return out
}

// defined reports whether a name is defined anywhere, and returns the first of
// its definitions.
func (x *Index) defined(symbol uint32) (ref, bool) {
	if x.symbols.live[symbol] > 0 {
		for p := range x.symbols.refs.all(symbol) {
			if x.files[p.file] != nil {
				return ref{p.file, p.n - 1}, true
			}
		}
	}
	return ref{}, false
}
