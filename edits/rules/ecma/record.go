package ecma

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// emptyIndexed is the checker on an object that began without members.
	emptyIndexed = lazyre.New(`because expression of type '(?:string|number)' can't be used to index type '\{\}'`)
	variable     = lazyre.New(`^[\w$]+`)
	// recordResult is the end of a function's head whose result has members by key.
	recordResult = lazyre.New(`\): ((?:Record<|Partial<Record<|\{ \[)[^={}]*(?:\})?) (?:\{|=>)\s*$`)
)

// KeyedObject gives an object that is filled by key the type of the result that it
// becomes: {} alone has no members, and admits none.
func KeyedObject(p rule.Problem) ([]text.Edit, error) {
	n, line, at := p.Line()
	if !emptyIndexed.MatchString(p.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about an object without members", Aside: true}
	}
	name := variable.FindString(line[at:])
	if name == "" {
		return nil, rule.Decline("no variable at the diagnostic")
	}
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	body, of, ok := resultOf(p.Snapshot, f, n)
	if !ok {
		return nil, rule.Decline("no function around it says that its result has members by key")
	}
	src, offset := p.Snapshot.Slice(body), body.Start
	word := regexp.QuoteMeta(name)
	if d := regexp.MustCompile(`\b(?:const|let|var) `+word+`( = \{\};?)`).FindAllStringSubmatchIndex(src, -1); len(d) == 1 {
		if !regexp.MustCompile(`\breturn ` + word + `\s*(?:;|\n|\})`).MatchString(src) {
			return nil, rule.Decline("%s is not the function's result", name)
		}
		return []text.Edit{rule.InsertAt(offset+d[0][2], ": "+of)}, nil
	}
	gathers := regexp.MustCompile(`\breturn [^;{}]*?\.reduce(\()\(`+word+`\b`).FindAllStringSubmatchIndex(src, -1)
	if len(gathers) != 1 || !regexp.MustCompile(`\}, \{\}\)`).MatchString(src[gathers[0][1]:]) {
		return nil, rule.Decline("%s is not made of {} in this function", name)
	}
	return []text.Edit{rule.InsertAt(offset+gathers[0][2], "<"+of+">")}, nil
}

// resultOf is the innermost function around line n that names the type of its result,
// if its members have keys, and that type.
func resultOf(s text.Snapshot, f *syntax.File, n int) (body text.Span, of string, ok bool) {
	for _, node := range f.Nodes {
		if node.Kind != syntax.Function || !node.Lines.Contains(n) {
			continue
		}
		head := strings.TrimRight(s.Slice(s.LinesSpan(node.Header)), "\r\n")
		if m := recordResult.FindStringSubmatch(head); m != nil && (!ok || node.Lines.Len() < s.LinesOf(body).Len()) {
			body, of, ok = s.LinesSpan(node.Lines), m[1], true
		}
	}
	return body, of, ok
}
