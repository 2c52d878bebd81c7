package report

import (
	"testing"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/limits"
)

func FuzzCleanMessage(f *testing.F) {
	f.Add("a\x1b[31m\n b\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := CleanMessage(s)
		if CleanMessage(got) != got || utf8.RuneCountInString(got) > limits.Message || !utf8.ValidString(got) {
			t.Errorf("%q gives %q, then %q", s, got, CleanMessage(got))
		}
	})
}
