package doubt

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// overloaded says what is passed a comparison with None, True or False that the edits write in another way. Columns of
// databases and of tables define == so that it builds an expression, which "is", "not" and a value's truth do not
// (https://docs.sqlalchemy.org/en/20/core/operators.html, https://github.com/astral-sh/ruff/issues/4560): there an
// attribute or an item is compared, and the result is an argument, selects items, or is combined by "&" and "|".
func (c Change) overloaded() string {
	was, now := c.lines()
	t, ok := c.python()
	if !ok || strings.Count(was, "==")+strings.Count(was, "!=") <=
		strings.Count(now, "==")+strings.Count(now, "!=") {
		return ""
	}
	for i, tok := range t.Tokens {
		if !tok.Is("==", "!=") ||
			!slices.ContainsFunc(c.Edits, func(e text.Edit) bool { return e.Span.Overlaps(tok.Span) }) {
			continue
		}
		if by := receiver(t.Tree, i); by != "" {
			return by + " receives the comparison, of which == may build an expression"
		}
	}
	return ""
}

// receiver is what a comparison's value goes to without being asked for its truth, "" if that is not known.
func receiver(t *pytree.Tree, operator int) string {
	for b := t.Tokens[operator].In; b >= 0; b = t.Tokens[b].In {
		open, end := t.Tokens[b], t.Tokens[b].Close
		if t.Find(b+1, end, "and", "or", "not", "if", "for", "lambda") >= 0 {
			return ""
		}
		behind := b > 0 && t.Callee(b-1)
		switch {
		case open.Is("[") && behind:
			return "a subscript"
		case open.Is("(") && behind:
			name := t.Tokens[b-1].Text
			truth := strings.HasPrefix(name, "assert") || pytree.Builtin(name) && !t.Is(b-2, ".")
			if truth || !t.Is(operator-2, ".") && !t.Is(operator-1, ")", "]") {
				return ""
			}
			return "the call of " + name
		case open.Is("(") && (t.Is(b-1, "&", "|", "~") || t.Is(end+1, "&", "|")):
			return "a mask"
		}
	}
	return ""
}
