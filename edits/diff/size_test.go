package diff

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestSize(t *testing.T) {
	s := text.New("a\nb\nc\n")
	for _, tt := range []struct {
		edit text.Edit
		want string
	}{
		{text.Edit{Span: text.Span{Start: 2, End: 3}, New: "x"}, "+1 -1"},
		{text.Edit{Span: text.Span{Start: 2, End: 4}}, "+0 -1"},
		{text.Edit{Span: text.Span{Start: 2, End: 2}, New: "x\n"}, "+1 -0"},
		{text.Edit{Span: text.Span{Start: 0, End: 4}, New: "x\n"}, "+1 -2"},
		{text.Edit{Span: text.Span{Start: 2, End: 3}, New: "x\ny"}, "+2 -1"},
	} {
		if got := Size(s, []text.Edit{tt.edit}); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.edit, got, tt.want)
		}
	}
}

// TestCounted: names of files are no lines of a diff.
func TestCounted(t *testing.T) {
	d := Unified("a.py", "a\nb\nc\n", "a\nx\ny\nc\n")
	if got := Counted(d); got != "+2 -1" {
		t.Errorf("%s of %q", got, d)
	}
	if got := Beginning(d, 3); got != "@@ -1,3 +1,4 @@\n a\n..." {
		t.Errorf("%q", got)
	}
	if got := Beginning(d, 100); got != "@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n" {
		t.Errorf("%q", got)
	}
}
