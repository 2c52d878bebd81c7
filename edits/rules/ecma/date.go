package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// DateArithmetic takes the milliseconds of the dates that are reckoned with, as the
// operators do at run time.
func DateArithmetic(p rule.Problem) ([]text.Edit, error) {
	edit, err := milliseconds(p.Snapshot.Text(), p.Diagnostic.Span.Start)
	if err != nil {
		return nil, err
	}
	edits := []text.Edit{edit}
	for _, other := range p.Others {
		if !operand(other) || other.Span.Start == p.Diagnostic.Span.Start || p.Snapshot.LineAt(other.Span.Start) != p.Snapshot.LineAt(p.Diagnostic.Span.Start) {
			continue
		}
		if edit, err := milliseconds(p.Snapshot.Text(), other.Span.Start); err == nil {
			edits = append(edits, edit)
		}
	}
	return edits, nil
}

// operand reports whether the TypeScript compiler says of one side of an operation
// that it is no number.
func operand(d signal.Diagnostic) bool {
	return signal.Tool(d.Tool) == "tsc" && (strings.HasSuffix(d.Code, "2362") || strings.HasSuffix(d.Code, "2363"))
}

// milliseconds asks the date that begins at an offset for its time.
func milliseconds(src string, at int) (text.Edit, error) {
	if made := "new Date("; strings.HasPrefix(src[at:], made) {
		i := strings.IndexAny(src[at+len(made):], "()'\"`")
		if end := at + len(made) + i; i >= 0 && src[end] == ')' && !strings.HasPrefix(src[end+1:], ".") {
			return rule.InsertAt(end+1, ".getTime()"), nil
		}
		return text.Edit{}, rule.Decline("what the date is made of is more than a name")
	}
	end := at + strings.IndexFunc(src[at:]+" ", func(r rune) bool { return !isName(r) })
	name, behind := src[at:end], strings.TrimLeft(src[end:], " \t")
	if name == "" || behind != "" && strings.ContainsRune(".([?!", rune(behind[0])) || strings.HasSuffix(strings.TrimRight(src[:at], " \t"), ".") {
		return text.Edit{}, rule.Decline("no name at the diagnostic")
	}
	dates := 0
	for _, m := range declares.FindAllStringSubmatch(src, -1) {
		if m[1]+m[3] != name {
			continue
		}
		if m[2] != "Date" && m[4] == "" {
			return text.Edit{}, rule.Decline("%s is not only a date", name)
		}
		dates++
	}
	if dates == 0 || strings.Contains(src, "class Date") {
		return text.Edit{}, rule.Decline("%s is not declared as a date", name)
	}
	return rule.InsertAt(end, ".getTime()"), nil
}

// declares finds names with their types, and with what they are made of.
var declares = lazyre.New(`([\w$]+)\??: *([\w$]+(?:[\[<|&. ]*[^\s,)=;{}]+)*)|(?:const|let|var) ([\w$]+) = (new Date\()?`)
