package paths

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/verify/token"
)

func pythonFunctions(src string) map[string]function {
	out, seen := map[string]function{}, map[string]bool{}
	t, err := pytree.Parse(src)
	if err != nil {
		return out
	}
	var walk func(list []*pytree.Stmt, prefix string)
	walk = func(list []*pytree.Stmt, prefix string) {
		for _, s := range list {
			name := prefix
			if s.Keyword == "def" || s.Keyword == "class" {
				at := t.Find(s.First, s.Last, "def", "class")
				if at < 0 || at+1 >= s.Last {
					continue
				}
				name += t.Tokens[at+1].Text
				if s.Keyword == "def" {
					named(out, seen, name, function{token.Joined(cut(t, s.First, lastOf(s))), pythonList(t, s.Body)})
				}
				name += "."
			}
			walk(s.Body, name)
		}
	}
	walk(t.Body, "")
	return out
}

// lastOf is the end of a statement with all that it holds.
func lastOf(s *pytree.Stmt) int {
	last := s.Last
	for len(s.Body) > 0 {
		s = s.Body[len(s.Body)-1]
		last = max(last, s.Last)
	}
	return last
}

// cut are the tokens [first, last) in the form that all languages share.
func cut(t *pytree.Tree, first, last int) []token.Token {
	var out []token.Token
	for _, x := range t.Tokens[max(0, first):max(0, first, last)] {
		k := token.Op
		switch x.Kind {
		case pytree.Name:
			k = token.Name
		case pytree.Number:
			k = token.Number
		case pytree.String:
			k = token.String
		case pytree.Comment, pytree.Newline, pytree.End:
			continue
		}
		out = append(out, token.Token{Kind: k, Text: x.Text, At: x.Span.Start})
	}
	return out
}

func pythonList(t *pytree.Tree, list []*pytree.Stmt) []*statement {
	var out []*statement
	var open *statement // whose rest an elif or else is
	for _, s := range list {
		head := cut(t, s.First, s.Last)
		if s.Colon >= 0 {
			head = cut(t, s.First, s.Colon)
		}
		switch s.Keyword {
		case "if", "elif":
			x := &statement{word: "if", cond: head[min(1, len(head)):], body: pythonList(t, s.Body)}
			if s.Keyword == "elif" && open != nil {
				open.rest = []*statement{x}
			} else {
				out = append(out, x)
			}
			open = x
			continue
		case "else", "except", "finally":
			if open != nil {
				open.rest = append(open.rest, pythonList(t, s.Body)...)
			}
			continue
		case "for", "while":
			x := &statement{word: "loop", text: head, cond: head[min(1, len(head)):], body: pythonList(t, s.Body)}
			out, open = append(out, x), x
			continue
		case "try", "with", "match", "case":
			x := &statement{word: "block", body: pythonList(t, s.Body)}
			out, open = append(out, x), x
			continue
		case "def", "class", "pass":
			open = nil
			continue
		case "assert":
			out = append(out, &statement{word: "assert", cond: upTo(head[1:], ",")})
		default:
			if len(head) > 0 && !(len(head) == 1 && head[0].Kind == token.String) {
				out = append(out, &statement{word: wordOf(head), text: head})
			}
		}
		open = nil
	}
	return out
}

// upTo are the tokens before the first sign outside of brackets.
func upTo(ts []token.Token, sign string) []token.Token {
	for i := 0; i < len(ts); i++ {
		if token.Is(ts, i, "(", "[", "{") {
			i = token.Closing(ts, i)
			continue
		}
		if token.Is(ts, i, sign) {
			return ts[:i]
		}
	}
	return ts
}
