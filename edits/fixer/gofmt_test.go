package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestFormatted(t *testing.T) {
	for _, c := range []struct{ lang, in, old, new, want string }{
		{"go", "package m\n\nfunc F() {\n\n\tf(1)\n}\n", "\n\n\tf", "\nf", "package m\n\nfunc F() {\n\tf(1)\n}\n"},
		{"go", "package m\n\nvar (\n\ta   = 1\n\tbcd = 2\n)\n", "\tbcd = 2\n", "", "package m\n\nvar (\n\ta = 1\n)\n"},
		// Not formatted before: it stays so.
		{"go", "package m\n\nvar  a = 1\nvar b = 2\n", "b = 2", "b=3", "package m\n\nvar  a = 1\nvar b=3\n"},
		{"go", "package m\n\nvar a = 1\n", "= 1", "=", "package m\n\nvar a =\n"}, // a syntax error is for the gates
		{"python", "a = 1\n", "= 1", "=  2", "a =  2\n"},
	} {
		s := text.File("/w/f", c.lang, c.in)
		at := strings.Index(c.in, c.old)
		got, err := s.Apply(formatted(s, signal.Diagnostic{}, []text.Edit{{Span: text.Span{Start: at, End: at + len(c.old)}, New: c.new}}))
		if err != nil || got.Text() != c.want {
			t.Errorf("%q: got %q, %v; want %q", c.in, got.Text(), err, c.want)
		}
	}
}

// TestFormattedWhole: golangci-lint tells the first of gofmt's changes of a file.
func TestFormattedWhole(t *testing.T) {
	const in, want = "package m\n\nvar  a = 1\n\nfunc f( ) {}\n\nvar b  = 2\n", "package m\n\nvar a = 1\n\nfunc f() {}\n\nvar b = 2\n"
	s := text.File("/w/f.go", "go", in)
	at := strings.Index(in, "var  a")
	list := []text.Edit{{Span: text.Span{Start: at, End: at + len("var  a = 1")}, New: "var a = 1"}}
	got, err := s.Apply(formatted(s, signal.Diagnostic{Tool: "golangci-lint", Code: "gofmt"}, list))
	if err != nil || got.Text() != want {
		t.Errorf("got %q, %v; want %q", got.Text(), err, want)
	}
}
