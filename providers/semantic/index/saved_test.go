package index

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSaved(t *testing.T) {
	files := corpus(20)
	files["a.rs"] = "pub struct A;\nimpl B for A {\n    fn go(&self) {}\n}\nuse crate::x;\n"
	x := build(files)
	x.Apply([]Change{{Path: "pkg0/module_0.py", Removed: true}})
	saved := x.Save()
	y, err := Load(saved)
	if err != nil || y.Len() != x.Len() {
		t.Fatalf("%v, %d files", err, y.Len())
	}
	for _, q := range []string{"compute value 17", "handle argument", "go"} {
		if !slices.Equal(ask(x, q), ask(y, q)) {
			t.Errorf("%q: %v, want %v", q, ask(y, q), ask(x, q))
		}
	}
	if len(y.Implementations("B", 3)) != 1 || !slices.Equal(x.Imports("pkg1/module_1.py"), y.Imports("pkg1/module_1.py")) {
		t.Error("definitions or imports are lost")
	}
	// Further changes work on what was loaded.
	y.Apply([]Change{{Path: "b.py", Text: "def brand_new():\n    pass\n"}})
	if y.Definers("brand_new") != 1 {
		t.Error("a loaded index takes no changes")
	}
	z := New()
	if !z.Replace(y) || z.Definers("brand_new") != 1 || z.Replace(x) {
		t.Error("Replace works for an empty index, and only then")
	}
}

// TestSavedDamage: whatever the bytes, an error or a working index.
func TestSavedDamage(t *testing.T) {
	saved := build(corpus(3)).Save()
	r := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		b := slices.Clone(saved)
		switch r.IntN(3) {
		case 0:
			b = b[:r.IntN(len(b))]
		case 1:
			for range 1 + r.IntN(5) {
				b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			}
		case 2:
			b = append(b, 1, 2, 3)
		}
		x, err := Load(b)
		if err == nil {
			ask(x, "compute value handle")
			continue
		}
		if !errors.Is(err, ErrSaved) {
			t.Fatal(err)
		}
	}
}

// TestSavedCut: what has the right checksum and cannot be read is refused, too.
func TestSavedCut(t *testing.T) {
	head := len(Form) + 4
	saved := build(corpus(3)).Save()
	cut := saved[:(head+len(saved))/2]
	binary.LittleEndian.PutUint32(cut[len(Form):], crc32.Checksum(cut[head:], castagnoli))
	if _, err := Load(cut); !errors.Is(err, ErrSaved) {
		t.Error(err)
	}
}

func BenchmarkLoad3000(b *testing.B) {
	saved := build(corpus(3000)).Save()
	b.SetBytes(int64(len(saved)))
	for b.Loop() {
		if _, err := Load(saved); err != nil {
			b.Fatal(err)
		}
	}
}
