package index

// table finds the number of a key. It holds numbers only: the keys stand where
// the numbers lead, so that a key needs its own eight bytes and few more.
type table struct {
	slots []uint32 // number + 1; 0: free
	n     int
}

// find returns the number of a key, keys being those of all numbers.
func (t *table) find(k key, keys []key) (uint32, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	for i := t.start(k); ; i = (i + 1) & (len(t.slots) - 1) {
		switch id := t.slots[i]; {
		case id == 0:
			return 0, false
		case keys[id-1] == k:
			return id - 1, true
		}
	}
}

// put adds a number; its key is in keys, and not in the table.
func (t *table) put(id uint32, keys []key) {
	if (t.n+1)*4 > len(t.slots)*3 {
		t.grow(max(64, len(t.slots)*2), keys)
	}
	t.insert(id, keys[id])
	t.n++
}

func (t *table) insert(id uint32, k key) {
	i := t.start(k)
	for t.slots[i] != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = id + 1
}

func (t *table) start(k key) int { return int((uint64(k)*0x9E3779B97F4A7C15)>>32) & (len(t.slots) - 1) }

func (t *table) grow(size int, keys []key) {
	old := t.slots
	t.slots = make([]uint32, size)
	for _, id := range old {
		if id != 0 {
			t.insert(id-1, keys[id-1])
		}
	}
}

// tableOf returns the table of all keys but 0, which stands for a free number.
func tableOf(keys []key) table {
	var t table
	size := 64
	for len(keys)*4 > size*3 {
		size *= 2
	}
	t.slots = make([]uint32, size)
	for id, k := range keys {
		if k != 0 {
			t.insert(uint32(id), k)
			t.n++
		}
	}
	return t
}
