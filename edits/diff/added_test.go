package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestAdded(t *testing.T) {
	for _, tt := range []struct {
		name, was, now string
		want           []string
	}{
		{"nothing", "a\nb\n", "a\nb\n", nil},
		{"lines", "a\nb\n", "a\nx\ny\nb\n", []string{"x\ny\n"}},
		{"in a line", "from m import a\n", "from m import a, b\n", []string{", b"}},
		{"in place of another", "a\nb\n", "x\nb\n", nil},
		{"moved", "a\nb\nc\nd\n", "b\nc\na\nd\n", nil},
		{"moved, beside one that is new", "a\nb\nc\nd\n", "b\nc\nx\na\nd\n", []string{"x\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := text.New(tt.now)
			var got []string
			for _, s := range Added(text.New(tt.was), now) {
				got = append(got, now.Slice(s))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
