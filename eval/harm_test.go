package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// One seed draws one set, another another.
func TestDrawnBySeed(t *testing.T) {
	rules := strings.Fields("E711 F401 UP006 UP007 SIM102 I001 C400 PIE790 RET505 PERF401 B006 D212 E712 F811")
	set := func(seed uint64) []string { return drawn(rand.New(rand.NewPCG(seed, 0)), rules, "python") }
	if !slices.Equal(set(3), set(3)) || slices.Equal(set(3), set(4)) || len(set(3)) == 0 {
		t.Error(set(3), set(4))
	}
}

// Both languages are fixed from a folder that fettle finds, Python by ruff alone.
func TestFixersOfHarm(t *testing.T) {
	for lang, want := range map[string]string{"python": "f fix --no-model --no-resume --write --run ruff .",
		"go": "f fix --no-model --no-resume --write ."} {
		got := harmOptions{fettle: "f"}.fettleFixer(&fresh.Package{Lang: lang})
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", lang, got)
		}
	}
}

// A fixer that did not end is named, and what is broken is.
func TestHarmed(t *testing.T) {
	for _, c := range []struct {
		h    harmed
		want string
	}{{harmed{left: 2}, "2, nothing broken (0 s)"}, {harmed{unbound: 1, failed: true}, "0, 1 UNBOUND, TESTS FAIL (0 s)"},
		{harmed{ended: "timed out"}, "0, ended: timed out, nothing broken (0 s)"}, {harmed{imports: []string{"a.b"}}, "0, IMPORT a.b (0 s)"}} {
		if got := c.h.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
