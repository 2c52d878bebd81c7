package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// lost says what the old text did and the new one does not do any more, where
// nobody complained that it was needless. No tool misses it: a function that
// answers zero is as clean as one that looks at what it is given.
func (c *check) lost(was, now []tok) string {
	switch {
	case zero(c.in.Target) || c.in.Instructed:
		return ""
	case removes(c):
		if c.subject(unusedMessage) == "" || aboutDefinitions.MatchString(c.in.Target.Message) {
			return ""
		}
		return c.lostCall(was, now) // the name was not needed: what it was given had effects
	case c.before.Lang == "shellscript" && len(was) > 1 && len(now) == 1 && is(now, 0, ":", "true"):
		return "it does nothing instead"
	case c.unhandled(was, now):
		return "it no longer handles an error"
	case c.unraised(was, now):
		return "it no longer raises an error"
	}
	if s := c.lostParameter(); s != "" {
		return s
	}
	tool := c.in.Target.Tool
	if slices.Contains([]string{"go", "go vet", "compiler", "rustc"}, tool) {
		return c.onlyDeletes(was, now)
	}
	if compiles(tool) || c.family() != python && c.family() != script {
		return "" // their style rules put operators in place of calls
	}
	return c.lostCall(was, now)
}

// unhandled reports whether a handler of errors is gone that nobody asked to
// remove.
func (c *check) unhandled(was, now []tok) bool {
	handlers := func(ts []tok) int { return token.Count(ts, "except") + token.Count(ts, "catch") }
	return !typeChecker(c.in.Target.Tool) && handlers(was) > handlers(now) && token.Count(now, "suppress") <= token.Count(was, "suppress")
}

// unraised reports whether an error is raised no more, and nothing that ends the
// function stands in its place.
func (c *check) unraised(was, now []tok) bool {
	raises := func(ts []tok) int { return token.Count(ts, "raise") + token.Count(ts, "throw") }
	return (!typeChecker(c.in.Target.Tool) || undefinedMessage.MatchString(c.in.Target.Message)) && raises(was) > raises(now) && !more(was, now, func(ts []tok, i int) bool {
		return is(ts, i, "exit", "fail", "skip", "assert", "reject", "suppress", "raises") || is(ts, i, "return") && !is(ts, i+1, "None", "null", "undefined") && !token.Blank(ts, i+1)
	})
}

// onlyDeletes finds a text that is the old one without names of several lines.
func (c *check) onlyDeletes(was, now []tok) string {
	j := 0
	var gone []tok
	for _, t := range was {
		if j < len(now) && now[j].Text == t.Text {
			j++
			continue
		}
		gone = append(gone, t)
	}
	tells := func(t tok) bool {
		return t.Kind == tokName && !keywords[t.Text] && !slices.Contains(emptyWords, t.Text) && !containsWord(c.in.Target.Message, t.Text)
	}
	if j < len(now) || !slices.ContainsFunc(gone, tells) || !slices.ContainsFunc(gone, func(t tok) bool { return t.Line != gone[0].Line }) {
		return ""
	}
	return "it only deletes: " + clip(joined(gone), 40)
}

// aboutDefinitions are the words of messages about whole definitions and imports
// that have no use: all that stands in them goes.
var aboutDefinitions = lazyre.New(`(?i)\b(?:import|func(?:tion)?|method|class|type|struct|(?:re)?definition)\b`)

// plainCalls tell nothing of what a program does: they convert or ask.
var plainCalls = strings.Fields(`parseInt parseFloat reduce some every slice concat toString str int float bool bytes list dict set tuple frozenset object len sorted reversed isinstance issubclass super type map filter zip
	range enumerate any all iter next repr format getattr hasattr abs min max sum round callable cast String Number Boolean Array Object Symbol BigInt make new
	append string error byte rune uint int8 int16 int32 int64 float32 float64 if for while switch match return catch elif not and or in is await yield lambda print
	get keys values items`)

// lostCall finds a call that is gone with nothing in its place that the old text
// did not do: the error that f.Close returned needs no check any more, since f
// stays open.
func (c *check) lostCall(was, now []tok) string {
	if more(was, now, func(ts []tok, i int) bool { return is(ts, i, "==", "===", "in", "for") }) {
		return "" // a comparison or a loop does what the call did
	}
	if from, end := token.Differing(was, now); complaint.TooMany(c.in.Target.Message) && is(was, from, ",") && from+end == len(now) {
		return "" // the argument was one too many
	}
	if evasion.Expressed(was, now) {
		return "" // what it filled is made at once
	}
	had, has := nameSet(was), nameSet(now)
	for _, t := range now {
		if t.Kind == tokName && !keywords[t.Text] && !had[t.Text] && !slices.Contains(emptyWords, t.Text) || t.Kind == tokString && !slices.ContainsFunc(was, func(w tok) bool { return w.Text == t.Text }) {
			return "" // something came in its place
		}
	}
	for i := range was {
		if name := was[i].Text; called(was, i) && !has[name] && !(name == "close" && has["with"] && !had["with"]) && !containsWord(c.in.Target.Message, name) && !slices.Contains(plainCalls, name) {
			return "it no longer calls " + name
		}
	}
	return ""
}

// called reports whether token i is a name that is called there.
func called(ts []tok, i int) bool {
	return isName(ts, i) && !keywords[ts[i].Text] && is(ts, i+1, "(") && !is(ts, i-1, "def", "func", "fn", "function", "class", "@")
}

// nameSet are the names among tokens.
func nameSet(ts []tok) map[string]bool {
	out := map[string]bool{}
	for _, t := range ts {
		if t.Kind == tokName {
			out[t.Text] = true
		}
	}
	return out
}

// lostParameter finds a parameter of the changed function that its body no longer
// looks at, or that callers can no longer give.
func (c *check) lostParameter() string {
	if m := c.in.Target.Message; strings.Contains(strings.ToLower(m), "too many") || complaint.TooMany(m) {
		return ""
	}
	p := c.changedPart()
	for _, h := range c.hunks {
		i := c.oldFile().Enclosing(h.Old.Start, syntax.Function)
		if i < 0 {
			continue
		}
		old := c.oldFile().Nodes[i]
		fresh, ok := namesake(p.file, old.Name, text.Lines{Start: h.New.Start - p.now.Start, End: h.New.End - p.now.Start})
		if !ok || old.Name == "" {
			continue
		}
		a, b := c.heads(old), headOf(p.file, fresh)
		for _, name := range a.params {
			if !slices.Contains(b.params, name) {
				if len(b.params) < len(a.params) && !compiles(c.in.Target.Tool) {
					return "it takes away the parameter " + name + ", which callers may give"
				}
				continue
			}
			if reads(a.body, name) && !reads(b.body, name) {
				return "it no longer looks at " + name
			}
		}
	}
	return ""
}

// namesake is the function of that name that holds some of the lines.
func namesake(f *syntax.File, name string, l text.Lines) (syntax.Node, bool) {
	for _, n := range f.Nodes {
		if n.Kind == syntax.Function && n.Name == name && (n.Lines.Overlaps(l) || n.Lines.Touches(l)) {
			return n, true
		}
	}
	return syntax.Node{}, false
}

// head is a function's parameters and what stands behind its signature.
type head struct {
	params []string
	body   []tok
}

func (c *check) heads(n syntax.Node) head { return headOf(c.oldFile(), n) }

func headOf(f *syntax.File, n syntax.Node) head {
	ts := tokens(f, text.Lines{Start: n.Header.Start, End: n.Lines.End}, 0)
	open := slices.IndexFunc(ts, func(t tok) bool { return slices.Contains([]string{"def", "func", "fn", "function"}, t.Text) })
	for open >= 0 && open < len(ts) && !(is(ts, open, "(") && isName(ts, open-1)) {
		open++
	}
	var h head
	depth := 0
	for j := max(0, open); open >= 0 && j < len(ts); j++ {
		switch {
		case is(ts, j, "(", "[", "{"):
			depth++
		case is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				h.body = ts[j+1:]
				return h
			}
		case depth == 1 && isName(ts, j) && is(ts, j-1, "(", ",", "*", "**", "...", "mut") && !is(ts, j, "self", "cls", "this", "mut", "_"):
			h.params = append(h.params, ts[j].Text)
		}
	}
	return h
}

// reads reports whether a name is used, not as a member of something.
func reads(ts []tok, name string) bool {
	return slices.ContainsFunc(token.Places(ts, name), func(i int) bool { return !is(ts, i-1, ".", "?.") && !is(ts, i+1, "=", ":=") }) || quoted(ts, name) != ""
}
