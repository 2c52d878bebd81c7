package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	privateMember = lazyre.New(`^Property '([\w$]+)' is (?:private|protected) and only accessible within class '([\w$]+)'`)
	givesBack     = lazyre.New(`(?m)(\S[^\n{};]*? )??(get )?([\w$]+)\(\)(?:: *[^{};]+)? \{\s*return this\.([\w$]+);?\s*\}`)
)

// PublicMember asks for a private member by the public one that gives it back.
func PublicMember(p rule.Problem) ([]text.Edit, error) {
	src, at := p.Snapshot.Text(), p.Diagnostic.Span.Start
	said := privateMember.FindStringSubmatch(p.Diagnostic.Message)
	if said == nil || !strings.HasPrefix(src[at:], said[1]) {
		return nil, rule.Decline("no private member at the diagnostic")
	}
	end := at + len(said[1])
	if changed(strings.TrimLeft(src[end:], " \t")) {
		return nil, rule.Decline("the member is not only read")
	}
	_, class, ok := strings.Cut(src, "class "+said[2])
	if !ok || strings.Count(src, "class "+said[2]+" ") != 1 {
		return nil, rule.Decline("%s is not a class of this file", said[2])
	}
	class, _, _ = strings.Cut(class, "\nclass ")
	name, err := publicName(class, said[1])
	if err != nil {
		return nil, err
	}
	return []text.Edit{{Span: text.Span{Start: at, End: end}, New: name}}, nil
}

// changed reports whether what stands before a text is set, counted or called by it.
func changed(behind string) bool {
	return written.MatchString(behind) && !strings.HasPrefix(behind, "==")
}

var written = lazyre.New(`^(?:\(|\+\+|--|(?:[-+*/%&|^]|\*\*|\?\?|&&|\|\||<<|>>>?)?=)`)

// GivenBackBy are the getters and methods of the classes of a text that do nothing but
// give back a member of their object, and how they are asked for.
func GivenBackBy(src, member string) (names, asked []string) {
	for _, m := range givesBack.FindAllStringSubmatch(src, -1) {
		if m[4] != member {
			continue
		}
		names = append(names, m[3])
		switch {
		case strings.TrimPrefix(m[1], "public ") != "":
			asked = append(asked, "") // from inside of the class only
		case m[2] != "":
			asked = append(asked, m[3])
		default:
			asked = append(asked, m[3]+"()")
		}
	}
	return names, asked
}

// publicName is how a class's member is asked for from outside, of which there is one
// way.
func publicName(class, member string) (string, error) {
	_, asked := GivenBackBy(class, member)
	switch {
	case len(asked) == 0:
		return "", rule.Decline("no public member gives it back")
	case len(asked) > 1 || asked[0] == "":
		return "", rule.Decline("more than one member may be meant")
	}
	return asked[0], nil
}
