package rule

import (
	"cmp"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// argumentType is what mypy, pyright and Go say of an argument of another type.
var argumentType = lazyre.New(`^Argument \d+ to .* has incompatible type "(.+?)"; expected "(.+?)"$` +
	`|^Argument of type "(.+?)" cannot be assigned to parameter "\w+" of type "(.+?)"` +
	`|\((?:.*of (?:\w+ )?type |untyped )([\w.*\[\]]+)(?: constant.*)?\) as ([\w.*\[\]]+) value in argument`)

// Argument returns the type of an argument that a message is about, and the one it should have.
func Argument(message string) (is, wants string) {
	m := argumentType.FindStringSubmatch(message)
	if m == nil {
		return "", ""
	}
	return cmp.Or(m[1], m[3], m[5]), cmp.Or(m[2], m[4], m[6])
}

// Counterpart returns what else is reported of an argument that has the type which the one of
// the problem should have, and should have its.
func (p Problem) Counterpart() (signal.Diagnostic, error) {
	is, wants := Argument(p.Diagnostic.Message)
	if is == "" {
		return signal.Diagnostic{}, Declined{Reason: "it is not about an argument's type", Aside: true}
	}
	var found []signal.Diagnostic
	for _, o := range p.Others {
		if has, should := Argument(o.Message); has == wants && should == is && o.Tool == p.Diagnostic.Tool &&
			o.Span != p.Diagnostic.Span {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		return signal.Diagnostic{}, Declined{Reason: "no other argument has its type", Aside: true}
	}
	for _, o := range found { // of the same call, if several are as wrong
		if p.Snapshot.LineAt(o.Span.Start) == p.Snapshot.LineAt(p.Diagnostic.Span.Start) {
			return o, nil
		}
	}
	return found[0], nil
}
