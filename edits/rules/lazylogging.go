package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// placeholder is one of printf's, in Python's spelling
// (https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting).
var placeholder = lazyre.New(`%(\([^)]*\))?[-#0 +]*(\*|\d+)?(?:\.(?:\*|\d+))?[a-zA-Z%]`)

// lazyLogging hands the logger the values of its message, which it makes a text of
// where the message is written at all.
func lazyLogging(m module, s *pytree.Stmt) ([]text.Edit, error) {
	open := s.First
	for open < s.Last && !(m.is(open, "(") && m.is(open-2, ".") && m.is(open-1, "debug", "info", "warning", "warn", "error", "exception", "critical", "log")) {
		open++
	}
	if open >= s.Last {
		return nil, rule.Decline("no call of a logger at the diagnostic")
	}
	list, nth := m.arguments(open, m.Tokens[open].Close), 0
	if m.is(open-1, "log") {
		nth = 1
	}
	switch {
	case nth >= len(list) || list[nth].name != "" || m.commented(list[nth].first, list[nth].last):
		return nil, rule.Decline("the logger gets no text there")
	case nth+1 < len(list) && (list[nth+1].name == "" || list[nth+1].name == "*"):
		return nil, rule.Decline("the logger gets values for its message already")
	}
	first, last := list[nth].first, list[nth].last
	if last == first+1 && m.Tokens[first].Literal().Fields() {
		return m.lazyFields(m.Tokens[first])
	}
	return m.lazyPercent(first, last)
}

// lazyPercent makes "text", value of "text" % value.
func (m module) lazyPercent(first, last int) ([]text.Edit, error) {
	sign, wants := first, 0
	for ; m.Tokens[sign].Kind == pytree.String; sign++ {
		for _, p := range placeholder.FindAllStringSubmatch(m.Tokens[sign].Text, -1) {
			switch {
			case p[1] != "" || p[2] == "*":
				return nil, rule.Decline("the message names its values, or their widths")
			case !strings.HasSuffix(p[0], "%"):
				wants++
			}
		}
	}
	value := sign + 1
	if sign == first || !m.is(sign, "%") || m.term(value, last) < last {
		return nil, rule.Decline("the message is no text with values behind a %%")
	}
	edits := []text.Edit{{Span: text.Span{Start: m.Tokens[sign-1].Span.End, End: m.Tokens[value].Span.Start}, New: ", "}}
	gives := 1
	if m.is(value, "(") && m.Tokens[value].Close == last-1 && m.Find(value+1, last-1, ",") >= 0 {
		values, end := m.arguments(value, last-1), last-1
		if gives = len(values); m.is(end-1, ",") {
			end--
		}
		edits[0].Span.End = m.Tokens[value+1].Span.Start
		edits = append(edits, text.Edit{Span: text.Span{Start: m.Tokens[end-1].Span.End, End: m.Tokens[last-1].Span.End}})
	}
	if gives != wants {
		return nil, rule.Decline("the message has %d places for %d values", wants, gives)
	}
	return edits, nil
}

// lazyFields makes "text %s", value of f"text {value}".
func (m module) lazyFields(t pytree.Token) ([]text.Edit, error) {
	l := t.Literal()
	parts := []string{""} // text and code by turns
	at := t.Span.Start
	for i, x := 0, lex.Read(m.Snapshot, lex.For("python")); i < len(x.Quiet); i++ {
		q := x.Quiet[i]
		if q.Start < t.Span.Start || q.End > t.Span.End || x.Marks[i].Has(lex.Inner) {
			continue
		}
		if q.Start > at {
			parts = append(parts, m.Src[at:q.Start], "")
		}
		parts[len(parts)-1] += m.Src[q.Start:q.End]
		at = q.End
	}
	parts[0] = strings.TrimPrefix(parts[0], l.Prefix+l.Quote)
	out, values := strings.Map(func(r rune) rune {
		if r == 'f' || r == 'F' {
			return -1
		}
		return r
	}, l.Prefix)+l.Quote, ""
	for i, part := range parts {
		if i%2 == 1 {
			tokens, err := pytree.Scan("(" + part + ")\n")
			if err != nil || strings.HasSuffix(strings.TrimSpace(part), "=") || strings.ContainsAny(part, "\r\n") {
				return nil, rule.Decline("a field holds more than a value")
			}
			for _, t := range tokens {
				if t.In == 0 && t.Is(",", ":=", "*", "yield", "lambda", "for") {
					return nil, rule.Decline("a field holds more than a value")
				}
			}
			values += ", " + strings.TrimSpace(part)
			continue
		}
		verb := ""
		if i > 0 {
			as, rest, ok := strings.Cut(part, "}")
			if verb = map[string]string{"": "%s", "!s": "%s", "!r": "%r", "!a": "%a"}[strings.TrimSpace(as)]; !ok || verb == "" {
				return nil, rule.Decline("a field says how its value is written")
			}
			part = rest
		}
		if i < len(parts)-1 {
			part = strings.TrimSuffix(part, "{")
		}
		out += verb + strings.NewReplacer("{{", "{", "}}", "}", "%", "%%").Replace(part)
	}
	return []text.Edit{{Span: t.Span, New: out + values}}, nil
}
