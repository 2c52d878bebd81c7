package rule

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// How an import is written hangs on whether it is of a module or from one, and on the name that it has to bind.
func TestSpelled(t *testing.T) {
	for want, h := range map[string]Home{
		"from shop.prices import total":           {Module: "shop.prices", Name: "total"},
		"from shop.prices import amount as total": {Module: "shop.prices", Name: "amount"},
		"import total":               {Module: "total"},
		"import shop.total as total": {Module: "shop.total"},
	} {
		if got := h.Spelled("total"); got != want {
			t.Errorf("%+v: got %q, want %q", h, got, want)
		}
	}
}

// A place on the terminator is the end of the line.
func TestProblemLine(t *testing.T) {
	s := text.File("/a.py", "python", "x = 1\r\ny = 2\r\n")
	for at, want := range map[int]struct {
		n    int
		line string
		at   int
	}{0: {0, "x = 1", 0}, 6: {0, "x = 1", 5}, 8: {1, "y = 2", 1}} {
		n, line, in := Problem{Snapshot: s, Diagnostic: signal.Diagnostic{Span: text.Span{Start: at, End: at}}}.Line()
		if n != want.n || line != want.line || in != want.at {
			t.Errorf("at %d: line %d %q, byte %d", at, n, line, in)
		}
	}
}

// The byte order mark stays when the first line goes.
func TestLineButMark(t *testing.T) {
	s := text.File("/a.py", "python", Mark+"import os\nx = 1\n")
	if got := s.Slice(LineButMark(s, 0)); got != "import os\n" {
		t.Errorf("got %q", got)
	}
	if got := s.Slice(LineButMark(s, 1)); got != "x = 1\n" {
		t.Errorf("got %q", got)
	}
}

// Facts of a broken document are none.
func TestFactsOfBrokenText(t *testing.T) {
	if _, err := Facts(Problem{Snapshot: text.File("/a.go", "go", "package a\n\nfunc f( {\n")}); err == nil {
		t.Error("facts of a text that does not parse")
	}
	if _, err := Facts(Problem{Snapshot: text.File("/a.go", "go", "package a\n")}); err != nil {
		t.Error(err)
	}
}

// Only what preserves or restores is used without a person's choice, and a class that is not named is trusted least.
func TestClass(t *testing.T) {
	if Class(0).Sure() || !Restores.Sure() || !Preserves.Sure() {
		t.Error("the wrong classes are sure")
	}
}

// A slip is one letter more, less or other, or the same letters in another order; a plural is another word.
func TestNear(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"quantty", "quantity"}: true, {"fil", "fill"}: true, {"itmes", "items"}: true, {"maxSize", "max_size"}: true,
		{"item", "items"}: false, {"item1", "item"}: false, {"same", "same"}: false, {"read", "write"}: false,
	} {
		if got := Near(pair[0], pair[1]); got != want {
			t.Errorf("%q near %q: %v", pair[0], pair[1], got)
		}
	}
}
