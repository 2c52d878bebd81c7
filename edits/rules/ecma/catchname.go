package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// UnusedCatch drops the name of a caught error that its block does not use.
func UnusedCatch(p rule.Problem) ([]text.Edit, error) {
	src := p.Snapshot.Text()
	name := rule.Quoted(p.Diagnostic.Message)
	at := p.Diagnostic.Span.Start
	head, ok := catches(src[:at])
	if !ok || name == "" || !strings.HasPrefix(src[at:], name) {
		return nil, rule.Declined{Reason: "no name of a caught error at the diagnostic", Aside: true}
	}
	end := strings.IndexAny(src[at:], "){")
	if end < 0 || src[at+end] != ')' {
		return nil, rule.Decline("what is caught is more than a name")
	}
	what := strings.TrimSpace(src[at+len(name) : at+end])
	if what != "" && what != ": unknown" && what != ": any" {
		return nil, rule.Decline("what is caught is more than a name")
	}
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	for _, id := range f.Identifiers(text.Span{Start: at, End: len(src)}) {
		if id.Name == "eval" {
			return nil, rule.Decline("code in a text may use the name")
		}
	}
	return []text.Edit{{Span: text.Span{Start: head, End: at + end + 1}}}, nil
}

// catches reports whether a text ends with "catch (", and where that word ends.
func catches(before string) (end int, ok bool) {
	const blanks = " \t\r\n"
	before, opened := strings.CutSuffix(strings.TrimRight(before, blanks), "(")
	before = strings.TrimRight(before, blanks)
	rest, ok := strings.CutSuffix(before, "catch")
	attribute := rest != "" && (lex.IsWord(rest[len(rest)-1]) || rest[len(rest)-1] == '.')
	return len(before), opened && ok && !attribute
}
