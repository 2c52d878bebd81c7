// Package stated has the rules for messages that say themselves what is to be written,
// in any language.
package stated

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// quotedCode is code as messages quote it.
const quotedCode = "(`[^`]+`|'[^']+'|\"[^\"]+\"|‘[^’]+’|“[^”]+”)"

// ends stands behind what a message says last of the code: what follows may be about
// more of it.
const ends = `(?:[.,;:?!)]|$)`

// statedForms are messages that name the code they are about and what is to stand
// in its place: in quotes, or as staticcheck and revive write it, without.
var statedForms = []struct {
	find     *lazyre.Regexp
	old, new int // groups
	bare     bool
}{
	{lazyre.New(`(?i)\buse ` + quotedCode + ` instead of ` + quotedCode + ends), 2, 1, false},
	{lazyre.New(`(?i)\bmeant ` + quotedCode + ` instead of ` + quotedCode + ends), 2, 1, false},
	{lazyre.New(`(?i)\breplace ` + quotedCode + ` (?:with|by) ` + quotedCode + ends), 1, 2, false},
	{lazyre.New(`(?i)\bsimplify ` + quotedCode + ` to ` + quotedCode + ends), 1, 2, false},
	{lazyre.New(`(?i)` + quotedCode + ` (?:can|could|should|must) be replaced (?:with|by) ` + quotedCode + ends), 1, 2,
		false},
	{lazyre.New(`(?i)` + quotedCode + ` can be replaced (?:with|by) ([\w.]+\w)$`), 1, 2, false},
	{lazyre.New(`(?i)\bexpected ` + quotedCode + ` (?:and|but) (?:instead )?saw ` + quotedCode + ends), 2, 1, false},
	{lazyre.New(`^(?:\w+: )?(?:should|could) use (\S.*?) instead of (\S.*?)$`), 2, 1, true},
	{lazyre.New(`^(?:\w+: )?(?:should )?replace (\S.*?) with (\S.*?)$`), 1, 2, true},
	{lazyre.New(`^(?:\w+: )?could simplify (\S.*?) to (\S.*?)$`), 1, 2, true},
}

// statingWords are in small letters in every message of one of the forms. Looking
// for them is cheap, and most messages hold none.
var statingWords = []string{" instead of ", "replace", "simplify ", "saw "}

// States reports whether a message is of one of the forms.
func States(message string) bool {
	lower := strings.ToLower(message)
	if !slices.ContainsFunc(statingWords, func(w string) bool { return strings.Contains(lower, w) }) {
		return false
	}
	for _, form := range statedForms {
		if m := form.find.FindStringSubmatch(message); m != nil && (!form.bare || codelike(m[form.old])) {
			return true
		}
	}
	return false
}

// codelike reports whether a text without quotes is code and no words.
func codelike(s string) bool { return strings.ContainsAny(s, ".()[]{}=<>+-*/!&|") }

// Text puts what the message states in place of what it states: both as
// code, and the old one exactly as it stands in the text.
func Text(p rule.Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	for _, form := range statedForms {
		m := form.find.FindStringSubmatch(p.Diagnostic.Message)
		if m == nil || form.bare && (p.Snapshot.Lang != "go" || !codelike(m[form.old])) {
			continue
		}
		old, fresh := m[form.old], m[form.new]
		if !form.bare {
			fresh = unquoted(fresh)
		}
		if strings.Contains(fresh, "...") || strings.Contains(fresh, "…") {
			return nil, rule.Decline("the message leaves out a part of what to write")
		}
		if sp, ok := standing(f, p, old); ok && !form.bare {
			if why := strictNull(p.Snapshot.Text(), sp, unquoted(fresh)); why != "" {
				return nil, rule.Declined{Reason: why, Refutes: true}
			}
			return []text.Edit{{Span: sp, New: fresh}}, nil // a literal of the program, quotes and all
		}
		if !form.bare {
			old = unquoted(old)
		}
		// A body is left out: "for {}" for "for true {}".
		if o, ok := strings.CutSuffix(old, "{}"); ok {
			if n, ok := strings.CutSuffix(fresh, "{}"); ok {
				old, fresh = strings.TrimSpace(o), strings.TrimSpace(n)
			}
		}
		if sp, ok := standing(f, p, old); ok && old != fresh {
			if why := strictNull(p.Snapshot.Text(), sp, fresh); why != "" {
				return nil, rule.Declined{Reason: why, Refutes: true}
			}
			// "sys.exit()" for "quit": the arguments stay.
			if strings.HasPrefix(p.Snapshot.Text()[sp.End:], "(") && strings.HasSuffix(fresh, ")") {
				if fresh, ok = strings.CutSuffix(fresh, "()"); !ok {
					return nil, rule.Decline("the arguments would be called")
				}
			}
			return []text.Edit{{Span: sp, New: fresh}}, nil
		}
	}
	return nil, rule.Declined{Reason: "the message does not name code that stands there once", Aside: true}
}

// unquoted returns code without the quotes that a message puts around it.
func unquoted(s string) string {
	mark, first := utf8.DecodeRuneInString(s)
	if !strings.ContainsRune("`'\"‘“", mark) {
		return s
	}
	_, last := utf8.DecodeLastRuneInString(s)
	return s[first : len(s)-last]
}

// standing returns where code stands at the diagnostic: where that begins, else at the
// one place in its lines, by whole words and not within a text or a comment.
func standing(f *syntax.File, p rule.Problem, code string) (text.Span, bool) {
	s := p.Snapshot
	at := p.Diagnostic.Span
	all := s.LinesSpan(s.LinesOf(at))
	src := s.Text()
	whole := func(sp text.Span) bool {
		before, _ := utf8.DecodeLastRuneInString(src[:sp.Start])
		after, _ := utf8.DecodeRuneInString(src[sp.End:])
		first, _ := utf8.DecodeRuneInString(code)
		last, _ := utf8.DecodeLastRuneInString(code)
		return !joins(before, first) && !joins(last, after)
	}
	var found []text.Span
	for from := all.Start; code != ""; {
		i := strings.Index(src[from:all.End], code)
		if i < 0 {
			break
		}
		sp := text.Span{Start: from + i, End: from + i + len(code)}
		from = sp.Start + 1
		if inTextOrComment(f, sp) || !whole(sp) {
			continue
		}
		if sp.Start == at.Start {
			return sp, true
		}
		found = append(found, sp)
	}
	if len(found) == 1 {
		return found[0], true
	}
	return text.Span{}, false
}

// joins reports whether two adjacent characters are of one word or sign.
func joins(a, b rune) bool {
	word := func(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	sign := func(r rune) bool { return strings.ContainsRune("=<>!&|+-*/%^~?:", r) }
	return word(a) && word(b) || sign(a) && sign(b)
}

// inTextOrComment reports whether a span begins within a text or a comment.
func inTextOrComment(f *syntax.File, sp text.Span) bool {
	for _, q := range f.NonCode(sp) {
		if q.Start < sp.Start && sp.Start < q.End {
			return true
		}
	}
	return false
}

// Simplification is [Text] for staticcheck's simplifications, after which the
// program does what it did (https://staticcheck.dev/docs/checks/#S).
func Simplification(p rule.Problem) ([]text.Edit, error) {
	if d := p.Diagnostic; !strings.HasPrefix(d.Code, "S1") && !strings.HasPrefix(d.Message, "S1") {
		return nil, rule.Declined{Reason: "only simplifications keep what the program does", Aside: true}
	}
	return Text(p)
}

// nothingBefore and nothingBehind are null and undefined as an operand.
var (
	nothingBefore = lazyre.New(`(?:^|[^\w$.])(?:null|undefined|void 0)\s*$`)
	nothingBehind = lazyre.New(`^\s*(?:null|undefined|void 0)(?:[^\w$]|$)`)
)

// strictNull says why a loose comparison stays: with null it finds undefined too, which the strict one does not.
func strictNull(src string, sp text.Span, fresh string) string {
	if fresh != "===" && fresh != "!==" ||
		!nothingBefore.MatchString(src[:sp.Start]) && !nothingBehind.MatchString(src[sp.End:]) {
		return ""
	}
	return "a loose comparison with null finds undefined too"
}
