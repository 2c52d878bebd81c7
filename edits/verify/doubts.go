package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// doubtRule says what makes a text that passed every gate unverified, "" if nothing
// does: the tool is content because it takes the text's word for something, not
// because it has seen it.
type doubtRule func(c *check, was, now []tok) string

func (c *check) doubtRules() []doubtRule {
	rules := []doubtRule{
		(*check).leftOut, (*check).discarded, (*check).dropsError, (*check).parameter, (*check).member, (*check).misnamed, (*check).absentModule, (*check).lost,
		(*check).evaded, (*check).printsNothing, (*check).worthless, (*check).shadows, (*check).undefinedShell, (*check).raw, (*check).goesOn, (*check).goesRound,
	}
	switch {
	case typeChecker(c.in.Target.Tool):
		return append(rules, (*check).asserted, (*check).narrowed, (*check).untyped, (*check).declaredOnly)
	case strings.HasPrefix(c.in.Target.Code, "@typescript-eslint/") && !strings.HasPrefix(c.in.Target.Message, "Use "):
		return append(rules, (*check).asserted)
	}
	return rules
}

// doubtful lists the doubts of a text, in one line each for the user.
func (c *check) doubtful() []string {
	was, now := c.allTokens()
	var out []string
	for _, find := range c.doubtRules() {
		if s := find(c, was, now); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// more reports whether a form occurs more often than before.
func more(was, now []tok, at func([]tok, int) bool) bool {
	n := 0
	for i := range now {
		if at(now, i) {
			n++
		}
	}
	for i := range was {
		if at(was, i) {
			n--
		}
	}
	return n > 0
}

// leftOut finds code whose place holds nothing now, or, where values are at
// stake, a constant: print(itm) that became print(None).
func (c *check) leftOut(was, now []tok) string {
	if zero(c.in.Target) || c.in.Instructed || removes(c) {
		return ""
	}
	from, end := token.Differing(was, now)
	old, fresh := was[from:len(was)-end], now[from:len(now)-end]
	name := c.subject(undefinedMessage)
	telling := slices.ContainsFunc(old, func(t tok) bool {
		return t.Kind == tokName && t.Text != "_" && !slices.Contains(emptyWords, t.Text) && !keywords[t.Text]
	})
	tool := c.in.Target.Tool
	values := typeChecker(tool) || pairs.RunsTests(tool)
	if c.madeConstant(old, fresh) {
		return "it puts the constant " + clip(joined(fresh), 30) + " in place of a call"
	}
	if !telling || isLiteralName(name) || typeChecker(tool) && annotated(now, from, len(fresh)) || name == "" && !values && !slices.Contains([]string{"go", "go vet", "compiler", "rustc"}, tool) {
		return ""
	}
	constant := len(fresh) == 1 && (fresh[0].Kind == tokNumber || fresh[0].Kind == tokString && !is(now, from-1, ":", "->", "["))
	switch {
	case name != "" && len(token.Places(old, name)) > 0 && len(fresh) == 0 && !is(old, len(old)-1, "."):
		return "it leaves " + name + " out"
	case name != "" && len(token.Places(old, name)) > 0 && len(fresh) > 0 && onlyText(fresh) && onlyText(slices.DeleteFunc(slices.Clone(old), func(t tok) bool { return t.Text == name })):
		return "it leaves " + name + " out of the text"
	case blankValue(fresh) || c.family() == script && is(fresh, 0, "void"):
		return "it puts " + joined(fresh) + " in place of " + clip(joined(old), 40)
	case values && len(fresh) > 0 && onlyEmptyWords(fresh):
		return "it puts " + clip(joined(fresh), 30) + " in place of " + clip(joined(old), 40)
	case constant && values:
		return "it puts the constant " + clip(joined(fresh), 30) + " in place of " + clip(joined(old), 40)
	}
	return ""
}

// madeConstant reports whether a value that the program asked for is a constant
// now that the old text does not hold.
func (c *check) madeConstant(old, fresh []tok) bool {
	if compiles(c.in.Target.Tool) || len(fresh) != 1 || fresh[0].Kind != tokNumber && fresh[0].Kind != tokString || containsWord(c.in.Target.Message, token.Inside(fresh[0])) {
		return false
	}
	asked := false
	for i := range old {
		if strings.Contains(old[i].Text, token.Inside(fresh[0])) && token.Inside(fresh[0]) != "" || old[i].Text == fresh[0].Text {
			return false
		}
		asked = asked || called(old, i) && !slices.Contains(plainCalls, old[i].Text)
	}
	return asked
}

// annotated reports whether n tokens from one on are the type of a parameter, of a
// result or of a variable: a checker compares them with all that is given and
// taken, so what stands there now has been looked at.
func annotated(ts []tok, from, n int) bool {
	if n == 0 || from+n > len(ts) || slices.ContainsFunc(ts[from:from+n], func(t tok) bool { return t.Kind != tokName }) || is(ts, from+n, "(", ".") {
		return false
	}
	switch {
	case is(ts, from-1, "->"), is(ts, from-1, "<") && isName(ts, from-2) && is(ts, from+n, ">"), is(ts, from-1, ":") && is(ts, from-2, ")") && is(ts, from+n, "{"):
		return true
	case is(ts, from-1, ":") && isName(ts, from-2):
		return !is(ts, from-2, "else", "lambda") && (token.InSignature(ts, from-2) || startsLine(ts, from-2))
	}
	return false
}

// isLiteralName reports whether an undefined name is another language's word for
// nothing, true or false.
func isLiteralName(name string) bool {
	return slices.Contains([]string{"nil", "null", "none", "true", "false", "undefined", "nan", "void"}, strings.ToLower(name))
}

// blankValue reports whether tokens are one value that stands for nothing.
func blankValue(ts []tok) bool {
	if len(ts) == 1 {
		return literal(ts, 0) == falsy || is(ts, 0, "...", "undefined")
	}
	return len(ts) == 2 && nothingAt(ts, 0)
}

// onlyText reports whether tokens are all pieces of texts.
func onlyText(ts []tok) bool {
	return !slices.ContainsFunc(ts, func(t tok) bool { return t.Kind != tokString })
}

// onlyEmptyWords reports whether tokens name something, and nothing that tells of
// the program.
func onlyEmptyWords(ts []tok) bool {
	named := false
	for _, t := range ts {
		if t.Kind == tokName {
			if !slices.Contains(emptyWords, t.Text) {
				return false
			}
			named = true
		}
	}
	return named
}

// discarded finds results that the new text throws away by name, where the old
// one did not.
func (c *check) discarded(was, now []tok) string {
	if c.family() != golang && c.family() != rust || c.in.Requirement.Removal {
		return ""
	}
	drops := func(ts []tok, i int) bool {
		return is(ts, i, "_") && is(ts, i+1, "=", ":=") && (startsLine(ts, i) || is(ts, i-1, "let", ";", "{"))
	}
	if !more(was, now, drops) {
		return ""
	}
	for i := range now {
		if drops(now, i) && !strings.Contains(c.before.Text(), strings.TrimSpace(c.after.Line(now[i].Line))) {
			return "it throws a result away"
		}
	}
	return ""
}

// parameter finds an undefined name that became a parameter: no caller gives it.
func (c *check) parameter(_, now []tok) string {
	name := c.subject(undefinedMessage)
	if name == "" || typeChecker(c.in.Target.Tool) {
		return ""
	}
	for _, i := range token.Places(now, name) {
		if is(now, i-1, "(", ",", "*", "**", "...") && is(now, i+1, ":", ",", ")", "=", "...") && token.InSignature(now, i) && !is(now, i-1, "lambda") {
			return "it makes " + name + " a parameter, which no caller gives"
		}
	}
	return ""
}

// member finds an undefined name that is looked for in its object now, where
// nothing in the document speaks of such a member.
func (c *check) member(_, now []tok) string {
	name := c.subject(undefinedMessage)
	if name == "" || typeChecker(c.in.Target.Tool) {
		return ""
	}
	at := c.before.LinesOf(c.in.Target.Span)
	for _, i := range token.Places(now, name) {
		if !is(now, i-1, ".") || !is(now, i-2, "this", "self", "cls") {
			continue
		}
		for l := range c.before.LineCount() {
			if !at.Contains(l) && containsWord(c.before.Line(l), name) {
				return ""
			}
		}
		return "it looks for " + name + " in " + now[i-2].Text + ", where nothing sets it"
	}
	return ""
}

// misnamed finds an import bound to the missing name that is not like it.
func (c *check) misnamed(_, now []tok) string {
	if name := c.subject(undefinedMessage); name != "" && c.unlike(now, name) {
		return "it calls another thing " + name
	}
	return ""
}

// absentModule finds an import of a module of the project's own that the project
// does not hold.
func (c *check) absentModule(was, now []tok) string {
	if c.in.Project.Module == nil || typeChecker(c.in.Target.Tool) && c.in.Lint != nil {
		return ""
	}
	for i, t := range now {
		switch {
		case c.family() == python && is(now, i, "from") && (startsLine(now, i) || is(now, i-1, ";", ":")) && is(now, i+1, ".", "..", "..."):
			j := i + 1
			for is(now, j, ".", "..", "...") {
				j++
			}
			if is(now, j, "import") {
				j++
			}
			if isName(now, j) && !c.in.Project.Module(now[j].Text) && !slices.ContainsFunc(token.Places(was, now[j].Text), func(k int) bool { return imported(was, k) }) {
				return "it imports from " + now[j].Text + ", which this project does not have"
			}
		case c.family() == script && t.Kind == tokString && (is(now, i-1, "from", "import") || is(now, i-1, "(") && is(now, i-2, "require", "import")):
			m := strings.Trim(t.Text, "\"'`")
			if strings.HasPrefix(m, ".") && !c.in.Project.Module(m) && !strings.Contains(c.before.Text(), m) {
				return "it imports from " + clip(m, 40) + ", which this project does not have"
			}
		}
	}
	return ""
}

// asserted finds a place where a checker is told a type, or that a value is
// there, and takes the text's word for it.
func (c *check) asserted(was, now []tok) string {
	forms := []struct {
		says string
		at   func([]tok, int) bool
	}{
		{"a cast", func(ts []tok, i int) bool { return c.family() == python && is(ts, i, "cast") && is(ts, i+1, "(") }},
		{"an assertion of a type", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "as") && i > 0 && !is(ts, i+1, "const") && !is(ts, i-1, "*", "{", ",") && !importsHere(ts, i)
		}},
		{"an assertion that a value is there", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "!") && i > 0 && (isName(ts, i-1) || is(ts, i-1, ")", "]")) && ts[i-1].Line == ts[i].Line && !keywords[ts[i-1].Text] && !is(ts, i+1, "=", "(") && !isName(ts, i+1) && !token.AskedBefore(ts, i)
		}},
		{"an assertion of a type", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "<") && isName(ts, i+1) && is(ts, i+2, ">") && (startsLine(ts, i) || is(ts, i-1, "return", "(", "=", ",", "=>", ":", "[", "?")) && !is(ts, i+3, "(")
		}},
		{"a test of a type that tests nothing", emptyPredicate},
		{"an overload", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "function") && isName(ts, i+1) && len(token.UpTo(ts, i, "{")) > 0 && lineEnds(ts, i, ";")
		}},
	}
	for _, f := range forms {
		if more(was, now, f.at) {
			return "it is " + f.says + ": the checker takes its word for it"
		}
	}
	return ""
}

// importsHere reports whether token i stands in an import or export list.
func importsHere(ts []tok, i int) bool {
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if is(ts, j, "import") || is(ts, j, "export") && is(ts, j+1, "{", "*", "type") {
			return true
		}
	}
	return false
}

// lineEnds reports whether the line of token i ends with a sign and opens no body.
func lineEnds(ts []tok, i int, sign string) bool {
	last := i
	for j := i; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if is(ts, j, "{") {
			return false
		}
		last = j
	}
	return is(ts, last, sign)
}

// emptyPredicate reports whether token i begins the result "x is T" of a function
// that does not look at x.
func emptyPredicate(ts []tok, i int) bool {
	if !isName(ts, i) || !is(ts, i+1, "is") || !is(ts, i-1, ":", "asserts") {
		return false
	}
	for j := i + 2; j < len(ts) && ts[j].Line <= ts[i].Line+8; j++ {
		if is(ts, j, ts[i].Text) {
			return false
		}
	}
	return true
}

// plainType is an annotation of one name: nothing to choose from.
var plainType = lazyre.New(`^[A-Za-z_]\w*$`)

// narrowed finds a question at run time that a checker believes although nothing
// in the text lets it come out that way.
func (c *check) narrowed(was, now []tok) string {
	if c.family() != python || zero(c.in.Target) {
		return ""
	}
	if strings.Contains(c.in.Target.Message, "has no attribute") && !strings.Contains(c.in.Target.Message, `Item "`) &&
		more(was, now, func(ts []tok, i int) bool { return is(ts, i, "hasattr") && is(ts, i+1, "(") }) {
		return "it asks at run time for what the checker says is not there"
	}
	types := c.declaredTypes()
	for i := range now {
		if !is(now, i, "isinstance") || !is(now, i+1, "(") || !isName(now, i+2) || !is(now, i+3, ",") || !isName(now, i+4) || !is(now, i+5, ")") {
			continue
		}
		t := types[now[i+2].Text]
		if t == now[i+4].Text && t != "" && is(now, i-1, "not") && token.Count(was, "isinstance") < token.Count(now, "isinstance") {
			return "it puts code where " + now[i+2].Text + " is not what its type says: no checker looks there"
		}
		if t != "" && plainType.MatchString(t) && t != now[i+4].Text && !wide(t) && !slices.Contains(everything, t) && builtinType(t) && builtinType(now[i+4].Text) &&
			token.Count(was, "isinstance") < token.Count(now, "isinstance") {
			return "it asks whether " + now[i+2].Text + " is what its type says it is not"
		}
	}
	return ""
}

// builtinType reports whether no value is of that type and of another of the
// list.
func builtinType(t string) bool {
	return slices.Contains([]string{"int", "str", "bytes", "float", "list", "dict", "set", "tuple", "frozenset", "bytearray", "complex"}, t)
}

// declaredTypes are the types of the parameters of the function that the
// diagnostic stands in.
func (c *check) declaredTypes() map[string]string {
	f := c.oldFile()
	i := f.Enclosing(c.before.LineAt(c.in.Target.Span.Start), syntax.Function)
	out := map[string]string{}
	if i < 0 {
		return out
	}
	for name, t := range annotations(tokens(f, f.Nodes[i].Header, 0)) {
		_, p, _ := strings.Cut(name, ".")
		out[p] = t
	}
	return out
}

// untypedSources give values that a checker knows nothing of.
var untypedSources = strings.Fields(`itemgetter SimpleNamespace Namespace namedtuple proxy Mock MagicMock AsyncMock create_autospec literal_eval
	loads load safe_load attrgetter methodcaller unwrap import_module`)

// untyped finds values that come by a way on which a checker sees no types.
func (c *check) untyped(was, now []tok) string {
	const by = "it goes where the checker sees no types: "
	for i := range now {
		t := now[i].Text
		switch {
		case c.family() == python && slices.Contains(untypedSources, t) && (!imported(now, i) && (is(now, i+1, "(") || is(now, i-1, "(", ",")) || is(now, i+1, "as")) && token.Count(now, t) > token.Count(was, t) && now[i].Kind == tokName && !containsWord(c.in.Target.Message, t):
			return by + t
		case c.family() == python && is(now, i, "def") && isName(now, i+1) && !containsWord(joined(was), now[i+1].Text) && !typedHead(now, i):
			return by + now[i+1].Text
		case c.family() == script && is(now, i, "arguments") && is(now, i+1, "[") && token.Count(now, t) > token.Count(was, t),
			c.family() == script && is(now, i, "Map", "Set", "WeakMap") && is(now, i-1, "new") && is(now, i+1, "(") && is(now, i+2, ")") && token.Count(now, t) > token.Count(was, t),
			c.family() == script && is(now, i, "require") && is(now, i+1, "(") && token.Count(now, t) > token.Count(was, t),
			c.family() == script && is(now, i, "create", "fromEntries", "assign", "getOwnPropertyDescriptor", "getPrototypeOf") && is(now, i-1, ".") && is(now, i-2, "Object") && token.Count(now, t) > token.Count(was, t):
			return by + t
		}
	}
	if c.family() == python && more(was, now, func(ts []tok, i int) bool { return is(ts, i, "NoReturn", "Never") && is(ts, i-1, "->") }) &&
		!strings.Contains(c.in.Target.Message, "NoReturn") && !strings.Contains(c.in.Target.Message, "Never") {
		return by + "what stands behind a function that does not return"
	}
	return ""
}

// typedHead reports whether the definition at token i has a type for its result
// or for a parameter.
func typedHead(ts []tok, i int) bool {
	depth := 0
	for j := i + 2; j < len(ts); j++ {
		switch {
		case is(ts, j, "("):
			depth++
		case is(ts, j, ")"):
			depth--
		case is(ts, j, ":") && depth == 0:
			return false
		case is(ts, j, "->"), is(ts, j, ":"):
			return true
		}
	}
	return false
}

// declaredOnly finds an attribute that a plain class declares and never sets.
func (c *check) declaredOnly(was, now []tok) string {
	if c.family() != python || !strings.Contains(c.in.Target.Message, "has no attribute") {
		return ""
	}
	q := inQuotes.FindAllStringSubmatch(c.in.Target.Message, -1)
	if len(q) == 0 {
		return ""
	}
	name := q[len(q)-1][1]
	for _, i := range token.Places(now, name) {
		if startsLine(now, i) && is(now, i+1, ":") && len(token.UpTo(now, i, "=")) == len(token.UpTo(now, i)) && !strings.Contains(c.in.After, "self."+name+" =") &&
			!strings.Contains(c.in.After, "self."+name+": ") && plainClass(c.changedPart().file, now[i].Line-c.changedPart().now.Start) {
			return "it declares " + name + ", which nothing sets"
		}
	}
	for i := range now {
		if is(now, i, "class") && isName(now, i+1) && is(now, i+2, "(") && slices.ContainsFunc(token.UpTo(now, i+3, ")"), func(t tok) bool {
			return slices.Contains(untypedSources, t.Text)
		}) && token.Count(now, "class") >= token.Count(was, "class") {
			return "its class takes every attribute"
		}
	}
	return ""
}

// plainClass reports whether the class around a line makes no attributes of its
// annotations: it has neither decorators nor bases.
func plainClass(f *syntax.File, line int) bool {
	i := f.Enclosing(line, syntax.Class)
	if i < 0 || line >= f.Doc().LineCount() {
		return false
	}
	head := strings.TrimSpace(f.Doc().Line(f.Nodes[i].Header.Start))
	return strings.HasPrefix(head, "class ") && !strings.Contains(head, "(")
}
