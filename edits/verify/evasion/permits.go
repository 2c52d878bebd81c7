package evasion

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/token"
)

// What holds for every complaint, also of a rule that nobody has heard of: a fix
// keeps what the program does, takes its values from somewhere, leaves names and
// types what they are. What the complaint itself permits is the exception: package
// complaint reads it.

// reshape reports whether the complaint asks for other means, or for less.
func (c Change) reshape() bool {
	return c.Removal || complaint.Reshapes(c.Code, c.Message)
}

// atoms are what tokens tell of the program: names, numbers, the words of texts.
func atoms(ts []token.Token) map[string]int {
	out := map[string]int{}
	for _, t := range ts {
		switch {
		case t.Kind == token.Name && !token.Reserved[t.Text], t.Kind == token.Number:
			out[t.Text]++
		case t.Kind == token.String:
			for _, w := range token.Words(token.Inside(t)) {
				if len(w) > 1 {
					out[w]++
				}
			}
		}
	}
	return out
}

// excess is what one side has more of, in order.
func excess(a, b map[string]int) []string {
	var out []string
	for k, n := range a {
		if n > b[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// gone are the names and words that stand in the old lines and not in the new ones.
func (c Change) gone() []string {
	now := atoms(c.Now)
	return slices.DeleteFunc(excess(atoms(c.Was), now), func(w string) bool {
		_, number := token.NumberValue(w)
		return number || now[w] > 0 || slices.Contains(bare, w) || slices.Contains(qualifiers, w) || w == "mut" || w == "move"
	})
}

// sameAtoms reports whether both sides tell of the same things.
func (c Change) sameAtoms() bool {
	was, now := atoms(c.Was), atoms(c.Now)
	return len(excess(was, now)) == 0 && len(excess(now, was)) == 0
}

// isNew reports whether the text has no such name, but as a member of something.
func (c Change) isNew(name string) bool { return !token.WholeWord(c.Before, name) }
