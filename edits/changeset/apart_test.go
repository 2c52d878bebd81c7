package changeset

import (
	"strings"
	"testing"
)

// TestSameLineElsewhere: what is refused in one place is not refused in another one
// that only has the same line and words.
func TestSameLineElsewhere(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\nx\n!one\ny\n"}, fixes: map[string][]string{"one": {"1"}},
		extra: func(texts map[string]string) []extra {
			if strings.HasSuffix(texts["a"], "1\ny\n") {
				return []extra{{"a", 0, "clash", "somewhere here", 2}}
			}
			return nil
		}}
	if after, r := w.run(t); after["a"] != "1\nx\n!one\ny\n" {
		t.Errorf("got %q: %q", after["a"], told(r))
	}
}

// TestInTheDark: something new in one file that speaks against no fix of it does not
// cost the other files what they need: fixes of what theirs newly cause.
func TestInTheDark(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n\n!one\n", "b": "!two\n", "c": "!two\n"},
		fixes: map[string][]string{"one": {"1"}, "two": {"!three"}, "three": {"3"}},
		extra: func(texts map[string]string) []extra {
			if texts["a"] == "1\n\n1\n" {
				return []extra{{"a", 1, "much", "too much in all", 0}}
			}
			return nil
		}}
	after, r := w.run(t)
	if after["b"] != "3\n" || after["c"] != "3\n" {
		t.Errorf("got %q: %q", after, told(r))
	}
	if after["a"] != "1\n\n!one\n" && after["a"] != "!one\n\n1\n" {
		t.Errorf("got %q: %q", after, told(r))
	}
}

// TestBesideOneThatComesBack: a fix that brings up what can be fixed is made also
// beside one of its file that brings up the same again and again.
func TestBesideOneThatComesBack(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n\n!two\n"},
		fixes: map[string][]string{"one": {"!next"}, "next": {"1"}, "two": {"!again"}, "again": {"!again"}}}
	after, r := w.run(t)
	if want := "1\n\n!two\n"; after["a"] != want {
		t.Errorf("got %q, want %q: %q", after["a"], want, told(r))
	}
}
