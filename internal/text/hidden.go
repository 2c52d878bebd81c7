package text

import (
	"cmp"
	"slices"
)

// Hidden names the class of a code point that cannot be seen, or that turns the
// order of those that can; "" for all others. Tabs and the characters of line
// ends are no hidden ones. It is the one table of the kind: what is hidden is
// shown by its number to models and on terminals, dropped from messages, and
// may not be added by an edit.
func Hidden(r rune) string {
	if r >= 0x20 && r < 0x7F {
		return ""
	}
	i, _ := slices.BinarySearchFunc(hidden, r, func(h hiddenRange, r rune) int { return cmp.Compare(h.last, r) })
	if i < len(hidden) && hidden[i].first <= r {
		return hidden[i].class
	}
	return ""
}

// hiddenRange is a range of code points of one class.
type hiddenRange struct {
	first, last rune
	class       string
}

const (
	control   = "control character"
	bidi      = "bidirectional control"
	zeroWidth = "zero-width character"
	separator = "line separator"
	letter    = "blank letter" // a letter to a compiler, nothing to a reader
	tag       = "tag character"
)

// hidden lists the ranges in ascending order, for a binary search.
var hidden = []hiddenRange{
	{0x00, 0x08, control}, {0x0B, 0x0C, control}, {0x0E, 0x1F, control}, {0x7F, 0x9F, control},
	{0xAD, 0xAD, zeroWidth}, {0x061C, 0x061C, bidi}, {0x115F, 0x1160, letter}, {0x17B4, 0x17B5, letter},
	{0x180E, 0x180E, zeroWidth},
	{0x200B, 0x200F, zeroWidth}, {0x2028, 0x2029, separator}, {0x202A, 0x202E, bidi}, {0x2060, 0x2064, zeroWidth},
	{0x2066, 0x2069, bidi}, {0x206A, 0x206F, zeroWidth}, {0x3164, 0x3164, letter}, {0xFEFF, 0xFEFF, zeroWidth},
	{0xFFA0, 0xFFA0, letter},
	{0xE0000, 0xE007F, tag}, {0xE0100, 0xE01EF, tag},
}
