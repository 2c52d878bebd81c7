package ecma

import (
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// counted is a key's number in a map made anew from the one before:
// m.set(k, m.get(k) + 1).
var counted = lazyre.New(`([\w$.]+)\.set\(([\w$.]+(?:\[[\w$.]+\])?), ([\w$.]+)\.get\(([\w$.]+(?:\[[\w$.]+\])?)\)!? [-+] [\w$.]+(?:\[[\w$.]+\])?\)`)

// CountFromZero counts what a map does not have yet from 0.
func CountFromZero(p rule.Problem) ([]text.Edit, error) {
	n, line, at := p.Line()
	for _, m := range counted.FindAllStringSubmatchIndex(line, -1) {
		first, end := m[6], m[9]+1
		if at < m[0] || at >= m[1] {
			continue
		}
		if line[m[2]:m[3]] != line[m[6]:m[7]] || line[m[4]:m[5]] != line[m[8]:m[9]] || line[end] == '!' {
			return nil, rule.Decline("it is another key, or another map")
		}
		start := p.Snapshot.LineStart(n)
		return []text.Edit{rule.InsertAt(start+first, "("), rule.InsertAt(start+end, " ?? 0)")}, nil
	}
	return nil, rule.Declined{Reason: "it is not about a number that is counted", Aside: true}
}
