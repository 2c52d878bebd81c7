package syntax

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestTreesAnswerAsParse asks for versions of documents at random, forward and
// back, broken and whole, from several goroutines.
func TestTreesAnswerAsParse(t *testing.T) {
	for name, trees := range map[string]*Trees{"one edit": {}, "several": {Edits: halves}} {
		t.Run(name, func(t *testing.T) { answersAsParse(t, trees) })
	}
}

// halves leads from one text to another by two edits.
func halves(before, after string) []text.Edit {
	e := change(before, after)
	old, now := e.Span.Start+e.Span.Len()/2, len(e.New)/2
	return []text.Edit{{Span: text.Span{Start: e.Span.Start, End: old}, New: e.New[:now]}, {Span: text.Span{Start: old, End: e.Span.End}, New: e.New[now:]}}
}

func answersAsParse(t *testing.T, trees *Trees) {
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(worker), 5))
			for range 60 {
				lang := []string{"python", "go", "typescript", "rust"}[rng.IntN(4)]
				data, err := os.ReadFile("testdata/" + lang + ".txtar")
				if err != nil {
					t.Error(err)
					return
				}
				src, _, _ := strings.Cut(strings.TrimPrefix(string(data), "-- source --\n"), "-- tree --\n")
				lines := strings.SplitAfter(src, "\n")
				if i := rng.IntN(2 * len(lines)); i < len(lines) {
					lines = append(lines[:i:i], lines[min(len(lines), i+1+rng.IntN(2)):]...)
				}
				src = strings.Join(lines, "")
				got, want := trees.Of("/p/"+lang, lang, src), Parse(lang, src)
				if got.Doc().Text() != src {
					t.Error("the facts are those of another text")
				}
				// Trees of broken text may differ with their history.
				if len(got.Damage)+len(want.Damage) == 0 {
					if d := cmp.Diff(want.Nodes, got.Nodes); d != "" {
						t.Errorf("%s (-fresh +kept)\n%s", lang, d)
					}
				} else if (len(got.Damage) == 0) != (len(want.Damage) == 0) {
					t.Errorf("%s: damage %v, fresh %v", lang, got.Damage, want.Damage)
				}
			}
		})
	}
	wg.Wait()
}

func TestTreesKeepFewDocuments(t *testing.T) {
	var trees Trees
	first := trees.Of("/p/0", "python", "x = 1\n")
	if trees.Of("/p/0", "python", "x = 1\n") != first {
		t.Error("the same text was parsed again")
	}
	for i := range 3 * limits.SyntaxTrees {
		trees.Of(fmt.Sprint("/p/", i), "python", "x = 1\n")
		trees.Of("/p/used", "python", "x = 1\n")
	}
	if n := len(trees.docs); n != limits.SyntaxTrees {
		t.Errorf("%d documents are kept", n)
	}
	if trees.Of("/p/0", "python", "x = 1\n") == first {
		t.Error("a document that nobody asked for was kept")
	}
	if f := (*Trees)(nil).Of("/p/a", "python", "x = 1\n"); len(f.Nodes) != 1 {
		t.Errorf("without trees: %v", f.Nodes)
	}
}

// BenchmarkTrees is one keystroke in a text of 10 000 lines.
func BenchmarkTrees(b *testing.B) {
	src := bigPython(10_000)
	at := strings.Index(src, "total = 0.0") + len("total = ")
	var trees Trees
	trees.Of("/p/a", "python", src)
	for i := 0; b.Loop(); i++ {
		trees.Of("/p/a", "python", src[:at]+fmt.Sprint(i%10)+src[at+1:])
	}
}

// TestTreesBytes: of large documents only as many are kept as fit, and the last one always.
func TestTreesBytes(t *testing.T) {
	trees := Trees{Bytes: 20}
	for i, want := range []int{1, 2, 2, 1} { // of 8, 8, 8 and 30 bytes
		src := "x = 111\n"
		if i == 3 {
			src = "y = 1  # longer than they all\n"
		}
		trees.Of(fmt.Sprint(i), "python", src)
		if n := len(trees.docs); n != want {
			t.Errorf("after document %d %d are kept, want %d", i, n, want)
		}
	}
}
