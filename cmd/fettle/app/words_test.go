package app

import "testing"

// TestClean shows what could steer a terminal or hide from the reader, and
// leaves the rest.
func TestClean(t *testing.T) {
	for _, c := range []struct{ in, line, lines string }{
		{"plain\ttext, “ünï” 世界 🙂", "plain\ttext, “ünï” 世界 🙂", "plain\ttext, “ünï” 世界 🙂"},
		{"a\nb", `a\u{a}b`, "a\nb"},
		{"a\r\nb", `a\u{d}\u{a}b`, "a\r\nb"},
		{"seen\rforged", `seen\u{d}forged`, `seen\u{d}forged`},
		{"end\r", `end\u{d}`, `end\u{d}`},
		{"\x1b]52;c;aGk=\a", `\u{1b}]52;c;aGk=\u{7}`, `\u{1b}]52;c;aGk=\u{7}`},
		{"\u009b31m", `\u{9b}31m`, `\u{9b}31m`},
		{"\x9b31m", "\ufffd31m", "\ufffd31m"},
		{"a\u202eb\u2066c\u061cd", `a\u{202e}b\u{2066}c\u{61c}d`, `a\u{202e}b\u{2066}c\u{61c}d`},
		{"a\u200bb\u2060c\ufeffd\u2028e", `a\u{200b}b\u{2060}c\u{feff}d\u{2028}e`, `a\u{200b}b\u{2060}c\u{feff}d\u{2028}e`},
		{"a\U000e0041b", `a\u{e0041}b`, `a\u{e0041}b`},
	} {
		if got := Clean(c.in); got != c.line {
			t.Errorf("clean(%q) = %q, want %q", c.in, got, c.line)
		}
		if got := CleanLines(c.in); got != c.lines {
			t.Errorf("cleanLines(%q) = %q, want %q", c.in, got, c.lines)
		}
	}
}
