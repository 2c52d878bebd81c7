package doubt

import (
	"fmt"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// raises are names of exceptions, and what code looks like that raises them
// (https://docs.python.org/3/library/exceptions.html).
var raises = []struct{ handled, code *lazyre.Regexp }{
	{lazyre.New(`\b(?:IndexError|KeyError|LookupError)\b`), lazyre.New(`[\w)\]"']\[`)},
	{lazyre.New(`\bTypeError\b`), lazyre.New(`\.join\(|[%+]`)},
	{lazyre.New(`\bStopIteration\b`), lazyre.New(`\bnext\(`)},
	{lazyre.New(`\bValueError\b`), lazyre.New(`\.(?:index|remove)\(|\b(?:int|float)\(`)},
}

// raised says which clause has nothing to handle after the edits: what they replace was all in the try statement that
// raises such an exception. What is there now raises another one, or none.
func (c Change) raised() string {
	t, ok := c.python()
	if !ok || len(c.Edits) == 0 {
		return ""
	}
	was, now := c.lines()
	for st := t.At(c.Edits[0].Span.Start); st != nil; st = st.Parent {
		if st.Keyword != "try" {
			continue
		}
		whole := t.Whole(st)
		body := t.Src[whole.Start:whole.End]
		for _, clause := range t.Siblings(st)[st.Index+1:] {
			if clause.Keyword != "except" {
				break
			}
			handled := t.Src[t.Tokens[clause.First].Span.Start:t.Tokens[clause.Colon].Span.End]
			for _, r := range raises {
				n := len(r.code.FindAllString(body, -1))
				if n > 0 && n == len(r.code.FindAllString(was, -1)) && r.handled.MatchString(handled) &&
					!r.code.MatchString(now) {
					return fmt.Sprintf("nothing would raise any more what line %d handles: %s",
						c.Snapshot.LineAt(t.Tokens[clause.First].Span.Start)+1, handled)
				}
			}
		}
	}
	return ""
}
