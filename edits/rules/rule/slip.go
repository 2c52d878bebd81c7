package rule

import (
	"slices"
	"strings"
)

// Slip reports whether one word is another one with a slip: the same letters in
// another order, or one letter more, less or other.
func Slip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	head, tail := 0, 0
	for head < len(x) && x[head] == y[head] {
		head++
	}
	for tail < len(x)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	if len(y)-head-tail <= 1 {
		return true
	}
	slices.Sort(x)
	slices.Sort(y)
	return len(x) > 2 && slices.Equal(x, y)
}

// Plural reports whether two words differ in a last s or digit: they mean two things.
func Plural(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(b, a)
	return ok && len(rest) == 1 && strings.ContainsAny(rest, "sS0123456789")
}

// Near reports whether a name is another one with a slip, and no word of its own: another case, one letter, or letters
// in another order.
func Near(old, name string) bool {
	fold := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	return old != name && (fold(old) == fold(name) || Slip(old, name) && !Plural(old, name))
}
