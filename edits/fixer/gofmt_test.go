package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestFormatted(t *testing.T) {
	for _, c := range []struct{ lang, in, old, new, want string }{
		{"go", "package m\n\nfunc F() {\n\n\tf(1)\n}\n", "\n\n\tf", "\nf", "package m\n\nfunc F() {\n\tf(1)\n}\n"},
		{"go", "package m\n\nvar (\n\ta   = 1\n\tbcd = 2\n)\n", "\tbcd = 2\n", "", "package m\n\nvar (\n\ta = 1\n)\n"},
		{"go", "package m\n\nvar  a = 1\nvar b = 2\n", "b = 2", "b=2", "package m\n\nvar  a = 1\nvar b=2\n"}, // not formatted before
		{"go", "package m\n\nvar a = 1\n", "= 1", "=", "package m\n\nvar a =\n"},                             // a syntax error is for the gates
		{"python", "a = 1\n", "= 1", "=  2", "a =  2\n"},
	} {
		s := text.File("/w/f", c.lang, c.in)
		at := strings.Index(c.in, c.old)
		got, err := s.Apply(formatted(s, []text.Edit{{Span: text.Span{Start: at, End: at + len(c.old)}, New: c.new}}))
		if err != nil || got.Text() != c.want {
			t.Errorf("%q: got %q, %v; want %q", c.in, got.Text(), err, c.want)
		}
	}
}
