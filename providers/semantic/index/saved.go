package index

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
)

// Form is written in front of a saved index. It changes with everything that changes what is
// extracted. What was kept in another form, whole or as keys, is made anew.
const Form = "fettle-index-12\n"

// ErrSaved is returned for a saved index that cannot be read: damaged, or of
// another version.
var ErrSaved = errors.New("saved index cannot be read")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// saved is what is kept of an index: names and counts, no text.
type saved struct {
	Terms, Names []string
	Paths        []string
	Contents     []*content
}

// Save writes the index in a form that [Load] reads back faster than the texts
// could be scanned again.
func (x *Index) Save() []byte {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := saved{Terms: x.terms.Text, Names: x.names.Text}
	for _, f := range x.files {
		if f != nil {
			s.Paths, s.Contents = append(s.Paths, f.path), append(s.Contents, f.content)
		}
	}
	b := bytes.NewBufferString(Form + "....") // the checksum
	_ = gob.NewEncoder(b).Encode(s)           // into memory, of types that gob knows: it does not fail
	binary.LittleEndian.PutUint32(b.Bytes()[len(Form):], crc32.Checksum(b.Bytes()[len(Form)+4:], castagnoli))
	return b.Bytes()
}

// Load reads what [Index.Save] wrote.
func Load(form []byte) (*Index, error) {
	if len(form) < len(Form)+4 || string(form[:len(Form)]) != Form {
		return nil, ErrSaved
	}
	body := form[len(Form)+4:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(form[len(Form):]) {
		return nil, fmt.Errorf("%w: damaged", ErrSaved)
	}
	var s saved
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode(&s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSaved, err)
	}
	x := New()
	for _, t := range s.Terms {
		x.term(t)
	}
	for _, n := range s.Names {
		x.names.id(n)
	}
	x.parts, x.defined = make([][]uint32, len(s.Names)), make([][]uint32, len(s.Names))
	for i, c := range s.Contents {
		for _, d := range c.Defs {
			x.split(d.Name)
			x.split(d.Container)
		}
		for _, k := range c.Chunks {
			x.split(k.Name)
			x.split(k.Container)
		}
		x.place(s.Paths[i], c)
	}
	x.made = len(x.terms.Text) + len(x.names.Text)
	return x, nil
}

// Replace puts a loaded index in the place of an empty one. It reports false
// and does nothing when files have been indexed already.
func (x *Index) Replace(with *Index) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.live > 0 {
		return false
	}
	x.stock = with.stock
	return true
}
