package token

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// NumberWords are the numbers that descriptions write as words.
var NumberWords = map[string]float64{"zero": 0, "nought": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

// Numbers are those that a text writes in digits.
var Numbers = lazyre.New(`\b\d\w*(?:\.\d\w*|\.)?`)

var numberEnd = lazyre.New(`(?i)(?:[iu](?:8|16|32|64|128|size)|_?f(?:32|64)|[lunfdj])$`)

// NumberValue is what a number is, however it is written.
func NumberValue(s string) (float64, bool) {
	s = strings.TrimRight(strings.ReplaceAll(s, "_", ""), ".")
	if !strings.HasPrefix(s, "0x") {
		s = numberEnd.ReplaceAllString(s, "")
	}
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return float64(n), true
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// Untold are the numbers that a description tells of, in digits or as a word, and that
// some code does not have. "one" is said of anything.
func Untold(said, code string) (free []float64) {
	have := Numbers.FindAllString(code, -1)
	for _, w := range append(Numbers.FindAllString(said, -1), Words(strings.ToLower(said))...) {
		n, ok := NumberValue(w)
		if m, word := NumberWords[w]; word && m > 1 {
			n, ok = m, true
		}
		if ok && !slices.Contains(free, n) && !slices.ContainsFunc(have, func(s string) bool { m, is := NumberValue(s); return is && m == n }) {
			free = append(free, n)
		}
	}
	return free
}

// unitsOf are how many of a smaller unit a larger one has, by the larger one's names.
var unitsOf = map[string][]float64{
	"minute": {60, 60_000}, "min": {60}, "hour": {60, 3600, 3_600_000}, "h": {60, 3600}, "day": {24, 1440, 86_400, 86_400_000}, "week": {7, 168, 604_800}, "year": {365, 12, 52},
	"m": {100, 1000}, "km": {1000}, "kg": {1000}, "kb": {1000, 1024}, "mb": {1000, 1024, 1_000_000, 1_048_576}, "percent": {100}, "dozen": {12},
}

// OfUnit reports whether the number at token i is how many of a smaller unit the one has that
// the line before, or the same one, names as a text: case "hour": return 3600.
func OfUnit(ts []Token, i int) bool {
	n, ok := NumberValue(ts[i].Text)
	if !ok || ts[i].Kind != Number {
		return false
	}
	for j := i - 1; j >= 0 && ts[j].Line >= ts[i].Line-1; j-- {
		if slices.Contains(unitsOf[strings.TrimSuffix(strings.ToLower(Inside(ts[j])), "s")], n) {
			return true
		}
	}
	return false
}
