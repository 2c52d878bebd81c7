package typed

import (
	"strconv"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// tooFew is what mypy and pyright say of more names than there are values.
var tooFew = lazyre.New(`^Need more than (\d+) values? to unpack \((\d+) expected\)|Tuple size mismatch; expected (\d+) but received (\d+)`)

// UnpackFewer leaves those names out of an assignment that nothing reads, if there are
// just as many of them as there are values too few.
func UnpackFewer(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := tooFew.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about names to unpack into", Aside: true}
	}
	there, _ := strconv.Atoi(said[1] + said[4])
	expected, _ := strconv.Atoi(said[2] + said[3])
	first, end := s.First, m.Find(s.First, s.Last, "=")
	if s.Keyword == "for" {
		first, end = s.First+1, m.Find(s.First+1, s.Colon, "in")
	}
	if m.Is(first, "(", "[") && end > first && m.Tokens[first].Close == end-1 {
		first, end = first+1, end-1
	}
	var unread []int
	names := 0
	for i := first; i < end; i += 2 {
		if m.Tokens[i].Kind != pytree.Name || i+1 < end && !m.Is(i+1, ",") {
			return nil, rule.Declined{Reason: "something else than names is unpacked into", Aside: true}
		}
		names++
		if m.readNowhere(s, i) {
			unread = append(unread, i)
		}
	}
	switch {
	case names != expected || expected-there != len(unread):
		return nil, rule.Declined{Reason: "not as many of the names go unread as there are values too few", Aside: true}
	case there < 2:
		return nil, rule.Declined{Reason: "one value is no pair", Aside: true}
	}
	var edits []text.Edit
	for _, i := range unread {
		sp := text.Span{Start: m.Tokens[i-1].Span.Start, End: m.Tokens[i].Span.End}
		if i == first {
			sp = text.Span{Start: m.Tokens[i].Span.Start, End: m.Tokens[i+2].Span.Start}
		}
		edits = append(edits, text.Edit{Span: sp})
	}
	return edits, nil
}

// readNowhere reports whether the name at a token stands nowhere else in its function.
// What a module binds, another one may read.
func (m Source) readNowhere(s *pytree.Stmt, i int) bool {
	fn := s.Function()
	if fn == nil {
		return false
	}
	for j := range m.Named(m.Tokens[i].Text, fn.First, m.Ends(fn)) {
		if j != i {
			return false
		}
	}
	return true
}
