package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// placeholder is one of printf's, in Python's spelling
// (https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting).
var placeholder = lazyre.New(`%(\([^)]*\))?[-#0 +]*(\*|\d+)?(?:\.(?:\*|\d+))?[a-zA-Z%]`)

// lazyLogging hands the logger the values of its message, which it makes a text of
// where the message is written at all.
func lazyLogging(m module, s *pytree.Stmt) ([]text.Edit, error) {
	message, err := m.logged(s)
	if err != nil {
		return nil, err
	}
	texts, fields := true, false
	for _, t := range m.Tokens[message.First:message.Last] {
		texts = texts && t.Kind == pytree.String
		fields = fields || t.Literal().Fields()
	}
	switch {
	case !texts:
		return m.lazyPercent(message.First, message.Last)
	case !fields:
		return nil, rule.Decline("the message has no values")
	}
	return m.lazyFields(message.First, message.Last)
}

// logged returns the message that a statement hands to a logger, without values.
func (m module) logged(s *pytree.Stmt) (pycode.Argument, error) {
	open := s.First
	for open < s.Last && !(m.Is(open, "(") && m.Is(open-2, ".") &&
		m.Is(open-1, "debug", "info", "warning", "warn", "error", "exception", "critical", "log")) {
		open++
	}
	if open >= s.Last {
		return pycode.Argument{}, rule.Decline("no call of a logger at the diagnostic")
	}
	list := m.Arguments(open, m.Tokens[open].Close)
	if m.Is(open-1, "log") && len(list) > 0 {
		list = list[1:] // the level
	}
	switch {
	case len(list) == 0 || list[0].Name != "" || m.Commented(list[0].First, list[0].Last):
		return pycode.Argument{}, rule.Decline("the logger gets no text there")
	case len(list) > 1 && (list[1].Name == "" || list[1].Name == "*"):
		return pycode.Argument{}, rule.Decline("the logger gets values for its message already")
	}
	return list[0], nil
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
	if sign == first || !m.Is(sign, "%") || m.Term(value, last) < last {
		return nil, rule.Decline("the message is no text with values behind a %%")
	}
	edits := []text.Edit{{Span: text.Span{Start: m.Tokens[sign-1].Span.End, End: m.Tokens[value].Span.Start}, New: ", "}}
	gives := 1
	if m.Is(value, "(") && m.Tokens[value].Close == last-1 && m.Find(value+1, last-1, ",") >= 0 {
		values, end := m.Arguments(value, last-1), last-1
		if gives = len(values); m.Is(end-1, ",") {
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

// lazyFields makes "text %s", value of f"text {value}", and of literals side by side.
func (m module) lazyFields(first, last int) ([]text.Edit, error) {
	var out []text.Edit
	values := ""
	for _, t := range m.Tokens[first:last] {
		written, more, err := m.withVerbs(t)
		if err != nil {
			return nil, err
		}
		if values += more; written != t.Text {
			out = append(out, text.Edit{Span: t.Span, New: written})
		}
	}
	return append(out, rule.InsertAt(m.Tokens[last-1].Span.End, values)), nil
}

// withVerbs returns a literal with a verb for each of its fields, and their values.
func (m module) withVerbs(t pytree.Token) (written, values string, err error) {
	l := t.Literal()
	if !l.Format() {
		return strings.ReplaceAll(t.Text, "%", "%%"), "", nil
	}
	parts := m.TextAndCode(t.Span)
	written = strings.NewReplacer("f", "", "F", "").Replace(l.Prefix) + l.Quote
	parts[0] = strings.TrimPrefix(parts[0], l.Prefix+l.Quote)
	for i, part := range parts {
		if i%2 == 1 {
			if !oneValue(part) {
				return "", "", rule.Decline("a field holds more than a value")
			}
			values += ", " + strings.TrimSpace(part)
			continue
		}
		if i > 0 {
			as, rest, _ := strings.Cut(part, "}")
			verb := map[string]string{"": "%s", "!s": "%s", "!r": "%r", "!a": "%a"}[strings.TrimSpace(as)]
			if verb == "" {
				return "", "", rule.Decline("a field says how its value is written")
			}
			part = rest
			written += verb
		}
		if i < len(parts)-1 {
			part = strings.TrimSuffix(part, "{")
		}
		written += strings.NewReplacer("{{", "{", "}}", "}", "%", "%%").Replace(part)
	}
	return written, values, nil
}

// oneValue reports whether the code of a field can be an argument as it stands.
func oneValue(code string) bool {
	tokens, err := pytree.Scan("(" + code + ")\n")
	return err == nil && !strings.HasSuffix(strings.TrimSpace(code), "=") && !strings.ContainsAny(code, "\r\n") &&
		!slices.ContainsFunc(tokens,
			func(t pytree.Token) bool { return t.In == 0 && t.Is(",", ":=", "*", "yield", "lambda", "for") })
}
