package paths

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
)

// formula is a condition of conditions that no sign of logic joins.
type formula struct {
	op   byte // 'a' atom, '!' not, '&' and, '|' or, 't' true, 'f' false
	atom string
	of   []*formula
	size int // how many atoms are written
}

var (
	always = &formula{op: 't'}
	never  = &formula{op: 'f'}
)

func atom(s string) *formula { return &formula{op: 'a', atom: s, size: 1} }

func not(f *formula) *formula      { return join('!', f) }
func all(of ...*formula) *formula  { return join('&', of...) }
func some(of ...*formula) *formula { return join('|', of...) }

func join(op byte, of ...*formula) *formula {
	f := &formula{op: op, of: of}
	for _, x := range of {
		f.size += x.size
	}
	return f
}

// holds is the outcome where the atoms of a set are true and the others false.
func (f *formula) holds(set map[string]bool) bool {
	switch f.op {
	case 'a':
		return set[f.atom]
	case '!':
		return !f.of[0].holds(set)
	case '&':
		return !slices.ContainsFunc(f.of, func(x *formula) bool { return !x.holds(set) })
	case '|':
		return slices.ContainsFunc(f.of, func(x *formula) bool { return x.holds(set) })
	}
	return f.op == 't'
}

func (f *formula) atoms(into map[string]bool) {
	if f.op == 'a' {
		into[f.atom] = true
	}
	for _, x := range f.of {
		x.atoms(into)
	}
}

// mostAtoms bounds the table of outcomes, mostSize the formulas.
const (
	mostAtoms = 8
	mostSize  = 150
)

// likeness is how two conditions compare, whatever their atoms are.
type likeness uint8

const (
	unknown  likeness = iota
	alike             // they come out alike
	stronger          // the new one holds only where the old one did
	other
)

// compare tells how a condition came out of another one: an atom that only the old one
// has, and one that only the new one has, are the same question in other words; of more
// nothing is known.
func compare(was, now *formula) likeness {
	if was.size > mostSize || now.size > mostSize {
		return unknown
	}
	old, fresh := map[string]bool{}, map[string]bool{}
	was.atoms(old)
	now.atoms(fresh)
	names := slices.Collect(maps.Keys(old))
	gone, come := without(old, fresh), without(fresh, old)
	renamed := len(gone) == 1 && len(come) == 1
	switch {
	case len(gone) > 0 && len(come) > 0 && !renamed, len(come) > 0 && !renamed && now.size <= was.size:
		return unknown
	case !renamed:
		names = append(names, come...)
	}
	if len(names) > mostAtoms {
		return unknown
	}
	if renamed {
		return table(was, now, names, gone[0], come[0])
	}
	return table(was, now, names, "", "")
}

// without are the atoms of one set that another one does not have.
func without(set, other map[string]bool) []string {
	return slices.DeleteFunc(slices.Collect(maps.Keys(set)), func(a string) bool { return other[a] })
}

// table compares all outcomes; the atom come is the atom gone in other words.
func table(was, now *formula, names []string, gone, come string) likeness {
	result := alike
	for bits := range 1 << len(names) {
		set := map[string]bool{}
		for i, n := range names {
			set[n] = bits&(1<<i) != 0
		}
		if come != "" {
			set[come] = set[gone]
		}
		switch a, b := was.holds(set), now.holds(set); {
		case a && !b:
			result = max(result, stronger)
		case b && !a:
			return other
		}
	}
	return result
}

var (
	ors  = []string{"or", "||"}
	ands = []string{"and", "&&"}
)

// parse reads a condition.
func parse(ts []token.Token) *formula {
	for len(ts) > 1 && token.Is(ts, 0, "(") && token.Closing(ts, 0) == len(ts)-1 {
		ts = ts[1 : len(ts)-1]
	}
	if len(ts) == 0 {
		return always
	}
	for _, level := range []struct {
		signs []string
		join  func(...*formula) *formula
	}{{ors, some}, {ands, all}} {
		if parts := split(ts, level.signs); len(parts) > 1 {
			of := make([]*formula, len(parts))
			for i, p := range parts {
				of[i] = parse(p)
			}
			return level.join(of...)
		}
	}
	if token.Is(ts, 0, "not", "!") {
		return not(parse(ts[1:]))
	}
	return comparison(ts)
}

// split cuts tokens at signs outside of brackets.
func split(ts []token.Token, signs []string) [][]token.Token {
	var out [][]token.Token
	from := 0
	for i := 0; i < len(ts); i++ {
		switch {
		case token.Is(ts, i, "(", "[", "{"):
			i = token.Closing(ts, i)
		case token.Is(ts, i, "lambda", "=>", "?", "if"): // what decides within a value
			return [][]token.Token{ts}
		case token.Is(ts, i, signs...):
			out = append(out, ts[from:i])
			from = i + 1
		}
	}
	return append(out, ts[from:])
}

// sign is where the sign of a comparison stands, and how many tokens it has; -1 if there
// is none, or more than one.
func sign(ts []token.Token) (at, n int) {
	at, n = -1, 1
	for i := 0; i < len(ts); i++ {
		switch {
		case token.Is(ts, i, "(", "[", "{"):
			i = token.Closing(ts, i)
		case !token.Is(ts, i, "<", ">", "<=", ">=", "==", "!=", "===", "!==", "is", "in", "not"):
		case at < 0:
			at = i
		case token.Is(ts, i, "not", "in") && i == at+1:
			n = 2
		default:
			return -1, 1 // a chain
		}
	}
	return at, n
}

// comparison is one question in a form that it shares with its opposite.
func comparison(ts []token.Token) *formula {
	at, n := sign(ts)
	if len(ts) == 1 && token.Is(ts, 0, "True", "true") {
		return always
	}
	if len(ts) == 1 && token.Is(ts, 0, "False", "false") {
		return never
	}
	if at <= 0 || at+n >= len(ts) {
		return atom(token.Joined(ts))
	}
	left, right, op := token.Joined(ts[:at]), token.Joined(ts[at+n:]), token.Joined(ts[at:at+n])
	switch op {
	case ">":
		return atom(left + " > " + right)
	case "<":
		return atom(right + " > " + left)
	case "<=":
		return not(atom(left + " > " + right))
	case ">=":
		return not(atom(right + " > " + left))
	case "not in":
		return not(atom(left + " in " + right))
	case "in":
		return atom(left + " in " + right)
	}
	f := equality(ts[:at], left, right, op)
	if strings.Contains(op, "!") || strings.Contains(op, "not") {
		return not(f)
	}
	return f
}

// equality is the question whether both sides are the same.
func equality(side []token.Token, left, right, op string) *formula {
	switch right {
	case "True", "true":
		return parse(side)
	case "False", "false":
		return not(parse(side))
	}
	if strings.HasPrefix(op, "is") && right != "None" {
		return atom(left + " is " + right)
	}
	return atom(left + " == " + right)
}
