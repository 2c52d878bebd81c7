package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// commentLine is a line that is nothing but a comment.
var commentLine = lazyre.New(`^\s*(?://|/?\*|#|--)`)

// docstring is the first text of a function in Python.
var docstring = lazyre.New(`(?s)^[^"']*:\s*\n\s*[rR]?("""|''')(.*?)(?:"""|''')`)

// Description is what the comment above the function, or its docstring, says.
func (c Change) Description() string {
	var out []string
	if m := docstring.FindStringSubmatch(c.Body); m != nil {
		out = append(out, m[2])
	}
	for l := range strings.Lines(c.Body) {
		if !commentLine.MatchString(l) {
			break
		}
		out = append(out, l)
	}
	if at := strings.Index(c.Before, c.Body); c.Body != "" && at >= 0 {
		above := strings.Split(strings.TrimRight(c.Before[:at], "\n"), "\n")
		for i := len(above) - 1; i >= 0 && commentLine.MatchString(above[i]); i-- {
			out = append(out, above[i])
		}
	}
	return strings.Join(out, "\n")
}

// Describes reports whether the description of the function says the value at token
// i: what there is for the case that nothing is.
func (c Change) Describes(ts []token.Token, i int) bool {
	if i >= len(ts) {
		return false
	}
	says := c.Description()
	if says == "" {
		return false
	}
	words := messageWord.FindAllString(strings.ToLower(says), -1)
	switch ts[i].Kind {
	case token.Number:
		n, ok := token.NumberValue(ts[i].Text)
		if !ok {
			return false
		}
		return slices.ContainsFunc(token.Numbers.FindAllString(says, -1), func(s string) bool { m, ok := token.NumberValue(s); return ok && m == n }) ||
			slices.ContainsFunc(words, func(w string) bool { m, ok := token.NumberWords[w]; return ok && m == n })
	case token.String:
		if inside := token.Inside(ts[i]); inside != "" {
			return strings.Contains(says, `"`+inside+`"`) || strings.Contains(says, "'"+inside+"'")
		}
		return strings.Contains(says, `""`) || strings.Contains(says, "''") || saysEmpty(words)
	case token.Name:
		return token.Literal(ts, i) != token.Unknown && slices.Contains(words, strings.ToLower(ts[i].Text)) || slices.Contains(token.Numbers.FindAllString(says, -1), token.Constant(c.Before, ts[i].Text))
	case token.Op:
		if token.Is(ts, i, "-") && i+1 < len(ts) && ts[i+1].Kind == token.Number {
			return strings.Contains(says, "-"+ts[i+1].Text) || strings.Contains(says, "minus ") && c.Describes(ts, i+1)
		}
	}
	return (token.Is(ts, i, "[") && token.Is(ts, i+1, "]") || token.Is(ts, i, "{") && token.Is(ts, i+1, "}")) && saysEmpty(words)
}

// saysEmpty reports whether a description speaks of something in which there is nothing,
// and not of what it leaves out.
func saysEmpty(words []string) bool {
	i := slices.Index(words, "without")
	leaves := i >= 0 && i+1 < len(words) && slices.Contains([]string{"those", "these", "them", "such"}, words[i+1])
	return slices.Contains(words, "empty") || i >= 0 && !leaves
}
