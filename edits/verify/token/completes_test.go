package token

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestCompletes(t *testing.T) {
	for _, c := range []struct {
		written, said string
		want          bool
	}{
		{`f"{pet.name} / stray"`, "Rex / stray", true},
		{"`${pet.name} / stray`", "Rex / stray", true},
		{`"%s / stray"`, "Rex / stray", true},
		{`f"{pet.name} / {town} / stray"`, "Rex / Bern / stray", true},
		{`f"{pet.name} / stray"`, "Rex / Bern", false},
		{`f"stray / {pet.name}"`, "Rex / stray", false},
		{`f"{a} / {b}"`, "Rex / stray", false},
		{`"Rex"`, "Rex", false},
		{`f"{pet.name}, stray, cat"`, "Rex, cat, stray, cat", true},
		{`f"{pet.name}cat{town}cat"`, "Rexcat", false},
	} {
		lang := "python"
		if c.written[0] == '`' {
			lang = "typescript"
		}
		ts := Of(syntax.Parse(lang, "x = "+c.written+"\n"), text.Lines{Start: 0, End: 1}, 0)
		if got := Completes(ts, len(ts)-1, c.said); got != c.want {
			t.Errorf("%s for %s: %v", c.written, c.said, got)
		}
	}
}
