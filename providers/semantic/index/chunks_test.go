package index

import (
	"math"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

func hits(lines ...int) []ChunkHit {
	var out []ChunkHit
	at := 0
	for _, n := range lines {
		out = append(out, ChunkHit{Chunk: Chunk{Chunk: scan.Chunk{Start: at, End: at + n}}})
		at += n
	}
	return out
}

// Of a file that is meant, the order of the chunks counts; a chunk of a large
// file, and a long one, must stand further in front than another.
func TestProspects(t *testing.T) {
	o := (&Ranking{}).outlook(smallRoom)
	few := o.prospects(hits(10, 10, 10), 3, 1)
	for i := 1; i < len(few); i++ {
		if few[i].Value >= few[i-1].Value {
			t.Errorf("chunk %d is worth %.3f, the one in front of it %.3f", i, few[i].Value, few[i-1].Value)
		}
	}
	if large := o.prospects(hits(slices.Repeat([]int{10}, 50)...), 3, 1); len(large) != 3 || large[0].Value >= few[0].Value {
		t.Errorf("of a large file: %d chunks, the first worth %.3f; of a small one %.3f", len(large), large[0].Value, few[0].Value)
	}
	if long := o.prospects(hits(28, 1, 1), 3, 1); long[0].Value >= few[0].Value {
		t.Errorf("a long chunk is worth %.3f, a short one %.3f", long[0].Value, few[0].Value)
	}
	if other := o.prospects(hits(10, 10, 10), 3, 0.5); other[0].Value*2 >= few[0].Value || other[0].Value <= 0 {
		t.Errorf("half the share is worth %.3f of %.3f, want less than half", other[0].Value, few[0].Value)
	}
	for _, k := range []scan.Kind{scan.Class, scan.Interface, scan.Struct, scan.Trait} {
		typed := hits(10, 10, 10)
		typed[0].Chunk.Kind = k
		if typed = o.prospects(typed, 3, 1); typed[0].Value >= few[0].Value {
			t.Errorf("the head of a %s is worth %.3f, other code %.3f", k, typed[0].Value, few[0].Value)
		}
	}
}

// In more room the files behind the best come sooner, and in answer to a question
// short chunks gain in little room.
func TestOutlook(t *testing.T) {
	answer, place := &Ranking{question: true}, &Ranking{}
	second := func(room int) float64 { return place.outlook(room).prospects(hits(10, 10), 2, 0.5)[0].Value }
	if little, much := second(smallRoom), second(4*smallRoom); little >= much || second(0) != little {
		t.Errorf("the second file is worth %.3f in little room, %.3f in none, %.3f in much", little, second(0), much)
	}
	short := func(r *Ranking, room int) float64 {
		of := func(lines int) float64 { return r.outlook(room).prospects(hits(lines), 1, 1)[0].Value }
		return of(10) * math.Pow(10, sizePower) / (of(40) * math.Pow(40, sizePower)) // without that the file is short
	}
	if little, much, at := short(answer, smallRoom), short(answer, 8*smallRoom), short(place, smallRoom); little <= much || little <= at {
		t.Errorf("a short chunk is worth %.3f of a long one in little room, %.3f in much, %.3f at a place", little, much, at)
	}
}

// What holds no word of a question can be shown behind what does, but does not
// match.
func TestQuestionChunks(t *testing.T) {
	x := New()
	x.Apply([]Change{
		{Path: "a.py", Text: "def frobnicate(x):\n    return x\n\n\ndef other(y):\n    return y\n"},
		{Path: "b.py", Text: "def third(y):\n    return y\n"},
	})
	got := x.Rank(Query{Terms: TextTerms("frobnicate", 1), Weights: QueryWeights()}).Chunks(10, 10, 0)
	if len(got) != 2 || got[0].Chunk.Name != "frobnicate" || got[1].Chunk.Name != "other" {
		t.Fatalf("chunks %+v", got)
	}
	if got[0].Match != 1 || got[0].Value != 1 || got[1].Match != 0 || got[1].Value <= 0 {
		t.Errorf("match and value %.2f %.2f, then %.2f %.2f", got[0].Match, got[0].Value, got[1].Match, got[1].Value)
	}
}
