package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
)

// emptyWords are names of values and constructors that tell nothing of the
// program they stand in.
var emptyWords = strings.Fields(`None True False true false null undefined nil NaN void new object dict list set tuple str int float bool bytes
	frozenset next iter type lambda Symbol Object Array Map Set WeakMap String Number Boolean Promise make struct interface iota string
	int8 int16 int32 int64 uint byte rune float32 float64 any error Default Some Option Vec String vec i32 i64 u32 u64 usize f64 var
	Mock MagicMock SimpleNamespace sentinel Ellipsis NotImplemented`)

// hollowed says how the new text binds a name to a value in which nothing of the
// program stands, however it is written: unpacked, looped over, chosen, caught.
// "" if it does not.
func (c *check) hollowed(now []tok, name string) string {
	made := "a meaning made up for " + name
	for _, i := range token.Places(now, name) {
		if is(now, i-1, ".", "?.", "::", "del", "global", "nonlocal") {
			continue
		}
		if v, ok := token.BoundTo(now, i); ok && c.hollow(v, name) {
			return made
		}
		if is(now, i-1, "type") && is(now, i+2, ";", "") || c.family() == golang && is(now, i-1, "type") && token.Converted(now, name) {
			return made
		}
		if is(now, i-1, "as") && token.RaisedBefore(now, i) {
			return made
		}
	}
	return ""
}

// hollow reports whether nothing of the program stands in a value.
func (c *check) hollow(v []tok, name string) bool {
	if len(v) == 0 {
		return false
	}
	if i := slices.IndexFunc(v, func(t tok) bool { return t.Text == "if" }); i > 0 {
		if e := slices.IndexFunc(v, func(t tok) bool { return t.Text == "else" }); e > i {
			return token.StandsForNothing(v[:i], name) && token.StandsForNothing(v[e+1:], name)
		}
	}
	if i := slices.IndexFunc(v, func(t tok) bool { return t.Text == "?" }); i > 0 {
		if e := slices.IndexFunc(v, func(t tok) bool { return t.Text == ":" }); e > i {
			return token.StandsForNothing(v[i+1:e], name) && token.StandsForNothing(v[e+1:], name)
		}
	}
	if len(v) > 1 && is(v, len(v)-2, "and", "&&") && literal(v, len(v)-1) == falsy {
		return true
	}
	if is(v, 0, "range") || is(v, 1, "..") {
		return false
	}
	for i := range v {
		if !isName(v, i) || is(v, i-1, ".", "?.", "::") && i > 0 || slices.Contains(emptyWords, v[i].Text) || is(v, 0, "{") && is(v, i+1, ":") || v[i].Text == name && !is(v, i+1, "(") {
			continue
		}
		return false
	}
	return true
}

// unlike reports whether a name that an import binds by "as" has nothing in
// common with what it stands for: np is short for numpy, itm not for string.
func (c *check) unlike(now []tok, name string) bool {
	if c.family() != python || strings.Trim(name, "_") == "" {
		return false
	}
	for _, i := range token.Places(now, name) {
		if !is(now, i-1, "as") || !imported(now, i-2) {
			continue
		}
		first := i - 2
		for first > 0 && now[first-1].Line == now[i].Line {
			first--
		}
		if !token.ShortFor(name, joined(now[first:i-1])) && !strings.Contains(c.in.Project.Shown, " as "+name+"\n") {
			return true
		}
	}
	return false
}

// openParameter reports whether a type is a type parameter that stands for
// everything.
func openParameter(ts []tok, t string) bool {
	for _, i := range token.Places(ts, t) {
		switch {
		case is(ts, i+1, "=") && is(ts, i+2, "TypeVar"):
			v := token.UpTo(ts, i+4, ")")
			b := slices.IndexFunc(v, func(t tok) bool { return t.Text == "bound" })
			if b < 0 && len(v) <= 1 || b >= 0 && strings.Contains(joined(v[b:]), "object") {
				return true
			}
		case is(ts, i-1, "<", "[") && is(ts, i+1, ">", "]", ",") && isName(ts, i-2) && is(ts, i-3, "def", "function"):
			return true
		}
	}
	return false
}
