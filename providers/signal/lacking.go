package signal

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// lacking is what checkers say where a class is used that lacks a member: mypy and
// pyright of abstract ones, pylint, Go's compiler, mypy of a protocol.
var lacking = lazyre.New(`[Cc]annot instantiate abstract class ["']([\w.]+)["']|Abstract class '(\w+)' with abstract ` +
	`methods instantiated|\b([\w.]+) does not implement [\w.]+ \((?:missing method|wrong type for method)` +
	`|^["'](\w+)["'] is missing following ["'][\w.]+["'] protocol member|` +
	`^Following member\(s\) of ["']([\w.]+)["'] have conflicts|["'](\w+)["'] is incompatible with protocol`)

// Lacking returns the class, or the type, that a diagnostic or a note of it is about where it
// lacks a member: what is to be changed is not the place that uses it. "" if it is about
// none.
func Lacking(d Diagnostic) string {
	m := lacking.FindStringSubmatch(d.Message)
	for i := 0; m == nil && i < len(d.Related); i++ {
		m = lacking.FindStringSubmatch(d.Related[i].Message)
	}
	if m == nil {
		return ""
	}
	name := strings.Join(m[1:], "")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// lackingMethod is what Go's compiler says of the method itself; unfilled are the words of
// mypy and pyright for what an abstract class leaves to be written.
var (
	lackingMethod = lazyre.New(`does not implement [\w.]+ \((missing|wrong type for) method (\w+)\)`)
	unfilled      = lazyre.New(`with abstract attributes? ("[\w", ]+?(?: and "\w+")?)$|"\w+\.(\w+)" is not implemented`)
	word          = lazyre.New(`\w+`)
)

// Wanted returns the members that an interface or a base class wants of a class that lacks
// them; of Go also a method that the class has in another form: its definition is a
// place of its own, outside of the type's.
func Wanted(d Diagnostic) (names []string, other bool) {
	if m := lackingMethod.FindStringSubmatch(d.Message); m != nil {
		return m[2:], m[1] != "missing"
	}
	for _, m := range unfilled.FindAllStringSubmatch(d.Message, -1) {
		for _, name := range word.FindAllString(m[1]+m[2], -1) {
			if name != "and" {
				names = append(names, name)
			}
		}
	}
	return names, false
}

// The words for a member that a class does not have, where nothing like it is named: the
// class first (mypy, Go's compiler, pylint) and the member first (pyright, tsc, rustc).
var (
	classLacks = lazyre.New(`^"(\w+)" has no attribute "(\w+)"$|undefined \(type \*?(?:\w+\.)?(\w+) has no field or ` +
		`method (\w+)\)|^Instance of '(\w+)' has no '(\w+)' member$`)
	memberLost = lazyre.New(`^Cannot access (?:attribute|member) "(\w+)" for class "(\w+)\*?"|^Property '(\w+)' does ` +
		`not exist on type '(\w+)'\.$|` +
		"^no method named `(\\w+)` found for (?:struct|enum|reference) `&?(?:mut )?(\\w+)`")
)

// LackingMember returns the class that lacks a member which the place of a diagnostic uses,
// and the member: either may be at fault.
func LackingMember(d Diagnostic) (class, member string) {
	pair := func(m []string) (first, second string) {
		for i := 1; i+1 < len(m); i += 2 {
			first, second = first+m[i], second+m[i+1]
		}
		return first, second
	}
	if m := classLacks.FindStringSubmatch(d.Message); m != nil {
		return pair(m)
	}
	member, class = pair(memberLost.FindStringSubmatch(d.Message))
	return class, member
}
