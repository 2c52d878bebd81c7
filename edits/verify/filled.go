package verify

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// loops are the heads of loops.
var loops = lazyre.New(`^\s*(?:async )?(?:for|while|loop|do)\b`)

// begins reports whether the new text does no more about an undefined name than to
// let it begin empty, above the code that fills it and then uses it, as this code
// did already.
func (c *check) begins(name string) bool {
	f := c.oldFile()
	in := f.Enclosing(c.before.LineAt(c.in.Target.Span.Start), syntax.Function)
	if in < 0 {
		return false
	}
	was := tokens(f, f.Nodes[in].Lines, 0)
	filled, read := token.Filled(was, name)
	if filled == 0 || read == 0 || anotherBegins(was, name) {
		return false
	}
	p := c.changedPart()
	all := tokens(p.file, text.Lines{End: p.file.Doc().LineCount()}, p.now.Start)
	at := slices.IndexFunc(all, func(t tok) bool { return t.Kind == tokName && t.Text == name })
	if at < 0 || !startsEmpty(all, at) || c.looped(p, all[at].Line) {
		return false
	}
	in = p.file.Enclosing(all[at].Line-p.now.Start, syntax.Function)
	if in < 0 {
		return false
	}
	now := tokens(p.file, p.file.Nodes[in].Lines, p.now.Start)
	puts, reads := token.Filled(now, name)
	return puts == filled && reads == read && len(token.Places(now, name)) == len(token.Places(was, name))+1
}

// anotherBegins reports whether the code lets another name begin empty, and does
// nothing else with it: that one may be meant.
func anotherBegins(ts []tok, name string) bool {
	for i, t := range ts {
		if t.Kind == tokName && t.Text != name && startsEmpty(ts, i) {
			if filled, read := token.Filled(ts, t.Text); filled == 0 || read == 0 {
				return true
			}
		}
	}
	return false
}

// startsEmpty reports whether token i is a name that begins empty there.
func startsEmpty(ts []tok, i int) bool {
	if v, ok := token.BoundTo(ts, i); ok {
		return token.StartsEmpty(v)
	}
	return is(ts, i-1, "var") && is(ts, i+1, "[", "map", "string", "int") // Go's "var out []string"
}

// looped reports whether a line of the new text stands in a loop.
func (c *check) looped(p *part, line int) bool {
	lead := len(lines.Lead(c.after.Line(line)))
	for l := line - 1; l >= p.now.Start && lead > 0; l-- {
		t := c.after.Line(l)
		if lines.Blank(t) || len(lines.Lead(t)) >= lead {
			continue
		}
		lead = len(lines.Lead(t))
		if loops.MatchString(t) {
			return true
		}
	}
	return false
}
