package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// CleanMessage makes one harmless line of a tool's message: white space is
// folded, control, bidirectional, zero-width and tag characters are removed,
// and it holds at most limits.Message characters. It reads no more of a huge
// message than it keeps.
func CleanMessage(s string) string {
	var b strings.Builder
	n, blank := 0, false
	for i := 0; i < len(s) && n < limits.Message; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if i += size; r == utf8.RuneError && size <= 1 {
			continue
		}
		switch {
		case unicode.IsSpace(r):
			blank = n > 0
			if i > 64*limits.Message {
				return b.String()
			}
			continue
		case Invisible(r):
			if i > 64*limits.Message {
				return b.String()
			}
			continue
		}
		if blank {
			blank = false
			if n++; n == limits.Message {
				break
			}
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// CleanLines is [CleanMessage], and how many bytes of it are the first of several
// lines: pyright explains on the next ones what it says on the first. 0 = all.
func CleanLines(s string) (message string, brief int) {
	message = CleanMessage(s)
	first, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if first = CleanMessage(first); !more || len(first) >= len(message) {
		return message, 0
	}
	return message, len(first)
}

// Invisible reports whether a character has no place in a message: what cannot
// be seen, line ends and tabs, variation selectors, and the replacement
// character.
func Invisible(r rune) bool {
	return text.Hidden(r) != "" || r < 0x20 || r == 0xfffd || 0xfe00 <= r && r <= 0xfe0f || 0xe0000 <= r && r <= 0xe0fff
}

// CleanCode returns the code if it looks like one ([A-Za-z0-9@:._/-], at most 80),
// else "". Oxlint's "plugin(rule)" becomes "plugin/rule", as its settings have it.
func CleanCode(s string) string {
	if plugin, rule, ok := strings.Cut(strings.TrimSuffix(s, ")"), "("); ok && plugin != "" && rule != "" {
		s = plugin + "/" + rule
	}
	if len(s) > 80 {
		return ""
	}
	for i := range len(s) {
		c := s[i]
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("@:._/-", c) >= 0) {
			return ""
		}
	}
	return s
}
