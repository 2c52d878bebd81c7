package decode

import (
	"fmt"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

// TestBiome: a fix is safe where the report for people says so of it, and of no other one at its finding.
func TestBiome(t *testing.T) {
	finding := func(line int) string {
		return fmt.Sprintf(`{"code":{"value":"lint/a/b"},"location":{"path":"src/a b.ts","range":{"start":{"line":%d,"column":1},"end":{"line":%d,"column":4}}},"message":"m","severity":"ERROR","suggestions":[{"range":{"start":{"line":%d,"column":1},"end":{"line":%d,"column":4}},"text":"x"}]}`, line, line, line, line)
	}
	report := func(lines ...int) string {
		out := ""
		for i, n := range lines {
			if i > 0 {
				out += ","
			}
			out += finding(n)
		}
		return `{"source":{"name":"Biome"},"diagnostics":[` + out + "]}\n"
	}
	const head = "src/a b.ts:%d:1 lint/a/b  FIXABLE  ━━━━━━\n\n  ✖ m\n\n"
	const safe, unsafe = "  ℹ Safe fix: Do it.\n\n", "  ℹ Unsafe fix: Do it.\n\n"
	at := func(n int) string { return fmt.Sprintf(head, n) }
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"each by its own words", report(1, 2) + at(1) + safe + at(2) + unsafe, []string{"safe Do it", "unsafe Do it"}},
		{"two at one place", report(1, 1) + at(1) + unsafe + at(1) + safe, []string{"unsafe Do it", "safe Do it"}},
		{"not said", report(1, 2) + at(2) + safe, []string{"unsafe ", "safe Do it"}},
		{"nothing said", report(1), []string{"unsafe "}},
		{"one of two fixes", report(1) + at(1) + safe + unsafe, []string{"none"}},
		{"words of the code", report(1) + at(1) + "  > 1 │   ℹ Safe fix: Do it.\n", []string{"unsafe "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, err := Biome([]byte(tt.in))
			if err != nil || len(list) != len(tt.want) {
				t.Fatalf("%d findings, %v", len(list), err)
			}
			for i, f := range list {
				got := "none"
				if f.Fix != nil {
					got = map[signal.Applicability]string{signal.Safe: "safe ", signal.Unsafe: "unsafe "}[f.Fix.Applicability] + f.Fix.Title
				}
				if got != tt.want[i] {
					t.Errorf("finding %d: %q, want %q", i, got, tt.want[i])
				}
			}
		})
	}
	if _, err := Biome([]byte("Biome encountered an unexpected error")); err == nil {
		t.Error("read what is no report")
	}
}
