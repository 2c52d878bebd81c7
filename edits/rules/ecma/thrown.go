package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// MessageOfThrown asks whether what was thrown is an Error before it takes the
// message: anything may be thrown
// (https://www.typescriptlang.org/tsconfig/useUnknownInCatchVariables.html, since 4.4).
func MessageOfThrown(p rule.Problem) ([]text.Edit, error) {
	src, at := p.Snapshot.Text(), p.Diagnostic.Span.Start
	end := at + strings.IndexFunc(src[at:]+" ", func(r rune) bool { return !isName(r) })
	name := src[at:end]
	if name == "" || at > 0 && (src[at-1] == '.' || isName(rune(src[at-1]))) {
		return nil, rule.Decline("no name at the diagnostic")
	}
	behind, ok := strings.CutPrefix(src[end:], ".message")
	next := strings.TrimLeft(behind, " \t")
	switch {
	case !ok || behind != "" && isName(rune(behind[0])):
		return nil, rule.Decline("of %s something else than the message is wanted", name)
	case strings.HasPrefix(next, "(") || strings.HasPrefix(next, "=") && !strings.HasPrefix(next, "=="):
		return nil, rule.Decline("the message is not only read")
	}
	end += len(".message")
	asked := name + " instanceof Error ? " + name + ".message : String(" + name + ")"
	if !standsAlone(src[:at], behind) {
		asked = "(" + asked + ")"
	}
	return []text.Edit{{Span: text.Span{Start: at, End: end}, New: asked}}, nil
}

// standsAlone reports whether an expression between two texts is a whole one, which no
// operator binds to others.
func standsAlone(before, behind string) bool {
	before = strings.TrimRight(before, " \t")
	next := strings.TrimLeft(behind, " \t\r\n")
	begins := strings.HasSuffix(before, "${") || strings.HasSuffix(before, "=>")
	if word := strings.TrimSuffix(before, "return"); word != before {
		begins = word == "" || !isName(rune(word[len(word)-1]))
	}
	if n := len(before); n > 0 && strings.ContainsRune("([,=", rune(before[n-1])) {
		begins = n < 2 || !strings.ContainsRune("=!<>+-*/%&|^?", rune(before[n-2]))
	}
	return begins && next != "" && strings.ContainsRune(";),}]", rune(next[0]))
}
