package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/ecma"
	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What a complaint about a value leaves as it is: what is worked out, by which
// function, with which numbers.

// lostOperator finds something that is no longer worked out, or no longer set.
func lostOperator(c Change) string {
	if c.Removal || len(c.Now) == 0 || !c.Compiles && !aboutAssigning.MatchString(c.Message) {
		return ""
	}
	if slices.ContainsFunc([]string{"+", "-", "*", "/", "//", "%", "**"}, c.worksLess) {
		return "it no longer works out what it did"
	}
	sets := func(ts []token.Token, i int) bool { return token.Is(ts, i, "=") && !token.InCall(ts, i) }
	if aboutAssigning.MatchString(c.Message) && token.Times(c.Now, sets) < token.Times(c.Was, sets) {
		return "it no longer sets what it did"
	}
	return ""
}

// worksLess reports whether an operator joins two values less often than before, and no
// call does its work.
func (c Change) worksLess(w string) bool {
	joins := func(ts []token.Token, i int) bool { return token.Is(ts, i, w, w+"=") && joinsAt(ts, i) }
	works := func(ts []token.Token, i int) bool {
		return newCall(c)(ts, i) && (w == "+" || !token.Is(ts, i, writes...)) // texts are put together in many ways
	}
	return token.Times(c.Now, joins) < token.Times(c.Was, joins) && (!strings.Contains(c.Message, w) || aboutNull.MatchString(c.Message)) && !c.Grew(works)
}

// writes are calls that make a text of a number or a number of a text, and work nothing out.
var writes = strings.Fields("str repr String toString to_string Sprint replace replaceAll int float Number parseInt parseFloat")

// setsLess finds a name that is given a value in fewer places than before.
func setsLess(c Change) string {
	choice := func(ts []token.Token, i int) bool { return token.Is(ts, i, "else", "?") }
	if !c.Compiles || c.Family == power.Rust || complaint.Reshapes(c.Code, c.Message) || len(c.Now) == 0 || len(c.Was) > longChange || aboutAssigning.MatchString(c.Message) || c.Grew(choice) {
		return ""
	}
	was, now := token.Sets(c.Was), token.Sets(c.Now)
	for _, t := range c.Was {
		if n := now[t.Text]; t.Kind == token.Name && n > 0 && n < was[t.Text] && t.Text != c.Unused {
			return "it no longer sets " + t.Text + " where it did"
		}
	}
	return ""
}

// exchanged finds a difference or a quotient the other way round.
func exchanged(c Change) string {
	for i := range c.Was {
		left, right := token.Sides(c.Was, i)
		if !token.Is(c.Was, i, "-", "/") || left == "" || right == "" || left == right {
			continue
		}
		same := func(l, r string) token.Form {
			return func(ts []token.Token, j int) bool {
				a, b := token.Sides(ts, j)
				return token.Is(ts, j, c.Was[i].Text) && a == l && b == r
			}
		}
		if c.Grew(same(right, left)) && token.Times(c.Now, same(left, right)) < token.Times(c.Was, same(left, right)) && !c.reshape() {
			return "it puts " + clip(right+" "+c.Was[i].Text+" "+left) + " the other way round"
		}
	}
	return ""
}

// joinsAt reports whether the sign at token i stands between two values.
func joinsAt(ts []token.Token, i int) bool {
	return i > 0 && (token.IsName(ts, i-1) && !token.Reserved[ts[i-1].Text] || token.Is(ts, i-1, ")", "]") || ts[i-1].Kind == token.Number) && !token.Is(ts, i+1, ",", ")")
}

// aboutAssigning are complaints about where something is set.
var aboutAssigning = lazyre.New(`(?i)should not contain assignment|unexpected assignment|conditional expression.*assignment|assignment.*(?:conditional|condition)`)

// lostTarget finds the value complained about gone, where it was to be asked for,
// converted or given another type.
func lostTarget(c Change) string {
	value := c.valueAtFault()
	if c.Shell && c.lostExpansion() {
		return "it no longer uses " + clip(value)
	}
	if typeOfResult.MatchString(c.Message) || wrongText.MatchString(c.Message) || c.publicly(value) {
		return "" // its target is the type, and not a value; it is a text that is none; or it is asked for where everybody may
	}
	if complaint.TooMany(c.Message) || !c.aboutUse(value) || c.Removal || c.Missing != "" || aboutMembers.MatchString(c.Message) || !aPlace.MatchString(value) || slices.Contains(bare, value) || len(c.Now) == 0 || c.standsYet(value) {
		return ""
	}
	return "it no longer uses " + clip(value)
}

// standsYet reports whether a value is used still, or was set and never read.
func (c Change) standsYet(value string) bool {
	was, now := strings.ReplaceAll(token.Joined(c.Was), " ", ""), strings.ReplaceAll(token.Joined(c.Now), " ", "")
	last := value[strings.LastIndexAny(value, ".")+1:]
	set := strings.Contains(was, value+"=") && !strings.Contains(was, value+"==")
	return set || !strings.Contains(was, value) || strings.Contains(now, value) || has(c.Now, last) || c.Types && wholeOf(now, value)
}

// publicly reports whether a private member is asked for by a public one that does
// nothing but give it back.
func (c Change) publicly(value string) bool {
	by, _ := ecma.GivenBackBy(c.Before, value)
	return aboutPrivate.MatchString(c.Message) && slices.ContainsFunc(c.Now, func(t token.Token) bool { return slices.Contains(by, t.Text) })
}

var aboutPrivate = lazyre.New(`^Property '([\w$]+)' is (?:private|protected) and only accessible`)

// typeOfResult are complaints that stand at the type of a result, as those of the
// TypeScript compiler and of pyright about a function that gives none.
var typeOfResult = lazyre.New(`must return a value|must return value|lacks ending return statement`)

// wholeOf reports whether what a member was taken of is used itself.
func wholeOf(now, value string) bool {
	i := strings.LastIndexByte(value, '.')
	return i > 0 && strings.Contains(value[:i], ".") && strings.Contains(now, value[:i])
}

// valueAtFault is the value that a complaint is at, or that it names.
func (c Change) valueAtFault() string {
	for _, names := range []*lazyre.Regexp{moved, aboutPrivate} {
		if m := names.FindStringSubmatch(c.Message); m != nil {
			return m[1]
		}
	}
	if twoWords.MatchString(c.Target) {
		return ""
	}
	return strings.Join(strings.Fields(c.Target), "")
}

// lostExpansion reports whether what a shell was to put in place of a name is not put
// there any more.
func (c Change) lostExpansion() bool {
	m := expansion.FindStringSubmatch(c.Target)
	return m != nil && !c.Removal && len(c.Now) > 0 &&
		!slices.ContainsFunc(expansion.FindAllStringSubmatch(strings.ReplaceAll(token.Joined(c.Now), " ", ""), -1), func(n []string) bool { return n[1] == m[1] })
}

// expansion is a variable or a parameter of a shell, with whatever is done to it.
var expansion = lazyre.New(`\$\{?[#!]?(\w+|[@*])`)

// aboutUse reports whether a complaint is about how the value it is at is used.
func (c Change) aboutUse(value string) bool {
	return c.Types || moved.MatchString(c.Message) || aboutMoves.MatchString(c.Message) && strings.Contains(c.Target, value)
}

// aboutMoves are complaints about a value that somebody else has.
var aboutMoves = lazyre.New(`(?i)moved value|borrow`)

// twoWords is more than a value: "return None".
var twoWords = lazyre.New(`\w\s+\w`)

// moved is what a compiler says has another owner.
var moved = lazyre.New("moved value: `([\\w.]+)`")

// aPlace is a name, a member or an element of a list.
var aPlace = lazyre.New(`^[A-Za-z_][\w.]+(?:\[.*\])?$`)

// otherNumber finds a number in another one's place.
func otherNumber(c Change) string {
	old, fresh := c.changed()
	if len(old) == 1 && len(fresh) == 1 && c.anotherNumber(old[0], fresh[0]) && !c.aboutWording() {
		return "it puts " + fresh[0].Text + " in place of " + old[0].Text
	}
	return ""
}

// anotherNumber reports whether two tokens are different numbers, and the second is
// none of the message's.
func (c Change) anotherNumber(was, now token.Token) bool {
	if was.Kind != token.Number || now.Kind != token.Number || c.knownInMessage(now.Text) || mode.MatchString(now.Text) {
		return false
	}
	a, ok1 := token.NumberValue(was.Text)
	b, ok2 := token.NumberValue(now.Text)
	return ok1 && ok2 && a != b
}

func (c Change) knownInMessage(s string) bool {
	n, _ := token.NumberValue(s)
	return slices.ContainsFunc(token.Numbers.FindAllString(c.Message, -1), func(w string) bool {
		m, ok := token.NumberValue(w)
		return ok && m == n
	})
}

// lostCall finds the call gone that the value complained about was given to, or came
// from.
func lostCall(c Change) string {
	if !c.Types || c.Removal || c.Missing != "" || complaint.TooMany(c.Message) || aboutMembers.MatchString(c.Message) || strings.Contains(c.Message, "not a valid type") || lacksArgument.MatchString(c.Message) || len(c.Now) == 0 {
		return ""
	}
	now := token.Joined(c.Now)
	for i, t := range c.Line {
		given := token.CallAt(c.Line, i) && token.IsName(c.Line, i+2) && !token.Reserved[c.Line[i+2].Text]
		if given && t.Text != "get" && !slices.Contains(conversions, t.Text) && has(c.Was, t.Text) && !strings.Contains(now, t.Text) && !strings.Contains(c.Message, "."+t.Text) && !c.madeAgain(i) && !(t.Text == "len" && c.said("len") && has(c.Now, "sum")) && !(slices.Contains(builders, t.Text) && c.said(t.Text)) && !c.fillsOtherwise(t.Text) {
			return "it no longer calls " + t.Text
		}
	}
	return ""
}

// madeForNobody finds a conversion whose result nobody takes.
func madeForNobody(c Change) string {
	if c.Family == power.Python && !c.Removal && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "str", "repr", "int", "bool", "len", "list", "tuple", "id", "type", "float", "dict", "set") && token.StartsLine(ts, i) && token.Is(ts, i+1, "(") && (token.Closing(ts, i+1)+1 >= len(ts) || ts[token.Closing(ts, i+1)+1].Line != ts[i].Line) && token.DepthAt(ts, i) == 0
	}) {
		return "it makes a value that nobody takes"
	}
	return ""
}

// builders make a value of a type that a message may call the wrong one.
var builders = []string{"dict", "list", "set", "tuple", "frozenset"}

// fillsOtherwise reports whether a container gets many at once now where it got them as
// one, which is what the complaint says.
func (c Change) fillsOtherwise(name string) bool {
	return slices.Contains(filling, name) && c.said(name) && has(c.Now, map[string]string{"append": "extend", "add": "update"}[name])
}

// madeAgain reports whether the call at token i of the lines complained about is
// made word for word in another place of the function, and still is.
func (c Change) madeAgain(i int) bool {
	from, to := i, token.Closing(c.Line, i+1)
	for token.Is(c.Line, from-1, ".") && token.IsName(c.Line, from-2) {
		from -= 2
	}
	if to >= len(c.Line) || c.Line[to].At >= len(c.Before) {
		return false
	}
	call := c.Before[c.Line[from].At : c.Line[to].At+1]
	return strings.Count(c.Body, call) > 1 && strings.Contains(c.After, call)
}
