package text

import "strings"

// Distance returns the edit distance of two names: how many bytes are to be added,
// removed or changed to make one of the other. Where it is more than most, it is
// most+1.
func Distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, least := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
			least = min(least, row[j+1])
		}
		if least > most {
			return most + 1
		}
	}
	return min(row[len(b)], most+1)
}

// Shortened reports whether two names differ in case and underscores only, or one
// is the first or the last half of the other: dist and distance, formatDate and
// format_date.
func Shortened(a, b string) bool {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	a, b = plain(a), plain(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 3 && 2*len(a) >= len(b) && (strings.HasPrefix(b, a) || strings.HasSuffix(b, a))
}

// Alike reports whether two names are so near that one may be meant by the other: a
// letter or two apart, or one is the other [Shortened].
func Alike(a, b string) bool {
	most := min(2, min(len(a), len(b))/2)
	return Distance(a, b, most) <= most || Shortened(a, b)
}
