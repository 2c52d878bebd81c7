package token

import "slices"

// AskedBefore reports whether the value that a map gives before token i is there for
// certain: the statement runs only if (m.has(k)), and nothing before it takes the value
// away or gives the names another meaning.
func AskedBefore(ts []Token, i int) bool {
	open := Around(ts, i-1)
	if !Is(ts, open-1, "get") || !Is(ts, open-2, ".") {
		return false
	}
	first := open - 2
	for first > 0 && (Is(ts, first-1, ".") || IsName(ts, first-1) && (first == open-2 || Is(ts, first, "."))) {
		first--
	}
	has := append(slices.Clone(ts[first:open]), ts[open:i]...)
	has[open-1-first].Text = "has"
	asked := Joined(has)
	for j := range first {
		if !Is(ts, j, "if") {
			continue
		}
		end := Closing(ts, j+1)
		last := Closing(ts, end+1)
		if !Is(ts, end+1, "{") {
			last = end + 1 + len(UpTo(ts, end+1, ";"))
		}
		if end < first && i < last && Joined(ts[j+2:end]) == asked && !slices.ContainsFunc(ts[end:first], changing) {
			return true
		}
	}
	return false
}

// changing are words and signs by which what was asked for may be gone.
func changing(t Token) bool {
	return t.Text == "delete" || t.Text == "clear" || t.Text == "=" || t.Text == "await" || t.Text == "yield" || t.Text == "=>" || t.Text == "function"
}
