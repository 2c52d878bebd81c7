package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// plainFString removes the f of a literal without replacement fields, and
// halves its doubled braces.
func plainFString(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	start := p.Diagnostic.Span.Start
	i := m.TokenAt(start)
	if m.Tokens[i].Kind != pytree.String && p.Diagnostic.Span.Len() == 0 {
		for i < len(m.Tokens) && m.Tokens[i].Kind != pytree.String && m.onLines(i) {
			i++
		}
	}
	// Some tools report the whole implicit concatenation at its first literal:
	// then none of its parts has a field, and all prefixes go.
	var out []text.Edit
	for ; i < len(m.Tokens) && (m.Tokens[i].Kind == pytree.String || m.Tokens[i].Kind == pytree.Comment); i++ {
		t := m.Tokens[i]
		if t.Kind == pytree.Comment {
			continue
		}
		l := t.Literal()
		if !l.Format() {
			continue
		}
		if l.Fields() {
			if len(out) > 0 {
				break
			}
			return nil, decline("the literal has a replacement field")
		}
		prefix := strings.NewReplacer("f", "", "F", "").Replace(l.Prefix)
		body := unbrace(l.Body, strings.ContainsAny(l.Prefix, "rR"))
		// Two quotes must not meet and become one of three.
		if at := t.Span.Start; prefix == "" && at > 0 && strings.HasPrefix(l.Quote, m.Src[at-1:at]) {
			prefix = " "
		}
		out = append(out, text.Edit{Span: t.Span, New: prefix + l.Quote + body + l.Quote})
		if p.Diagnostic.Span.Len() > 0 && t.Span.End >= p.Diagnostic.Span.End {
			break
		}
	}
	if len(out) == 0 {
		return nil, decline("no f-string at the diagnostic")
	}
	return out, nil
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
