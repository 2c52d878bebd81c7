package typed

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	writesBytes = lazyre.New(`^Argument 1 to "write" of "(?:_?TextIO\w*|IO)\b.*incompatible type "(?:bytes|bytearray|memoryview)[^"]*"; expected "str"$` +
		`|^Argument of type "(?:bytes|bytearray|memoryview)[^"]*" cannot be assigned to parameter "s" of type "str" in function "write"`)
	readsText = lazyre.New(`got "str", expected "bytes"\)$|expression has type "str", variable has type "bytes"\)$|^Type "str" is not assignable to (?:return type|declared type) "bytes"`)
)

// BinaryMode opens a file for bytes, where nothing but bytes is written to it or read.
func BinaryMode(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	member := "write"
	switch message := m.Diagnostic.Message; {
	case readsText.MatchString(message):
		member = "read"
	case !writesBytes.MatchString(message):
		return nil, rule.Declined{Reason: "it is not about bytes in a file of text", Aside: true}
	}
	for i := s.First; i+3 < s.Last; i++ {
		if m.Tokens[i].Kind == pytree.Name && m.Is(i+1, ".") && m.Is(i+2, member) && m.Is(i+3, "(") && !m.Is(i-1, ".") {
			return m.openForBytes(s, i, member)
		}
	}
	return nil, rule.Declined{Reason: "no file is read or written at the diagnostic", Aside: true}
}

// openForBytes adds the "b" to the mode in which the file at token i was opened, by the
// with around the statement.
func (m Source) openForBytes(s *pytree.Stmt, i int, member string) ([]text.Edit, error) {
	name := m.Tokens[i].Text
	for with := s.Parent; with != nil; with = with.Parent {
		if with.Keyword != "with" {
			continue
		}
		for as := range m.Named(name, with.First, with.Colon) {
			if !m.Is(as-1, "as") {
				continue
			}
			if uses := slices.Collect(m.Named(name, with.Colon, m.Ends(with))); len(uses) > 1 {
				return nil, rule.Decline("the file is used in other ways too")
			}
			return m.modeOf(as-2, member)
		}
	}
	return nil, rule.Decline("no with opens the file")
}

// modeOf adds the "b" to the call of open that ends at a token.
func (m Source) modeOf(end int, member string) ([]text.Edit, error) {
	open := m.opening(end)
	if open < 1 || !m.Is(open-1, "open") || m.Is(open-2, ".") || m.Shadowed("open") {
		return nil, rule.Decline("it is not the builtin open that opens the file")
	}
	args := m.Arguments(open, end)
	switch {
	case len(args) == 1 && args[0].Name == "" && member == "read":
		return []text.Edit{rule.InsertAt(m.Tokens[args[0].Last-1].Span.End, `, "rb"`)}, nil
	case len(args) != 2 || args[0].Name != "" || args[1].Name != "" && args[1].Name != "mode":
		return nil, rule.Decline("the file is opened with more than a mode, or with none")
	}
	mode := m.Tokens[args[1].Last-1]
	if mode.Kind != pytree.String || strings.ContainsAny(mode.Text, "bt+") || len(mode.Text) != 3 {
		return nil, rule.Decline("the mode is no plain one")
	}
	return []text.Edit{rule.InsertAt(mode.Span.End-1, "b")}, nil
}

// opening is the bracket that the one at a token closes, -1 if it closes none.
func (m Source) opening(end int) int {
	return slices.IndexFunc(m.Tokens[:end], func(t pytree.Token) bool { return t.Is("(") && t.Close == end })
}
