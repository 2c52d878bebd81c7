package lines

import "strings"

// sameLine is the similarity above which two lines count as versions of one.
const sameLine = 0.6

// Alike reports whether one line may be a version of the other.
func Alike(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a != "" && similarity(a, b) > sameLine
}

// similarity is twice the longest common subsequence over both lengths.
func similarity(a, b string) float64 {
	a, b = a[:min(len(a), 400)], b[:min(len(b), 400)]
	if len(a)+len(b) == 0 {
		return 1
	}
	row := make([]int, len(b)+1)
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			up := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return 2 * float64(row[len(b)]) / float64(len(a)+len(b))
}
