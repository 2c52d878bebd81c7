package vectors

import (
	"crypto/sha256"
	"math"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

func of(start, end int, v ...float32) Piece {
	return Piece{Lines: text.Lines{Start: start, End: end}, Vector: Normalised(v)}
}

func TestNear(t *testing.T) {
	var s Set
	if !s.Empty("m") {
		t.Error("a new set has vectors")
	}
	s.Use("m")
	s.Put("m", "a.go", File{Pieces: []Piece{of(0, 10, 1, 0), of(10, 20, 0, 1)}})
	s.Put("m", "b.go", File{Pieces: []Piece{of(0, 5, 3, 4)}})
	s.Put("m", "none.go", File{})
	s.Put("other", "c.go", File{Pieces: []Piece{of(0, 5, 1, 0)}})
	l := s.Near("", Normalised([]float32{2, 0}))
	if len(l.Files) != 1 || math.Abs(l.Files["a.go"]-0.2) > 1e-6 { // 1 and 0.6 are 0.8 on the average
		t.Errorf("files: %v", l.Files)
	}
	for _, tt := range []struct {
		path       string
		start, end int
		want       float64
	}{
		{"a.go", 0, 10, 1},
		{"a.go", 9, 12, 1}, // the better of the two that it shares lines with
		{"a.go", 10, 20, 0},
		{"b.go", 4, 9, (0.6 - 1.6/3) / (1 - 1.6/3)},
		{"b.go", 5, 9, 0},
		{"c.go", 0, 5, 0},
	} {
		if got := l.Of(tt.path, text.Lines{Start: tt.start, End: tt.end}); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%s:%d-%d is %v like it, want %v", tt.path, tt.start, tt.end, got, tt.want)
		}
	}
	if got, want := l.Best(9), []Spot{{"a.go", text.Lines{End: 10}}, {"b.go", text.Lines{End: 5}}}; !slices.Equal(got, want) { // the third is below the average
		t.Errorf("best: %v, want %v", got, want)
	}
	if got := l.Best(1); len(got) != 1 || got[0].Path != "a.go" {
		t.Errorf("the best one: %v", got)
	}
	if l := s.Near("a.go", s.Of("a.go")...); l.Files["a.go"] != 0 || l.Of("a.go", text.Lines{End: 10}) != 0 {
		t.Errorf("a file is like itself: %v", l)
	}
	if got := (Likeness{}).Of("a.go", text.Lines{End: 10}); got != 0 {
		t.Errorf("without vectors: %v", got)
	}
}

func TestSetKeepsWhatIsUsed(t *testing.T) {
	var s Set
	s.Use("m")
	hash := sha256.Sum256([]byte("text"))
	s.Put("m", "a.go", File{Hash: hash, Pieces: []Piece{of(0, 1, 1)}})
	s.Put("m", "b.go", File{Hash: hash})
	if !s.Has("a.go", hash) || s.Has("a.go", sha256.Sum256(nil)) || s.Has("c.go", hash) {
		t.Error("it does not know whose vectors it has")
	}
	s.Only(map[string]bool{"a.go": true})
	if s.Has("b.go", hash) {
		t.Error("a file that is gone is kept")
	}
	s.Use("m")
	if !s.Has("a.go", hash) || s.Empty("m") {
		t.Error("the same model again drops vectors")
	}
	s.Use("n")
	if s.Has("a.go", hash) || !s.Empty("m") || !s.Empty("n") {
		t.Error("another model keeps vectors")
	}
}

func TestNormalised(t *testing.T) {
	if v := Normalised([]float32{3, 4}); v[0] != 0.6 || v[1] != 0.8 {
		t.Errorf("%v", v)
	}
	for _, odd := range [][]float32{{0, 0}, {float32(math.Inf(1)), 1}, {float32(math.NaN())}} {
		for _, x := range Normalised(odd) {
			if x != 0 {
				t.Errorf("%v becomes %v", odd, x)
			}
		}
	}
}
