package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// negatedTest makes "a not in b" of "not a in b", and "a is not b" of "not a is b".
func negatedTest(m module) ([]text.Edit, error) {
	for i := m.TokenAt(m.Diagnostic.Span.Start); m.OnLines(i) && m.Tokens[i].Kind != pytree.End; i++ {
		if !m.Is(i, "not") || m.Is(i-1, "is") {
			continue
		}
		end := i + 1 // behind the operand: names, attributes, and what their brackets hold
		for k := m.Tokens[end]; k.Kind <= pytree.String && !k.Is("in", "is") || k.Is(".") || k.Close > 0; k = m.Tokens[end] {
			end = max(end, k.Close) + 1
		}
		gone := text.Edit{Span: text.Span{Start: m.Tokens[i].Span.Start, End: m.Tokens[i+1].Span.Start}}
		switch {
		case !m.Is(end, "in", "is") || m.Is(end+1, "not") || m.comparedOn(end+1):
			return nil, rule.Decline("more than one test follows the not")
		case m.Commented(i, end):
			return nil, rule.Decline("a comment stands between")
		case m.Is(end, "in"):
			return []text.Edit{gone, rule.InsertAt(m.Tokens[end].Span.Start, "not ")}, nil
		}
		return []text.Edit{gone, rule.InsertAt(m.Tokens[end].Span.End, " not")}, nil
	}
	return nil, rule.Decline("no negated test at the diagnostic")
}

// comparedOn reports whether a further comparison follows in the same expression.
func (m module) comparedOn(from int) bool {
	for _, t := range m.Level(from, m.LineEnd(from)) {
		switch {
		case t.Is("and", "or", "if", "else", ":", ",", "=", "for"):
			return false
		case t.Is("in", "is", "<", ">", "==", "!=", "<=", ">=", "not"):
			return true
		}
	}
	return false
}

// oneImportALine puts each module of "import a, b" on its own line.
func oneImportALine(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "import" || !s.Alone || s.Parent != nil && s.Parent.Inline {
		return nil, rule.Decline("the import shares its line with other code")
	}
	var out []text.Edit
	for i := m.Find(s.First, s.Last, ","); i >= 0; i = m.Find(i+1, s.Last, ",") {
		start, end := m.Tokens[i-1].Span.End, m.Tokens[i+1].Span.Start
		out = append(out, text.Edit{Span: text.Span{Start: start, End: end}, New: m.Eol(start) + s.Indent + "import "})
	}
	if out == nil {
		return nil, rule.Decline("one module is imported there")
	}
	return out, nil
}
