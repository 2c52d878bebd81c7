package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ident is one word of a text.
type ident struct {
	start, end int32
	code       bool // outside comments and strings
}

// inString stands in a mask for the bytes of a string behind its first quote.
const inString = 1

// lexer splits a text into words and masks what is no code.
type lexer struct {
	src   string
	fam   family
	mask  []byte // comments are blanks, strings are inString; line ends stay
	words []ident
}

// lex scans a text. It never fails: what it does not understand is code.
func lex(src string, fam family) lexer {
	l := lexer{src: src, fam: fam, mask: []byte(src), words: make([]ident, 0, len(src)/8)}
	if fam == plain {
		l.collect(0, len(src), false)
		return l
	}
	var last byte // last code byte that is no blank, for regular expressions
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case isStart(c):
			j := i + 1
			for j < len(src) && isPart(src[j]) {
				j++
			}
			if j < len(src) && (src[j] == '"' || src[j] == '\'') && l.prefixed(src[i:j]) {
				i = l.text(i, j)
				last = '"'
				continue
			}
			if fam == rust && src[i:j] == "r" && j < len(src) && src[j] == '#' {
				if end := l.rawRust(j); end > 0 {
					l.hide(i, end)
					i, last = end, '"'
					continue
				}
			}
			l.add(i, j, true)
			i, last = j, src[j-1]
			continue
		case l.comment(i) > 0:
			n := l.comment(i)
			l.collect(i, i+n, false)
			for k := i; k < i+n; k++ {
				if l.mask[k] != '\n' && l.mask[k] != '\r' {
					l.mask[k] = ' '
				}
			}
			i += n
			continue
		case c == '"' || c == '\'' || c == '`':
			if c == '`' && (fam == python || fam == rust || fam == braces || fam == sql) {
				break
			}
			if c == '\'' && fam == rust {
				i = l.tick(i)
				last = '\''
				continue
			}
			i = l.text(i, i)
			last = '"'
			continue
		case c == '/' && fam == script && regexpAfter(last, src, i):
			if end := l.regexp(i); end > 0 {
				l.hide(i, end)
				i, last = end, '"'
				continue
			}
		case c >= '0' && c <= '9':
			for i < len(src) && (isPart(src[i]) || src[i] == '.') {
				i++
			}
			last = '0'
			continue
		}
		last = c
		i++
	}
	return l
}

func isStart(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func isPart(c byte) bool { return isStart(c) || c >= '0' && c <= '9' }

// add records a word. Bytes above ASCII count as letters while cutting; words
// without any letter are dropped here.
func (l *lexer) add(i, j int, code bool) {
	w := l.src[i:j]
	if w[0] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) {
			return
		}
	}
	l.words = append(l.words, ident{int32(i), int32(j), code})
}

// collect records the words of a stretch of text.
func (l *lexer) collect(i, end int, code bool) {
	for i < end {
		if !isStart(l.src[i]) {
			if isPart(l.src[i]) { // a number and its unit are no word
				for i < end && isPart(l.src[i]) {
					i++
				}
				continue
			}
			i++
			continue
		}
		j := i + 1
		for j < end && isPart(l.src[j]) {
			j++
		}
		l.add(i, j, code)
		i = j
	}
}

// hide masks a string and records its words.
func (l *lexer) hide(i, end int) {
	l.collect(i, end, false)
	for k := i + 1; k < end; k++ {
		if l.mask[k] != '\n' && l.mask[k] != '\r' {
			l.mask[k] = inString
		}
	}
	l.mask[i] = '"'
}

// prefixed reports whether a word in front of a quote belongs to the string.
func (l *lexer) prefixed(w string) bool {
	switch l.fam {
	case python:
		switch strings.ToLower(w) {
		case "r", "b", "f", "u", "rb", "br", "fr", "rf", "t":
			return true
		}
	case rust:
		return w == "b" || w == "r" || w == "br" || w == "c"
	case braces:
		return w == "L" || w == "R" || w == "u8" || w == "u"
	}
	return false
}

// comment is the length of a comment that starts here, 0 if none does.
func (l *lexer) comment(i int) int {
	s := l.src[i:]
	switch {
	case l.fam == python || l.fam == hashes:
		if s[0] == '#' {
			return lineLen(s)
		}
	case l.fam == sql:
		if strings.HasPrefix(s, "--") {
			return lineLen(s)
		}
		if strings.HasPrefix(s, "/*") {
			return until(s, "*/")
		}
	case s[0] == '/' && len(s) > 1:
		if s[1] == '/' {
			return lineLen(s)
		}
		if s[1] == '*' {
			if l.fam == rust {
				return nested(s)
			}
			return until(s, "*/")
		}
	case s[0] == '#' && l.fam == script && i == 0 && strings.HasPrefix(s, "#!"):
		return lineLen(s)
	}
	return 0
}

func lineLen(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

func until(s, end string) int {
	if n := strings.Index(s[2:], end); n >= 0 {
		return n + 2 + len(end)
	}
	return len(s)
}

// nested is the length of a Rust block comment.
func nested(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// text masks the string whose quote is at q, with a prefix from i, and gives
// its end.
func (l *lexer) text(i, q int) int {
	s, quote := l.src, l.src[q]
	raw := q > i && (l.fam == python || l.fam == rust) && strings.ContainsAny(s[i:q], "rR")
	end := q + 1
	triple := strings.Repeat(string(quote), 3)
	switch {
	case (l.fam == python || l.fam == braces && quote == '"') && strings.HasPrefix(s[q:], triple):
		end = len(s)
		for k := q + 3; k < len(s); k++ {
			if s[k] == '\\' && !raw {
				k++
			} else if strings.HasPrefix(s[k:], triple) {
				end = k + 3
				break
			}
		}
	case quote == '`':
		depth := 0 // of ${ } in a template
		for ; end < len(s); end++ {
			if s[end] == '\\' && l.fam == script {
				end++
			} else if l.fam == script && strings.HasPrefix(s[end:], "${") {
				depth++
			} else if s[end] == '}' && depth > 0 {
				depth--
			} else if s[end] == '`' && depth == 0 {
				break
			}
		}
		end = min(len(s), end+1)
	default:
		multi := l.fam == rust || l.fam == sql || l.fam == hashes
		for end < len(s) && s[end] != quote && (multi || s[end] != '\n') {
			if s[end] == '\\' && l.fam != sql && !(raw && l.fam == rust) {
				end++
			}
			end++
		}
		if end = min(len(s), end); end < len(s) && s[end] == quote {
			end++
		}
	}
	l.hide(i, end)
	return end
}

// rawRust is the end of r#"…"#, whose first # is at i; 0 if it is none.
func (l *lexer) rawRust(i int) int {
	n := 0
	for i+n < len(l.src) && l.src[i+n] == '#' {
		n++
	}
	if i+n >= len(l.src) || l.src[i+n] != '"' {
		return 0
	}
	end := strings.Index(l.src[i+n+1:], `"`+strings.Repeat("#", n))
	if end < 0 {
		return len(l.src)
	}
	return i + n + 1 + end + 1 + n
}

// tick tells Rust's characters from lifetimes.
func (l *lexer) tick(i int) int {
	s := l.src[i:]
	if len(s) > 2 && s[1] == '\\' {
		if end := strings.IndexByte(s[3:], '\''); end >= 0 && end < 12 {
			l.hide(i, i+3+end+1)
			return i + 3 + end + 1
		}
	} else if len(s) > 2 {
		_, n := utf8.DecodeRuneInString(s[1:])
		if 1+n < len(s) && s[1+n] == '\'' {
			l.hide(i, i+n+2)
			return i + n + 2
		}
	}
	j := i + 1
	for j < len(l.src) && isPart(l.src[j]) {
		j++
	}
	return j
}

// regexpAfter reports whether a slash behind this byte starts a regular
// expression.
func regexpAfter(last byte, src string, i int) bool {
	switch last {
	case 0, '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '+', '>', '~':
		return true
	case 'n':
		return strings.HasSuffix(strings.TrimRight(src[:i], " \t"), "return")
	}
	return false
}

// regexp is the end of a regular expression literal, 0 if it does not close on
// its line.
func (l *lexer) regexp(i int) int {
	class := false
	for k := i + 1; k < len(l.src) && l.src[k] != '\n'; k++ {
		switch l.src[k] {
		case '\\':
			k++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return k + 1
			}
		}
	}
	return 0
}
