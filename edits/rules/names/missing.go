// Package names has the rules for names that nothing defines, in any language: what was meant by them is said by the
// names in scope, by the files next to the document, and by what the last commit calls so.
package names

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Missing is a name that a finding calls unknown, where it stands.
type Missing struct {
	Name   string
	At     text.Span
	Member bool // it stands behind a dot
}

var quoted = lazyre.New("[`'\"‘“]+((?:[\\w$]+\\.)*[\\w$]+)[`'\"’”]+")

// alone are the forms of messages about one name: those of Go's compiler, which quotes none, and of mypy and pyright
// about an argument whose name the function does not know.
var alone = []string{"undefined: …", "… undefined (…", "unknown field … in struct literal…",
	`Unexpected keyword argument "…"…`, `No parameter named "…"…`}

// said returns the names that a message is about, in their order.
func said(message string) []string {
	var out []string
	list := quoted.FindAllStringSubmatch(message, -1)
	if said := signal.Said(message, alone...); said != nil {
		list = [][]string{{"", said[0]}}
	}
	for _, m := range list {
		out = append(out, m[1][strings.LastIndexByte(m[1], '.')+1:])
	}
	return out
}

// Find returns the name that a finding calls unknown: the one of its message that stands behind a dot at the finding,
// else the last one that stands there.
func Find(f *syntax.File, p rule.Problem) (Missing, bool) {
	var found Missing
	for _, name := range said(p.Diagnostic.Message) {
		m, ok := At(f, p, name)
		if !ok || found.Member && !m.Member {
			continue
		}
		found = m
	}
	return found, found.Name != ""
}

// At finds a name at a finding: where that begins or ends, else the only one in its lines.
func At(f *syntax.File, p rule.Problem, name string) (Missing, bool) {
	s, at := p.Snapshot, p.Diagnostic.Span
	var found []Missing
	imported := imports(f, s.LineAt(at.Start)) // the dots are those of a module
	for _, id := range f.Identifiers(s.LinesSpan(s.LinesOf(at))) {
		if id.Name != name {
			continue
		}
		m := Missing{Name: name, At: id.Span, Member: !imported && dotted(s.Text(), id.Span.Start)}
		if id.Span.Start == at.Start || id.Span.End == at.End {
			return m, true
		}
		found = append(found, m)
	}
	if len(found) != 1 {
		return Missing{}, false
	}
	return found[0], true
}

// dotted reports whether what begins at an offset stands behind a dot.
func dotted(src string, at int) bool {
	before := strings.TrimRight(src[:at], " \t\r\n")
	return strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..") || strings.HasSuffix(before, "::")
}
