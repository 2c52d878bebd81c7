package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// unusedCatch drops the name of a caught error that its block does not use.
func unusedCatch(p Problem) ([]text.Edit, error) {
	src := p.Snapshot.Text()
	name := quoted(p.Diagnostic.Message)
	at := p.Diagnostic.Span.Start
	before := strings.TrimRight(src[:at], " \t\r\n")
	head := strings.TrimRight(strings.TrimSuffix(before, "("), " \t\r\n")
	if name == "" || !strings.HasPrefix(src[at:], name) || !strings.HasSuffix(before, "(") || !strings.HasSuffix(head, "catch") ||
		len(head) > len("catch") && (wordByte(head[len(head)-len("catch")-1]) || head[len(head)-len("catch")-1] == '.') {
		return nil, Declined{Reason: "no name of a caught error at the diagnostic", Aside: true}
	}
	end := strings.IndexAny(src[at:], "){")
	if end < 0 || src[at+end] != ')' {
		return nil, decline("what is caught is more than a name")
	}
	what := strings.TrimSpace(src[at+len(name) : at+end])
	if what != "" && what != ": unknown" && what != ": any" {
		return nil, decline("what is caught is more than a name")
	}
	f := p.File
	if f == nil {
		f = syntax.Parse(p.Snapshot.Lang, src)
	}
	if len(f.Damage) > 0 {
		return nil, decline("the file has a syntax error")
	}
	for _, id := range f.Identifiers(text.Span{Start: at, End: len(src)}) {
		if id.Name == "eval" {
			return nil, decline("code in a text may use the name")
		}
	}
	return []text.Edit{{Span: text.Span{Start: len(head), End: at + end + 1}}}, nil
}
