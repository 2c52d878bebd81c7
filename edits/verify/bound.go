package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	undefinedMessage = lazyre.New(`(?i)\bundefined (?:name|variable|local)|\bnot defined\b|^undefined: |\bcannot find (?:name|value|function|type|symbol|macro)|\bunresolved (?:reference|name)|\bundeclared\b|\bpossibly unbound\b`)
	unusedMessage    = lazyre.New(`(?i)\bnever (?:used|read|accessed)\b|\bunused\b|\bnot used\b|\bnot accessed\b|\buseless assignment\b|assigned to but`)
	lastWord         = lazyre.New(`([\pL_$][\pL\d_$]*)\W*$`)
	valueOf          = lazyre.New(`\bvalue of ([\pL_$][\pL\d_$]*)\b`)
	inQuotes         = lazyre.New("[`'\"‘“]([\\pL_$][\\pL\\d_$]*)[`'\"’”]")
)

// subject is the plain name that the diagnostic is about, if its message is of
// the kind; "" if none.
func (c *check) subject(kind *lazyre.Regexp) string {
	m := c.in.Target.Message
	if zero(c.in.Target) || c.in.Instructed || !kind.MatchString(m) {
		return ""
	}
	if q := inQuotes.FindStringSubmatch(m); q != nil {
		return q[1]
	}
	if at := c.in.Target.Span; at.Len() > 0 {
		if w := c.before.Slice(at); lastWord.FindString(w) == w {
			return w
		}
	}
	if q := valueOf.FindStringSubmatch(m); q != nil {
		return q[1]
	}
	if q := lastWord.FindStringSubmatch(m); q != nil {
		return q[1]
	}
	return ""
}

// madeUp says how the new text gives an undefined name a meaning that is none,
// or hides its use; "" if it does not.
func (c *check) madeUp() string {
	name := c.subject(undefinedMessage)
	if name == "" || c.begins(name) {
		return ""
	}
	was, now := c.allTokens()
	partly := strings.Contains(c.in.Target.Message, "possibly ") // a value for the way that has none may be meant
	for i := range now {
		if !partly && token.BindsNothing(now, i, name) && !slices.ContainsFunc(token.Places(was, name), func(j int) bool { return token.BindsNothing(was, j, name) }) {
			return "a meaning made up for " + name
		}
		if is(now, i, name) && is(now, i-1, ".") && is(now, i-2, "globalThis", "window", "self", "global", "top", "parent", "meta", ")", "builtins", "__builtins__") &&
			!(is(now, i-2, "self") && c.family() != script) && token.Count(now, "globalThis", "window", "self", "global", "meta") > token.Count(was, "globalThis", "window", "self", "global", "meta") {
			return "a way round the look-up of " + name
		}
	}
	if what := c.hollowed(now, name); what != "" && !partly && c.hollowed(was, name) == "" {
		return what
	}
	if len(c.oldFile().Bindings(name)) > 0 {
		return "" // it has a meaning elsewhere: its place was the problem
	}
	uses := func(ts []tok) (n int) {
		for _, i := range token.Places(ts, name) {
			if !is(ts, i-1, ".") {
				n++
			}
		}
		return n
	}
	stays := uses(now) > 0
	if !stays {
		stays = !c.targetChanged()
	}
	switch {
	case c.targetChanged() && token.Abandoned(now, name):
		return name + ", bound and not used"
	case stays && !c.binds(now, name):
		return name + " as it was, out of the tool's sight"
	case strings.Count(quoted(now, name), name) > strings.Count(quoted(was, name), name) && !stays:
		return name + " in a text"
	}
	return ""
}

// targetChanged reports whether the lines complained about are others now.
func (c *check) targetChanged() bool {
	at := c.before.LinesOf(c.in.Target.Span)
	return slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Overlaps(at) })
}

// quoted is all strings that hold a name as a word.
func quoted(ts []tok, name string) string {
	var b strings.Builder
	for _, t := range ts {
		if t.Kind == tokString && containsWord(t.Text, name) {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// binders stand before a name that they give a meaning to.
var binders = []string{"import", "as", "for", "let", "var", "const", "mut", "def", "class", "func", "fn", "function", "type", "struct",
	"use", "static", "enum", "trait", "interface", "mod", "macro_rules", "case", "lambda"}

// binds reports whether the tokens may give the name a meaning. It errs on the
// side of the answer.
func (c *check) binds(ts []tok, name string) bool {
	for _, i := range token.Places(ts, name) {
		switch {
		case is(ts, i-1, "global", "nonlocal", "del"):
		case is(ts, i-1, binders...), is(ts, i+1, "=", ":=") && !is(ts, i-1, "."), is(ts, i+1, "!") && is(ts, i-1, "macro_rules"):
			return true
		case imported(ts, i), is(ts, i+1, "as", "in") && !is(ts, i-1, "as"), is(ts, i+1, "as"):
			return true
		case is(ts, i+1, ",", "}", "]", ")") && slices.ContainsFunc(ts[i:min(len(ts), i+30)], func(t tok) bool { return t.Text == "=" || t.Text == ":=" || t.Text == "in" || t.Text == "from" }) &&
			is(ts, i-1, ",", "{", "[", "(", ":"):
			return true // one of several targets
		case isName(ts, i-1) && is(ts, i+1, "=", ";") && ts[i-1].Line == ts[i].Line:
			return true // "int n = …"
		case is(ts, i-1, "(", ",", "*", "**", "&") && is(ts, i+1, ":", ",", ")", "=") && token.InSignature(ts, i):
			return true // a parameter
		}
	}
	// Go names a package by the last part of its path, Java and Rust a class by
	// the last part of an import.
	for i, t := range ts {
		if t.Kind == tokString && c.family() == golang && strings.HasSuffix(strings.Trim(t.Text, "\"`"), name) {
			return true
		}
		if t.Text == name && is(ts, i-1, ".", "::") && slices.ContainsFunc(ts[max(0, i-12):i], func(t tok) bool { return t.Text == "import" || t.Text == "use" }) {
			return true
		}
		if t.Text == "annotations" && is(ts, i-1, "import") {
			return true
		}
	}
	return false
}

// importsAll finds an import that brings in whatever there is: what it defines,
// no tool can say.
func (c *check) importsAll() string {
	was, now := c.allTokens()
	n := func(ts []tok) (n int) {
		for i := range ts {
			switch {
			case is(ts, i, "*") && is(ts, i-1, "import") && c.family() == python,
				c.family() == golang && is(ts, i, ".") && i+1 < len(ts) && ts[i+1].Kind == tokString && (startsLine(ts, i) || is(ts, i-1, "import", "(")):
				n++
			}
		}
		return n
	}
	if n(now) > n(was) {
		return "an import of whatever there is"
	}
	return ""
}

// idle says how the new text uses an unused name for nothing, "" if it does
// not.
func (c *check) idle() string {
	name := c.subject(unusedMessage)
	if name == "" {
		return ""
	}
	if was, now := c.allTokens(); c.family() == python && more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, name) && (is(ts, i-1, "del", "global", "nonlocal") || is(ts, i-1, "(") && is(ts, i+1, ",") && is(ts, i+2, ")") && !isName(ts, i-2))
	}) {
		return "a use that does nothing"
	}
	old := map[string]bool{}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			old[squeeze(c.code(c.before.Line(l)))] = true
		}
	}
	p := c.changedPart()
	used := false
	last := ""
	for _, l := range c.addedLines() {
		ts := tokens(p.file, text.Lines{Start: l - p.now.Start, End: l - p.now.Start + 1}, p.now.Start)
		same := old[squeeze(c.code(c.after.Line(l)))]
		has := len(token.Places(ts, name)) > 0
		switch {
		case has && same:
		case has && token.OnlyNames(ts, name), !has && quoted(ts, name) != "" && len(ts) <= 7 && !imported(ts, 0):
			last = strings.TrimSpace(c.after.Line(l))
		case !same && has:
			used = true
		case is(ts, 0, "locals", "vars", "globals") && is(ts, 2, ")"), c.family() == golang && is(ts, 0, "_") && quoted(ts, name) != "", is(ts, 1, "import") && is(ts, 2, "_"):
			last = strings.TrimSpace(c.after.Line(l))
		}
		if is(ts, 0, "from") && is(ts, 3, "*") || is(ts, 0, "from") && is(ts, len(ts)-1, "*") {
			return "the import of everything instead"
		}
	}
	if last != "" && !used {
		return "a use that does nothing (" + clip(last, 30) + ")"
	}
	return ""
}
