package signal

import (
	"slices"
	"testing"
)

// TestSaid: a form is the whole message; what stands in its places is returned, and nil is no message of its form.
func TestSaid(t *testing.T) {
	for _, c := range []struct {
		message string
		forms   []string
		want    []string
	}{
		{"undefined: x", []string{"undefined: …"}, []string{"x"}},
		{"undefined: x", []string{"defined: …"}, nil},
		{"x undefined", []string{"undefined: …", "… undefined"}, []string{"x"}},
		{"no new variables", []string{"no new variables"}, []string{}},
		{"no new variables here", []string{"no new variables"}, nil},
		{`Name "a" is "b"`, []string{`Name "…" is "…"`}, []string{"a", "b"}},
		{`Name "a" is "b" now`, []string{`Name "…" is "…"`}, nil},
		{`Name "a" is "b" now`, []string{`Name "…" is "…"…`}, []string{"a", "b", " now"}},
		{"a is a is b", []string{"… is …"}, []string{"a", "a is b"}},
		{"ends, ends", []string{"…ends"}, []string{"ends, "}},
		{"", []string{"…"}, []string{""}},
	} {
		if got := Said(c.message, c.forms...); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%q in %q: %q, want %q", c.message, c.forms, got, c.want)
		}
	}
}
