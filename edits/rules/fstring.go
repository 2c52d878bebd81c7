package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// plainFString removes the f of a literal without replacement fields, and
// halves its doubled braces.
func plainFString(m module) ([]text.Edit, error) {
	d := m.Diagnostic.Span
	i := m.TokenAt(d.Start)
	if d.Len() == 0 {
		for i < len(m.Tokens)-1 && m.Tokens[i].Kind != pytree.String && m.OnLines(i) {
			i++
		}
	}
	// Some tools report the whole implicit concatenation at its first literal:
	// then none of its parts has a field, and all prefixes go.
	var out []text.Edit
	for ; m.Tokens[i].Kind == pytree.String || m.Tokens[i].Kind == pytree.Comment; i++ {
		t := m.Tokens[i]
		l := t.Literal()
		if !l.Format() {
			continue
		}
		if l.Fields() && len(out) > 0 {
			break
		}
		if l.Fields() {
			return nil, rule.Decline("the literal has a replacement field")
		}
		out = append(out, m.withoutFormat(t.Span, l))
		if d.Len() > 0 && t.Span.End >= d.End {
			break
		}
	}
	if len(out) == 0 {
		return nil, rule.Decline("no f-string at the diagnostic")
	}
	return out, nil
}

// withoutFormat makes a plain literal of an f-string.
func (m module) withoutFormat(sp text.Span, l pytree.Literal) text.Edit {
	prefix := strings.NewReplacer("f", "", "F", "").Replace(l.Prefix)
	// Two quotes must not meet and become one of three.
	if at := sp.Start; prefix == "" && at > 0 && strings.HasPrefix(l.Quote, m.Src[at-1:at]) {
		prefix = " "
	}
	return text.Edit{Span: sp, New: prefix + l.Quote + unbrace(l.Body, strings.ContainsAny(l.Prefix, "rR")) + l.Quote}
}

// unbrace halves doubled braces. "\N{DASH}" of a cooked literal stays.
func unbrace(s string, raw bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case !raw && strings.HasPrefix(s[i:], `\N{`):
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				n = 2
			}
			b.WriteString(s[i : i+n+1])
			i += n
			continue
		case strings.HasPrefix(s[i:], "{{"), strings.HasPrefix(s[i:], "}}"):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
