package names

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Renamed writes the name that a definition has today where its old one is used: the last commit says what it was.
func Renamed(p rule.Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	m, ok := Find(f, p)
	if !ok {
		return nil, rule.Declined{Reason: "the finding names nothing that stands there", Aside: true}
	}
	now := p.Beside().Renamed(m.Name)
	switch len(now) {
	case 0:
		return nil, rule.Declined{Reason: m.Name + " was not renamed since the last commit", Aside: true}
	case 1:
	default:
		return nil, rule.Decline("%s became %s and %s since the last commit", m.Name, now[0], now[1])
	}
	edits := []text.Edit{{Span: m.At, New: now[0]}}
	if m.Member || !imports(f, p.Snapshot.LineAt(m.At.Start)) {
		return edits, nil
	}
	return everywhere(f, p, m, edits)
}

// imports reports whether a line is one of an import.
func imports(f *syntax.File, line int) bool {
	for i := range f.Imports() {
		if f.Nodes[i].Lines.Contains(line) {
			return true
		}
	}
	return false
}

// everywhere adds the uses of a name that the document imports, if nothing else in it binds the name.
func everywhere(f *syntax.File, p rule.Problem, m Missing, edits []text.Edit) ([]text.Edit, error) {
	binds := f.Bindings(m.Name)
	if len(binds) == 0 {
		return edits, nil // it is imported under another name
	}
	if len(binds) > 1 || binds[0].Kind != syntax.BindImported {
		return nil, rule.Decline("%s has more than one meaning in the file", m.Name)
	}
	src := p.Snapshot.Text()
	for _, id := range f.Identifiers(text.Span{End: len(src)}) {
		if id.Name != m.Name || id.Span == m.At || dotted(src, id.Span.Start) {
			continue
		}
		switch rest := strings.TrimLeft(src[id.Span.End:], " \t"); {
		case f.Lang == "python" && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="):
			continue // the name of an argument
		case f.Lang != "python" && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "}")):
			return nil, rule.Decline("%s is a key of an object, too", m.Name)
		}
		edits = append(edits, text.Edit{Span: id.Span, New: edits[0].New})
	}
	return edits, nil
}
