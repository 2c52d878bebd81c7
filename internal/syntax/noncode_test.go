package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestComments(t *testing.T) {
	for _, tt := range []struct {
		lang, src string
		want      []string
	}{
		{"python", "x = '#'; y()  # a\n# b\nz = f'{x # c\n}'\n", []string{"# a", "# b", "# c"}},
		{"typescript", "const u = 'http://x'; f(u) // a\ng(/* b */ h(/[/*]/), `//${k /* c */}`)\n", []string{"// a", "/* b */", "/* c */"}},
		{"go", "package p\n\nvar s = `//` + \"/*\" // a\n", []string{"// a"}},
		{"rust", "fn f<'a>() { g(\"//\", '\"', r#\"/*\"#); /* a /* b */ */ }\n", []string{"/* a /* b */ */"}},
		{"makefile", "a // b # c\n", []string{"# c"}},
	} {
		f := Parse(tt.lang, tt.src)
		var got []string
		for _, sp := range f.Comments(text.Span{End: len(tt.src)}) {
			got = append(got, tt.src[sp.Start:sp.End])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.lang, diff)
		}
	}
}

func TestQuietOfASpan(t *testing.T) {
	const src = "a('b') # c\nd('e')\n"
	f := Parse("python", src)
	for _, tt := range []struct {
		span text.Span
		want int
	}{{text.Span{End: len(src)}, 3}, {text.Span{End: 2}, 0}, {text.Span{Start: 3, End: 4}, 1}, {text.Span{Start: 9, End: 14}, 2}} {
		if got := f.NonCode(tt.span); len(got) != tt.want {
			t.Errorf("%v: %v", tt.span, got)
		}
	}
}
