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
	p := c.changedPart()
	all := tokens(p.file, text.Lines{End: p.file.Doc().LineCount()}, p.now.Start)
	at := slices.IndexFunc(all, func(t tok) bool { return t.Kind == tokName && t.Text == name })
	if filled == 0 || read == 0 || token.AnotherBegins(was, name) || at < 0 || !token.BeginsEmpty(all, at) || c.looped(p, all[at].Line) {
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

// looped reports whether a line of the new text stands in a loop.
func (c *check) looped(p *part, line int) bool {
	lead := len(lines.Lead(c.after.Line(line)))
	for l := line - 1; l >= p.now.Start && lead > 0; l-- {
		if t := c.after.Line(l); !lines.Blank(t) && len(lines.Lead(t)) < lead {
			if lead = len(lines.Lead(t)); loops.MatchString(t) {
				return true
			}
		}
	}
	return false
}
