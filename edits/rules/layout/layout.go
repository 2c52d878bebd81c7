// Package layout sets the blanks and blank lines of Python as pycodestyle wants them
// (https://pycodestyle.pycqa.org/en/2.14.0/intro.html#error-codes), and pylint, which
// asks for some of the same. What it edits is nothing but what stands between tokens.
package layout

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// source is a document with its tokens, and where a finding says that something is.
type source struct {
	pycode.Module
	at   int // bytes
	line int
}

// form is how a finding is mended.
type form func(source) ([]text.Edit, error)

// forms are the codes of pycodestyle, and pylint's names for the same.
var forms = map[string]form{
	"E201": gap(""), "E202": gap(""), "E203": gap(""), "E211": gap(""), "E251": gap(""),
	"E221": gap(" "), "E222": gap(" "), "E223": gap(" "), "E224": gap(" "), "E241": gap(" "), "E242": gap(" "),
	"E271": gap(" "), "E272": gap(" "), "E273": gap(" "), "E274": gap(" "),
	"E225": around, "E226": around, "E227": around, "E228": around, "E252": around,
	"E231": behind(",", ";", ":"), "E275": behind(),
	"E261": inline, "E262": comment, "E265": comment, "E266": comment,
	"E301": above(1), "E306": above(1), "E302": above(2), "E305": above(2), "E304": above(0), "E303": tooMany,
	"E127": visual, "E128": visual, "E502": joined,
	"W291": trailing, "W293": trailing, "C0303": trailing, "trailing-whitespace": trailing,
	"W391": ending, "C0305": ending, "trailing-newlines": ending,
	"W292": unended, "C0304": unended, "missing-final-newline": unended,
}

// Signals returns the findings that [Fix] is for.
func Signals() []string {
	var out []string
	for code := range forms {
		if strings.Trim(code[1:], "0123456789") == "" && code[0] != 'C' {
			out = append(out, "flake8/"+code)
		} else {
			out = append(out, "pylint/"+code)
		}
	}
	return out
}

// Fix mends the problem's finding.
func Fix(m pycode.Module) ([]text.Edit, error) {
	mend, ok := forms[m.Diagnostic.Code]
	if !ok {
		return nil, rule.Decline("nothing is known of %s", m.Diagnostic.Code)
	}
	at := m.Diagnostic.Span.Start
	edits, err := mend(source{m, at, m.Snapshot.LineAt(at)})
	if err == nil && len(edits) == 0 {
		return nil, rule.Decline("the text there is as it should be already")
	}
	return edits, err
}

func blank(b byte) bool { return b == ' ' || b == '\t' }

func insert(at int, s string) []text.Edit { return []text.Edit{rule.InsertAt(at, s)} }

// token returns the one that contains the finding's place, or the first one behind it.
func (s source) token() int { return s.TokenAt(s.at) }

// begins reports whether a token is the first of a logical line.
func (s source) begins(i int) bool { return i == 0 || s.Tokens[i-1].Kind == pytree.Newline }

// adjoin puts a blank between a token and the next one, if they touch.
func (s source) adjoin(i int) []text.Edit {
	if i < 0 || i+1 >= len(s.Tokens) || s.begins(i+1) || s.Tokens[i].Span.End != s.Tokens[i+1].Span.Start ||
		s.Tokens[i+1].Kind == pytree.Newline {
		return nil
	}
	return insert(s.Tokens[i].Span.End, " ")
}

// apart reports whether a token and the next one are two without a blank between.
func (s source) apart(i int) bool {
	a, b := s.Tokens[i], s.Tokens[i+1]
	if strings.HasPrefix(b.Text, "=") && a.Kind == pytree.Op {
		return a.Is(")", "]", "}")
	}
	closed := []string{"(", ")", "[", "]", "{", "}", ",", ":", ";", "="}
	return a.Is(closed...) || b.Is(closed...)
}

// gap replaces the blanks at the place, which stand between two tokens of a line.
func gap(want string) form {
	return func(s source) ([]text.Edit, error) {
		sp := text.Span{Start: s.at, End: s.at}
		for sp.Start > 0 && blank(s.Src[sp.Start-1]) {
			sp.Start--
		}
		for sp.End < len(s.Src) && blank(s.Src[sp.End]) {
			sp.End++
		}
		i := s.TokenAt(sp.Start)
		switch {
		case sp.Len() == 0:
			return nil, rule.Decline("no blanks at the diagnostic")
		case s.begins(i) || s.Tokens[i-1].Span.End != sp.Start || s.Tokens[i].Span.Start != sp.End:
			return nil, rule.Decline("the blanks are not between two words of one line")
		case want == "" && !s.apart(i-1):
			return nil, rule.Decline("without a blank they would be one word")
		}
		return []text.Edit{{Span: sp, New: want}}, nil
	}
}

// words are operators that are spelled with letters.
var words = []string{"in", "is", "and", "or", "not", "if", "else"}

// around puts blanks on both sides of the operator at the place. The place is where
// the one before is missing, else where the one behind is.
func around(s source) ([]text.Edit, error) {
	operator := func(i int) bool {
		return i > 0 && (s.Tokens[i].Kind == pytree.Op &&
			!s.Tokens[i].Is("(", ")", "[", "]", "{", "}", ",", ":", ";", ".") || s.Tokens[i].Is(words...))
	}
	i := s.token()
	if operator(i-1) && s.Tokens[i-1].Span.End == s.at {
		i--
	}
	if !operator(i) || s.Tokens[i].Span.Start > s.at {
		return nil, rule.Decline("no operator at the diagnostic")
	}
	return append(s.adjoin(i-1), s.adjoin(i)...), nil
}

// behind puts a blank behind the token at the place or before it: one of these, or a
// word.
func behind(texts ...string) form {
	return func(s source) ([]text.Edit, error) {
		for _, i := range []int{s.token(), s.token() - 1} {
			if i < 0 || s.Tokens[i].Span.Start > s.at || s.Tokens[i].Span.End < s.at {
				continue
			}
			if s.Tokens[i].Is(texts...) || len(texts) == 0 && s.Tokens[i].Kind == pytree.Name && s.Tokens[i].Span.End == s.at {
				return s.adjoin(i), nil
			}
		}
		return nil, rule.Decline("no place for a blank at the diagnostic: it may be in a string")
	}
}

// inline sets a comment behind code two blanks apart.
func inline(s source) ([]text.Edit, error) {
	i := s.token()
	if s.begins(i) || s.Tokens[i].Kind != pytree.Comment {
		return nil, rule.Decline("no comment behind code at the diagnostic")
	}
	sp := text.Span{Start: s.Tokens[i-1].Span.End, End: s.Tokens[i].Span.Start}
	if strings.Trim(s.Src[sp.Start:sp.End], " \t") != "" {
		return nil, rule.Decline("more than blanks stands before the comment")
	}
	return []text.Edit{{Span: sp, New: "  "}}, nil
}

// comment sets one "#" and one blank before the words of a comment.
func comment(s source) ([]text.Edit, error) {
	t := s.Tokens[s.token()]
	words := strings.TrimLeft(t.Text, "#")
	if t.Kind != pytree.Comment || strings.HasPrefix(words, "!") {
		return nil, rule.Decline("no comment with words at the diagnostic")
	}
	words = strings.TrimLeft(words, " \t")
	if words == "" {
		return nil, rule.Decline("the comment has no words")
	}
	return []text.Edit{{Span: text.Span{Start: t.Span.Start, End: t.Span.End - len(words)}, New: "# "}}, nil
}

// joined removes a backslash where brackets join the lines anyway.
func joined(s source) ([]text.Edit, error) {
	line := s.Snapshot.Line(s.line)
	end := s.Snapshot.LineStart(s.line) + len(line)
	i := s.TokenAt(end)
	if !strings.HasSuffix(line, "\\") || i == 0 || s.Tokens[i].In < 0 || s.Tokens[i].Span.Start < end {
		return nil, rule.Decline("no backslash inside brackets at the end of the line")
	}
	start := end - 1
	for start > 0 && blank(s.Src[start-1]) {
		start--
	}
	return []text.Edit{{Span: text.Span{Start: start, End: end}}}, nil
}

// visual moves the lines in a bracket to below what stands first in it, each with
// what its own brackets hold. All of them are one fix: one that grows too long would
// stay behind alone.
func visual(s source) ([]text.Edit, error) {
	k := s.token()
	open := s.Tokens[k].In
	if open < 0 || !s.leads(k) || s.Snapshot.LineAt(s.Tokens[k].Span.Start) != s.line {
		return nil, rule.Decline("no line in brackets at the diagnostic")
	}
	first := s.Tokens[open+1].Span.Start
	line := s.Snapshot.LineAt(first)
	before := s.Src[s.Snapshot.LineStart(line):first]
	if line != s.Snapshot.LineAt(s.Tokens[open].Span.Start) || s.Tokens[open+1].Kind == pytree.Comment || open+1 == k {
		return nil, rule.Decline("nothing stands behind the bracket")
	}
	var out []text.Edit
	delta := 0
	for i := open + 2; i < s.Tokens[open].Close; i++ {
		l := s.Snapshot.LineAt(s.Tokens[i].Span.Start)
		if l == line || !s.leads(i) {
			continue
		}
		start, have := s.Snapshot.LineStart(l), s.indent(l)
		if s.Tokens[i].In == open {
			delta = len([]rune(before)) - have
		}
		if have+delta < 0 || strings.Contains(before+s.Src[start:start+have], "\t") {
			return nil, rule.Decline("the lines are indented by other characters than blanks, or not far enough")
		}
		if delta != 0 {
			out = append(out, text.Edit{Span: text.Span{Start: start, End: start + have}, New: strings.Repeat(" ", have+delta)})
		}
	}
	return out, nil
}

// leads reports whether a token is the first on its line.
func (s source) leads(i int) bool {
	l := s.Snapshot.LineAt(s.Tokens[i].Span.Start)
	return s.Snapshot.LineStart(l)+s.indent(l) == s.Tokens[i].Span.Start
}

// indent returns how many bytes of blanks a line begins with.
func (s source) indent(line int) int {
	l := s.Snapshot.Line(line)
	return len(l) - len(strings.TrimLeft(l, " \t"))
}
