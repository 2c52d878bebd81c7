package ecma

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	lacksMember = lazyre.New(`^Property '([\w$]+)' is missing in type '\{ ([^{}]*)\}' but required in type '([\w$]+)'`)
	memberName  = lazyre.New(`([\w$]+)\??: `)
)

// AbsentMember gives an object the member that its type wants, empty, where the
// function's description says that there is nothing of it: "a new note has no tags".
func AbsentMember(p rule.Problem) ([]text.Edit, error) {
	m := lacksMember.FindStringSubmatch(p.Diagnostic.Message)
	if m == nil {
		return nil, rule.Declined{Reason: "it is not about one member of an object", Aside: true}
	}
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	n, _, _ := p.Line()
	says, code := described(p.Snapshot, f, n)
	member := regexp.MustCompile(`(?s)\b(?:interface ` + m[3] + `(?: extends [\w$, ]+)?|type ` + m[3] + ` =) \{[^{}]*?\b` + m[1] + `: ([^;,\n{}]+)[;,\n]`).FindStringSubmatch(p.Snapshot.Text())
	if member == nil {
		return nil, rule.Decline("the type of %s is not plain to see", m[1])
	}
	empty := emptyOf(strings.TrimSpace(member[1]))
	if empty == "" || !saysNone(says, m[1], empty) {
		return nil, rule.Decline("nothing says what %s is to be", m[1])
	}
	var keys []string
	for _, k := range memberName.FindAllStringSubmatch(m[2], -1) {
		keys = append(keys, k[1])
	}
	body := lex.Code(p.Snapshot.Slice(code), lex.For(p.Snapshot.Lang))
	open, end := literalOf(body, keys)
	if open < 0 {
		return nil, rule.Decline("which object lacks %s is not plain to see", m[1])
	}
	edit := addMember(body, open, end, m[1]+": "+empty)
	edit.Span.Start, edit.Span.End = edit.Span.Start+code.Start, edit.Span.End+code.Start
	return []text.Edit{edit}, nil
}

// described is the comment above the function around line n, and where the function is.
func described(s text.Snapshot, f *syntax.File, n int) (says string, body text.Span) {
	best := text.Lines{Start: -1}
	for _, node := range f.Nodes {
		if node.Kind == syntax.Function && node.Lines.Contains(n) && (best.Start < 0 || node.Lines.Len() < best.Len()) {
			best = node.Lines
		}
	}
	if best.Start < 0 {
		return "", text.Span{}
	}
	first := best.Start
	for first > 0 && comment.MatchString(s.Line(first-1)) {
		first--
	}
	var lines []string
	for l := first; l < best.End && (l < best.Start || comment.MatchString(s.Line(l))); l++ {
		lines = append(lines, s.Line(l))
	}
	return strings.ToLower(strings.Join(lines, "\n")), s.LinesSpan(best)
}

var comment = lazyre.New(`^\s*(?://|/\*|\*)`)

// emptyOf is what a value of a type is where there is nothing, "" where that is open.
func emptyOf(t string) string {
	switch {
	case strings.Contains(t, "|"):
		return ""
	case strings.HasSuffix(t, "[]"), strings.HasPrefix(t, "Array<"), strings.HasPrefix(t, "ReadonlyArray<"):
		return "[]"
	case strings.HasPrefix(t, "Map<"), strings.HasPrefix(t, "Set<"):
		return "new " + t[:3] + "()"
	case strings.HasPrefix(t, "Record<string"):
		return "{}"
	}
	return map[string]string{"string": `""`, "number": "0", "boolean": "false"}[t]
}

// saysNone reports whether a description says that there is nothing of a member.
func saysNone(says, member, empty string) bool {
	name := regexp.QuoteMeta(strings.ToLower(member))
	if empty == "false" {
		return regexp.MustCompile(`\b(?:not|never) (?:yet |be |been |marked )*` + name + `\b`).MatchString(says)
	}
	return regexp.MustCompile(`\b(?:no|without|an empty|empty|zero|0) ` + name + `\b|\b` + name + ` (?:is|are|begins?|starts?)(?: \w+)? (?:empty|zero|0)\b`).MatchString(says)
}

// literalOf is where the one object with exactly these members begins and ends in code
// without comments and strings, -1 where there is none, or more than one.
func literalOf(src string, keys []string) (open, end int) {
	open = -1
	for i := range len(src) {
		if src[i] != '{' {
			continue
		}
		inside, to, ok := members(src, i)
		if !ok || !same(inside, keys) {
			continue
		}
		if open >= 0 {
			return -1, -1
		}
		open, end = i, to
	}
	return open, end
}

// members are the names that stand in an object that opens at byte i, and where it closes.
func members(src string, i int) (names []string, end int, ok bool) {
	depth, start := 0, i+1
	for j := i; j < len(src); j++ {
		switch c := src[j]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth == 0 {
				return appendName(names, src[start:j]), j, true
			}
		case c == ',' && depth == 1:
			names, start = appendName(names, src[start:j]), j+1
		case c == ';' && depth == 1:
			return nil, 0, false // a block
		}
	}
	return nil, 0, false
}

func appendName(names []string, member string) []string {
	if name := variable.FindString(strings.TrimSpace(member)); name != "" {
		return append(names, name)
	}
	if strings.TrimSpace(member) != "" {
		return append(names, "...")
	}
	return names
}

func same(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if !strings.Contains(" "+strings.Join(b, " ")+" ", " "+x+" ") {
			return false
		}
	}
	return true
}

// addMember puts a member behind the last one of an object.
func addMember(src string, open, end int, member string) text.Edit {
	last := len(strings.TrimRight(src[open+1:end], " \t\r\n")) + open + 1
	body := src[open+1 : end]
	row := ""
	if i := strings.LastIndexByte(src[open:last], '\n'); i >= 0 && strings.Contains(body, "\n") {
		line := src[open+i+1 : last]
		row = "\n" + line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if src[open+i-1] == '\r' {
			row = "\r" + row
		}
	}
	switch {
	case last == open+1:
		return text.Edit{Span: text.Span{Start: open + 1, End: end}, New: " " + member + " "}
	case src[last-1] == ',':
		return rule.InsertAt(last, cmp.Or(row, " ")+member+",")
	}
	return rule.InsertAt(last, ","+cmp.Or(row, " ")+member)
}
