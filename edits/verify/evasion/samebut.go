package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// The same as before in a form that the tool does not look at, whatever the
// complaint: under a new name, in brackets, by its letters, on a copy.

// onlyNamed finds an answer that is the old text with a name for a part of it.
func onlyNamed(c Change) string {
	if c.Missing != "" || c.Removal || asksForName.MatchString(c.Message) {
		return ""
	}
	was := token.Joined(c.Was)
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || strings.HasPrefix(t.Text, "_") || !token.OnlyMember(c.Before, t.Text) || !token.StartsLine(c.Now, i) && !token.Is(c.Now, i-1, "let", "const", "var", "mut") {
			continue
		}
		if at := c.assignsAt(i); at >= 0 && c.putBack(i, at) == was {
			return "it only calls a part of it " + t.Text
		}
	}
	return ""
}

// asksForName are complaints that ask for a name, or after which one is needed.
var asksForName = lazyre.New(`(?i)variable|constant|extract|temporary|too (?:complex|long|many)|closure|shadow|walrus|magic|line too|unchecked|not checked`)

// assignsAt is the sign that gives the name at token i its value, behind its type;
// -1 if there is none.
func (c Change) assignsAt(i int) int {
	at := i + 1
	if token.Is(c.Now, at, ":") && !c.Shell {
		for at < len(c.Now) && !token.Is(c.Now, at, "=") && c.Now[at].Line == c.Now[i].Line {
			at++
		}
	}
	if token.Is(c.Now, at, "=", ":=") {
		return at
	}
	return -1
}

// putBack is the new text with what the name at token i is given in its place.
func (c Change) putBack(i, at int) string {
	end := at + 1
	for end < len(c.Now) && (c.Now[end].Line == c.Now[at].Line || token.DepthAt(c.Now[at:end], end-at) > 0) && !token.Is(c.Now, end, ";") {
		end++
	}
	value, first := c.Now[at+1:end], i
	for first > 0 && c.Now[first-1].Line == c.Now[i].Line {
		first--
	}
	if token.Is(c.Now, end, ";") {
		end++
	}
	back := slices.Clone(c.Now[:first])
	for k := end; k < len(c.Now); k++ {
		if c.Now[k].Kind == token.Name && c.Now[k].Text == c.Now[i].Text && !token.Is(c.Now, k-1, ".") {
			back = append(back, value...)
		} else {
			back = append(back, c.Now[k])
		}
	}
	return token.Joined(back)
}

// bracketsOnly finds an answer that puts brackets, and nothing that is in them.
func bracketsOnly(c Change) string {
	if len(c.Was) == 0 || c.Missing != "" || c.reshape() || aboutBrackets.MatchString(c.Message) || !c.sameAtoms() || token.Times(c.Now, opens) <= token.Times(c.Was, opens) {
		return ""
	}
	bare := func(ts []token.Token) (out []string) {
		for _, t := range ts {
			if !slices.Contains([]string{"(", ")", "[", "]", "{", "}", ",", "..."}, t.Text) {
				out = append(out, strings.Trim(token.Solid(t.Text), "\"'`"))
			}
		}
		return out
	}
	numbers := func(ts []token.Token, i int) bool { return ts[i].Kind == token.Number }
	if strings.Join(bare(c.Was), "") == strings.Join(bare(c.Now), "") && token.Times(c.Was, numbers) == token.Times(c.Now, numbers) {
		return "it only puts brackets"
	}
	return ""
}

func opens(ts []token.Token, i int) bool { return token.Is(ts, i, "(", "[", "{") }

var aboutBrackets = lazyre.New(`(?i)paren|bracket|brace|curly|comma|tuple|quot|space|blank|format|spread|unpack|\bcall|invok|iterable|sequence|index|incompatible|unsupported|truthy|borrow|deref|await|precedence|mixed|mutab|assignable|type annotation|valid type|over .@`)

// numbered finds a name with a number or a line behind it in the place of one.
func numbered(c Change) string {
	if aboutNames.MatchString(c.Message) || c.Missing != "" {
		return ""
	}
	for i, t := range c.Now {
		root := strings.TrimRight(t.Text, "_0123456789")
		if token.IsName(c.Now, i) && root != "" && root != t.Text && c.isNew(t.Text) && token.WholeWord(c.Before, root) && token.Times(c.Now, named(root)) < token.Times(c.Was, named(root)) {
			return "it calls " + root + " by the name " + t.Text
		}
	}
	return ""
}

// otherSpelling finds an empty container that is made in other words, or is nothing.
func otherSpelling(c Change) string {
	old, fresh := c.changed()
	if c.reshape() || aboutDefaults.MatchString(c.Message) || strings.Contains(c.Message, "mutable data") || len(old) != 2 || !opens(old, 0) || !token.Is(old, 1, "}", "]") {
		return ""
	}
	made := len(fresh) == 3 && token.Is(fresh, 0, "dict", "list", "set", "tuple", "Object", "Array") && !strings.Contains(c.Message, `"`+fresh[0].Text+"[")
	if made || len(fresh) == 1 && token.Literal(fresh, 0) != token.Unknown && !complaint.MaybeNothing(c.Message) {
		return "it only spells it in another way"
	}
	return ""
}

// byReflection finds something that is looked up while the program runs.
func byReflection(c Change) string {
	for _, w := range reflection {
		if !c.said(w) && token.Times(c.Now, named(w)) > token.Times(c.Was, named(w)) {
			return "it goes where no tool looks: " + w
		}
	}
	if c.Family == power.Script && c.Grew(byLetters) {
		return "it writes a name by its letters"
	}
	return ""
}

var reflection = strings.Fields(`getattr setattr vars globals locals __dict__ __getattribute__ exec eval importlib import_module Reflect Proxy reflect unsafe transmute attrgetter methodcaller delattr
	__class__ __import__ MethodByName FieldByName`)

// byLetters reports whether a text at token i stands for the name of a member, or of a
// key.
func byLetters(ts []token.Token, i int) bool {
	if !token.Is(ts, i, "[") || i+2 >= len(ts) || ts[i+1].Kind != token.String || !token.Is(ts, i+2, "]") || !oneName.MatchString(token.Inside(ts[i+1])) {
		return false
	}
	return token.IsName(ts, i-1) && !token.Reserved[ts[i-1].Text] || token.Is(ts, i-1, ")", "]", "?.") || token.Is(ts, i+3, ":", "(")
}

// looksAlike finds a comparison of how both sides are written.
func looksAlike(c Change) string {
	if c.aboutWording() || c.Family == power.Rust && c.reshape() || textWithNumber.MatchString(c.Message) && token.TextOfSide(c.Was, c.Now) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "==", "===", "!=", "!==") && (c.written(ts, i, 1) || c.written(ts, i, -1))
	}) {
		return "it compares what both look like"
	}
	return ""
}

var textWithNumber = lazyre.New(`'string' and 'number'|'number' and 'string'|"str", right operand type: "int"|"int", right operand type: "str"`)

// written reports whether a side of the comparison at token i is made into a text, or
// into a number that stands for it.
func (c Change) written(ts []token.Token, i, way int) bool {
	for k := i + way; k >= 0 && k < len(ts) && ts[k].Line == ts[i].Line && k < i+6 && k > i-9; k += way {
		if token.Is(ts, k, "and", "or", "&&", "||") {
			return false
		}
		if token.Is(ts, k, "String", "repr", "format", "to_string", "to_bits", "hash", "Sprint", "Sprintf", "toString", "dumps", "stringify", "id") && token.Is(ts, k+1, "(", "!") && !c.said(ts[k].Text) && !has(c.Was, ts[k].Text) {
			return true
		}
	}
	return false
}

// copied finds a copy whose members are set in place of those of the thing itself.
func copied(c Change) string {
	if c.Family == power.Rust && strings.Contains(c.Message, "as mutable") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "clone", "new", "to_owned", "to_vec", "default") && token.Is(ts, i+1, "(")
	}) {
		return "it changes a copy"
	}
	for i, t := range c.Now {
		alone := token.IsName(c.Now, i+2) && (i+3 >= len(c.Now) || c.Now[i+3].Line != t.Line || token.Is(c.Now, i+3, ";"))
		if !token.IsName(c.Now, i) || !c.isNew(t.Text) || !token.Is(c.Now, i+1, "=", ":=") || !alone {
			continue
		}
		if old := memberOf(c.Now[i+2].Text); token.Times(c.Now, old) < token.Times(c.Was, old) && token.Times(c.Now, memberOf(t.Text)) > 0 {
			return "it changes " + t.Text + " in place of " + c.Now[i+2].Text
		}
	}
	return ""
}

func memberOf(name string) token.Form {
	return func(ts []token.Token, i int) bool { return token.Is(ts, i, name) && token.Is(ts, i+1, ".") }
}

// rebinds finds a parameter that was changed for whoever gave it, and is another thing
// now.
func rebinds(c Change) string {
	if c.Own == "" || c.Family != power.Python && c.Family != power.Script {
		return ""
	}
	head, _, _ := strings.Cut(c.Body, "\n")
	for i, t := range c.Was {
		if token.IsName(c.Was, i) && token.StartsLine(c.Was, i) && token.Is(c.Was, i+1, ".") && token.Is(c.Was, i+3, "(") && token.WholeWord(head, t.Text) &&
			c.Grew(func(ts []token.Token, j int) bool { return token.Is(ts, j, t.Text) && bindsAt(ts, j) }) {
			return "it changes its own " + t.Text + ", not the caller's"
		}
	}
	return ""
}

// callsItself finds a method that takes from itself what it lacks.
func callsItself(c Change) string {
	if c.Own != "" && !strings.Contains(c.Body, "."+c.Own+"(") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "return") && token.Is(ts, i+1, "self", "this", "cls") && token.Is(ts, i+3, c.Own) && token.Is(ts, i+4, "(") && token.Is(ts, i+5, ")")
	}) {
		return "it asks itself for a value that it does not have"
	}
	return ""
}

// byName reports whether the argument at token i is named after a parameter that takes
// none by its place, and after nothing else: port=port, of def connect(host, *, port).
func (c Change) byName(ts []token.Token, i int) bool {
	name, end := ts[i].Text, i+2
	for token.IsName(ts, end) && token.Is(ts, end+1, ".") {
		end += 2
	}
	callee := ts[max(0, token.Around(ts, i)-1)].Text
	for _, m := range keywordOnly.FindAllStringSubmatch(c.Before, -1) {
		if (m[1] == callee || m[1] == "__init__") && token.WholeWord(m[2], name) {
			return strings.Contains(c.Message, "positional") && (token.Is(ts, end, name) && token.Is(ts, end+1, ",", ")") || !strings.Contains(m[2], ","))
		}
	}
	return false
}

// keywordOnly are the parameters of a function that take no argument by its place.
var keywordOnly = lazyre.New(`def (\w+)\([^()]*\*,([^()]*)\)`)

// stillGiven finds the argument too many given in another way.
func stillGiven(c Change) string {
	if !complaint.TooMany(c.Message) && !strings.Contains(c.Message, "oo many arguments") {
		return ""
	}
	misnamed := strings.Contains(c.Message, "nexpected keyword") // another name is its remedy
	if c.Grew(func(ts []token.Token, i int) bool {
		return !misnamed && token.IsName(ts, i) && token.Is(ts, i+1, "=") && token.InCall(ts, i) && !c.said(ts[i].Text) && !c.byName(ts, i) || opens(ts, i) && token.Is(ts, i-1, ",", "(")
	}) {
		return "it still gives it"
	}
	return ""
}

// textAhead finds the text of a log line still made before anybody asks for it.
func textAhead(c Change) string {
	if strings.HasPrefix(c.Message, "Logging statement uses") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "+", "%") || token.Is(ts, i, "format", "join") && token.Is(ts, i+1, "(")
	}) {
		return "it still makes the text before it is asked for"
	}
	return ""
}

// askedSign finds an answer without the sign in the expansion that a shell's tool asks
// for.
func askedSign(c Change) string {
	if m := expansionAsked.FindStringSubmatch(c.Message); m != nil && c.Shell && !strings.Contains(strings.ReplaceAll(token.Joined(c.Now), " ", ""), m[1]) {
		return "it does not do what is asked for: " + m[1]
	}
	return ""
}

var expansionAsked = lazyre.New(`^(?:Use|Prefer) ["'].*?(:[?+=-])\}`)
