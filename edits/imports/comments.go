package imports

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// directive is a comment that speaks to a tool: a word, a colon, and what it is to do; or
// one word alone that says no, as in "# noqa".
var directive = lazyre.New(`^#+\s*(?:[A-Za-z][\w.-]*:\s*\S|(?i:no[a-z]+)\s*$)`)

// comment says what somebody has written on an import: behind it, or in the lines right
// above its statement.
func (s *side) comment(i pyload.Import) string {
	st := i.Stmt
	lines := []int{s.line(st.First)}
	for line := s.line(i.First); line <= s.line(i.Last-1); line++ {
		lines = append(lines, line)
	}
	for _, line := range append(lines, s.line(st.Last-1)) {
		if at, commented := s.comments[line]; commented && at > st.First {
			return spoken(s.Tokens[at].Text)
		}
	}
	if above := s.above(st); above != "" {
		return spoken(above)
	}
	return ""
}

// spoken says why an import with a comment is to stay: the comment is for a tool, or explains the import.
func spoken(comment string) string {
	if len(comment) > 70 {
		comment = comment[:67] + "…"
	}
	if directive.MatchString(comment) {
		return "its comment speaks to a tool: " + comment
	}
	return "a comment explains it: " + comment
}

// above returns the comment right above a statement, "" if there is none, or it is about
// something else: the file, a group of imports, or code that is commented out.
func (s *side) above(st *pytree.Stmt) string {
	line := s.Snapshot.LineAt(s.Tokens[st.Decorators].Span.Start)
	from := line
	for from > 0 && strings.HasPrefix(s.Snapshot.Line(from-1), st.Indent+"#") {
		from--
	}
	if from == line || from == 0 { // a file begins with its encoding, its licence
		return ""
	}
	said := strings.TrimSpace(s.Snapshot.Line(line - 1))
	if heading(said) || commentedOut(said) {
		return ""
	}
	return said
}

// heads are the words of headings over groups of imports, as PEP 8
// (https://peps.python.org/pep-0008/#imports) and isort
// (https://pycqa.github.io/isort/docs/configuration/options.html#import-headings) have them.
var heads = strings.Fields(`standard library stdlib libraries builtin builtins built in python core future related
third 3rd party thirdparty external first
local application app specific project own internal folder imports import modules module packages package
dependencies from and the of`)

// heading reports whether a comment names a group of imports.
func heading(comment string) bool {
	words := strings.FieldsFunc(strings.ToLower(comment),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	left := slices.DeleteFunc(words, func(w string) bool { return slices.Contains(heads, w) })
	return len(left) == 0 || len(left) == 1 && len(words) == 2 // "Django imports"
}

// commentedOut reports whether a comment is an import that is commented out.
func commentedOut(comment string) bool {
	t, err := pytree.Parse(strings.TrimLeft(comment, "# \t") + "\n")
	return err == nil && len(t.Body) == 1 && pycode.IsImport(t.Body[0]) &&
		(len(t.Tokens) == 4 || t.Find(0, len(t.Tokens)-2, "import") > 1 || t.Find(0, len(t.Tokens)-2, ".", ",", "as") > 0)
}
