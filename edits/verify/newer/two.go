package newer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// lostOfTwo says what Python 2 needs of a text that has gone, "" if there is nothing.
func lostOfTwo(minor int, before, after string) string {
	if minor != Two {
		return ""
	}
	was, now := differing(before, after)
	for _, n := range futures(was) {
		if slices.Contains(meantForTwo, n) && !slices.Contains(futures(after), n) {
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
		if len(gone.re.FindAllStringIndex(now, -1)) < len(gone.re.FindAllStringIndex(was, -1)) {
			return gone.what + ", which came with Python 3"
		}
	}
	return ""
}

// meantForTwo are the names of the future that Python 2 does not have by itself.
var meantForTwo = strings.Fields("unicode_literals print_function division absolute_import")

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

// became are errors of the library that became one with a built-in one: older versions
// do not catch the one by the name of the other (ruff's UP041,
// https://docs.python.org/3/library/exceptions.html#TimeoutError).
var became = [...]struct {
	old   *lazyre.Regexp
	name  string
	minor int
}{
	{lazyre.New(`\bsocket\.timeout\b`), "socket.timeout", 10},
	{lazyre.New(`\basyncio\.TimeoutError\b`), "asyncio.TimeoutError", 11},
	{lazyre.New(`\bfutures\.TimeoutError\b`), "concurrent.futures.TimeoutError", 11},
	{lazyre.New(`\bfrom (?:socket|asyncio|concurrent\.futures) import [^\n]*\b(?:timeout|TimeoutError)\b`), "the error of the library", 11},
}

var builtinTimeout = lazyre.New(`(?:^|[^.\w])TimeoutError\b`)

// oneForAnother says that a text has a built-in error in the place of one that is
// another on 3.minor, "" if it has not.
func oneForAnother(minor int, before, after string) string {
	was, now := differing(before, after)
	if !strings.Contains(now, "TimeoutError") || len(builtinTimeout.FindAllStringIndex(now, -1)) <= len(builtinTimeout.FindAllStringIndex(was, -1)) {
		return ""
	}
	for _, b := range became {
		if b.minor > minor && len(b.old.FindAllStringIndex(now, -1)) < len(b.old.FindAllStringIndex(was, -1)) {
			return "TimeoutError to be " + b.name + ", which came with Python 3." + strconv.Itoa(b.minor)
		}
	}
	return ""
}
