package report

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestToolLines looks at single points.
func TestToolLines(t *testing.T) {
	js := linesFor(text.New("ab\u2028cd\r\nef\rg\n"), ecmascriptBreaks)
	goes := linesFor(text.New("ab\rcd\r\nef\u2028g\n"), feedBreaks)
	for _, c := range []struct {
		l        *toolLines
		in, want Point
		ok       bool
	}{
		{js, Point{1, 1}, Point{1, 1}, true}, {js, Point{1, 3}, Point{1, 3}, true}, {js, Point{1, 4}, Point{1, 3}, false},
		{js, Point{2, 1}, Point{1, 4}, true}, {js, Point{2, 3}, Point{1, 6}, true}, {js, Point{2, EndOfLine}, Point{1, 6}, true},
		{js, Point{3, 2}, Point{2, 2}, true}, {js, Point{4, 1}, Point{3, 1}, true}, {js, Point{5, 1}, Point{4, 1}, true},
		{js, Point{9, 1}, Point{7, 1}, false}, {js, Point{2, 0}, Point{1, 0}, true}, {js, Point{}, Point{}, true}, {js, Point{-3, 1}, Point{-3, 1}, true},
		{goes, Point{1, 3}, Point{1, 3}, true}, {goes, Point{1, 4}, Point{2, 1}, true}, {goes, Point{1, EndOfLine}, Point{2, 3}, true},
		{goes, Point{2, 3}, Point{3, 3}, true}, {goes, Point{2, 6}, Point{3, 6}, true},
	} {
		if got, ok := c.l.point(c.in, Bytes); c.l == goes && (got != c.want || ok != c.ok) {
			t.Errorf("%v: got %v, %v; want %v, %v", c.in, got, ok, c.want, c.ok)
		}
		if got, ok := c.l.point(c.in, UTF16); c.l == js && (got != c.want || ok != c.ok) {
			t.Errorf("%v: got %v, %v; want %v, %v", c.in, got, ok, c.want, c.ok)
		}
	}
	if linesFor(text.New("a\u2028b"), feedBreaks) != nil || linesFor(text.New("a\rb"), ecmascriptBreaks) != nil || linesFor(text.New("a\r\u2028"), usualBreaks) != nil {
		t.Error("a table where the lines are ours")
	}
}
