package egress

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// vendorKeys is one rule for tokens that are known by how they begin, where
// nothing else need be known of them: the beginning, then digits and letters
// without order.
func vendorKeys(re func(string) *lazyre.Regexp) rule {
	var words, exprs []string
	for _, b := range wordLists["begin"] {
		words = append(words, strings.ToLower(b))
		exprs = append(exprs, regexp.QuoteMeta(b))
	}
	return rule{name: "vendor_key", words: words, re: re("(?:" + strings.Join(exprs, "|") + ")[A-Za-z0-9_=.~+/-]{20,}"),
		before: wordStart, greedy: true, fits: vendorKey}
}

// vendorKey judges what begins like a vendor's token: short beginnings are
// those of ordinary names too, so what follows must be without order.
func vendorKey(v string) bool {
	if HasPlaceholder(v) {
		return false
	}
	body := strings.Map(func(r rune) rune {
		if letterOrDigit(r) {
			return r
		}
		return -1
	}, v)
	return shuffled(body) || uuidLike(v[max(0, len(v)-36):])
}

// shuffled reports whether letters and digits, or capitals and small letters,
// stand among each other as in no word and no number.
func shuffled(s string) bool {
	turns, upper, lower := 0, 0, 0
	for i := range len(s) {
		c := s[i]
		if i > 0 && (c >= '0' && c <= '9') != (s[i-1] >= '0' && s[i-1] <= '9') {
			turns++
		}
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return (turns >= 4 || upper >= 3 && lower >= 3 && !camel(s)) && entropy(s) >= 3 && !ordered(s)
}
