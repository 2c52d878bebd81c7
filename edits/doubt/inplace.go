package doubt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// assigned is a name that is given a value, and the value.
var assigned = lazyre.New(`(?m)^[ \t]*(\w+)[ \t]*=[ \t]*(\S.*)$`)

// changedInPlace says who else sees an object change, of which the code made a new one before: the caller, or another
// name of the same object
// (https://docs.python.org/3/faq/programming.html#why-did-changing-list-y-also-change-list-x).
func (c Change) changedInPlace() string {
	if c.Snapshot.Lang != "python" {
		return ""
	}
	was, now := c.lines()
	for _, m := range assigned.FindAllStringSubmatch(was, -1) {
		name := regexp.QuoteMeta(m[1])
		if !regexp.MustCompile(`\b`+name+`\b`).MatchString(m[2]) || assigned.MatchString(now) ||
			!regexp.MustCompile(`(?m)^[ \t]*`+name+`(?:\.\w+\(|[ \t]*[-+*/%|&^]+=)`).MatchString(now) {
			continue
		}
		scope := c.scope()
		if slices.ContainsFunc(c.File.Bindings(m[1]), func(b syntax.Binding) bool {
			return b.Owner == scope && b.Kind == syntax.BindParameter
		}) {
			return "the caller of the function has " + m[1] + ", too, and sees it change"
		}
		same := regexp.MustCompile(`(?m)^[ \t]*(?:[\w.]+[ \t]*=[ \t]*` + name + `|` + name +
			`[ \t]*=[ \t]*[A-Za-z_][\w.]*)[ \t]*$`)
		for _, at := range same.FindAllStringIndex(c.Snapshot.Text(), -1) {
			line := c.Snapshot.LineAt(at[1])
			if c.File.Enclosing(line, syntax.Function, syntax.Class) == scope {
				return fmt.Sprintf("line %d has another name for %s, by which it would change, too: %s", line+1, m[1],
					strings.TrimSpace(c.Snapshot.Line(line)))
			}
		}
	}
	return ""
}
