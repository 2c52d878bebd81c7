package ecma

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	privateMember = lazyre.New(`^Property '([\w$]+)' is (?:private|protected) and only accessible within class '([\w$]+)'`)
	givesBack     = lazyre.New(`(get )?([\w$]+)\(\)(?:: *[^{};]+)? \{\s*return this\.([\w$]+);?\s*\}`)
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

// publicName is how a class's member is asked for from outside, of which there is one
// way.
func publicName(class, member string) (string, error) {
	name := ""
	for _, m := range givesBack.FindAllStringSubmatchIndex(class, -1) {
		if class[m[6]:m[7]] != member {
			continue
		}
		line := class[strings.LastIndexByte(class[:m[0]], '\n')+1 : m[0]]
		if name != "" || strings.TrimSpace(strings.ReplaceAll(line, "public ", "")) != "" {
			return "", rule.Decline("more than one member may be meant")
		}
		if name = class[m[4]:m[5]]; m[2] < 0 {
			name += "()"
		}
	}
	if name == "" {
		return "", rule.Decline("no public member gives it back")
	}
	return name, nil
}
