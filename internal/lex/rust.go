package lex

import (
	"strings"
)

// rustPrefix returns where the literal begins whose quote, or r, stands at i: b'…',
// b"…" and c"…" are one.
func (l *lexer) rustPrefix(i int) int {
	if i > 0 && (l.src[i-1] == 'b' || l.src[i-1] == 'c') && (i == 1 || !IsWord(l.src[i-2])) {
		return i - 1
	}
	return i
}

// rustQuote lexes a character ('a') or a lifetime ('a in &'a str), which has no second quote:
// https://doc.rust-lang.org/reference/tokens.html#lifetimes-and-loop-labels
func (l *lexer) rustQuote(i int) int {
	rest := l.src[i+1 : min(len(l.src), i+14)]
	if strings.HasPrefix(rest, `\`) {
		if n := strings.IndexByte(rest[min(2, len(rest)):], '\''); n >= 0 {
			return l.character(i, i+1+2+n+1)
		}
	}
	for n := range rest { // one rune, then the quote
		if n > 0 {
			if rest[n] == '\'' {
				return l.character(i, i+1+n+1)
			}
			break
		}
	}
	return i
}

// rustRaw recognises r"…", br#"…"# by what stands before the quote:
// https://doc.rust-lang.org/reference/tokens.html#raw-string-literals
func (l *lexer) rustRaw(i int) (string, bool) {
	j := i
	for j > 0 && l.src[j-1] == '#' && i-j < 256 {
		j--
	}
	if j > 0 && l.src[j-1] == 'r' && (j == 1 || !IsWord(l.src[j-2]) || l.src[j-2] == 'b' || l.src[j-2] == 'c') {
		return l.src[j:i], true
	}
	return "", false
}
