package scan

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Word is one word of a text.
type Word struct {
	Start, End int32 // bytes
	Code       bool  // outside comments and strings
}

// inString stands in a mask for the bytes of a string behind its first quote.
const inString = 1

// lexer splits a text into words and masks what is no code.
type lexer struct {
	src   string
	fam   Family
	mask  []byte // comments are blanks, strings are inString; line ends stay
	Words []Word
}

// Words returns the words of a text; of one without a language, all are outside code.
func Words(src, lang string) []Word { return lex(src, lang).Words }

// lex splits a text of a language. It never fails: what it does not understand
// is code. A text in words, of no language, holds none.
func lex(src, lang string) lexer {
	l := lexer{src: src, fam: FamilyOf(lang), mask: []byte(src), Words: make([]Word, 0, len(src)/8)}
	if l.fam == Plain {
		l.collect(0, len(src))
		return l
	}
	at := 0
	lexis.Read(text.New(src), lexis.For(lang)).Whole(len(src), func(sp text.Span, m lexis.Mark) {
		l.code(at, sp.Start)
		l.collect(sp.Start, sp.End)
		at = sp.End
		fill := byte(inString)
		if m.Has(lexis.Comment) {
			fill = ' '
		}
		for k := sp.Start; k < sp.End; k++ {
			if l.mask[k] != '\n' && l.mask[k] != '\r' {
				l.mask[k] = fill
			}
		}
		if fill == inString {
			l.mask[sp.Start] = '"'
		}
	})
	l.code(at, len(src))
	return l
}

// parts marks the bytes that words are made of: 1 those that begin one, 2 those
// that only go on with one.
var parts = func() (t [256]byte) {
	for c := range t {
		switch c := byte(c); {
		case c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf:
			t[c] = 1
		case c >= '0' && c <= '9':
			t[c] = 2
		}
	}
	return t
}()

func isStart(c byte) bool { return parts[c] == 1 }

// IsPart reports whether a byte is one of a word.
func IsPart(c byte) bool { return parts[c] != 0 }

// Occurrences returns the offsets of a word in a text, where it is not just a part of a longer one.
func Occurrences(s, word string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for end := 0; word != ""; {
			i := strings.Index(s[end:], word)
			if i < 0 {
				return
			}
			start := end + i
			end = start + len(word)
			if (start == 0 || !IsPart(s[start-1])) && (end == len(s) || !IsPart(s[end])) && !yield(start) {
				return
			}
		}
	}
}

// add records a word. Bytes above ASCII count as letters while cutting; words
// without any letter are dropped here.
func (l *lexer) add(i, j int, code bool) {
	w := l.src[i:j]
	if w[0] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) {
			return
		}
	}
	l.Words = append(l.Words, Word{int32(i), int32(j), code})
}

// code records the words of a stretch of code. Numbers and lifetimes are none.
func (l *lexer) code(i, end int) {
	for i < end {
		j := i + 1
		switch parts[l.src[i]] {
		case 1:
			for j < end && IsPart(l.src[j]) {
				j++
			}
			l.add(i, j, true)
		case 2:
			for j < end && (IsPart(l.src[j]) || l.src[j] == '.') {
				j++
			}
		default:
			for l.fam == Rust && l.src[i] == '\'' && j < end && IsPart(l.src[j]) {
				j++
			}
		}
		i = j
	}
}

// collect records the words of a stretch of text.
func (l *lexer) collect(i, end int) {
	for i < end {
		kind := parts[l.src[i]]
		j := i + 1
		for kind != 0 && j < end && IsPart(l.src[j]) {
			j++
		}
		if kind == 1 { // a number and its unit are no word
			l.add(i, j, false)
		}
		i = j
	}
}
