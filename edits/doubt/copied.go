package doubt

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// copied is a copy in the header of a loop, with what is copied.
var copied = lazyre.New(`\b(?:in|of)\s+(?:(?:list|tuple|Array\.from)\(([\w$.]+)\)|\[\.\.\.([\w$.]+)\]` +
	`|([\w$.]+)(?:\[:\]|\.(?:copy|slice)\(\)))`)

// changing is what changes a collection, behind its name.
const changing = `(?:\.(?:append|add|clear|delete|discard|extend|insert|pop|popitem|push|remove|reverse|set|shift` +
	`|sort|splice|unshift|update)\(|\[[^\]\n]*\]\s*=[^=])`

// copiedInLoop says where else the file changes a collection that a loop no longer goes through in a copy: a function
// that the loop calls may do so (https://docs.python.org/3/tutorial/controlflow.html#for-statements,
// https://docs.astral.sh/ruff/rules/unnecessary-list-cast/ looks at the loop itself).
func (c Change) copiedInLoop() string {
	s := c.Snapshot
	was, now := c.lines()
	for _, m := range copied.FindAllStringSubmatch(was, -1) {
		whole := cmp.Or(m[1], m[2], m[3])
		if strings.Contains(now, m[0]) || !strings.Contains(now, whole) {
			continue
		}
		name := whole[strings.LastIndex(whole, ".")+1:]
		loop, local := c.scope(), false
		if name == whole && loop >= 0 {
			local = c.binds(loop, name)
		}
		changes := regexp.MustCompile(`(?:^|[^\w$])` + regexp.QuoteMeta(name) + changing)
		for _, at := range changes.FindAllStringIndex(s.Text(), -1) {
			line := s.LineAt(at[1] - 1)
			other := c.File.Enclosing(line, syntax.Function, syntax.Class)
			inside := loop < 0 || c.File.Nodes[loop].Lines.Start <= line && line < c.File.Nodes[loop].Lines.End
			if other != loop && (!local || inside) && (name != whole || other < 0 || !c.binds(other, name)) {
				return fmt.Sprintf("line %d changes %s, of which the loop had a copy", line+1, whole)
			}
		}
	}
	return ""
}
