package syntax

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// comment is the end of the comment that starts at i, or i.
func (l *lexer) comment(i int) int {
	rest := l.src[i:]
	switch {
	case l.dia.hash && rest[0] == '#', l.dia.slashes && strings.HasPrefix(rest, "//"),
		l.dia.dashes && strings.HasPrefix(rest, "--"):
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(l.src)
	case l.dia.slashes && strings.HasPrefix(rest, "/*"):
		return l.blockComment(i)
	}
	return i
}

func (l *lexer) blockComment(i int) int {
	if l.dia.family != rustFamily {
		if n := strings.Index(l.src[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(l.src)
	}
	depth := 1 // Rust's nest
	for j := i + 2; j+1 < len(l.src); j++ {
		switch l.src[j : j+2] {
		case "/*":
			depth++
			j++
		case "*/":
			depth--
			j++
			if depth == 0 {
				return j + 1
			}
		}
	}
	return len(l.src)
}

// quote begins the string at i, if there is one, and returns where to go on.
func (l *lexer) quote(i int) int {
	c := l.src[i]
	if c != '"' && c != '\'' && c != '`' && !(c == '/' && l.dia.family == scriptFamily) {
		return i
	}
	m := mode{quote: l.src[i : i+1], start: i}
	switch l.dia.family {
	case pythonFamily:
		if c == '`' {
			return i
		}
		prefix := l.prefix(i)
		m.start -= len(prefix)
		m.raw = strings.ContainsAny(prefix, "rR")
		if strings.ContainsAny(prefix, "fFtT") {
			m.interp = '{'
		}
		if i+2 < len(l.src) && l.src[i+1] == c && l.src[i+2] == c {
			m.quote, m.lines = l.src[i:i+3], true
		}
	case goFamily:
		m.raw, m.lines = c == '`', c == '`'
	case scriptFamily:
		if c == '/' {
			return l.regex(i)
		}
		if c == '`' {
			m.lines, m.interp = true, '$'
		}
	case rustFamily:
		if c == '`' {
			return i
		}
		if c == '\'' {
			return l.rustQuote(i)
		}
		m.lines = true
		if hashes, ok := l.rustRaw(i); ok {
			m.raw, m.quote = true, `"`+hashes
			m.start -= len(hashes) + 1
		}
	case hashFamily:
		if c == '`' {
			return i
		}
	default:
		if c == '`' || c == '\'' && l.last == 'a' {
			return i
		}
	}
	if len(l.mode) >= 2*maxInterpolation {
		return i + 1
	}
	l.mode = append(l.mode, m)
	l.last, l.word = '"', ""
	return i + l.opening(m)
}

// opening is the length of a string's opening delimiter at its quote.
func (l *lexer) opening(m mode) int {
	if m.raw && l.dia.family == rustFamily {
		return 1
	}
	return len(m.quote)
}

// prefix is the letters glued to a Python string's quote.
func (l *lexer) prefix(i int) string {
	j := i
	for j > 0 && i-j < 3 && strings.IndexByte("rRbBuUfFtT", l.src[j-1]) >= 0 {
		j--
	}
	if i-j > 2 || j > 0 && isWordByte(l.src[j-1]) {
		return ""
	}
	return l.src[j:i]
}

// rustQuote tells a character from a lifetime.
func (l *lexer) rustQuote(i int) int {
	rest := l.src[i+1 : min(len(l.src), i+14)]
	if strings.HasPrefix(rest, `\`) {
		if n := strings.IndexByte(rest[min(2, len(rest)):], '\''); n >= 0 {
			end := i + 1 + 2 + n + 1
			l.quiet(i, end)
			l.last = '"'
			return end
		}
	}
	for n := range rest { // one rune, then the quote
		if n > 0 {
			if rest[n] == '\'' {
				l.quiet(i, i+1+n+1)
				l.last = '"'
				return i + 1 + n + 1
			}
			break
		}
	}
	return i
}

// rustRaw recognises r"…", br#"…"# by what stands before the quote.
func (l *lexer) rustRaw(i int) (string, bool) {
	j := i
	for j > 0 && l.src[j-1] == '#' && i-j < 256 {
		j--
	}
	if j > 0 && l.src[j-1] == 'r' && (j == 1 || !isWordByte(l.src[j-2]) || l.src[j-2] == 'b' || l.src[j-2] == 'c') {
		return l.src[j:i], true
	}
	return "", false
}

// regex skips a regular expression literal where one can stand.
func (l *lexer) regex(i int) int {
	switch l.last {
	case ')', ']', '}', '"':
		return i
	case 'a':
		switch l.word {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await":
		default:
			return i
		}
	case '<':
		return i // JSX: </div>
	}
	class := false
	for j := i + 1; j < len(l.src); j++ {
		switch l.src[j] {
		case '\n', '\r':
			return i
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				l.quiet(i, j+1)
				l.last, l.word = '"', ""
				return j + 1
			}
		}
	}
	return i
}

// inString reads on inside a string: to its end, to an interpolation, or to the
// start of the next line.
func (l *lexer) inString(i, stop int) int {
	m := &l.mode[len(l.mode)-1]
	for i < stop {
		c := l.src[i]
		switch {
		case m.spec && l.closesOuter(i): // the field was never closed
			done := *m
			l.mode = l.mode[:len(l.mode)-1]
			l.endString(done, i)
			return i
		case c == m.quote[0] && strings.HasPrefix(l.src[i:], m.quote):
			end := i + len(m.quote)
			done := *m
			l.mode = l.mode[:len(l.mode)-1]
			l.endString(done, end)
			return end
		case c == '\\' && (!m.raw || l.dia.family == pythonFamily):
			i++
			if i < stop && l.src[i] == '\r' && i+1 < stop && l.src[i+1] == '\n' {
				i++
			}
			if i < stop && (l.src[i] == '\n' || l.src[i] == '\r') && l.dia.family != goFamily {
				// An escaped line end goes on in the next line.
				if !m.lines {
					m.lines = true
				}
			}
		case m.interp == '{' && c == '{':
			if strings.HasPrefix(l.src[i:], "{{") {
				i++
				break
			}
			return l.interpolate(m, i, i+1)
		case m.interp == '$' && strings.HasPrefix(l.src[i:], "${"):
			return l.interpolate(m, i, i+2)
		}
		i++
	}
	return min(i, len(l.src))
}

// interpolate leaves the string for the code inside it.
func (l *lexer) interpolate(m *mode, i, next int) int {
	if len(l.mode) >= 2*maxInterpolation {
		return next
	}
	l.quiet(m.start, next)
	l.mode = append(l.mode, mode{bracket: len(l.open), start: next})
	l.last, l.word = '(', ""
	return next
}

// fieldEnd skips what follows the expression in a field of a Python f-string,
// a conversion or the colon of a format specification, which is no code: the
// letters of f"{x!r:>8b}" are no names. It returns i where there is neither.
func (l *lexer) fieldEnd(i int) int {
	n := len(l.mode)
	if n < 2 || l.dia.family != pythonFamily || l.mode[n-1].quote != "" || len(l.open) != l.mode[n-1].bracket {
		return i
	}
	switch l.src[i] {
	case '!':
		j := i + 1
		for j < len(l.src) && isWordByte(l.src[j]) {
			j++
		}
		if j > i+1 {
			l.quiet(i, j)
		}
		return j
	case ':':
		l.mode[n-1] = mode{quote: "}", raw: true, lines: l.mode[n-2].lines, interp: '{', start: i, spec: true}
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

// endString notes a string that ended.
func (l *lexer) endString(m mode, end int) {
	if n := len(l.out.quiet); n > 0 && m.start < l.out.quiet[n-1].End {
		m.start = l.out.quiet[n-1].End
	}
	l.quiet(m.start, end)
	// A terminator at the very end belongs to the last line.
	t := strings.TrimSuffix(strings.TrimSuffix(l.src[min(m.start, end):end], "\n"), "\r")
	if strings.IndexByte(t, '\n') >= 0 || strings.IndexByte(t, '\r') >= 0 {
		l.out.strings = append(l.out.strings, text.Span{Start: m.start, End: end})
	}
	l.last, l.word = '"', ""
}
