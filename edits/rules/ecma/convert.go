package ecma

import (
	"regexp"
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	wantsNumber = lazyre.New(`-hand side of an arithmetic operation must be of type|^Argument of type '([\w$]+)' is not assignable to parameter of type '(number|string)'`)
	plainValue  = lazyre.New(`^[\w$]+(?:\.[\w$]+)*`)
)

// OwnConversion converts a value by the one function of the file that takes every value
// of its type: value(price) of a "price: Cell", beside "value(cell: Cell): number".
func OwnConversion(p rule.Problem) ([]text.Edit, error) {
	m := wantsNumber.FindStringSubmatch(p.Diagnostic.Message)
	if m == nil {
		return nil, rule.Declined{Reason: "it is not about a value of another type", Aside: true}
	}
	n, line, at := p.Line()
	value := plainValue.FindString(line[at:])
	if value == "" {
		return nil, rule.Declined{Reason: "no plain value at the diagnostic", Aside: true}
	}
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	of, to := m[1], m[2]
	_, body := described(p.Snapshot, f, n)
	if of == "" {
		typed := regexp.MustCompile(`\b`+regexp.QuoteMeta(value)+`: ?([A-Z][\w$]*)\b`).FindAllStringSubmatch(p.Snapshot.Slice(body), -1)
		if len(typed) != 1 {
			return nil, rule.Declined{Reason: "the type of the value is not plain to see", Aside: true}
		}
		of, to = typed[0][1], "number"
	}
	src := p.Snapshot.Text()
	if !regexp.MustCompile(`\btype ` + regexp.QuoteMeta(of) + ` =[^;]*\|`).MatchString(src) {
		return nil, rule.Declined{Reason: of + " is no union of this file", Aside: true}
	}
	own := regexp.MustCompile(`\bfunction ([\w$]+)\([\w$]+: `+regexp.QuoteMeta(of)+`\): `+to+`\b`).FindAllStringSubmatchIndex(src, -1)
	own = slices.DeleteFunc(own, func(at []int) bool { return body.Contains(at[0]) })
	if len(own) != 1 {
		return nil, rule.Decline("the file has no one function that makes a %s of every %s", to, of)
	}
	start := p.Snapshot.LineStart(n) + at
	return []text.Edit{rule.InsertAt(start, src[own[0][2]:own[0][3]]+"("), rule.InsertAt(start+len(value), ")")}, nil
}
