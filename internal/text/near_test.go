package text

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		most, want int
	}{
		{"total", "total", 2, 0}, {"totl", "total", 2, 1}, {"total", "totl", 2, 1}, {"totla", "total", 2, 2}, {"sum", "total", 2, 3},
		{"", "ab", 2, 2}, {"abc", "xyz", 3, 3}, {"abc", "xyz", 1, 2}, {"count", "counter", 1, 2},
	} {
		if got := Distance(c.a, c.b, c.most); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.most, got, c.want)
		}
	}
}
