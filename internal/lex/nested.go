package lex

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// inString reads on inside a string: to its end, to an interpolation, or to the
// start of the next line.
func (l *lexer) inString(i, stop int) int {
	m := &l.mode[len(l.mode)-1]
	src, quote, interp := l.src, m.quote[0], m.interp
	for ; i < stop; i++ {
		c := src[i]
		if c != quote && c != '\\' && c != interp && !m.spec {
			continue
		}
		switch rest := src[i:]; {
		case m.spec && l.closesOuter(i): // the field was never closed
			return l.pop(i, Open)
		case strings.HasPrefix(rest, m.quote):
			return l.pop(i+len(m.quote), 0)
		case c == '\\':
			i = l.escape(m, i, stop)
		case c != interp || interp == 0:
		case strings.HasPrefix(rest, "{{"):
			i++
		case c == '{':
			return l.interpolate(m, i+1)
		case strings.HasPrefix(rest, "${"):
			return l.interpolate(m, i+2)
		}
	}
	return min(i, len(src))
}

// pop ends the innermost string.
func (l *lexer) pop(end int, m Mark) int {
	done := l.mode[len(l.mode)-1]
	l.mode = l.mode[:len(l.mode)-1]
	l.endString(done, end, m)
	if n := len(l.mode); done.spec && n > 0 {
		l.mode[n-1].start = end // the string goes on where the specification ended
	}
	return end
}

// escape returns the offset of the last byte that the backslash at i hides.
func (l *lexer) escape(m *mode, i, stop int) int {
	if m.raw && l.dia.Family != Python {
		return i // it means nothing
	}
	if i++; i >= stop {
		return i
	}
	switch c := l.src[i]; {
	case m.interp == '{' && (c == '{' || c == '}'):
		return i - 1 // a field all the same
	case m.interp == '{' && !m.raw && strings.HasPrefix(l.src[i:], "N{"):
		if n := strings.IndexAny(l.src[i:stop], "}\r\n"); n > 0 && l.src[i+n] == '}' {
			return i + n // the name of a character
		}
	case c == '\n' || c == '\r':
		if strings.HasPrefix(l.src[i:stop], "\r\n") {
			i++
		}
		m.joined = l.dia.Family != Go
	}
	return i
}

// interpolate leaves the string for the code inside it.
func (l *lexer) interpolate(m *mode, next int) int {
	l.nonCode(m.start, next, More|l.inner(m.home))
	l.mode = append(l.mode, mode{bracket: len(l.open), start: next, home: m.home})
	l.last, l.word = '(', text.Span{}
	return next
}

// fieldEnd skips what follows the expression in a field of a Python f-string,
// a conversion or the colon of a format specification, which is no code: the
// letters of f"{x!r:>8b}" are no names. It returns i where there is neither.
func (l *lexer) fieldEnd(i int) int {
	n := len(l.mode)
	if n < 2 || l.dia.Family != Python || l.mode[n-1].quote != "" || len(l.open) != l.mode[n-1].bracket {
		return i
	}
	switch l.src[i] {
	case '!':
		j := i + 1
		for j < len(l.src) && IsWord(l.src[j]) {
			j++
		}
		if j < len(l.src) && strings.IndexByte(`"'`, l.src[j]) >= 0 {
			return i // the letters are the prefix of a string
		}
		if j > i+1 {
			l.nonCode(i, j, More|l.inner(l.mode[n-1].home))
		}
		return j
	case ':':
		l.mode[n-1] = mode{quote: "}", raw: true, lines: l.mode[n-2].lines, interp: '{', start: i, spec: true,
			home: l.mode[n-1].home}
		return i + 1
	}
	return i
}

// closesOuter reports whether the string around a format specification ends
// at i.
func (l *lexer) closesOuter(i int) bool {
	n := len(l.mode)
	return n > 1 && l.mode[n-2].quote != "" && strings.HasPrefix(l.src[i:], l.mode[n-2].quote)
}

// endString notes a string that ended; its mode is no longer on the stack.
func (l *lexer) endString(m mode, end int, mark Mark) {
	if n := len(l.out.NonCode); n > 0 && m.start < l.out.NonCode[n-1].End {
		m.start = l.out.NonCode[n-1].End
	}
	if m.spec { // a part of the string around it
		mark |= More
	}
	l.nonCode(m.start, end, mark|l.inner(m.home))
	if l.alone {
		return
	}
	// A terminator at the very end belongs to the last line.
	t := strings.TrimSuffix(strings.TrimSuffix(l.src[min(m.start, end):end], "\n"), "\r")
	if strings.IndexByte(t, '\n') >= 0 || strings.IndexByte(t, '\r') >= 0 {
		l.out.Strings = append(l.out.Strings, text.Span{Start: m.start, End: end})
	}
	l.last, l.word = '"', text.Span{}
}
