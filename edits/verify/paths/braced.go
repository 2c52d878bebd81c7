package paths

import (
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// bracedFunctions are those that a text of Go, JavaScript, TypeScript or Rust names.
func bracedFunctions(lang, src string) map[string]function {
	out, seen := map[string]function{}, map[string]bool{}
	f := syntax.Lexed(lang, src)
	ts := token.Of(f, text.Lines{End: f.Doc().LineCount()}, 0)
	for i := range ts {
		if !token.Is(ts, i, "func", "function", "fn") {
			continue
		}
		at := i + 1
		receiver := ""
		if token.Is(ts, at, "(") && token.Is(ts, i, "func") { // of a method
			end := token.Closing(ts, at)
			if end >= len(ts) {
				continue
			}
			receiver = token.Joined(ts[at:end])
			at = end + 1
		}
		if !token.IsName(ts, at) {
			continue
		}
		name := receiver + ts[at].Text
		for at < len(ts) && !token.Is(ts, at, "(") {
			at++
		}
		if at = token.Closing(ts, at) + 1; at >= len(ts) {
			continue
		}
		open := body(ts, at)
		if open < 0 {
			continue
		}
		end := token.Closing(ts, open)
		if end >= len(ts) {
			continue
		}
		named(out, seen, name, function{token.Joined(ts[i:end]), bracedList(ts[open+1 : end])})
	}
	return out
}

// body is the bracket that opens the body of a function whose results begin at a token;
// -1 if there is none.
func body(ts []token.Token, at int) int {
	for at < len(ts) {
		switch {
		case token.Is(ts, at, "{"):
			if token.Is(ts, at-1, "interface", "struct", ":", "|", "&", "Promise", "<") {
				at = token.Closing(ts, at) + 1
				continue
			}
			return at
		case token.Is(ts, at, "(", "["):
			at = token.Closing(ts, at)
		case token.Is(ts, at, ";", "}"):
			return -1
		}
		at++
	}
	return -1
}

// bracedList reads statements.
func bracedList(ts []token.Token) []*statement {
	var out []*statement
	for len(ts) > 0 {
		s, n := braced(ts)
		if s != nil {
			out = append(out, s...)
		}
		ts = ts[max(1, n):]
	}
	return out
}

// braced reads one statement, and gives how many tokens it has.
func braced(ts []token.Token) ([]*statement, int) {
	switch {
	case token.Is(ts, 0, ";"):
		return nil, 1
	case token.Is(ts, 0, "{"):
		end := min(token.Closing(ts, 0), len(ts))
		return bracedList(ts[1:end]), end + 1
	case token.Is(ts, 0, "if") && !token.Is(ts, 1, "let"):
		return bracedIf(ts)
	case token.Is(ts, 0, "for", "while", "loop"):
		at := headEnd(ts, 1)
		list, n := bracedBody(ts, at)
		return []*statement{{word: "loop", text: ts[:1], cond: ts[1:min(max(1, at), len(ts))], body: list}}, n
	case token.Is(ts, 0, "try", "finally", "do", "unsafe") && token.Is(ts, 1, "{"):
		list, n := bracedBody(ts, 1)
		return []*statement{{word: "block", body: list}}, n
	case token.Is(ts, 0, "catch"):
		list, n := bracedBody(ts, headEnd(ts, 1))
		return []*statement{{word: "block", body: list}}, n
	}
	n := simple(ts)
	if n == 0 {
		return nil, 1
	}
	line := ts[:n]
	if token.Is(line, n-1, ";") {
		line = line[:n-1]
	}
	return []*statement{{word: wordOf(line), text: line}}, n
}

// headEnd is where the head of a compound statement ends: behind its round brackets,
// else before the bracket that opens its body.
func headEnd(ts []token.Token, from int) int {
	if token.Is(ts, from, "(") {
		if end := token.Closing(ts, from); token.Is(ts, end+1, "{") || end+1 < len(ts) && !token.Is(ts, end+1, "&&", "||", ".", "==", "!=", "<", ">", "<=", ">=", "[", "+", "-") {
			return end + 1
		}
	}
	for i := from; i < len(ts); i++ {
		if token.Is(ts, i, "{") {
			return i
		}
		if token.Is(ts, i, "(", "[") {
			i = token.Closing(ts, i)
		}
	}
	return len(ts)
}

// bracedBody reads the body that begins at a token, and gives where it ends.
func bracedBody(ts []token.Token, at int) ([]*statement, int) {
	if at >= len(ts) {
		return nil, len(ts)
	}
	list, n := braced(ts[at:])
	return list, at + max(1, n)
}

func bracedIf(ts []token.Token) ([]*statement, int) {
	at := headEnd(ts, 1)
	head := ts[1:min(at, len(ts))]
	var before []*statement
	if parts := splitAt(head, ";"); len(parts) == 2 { // if err := f(); err != nil
		before = append(before, &statement{text: parts[0]})
		head = parts[1]
	}
	s := &statement{word: "if", cond: head}
	s.body, at = bracedBody(ts, at)
	if token.Is(ts, at, "else") {
		s.rest, at = bracedBody(ts, at+1)
	}
	return append(before, s), at
}

func splitAt(ts []token.Token, sign string) [][]token.Token {
	head := upTo(ts, sign)
	if len(head) == len(ts) {
		return [][]token.Token{ts}
	}
	return [][]token.Token{head, ts[len(head)+1:]}
}

// simple is how many tokens a statement without a body of its own has.
func simple(ts []token.Token) int {
	for i := 0; i < len(ts); i++ {
		switch {
		case token.Is(ts, i, ";"):
			return i + 1
		case token.Is(ts, i, "}"):
			return i
		case token.Is(ts, i, "(", "[", "{"):
			if i = token.Closing(ts, i); i >= len(ts) {
				return len(ts)
			}
		}
		if i+1 < len(ts) && ts[i+1].Line != ts[i].Line && !goesOn(ts, i) {
			return i + 1
		}
	}
	return len(ts)
}

// goesOn reports whether a statement goes on in the line behind token i.
func goesOn(ts []token.Token, i int) bool {
	if token.Is(ts, i+1, ".", "?.", "&&", "||", "?", ":", "+", "-", "*", "/", "==", "=>", ")", "]", ",", "else", "catch", "finally") {
		return true
	}
	return ts[i].Kind == token.Op && !token.Is(ts, i, ")", "]", "}", "++", "--", "...")
}
