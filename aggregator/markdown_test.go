package aggregator

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Covers R4-05, R4-11.
func TestTruncateMarkdown(t *testing.T) {
	many := "head\n"
	for i := range 10 {
		many += fmt.Sprintf("## s%d\n%s\n", i, strings.Repeat("x", 90))
	}
	half := TruncateMarkdown(many, len(many)/2+30)
	if n := strings.Count(half, "## "); n != 5 || !strings.HasPrefix(half, "head\n## s0") || !strings.HasSuffix(half, truncated) {
		t.Errorf("half keeps %d of 10 entries:\n%s", n, half)
	}
	for _, c := range []struct {
		name, in string
		max      int
		want     string
	}{
		{"fits", "a\nb\n", 4, "a\nb\n"},
		{"lines", "aaaa\nbbbb\ncccc\ndddd\neeee\n", 24, "aaaa\n\n... (truncated)\n"},
		{"nothing fits", strings.Repeat("a", 100) + "\n" + "b\n", 50, ""},
		{"too small", "aaaa\nbbbb\ncccc\ndddd\n", 10, ""},
		{"fence closed", "a\n```go\nb\n" + strings.Repeat("c", 50) + "\n```\n", 40, "a\n```go\nb\n```\n\n... (truncated)\n"},
		{"one section", "## only\n\naaa\n" + strings.Repeat("b", 60) + "\n", 50, "## only\n\naaa\n\n... (truncated)\n"},
		{"heading in a fence", "```py\n## no section\nx = 1\n```\n" + strings.Repeat("y\n", 40), 70,
			"```py\n## no section\nx = 1\n```\n" + strings.Repeat("y\n", 11) + truncated},
		{"longer fence", "````\n```\n## no\n````\n## yes\n" + strings.Repeat("z\n", 40), 60,
			"````\n```\n## no\n````\n## yes\n" + strings.Repeat("z\n", 8) + truncated},
	} {
		if got := TruncateMarkdown(c.in, c.max); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTruncateMarkdownProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	lines := []string{"## a", "## b", "```", "````", "~~~", "text", "", "é😀", "    ```", "# x", "```go", strings.Repeat("long ", 40)}
	for i := range 20_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(lines[r.IntN(len(lines))])
			b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
		}
		in, n := b.String(), r.IntN(400)
		out := TruncateMarkdown(in, n)
		if len(out) > n || len(out) > len(in) {
			t.Fatalf("case %d: %d bytes of %d, limit %d", i, len(out), len(in), n)
		}
		if TruncateMarkdown(out, n) != out {
			t.Fatalf("case %d: not idempotent", i)
		}
		if out != in && out != "" && !strings.HasSuffix(out, truncated) {
			t.Fatalf("case %d: no marker: %q", i, out)
		}
		var f fence
		for l := range strings.Lines(out) {
			f = f.next(l)
		}
		if out != in && f.mark != 0 {
			t.Fatalf("case %d: fence left open:\n%s", i, out)
		}
	}
}

func BenchmarkTruncateMarkdown(b *testing.B) {
	var s strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&s, "## s%d\n%s\n", i, strings.Repeat("x", 90))
	}
	for b.Loop() {
		TruncateMarkdown(s.String(), 50_000)
	}
}
