package providers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func chunk(path string, first, last int, score float64) Snippet {
	var b strings.Builder
	for i := first; i <= last; i++ {
		fmt.Fprintf(&b, "%s line %d\n", path, i)
	}
	return Snippet{Place: Place{path, first, last}, Role: RoleChunk, Lang: "go", Label: fmt.Sprintf("function: `f%d`", first), Body: b.String(), Score: score}
}

func TestSheetGroupsByFile(t *testing.T) {
	s := NewSheet(Section{Title: "Relevant Code from Workspace", Priority: Semantic})
	for _, sn := range []Snippet{chunk("best.go", 10, 11, 0.9), chunk("other.go", 1, 1, 0.5), chunk("best.go", 3, 3, 0.2), chunk("best.go", 12, 12, 0.3)} {
		s.Add(sn)
	}
	want := "## Relevant Code from Workspace\n\n" +
		"**File**: `other.go` (lines 1-1) - function: `f1`\n```go\nother.go line 1\n```\n" +
		"**File**: `best.go` (lines 3-3) - function: `f3`\n```go\nbest.go line 3\n```\n" +
		"(lines 10-12) - function: `f10`\n```go\nbest.go line 10\nbest.go line 11\nbest.go line 12\n```\n"
	if got := s.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSheetNamesTheLastLineOfCode: blank lines behind a piece join it to the next one,
// but where none follows they are neither shown nor counted in the head.
func TestSheetNamesTheLastLineOfCode(t *testing.T) {
	blank := func(sn Snippet) Snippet {
		sn.Body += "\n\t\n"
		sn.Place.Last += 2
		return sn
	}
	s := NewSheet(Section{Title: "Code", Priority: Semantic})
	for _, sn := range []Snippet{blank(chunk("a.go", 5, 6, 0.9)), blank(chunk("a.go", 9, 9, 0.3)), blank(chunk("a.go", 20, 20, 0.1))} {
		s.Add(sn)
	}
	want := "## Code\n\n**File**: `a.go` (lines 5-9) - function: `f5`\n```go\na.go line 5\na.go line 6\n\n\t\na.go line 9\n```\n" +
		"(lines 20-20) - function: `f20`\n```go\na.go line 20\n```\n"
	if got := s.String(); got != want || s.Size() != len(want) {
		t.Errorf("%d of %d bytes, got\n%s\nwant\n%s", s.Size(), len(want), got, want)
	}
}

// TestSheetMeasures adds and replaces random snippets and compares every
// promised size with the text.
func TestSheetMeasures(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 500 {
		sec := Section{Title: "T", Priority: Priority(1 + r.IntN(3))}
		s := NewSheet(sec)
		if s.Size() != 0 || s.String() != "" {
			t.Fatal("an empty sheet has a text")
		}
		random := func(path string) Snippet {
			a := r.IntN(30)
			sn := chunk(path, a, a+r.IntN(5), r.Float64())
			switch r.IntN(6) {
			case 5:
				sn.Body += "\n  \n"
				sn.Place.Last += 2
			case 0:
				sn.Note = "signature"
			case 1:
				sn.Head = "**head**"
			case 2:
				sn.Lang = ""
			case 3:
				sn.Body = "no `````` line end"
			}
			if r.IntN(4) == 0 {
				sn.Role = RoleChange
			}
			return sn
		}
		for range 1 + r.IntN(20) {
			before := len(s.String())
			var promised int
			if n := len(s.Snippets()); n > 0 && r.IntN(3) == 0 {
				k := r.IntN(n)
				sn := random(s.Snippets()[k].Place.Path)
				sn.Role = s.Snippets()[k].Role
				promised = s.CostInstead(k, sn)
				s.Replace(k, sn)
			} else {
				sn := random(fmt.Sprintf("%d.go", r.IntN(4)))
				promised = s.Cost(sn)
				s.Add(sn)
			}
			if got := len(s.String()); got != before+promised || got != s.Size() {
				t.Fatalf("case %d: text has %d bytes, promised %d, size %d\n%s", i, got, before+promised, s.Size(), s.String())
			}
		}
	}
}

func TestCodeSpanAndFence(t *testing.T) {
	for in, want := range map[string]string{
		"a.go": "`a.go`", "a`b": "`` a`b ``", "x\ny": "`x\\u{a}y`", "\u202eevil": "`\\u{202e}evil`", "é😀": "`é😀`",
	} {
		if got := CodeSpan(in); got != want {
			t.Errorf("CodeSpan(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"": "```", "`": "```", "```go": "````", "a````b ``": "`````"} {
		if got := Fence(in); got != want {
			t.Errorf("Fence(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlaceString(t *testing.T) {
	if s := (Place{"a", 1, 2}).String() + (Place{"b", 3, 3}).String(); s != "a:1-2b:3" {
		t.Error(s)
	}
}
