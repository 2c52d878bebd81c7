package pairs

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Key returns what makes two diagnostics the same one: code and message without
// numbers, since those count lines and columns. The name of a test is one with its
// numbers: they are its parameters.
func Key(d signal.Diagnostic) string {
	if test, said, named := strings.Cut(d.Message, ": "); named && RunsTests(d.Tool) {
		return d.Code + "\x00" + test + ": " + digitless(said)
	}
	return d.Code + "\x00" + digitless(d.Message)
}

func digitless(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// Own returns the target in the tool's own words of today. An editor may have shown
// it with another message, without its code, or with the code's prefix.
func (p Pairs) Own(t signal.Diagnostic) signal.Diagnostic {
	row := p.texts.Before.LineAt(t.Span.Start)
	like := []func(signal.Diagnostic) bool{
		func(d signal.Diagnostic) bool { return Key(d) == Key(t) },
		func(d signal.Diagnostic) bool { return bare(d.Code) == bare(t.Code) && d.Code != "" },
		func(d signal.Diagnostic) bool {
			a, b := digitless(d.Message), digitless(t.Message)
			return (d.Code == "" || t.Code == "") && a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
		},
	}
	for _, same := range like {
		for _, d := range p.Before {
			if same(d) && p.texts.Before.LineAt(d.Span.Start) == row {
				d.Tool = t.Tool
				return d
			}
		}
	}
	return t
}

// bare returns a code without what editors put before it.
func bare(code string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(code, "TS"), "clippy::"))
}

// Fewer reports whether the document holds fewer diagnostics like the target
// than before.
func (p Pairs) Fewer(t signal.Diagnostic) bool {
	n := 0
	for _, d := range p.Before {
		if Key(d) == Key(t) {
			n++
		}
	}
	for _, d := range p.After {
		if Key(d) == Key(t) {
			n--
		}
	}
	return n > 0
}

// RunsTests reports whether a tool runs tests: its findings are about the code
// that they test.
func RunsTests(tool string) bool {
	switch tool {
	case "pytest", "unittest", "nose", "go test", "gotest", "jest", "vitest", "mocha", "ava", "jasmine", "cargo test",
		"nextest", "junit", "rspec", "phpunit", "karma", "playwright", "tox":
		return true
	}
	return false
}
