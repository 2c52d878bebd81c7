package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var addedToPath = lazyre.New(`^Unsupported left operand type for \+ \("(?:Pure)?(?:Posix|Windows)?Path"\)|^Operator "\+" not supported for types "(?:Pure)?(?:Posix|Windows)?Path" and `)

// PathSuffix puts a text behind the name of a path, or goes down from it, as "+" does
// with paths that are texts.
func PathSuffix(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !addedToPath.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a path to which a text is added", Aside: true}
	}
	first := m.TokenAt(m.Diagnostic.Span.Start)
	sign := m.Dotted(first)
	if first < 0 || sign <= first || sign+1 >= s.Last || !m.Is(sign, "+") || m.Tokens[sign+1].Kind != pytree.String || sign+2 < s.Last && !m.Is(sign+2, ")", ",", "]", "}") {
		return nil, rule.Decline("what is added is no plain text behind a name")
	}
	path, added := m.Text(first, sign), m.Text(sign+1, sign+2)
	inner := strings.Trim(added, `"'`)
	quote := added[:strings.IndexAny(added, `"'`)+1]
	switch {
	case len(quote) != 1 || strings.ContainsAny(inner, `\"'`):
		return nil, rule.Decline("what is added is no plain text")
	case strings.HasPrefix(inner, ".") && !strings.Contains(inner, "/"):
		return []text.Edit{m.Replace(first, sign+2, path+".with_name("+path+".name + "+added+")")}, nil
	case strings.HasPrefix(inner, "/") && len(inner) > 1:
		return []text.Edit{m.Replace(sign, sign+2, "/ "+quote+strings.TrimLeft(inner, "/")+quote)}, nil
	}
	return nil, rule.Decline("the text may belong to the name, or be one below it")
}
