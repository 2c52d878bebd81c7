package newer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// lostOfTwo says what Python 2 needs of a text that has gone, "" if there is nothing.
func lostOfTwo(minor int, before, after string) string {
	if minor != Two {
		return ""
	}
	kept := futures(after)
	for _, n := range futures(before) {
		if strings.Contains("unicode_literals print_function division absolute_import", n) && !slices.Contains(kept, n) {
			return "what `from __future__ import " + n + "` brings without that line, which came with Python 3"
		}
	}
	for _, gone := range []struct {
		re   *lazyre.Regexp
		what string
	}{
		{objectBase, "classes like those that name `object` as their base"},
		{codingLine, "UTF-8 where no line says so"},
		{unicodeText, "Unicode in strings without u"},
	} {
		if gone.re == unicodeText && strings.Contains(after, "unicode_literals") || gone.re == codingLine && !strings.ContainsFunc(after, func(c rune) bool { return c > 127 }) {
			continue
		}
		if len(gone.re.FindAllStringIndex(after, -1)) < len(gone.re.FindAllStringIndex(before, -1)) {
			return gone.what + ", which came with Python 3"
		}
	}
	return ""
}

// futures are the names that a text imports from the future.
func futures(src string) (names []string) {
	for _, m := range futureLine.FindAllStringSubmatch(src, -1) {
		names = append(names, strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune(" ,()", c) })...)
	}
	return names
}

var (
	futureLine  = lazyre.New(`(?m)^from __future__ import ([^\n#]+)`)
	objectBase  = lazyre.New(`(?m)^[ \t]*class \w+\(object\):`)
	codingLine  = lazyre.New(`(?m)^[ \t]*#.*\bcoding[:=]`)
	unicodeText = lazyre.New(`\b[uU]["']`)
)
