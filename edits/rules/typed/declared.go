package typed

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	otherValue  = lazyre.New(`^Incompatible types in assignment \(expression has type "([^"]+)", (?:target|variable) has type "([^"]+)"\)$`)
	otherReturn = lazyre.New(`^Incompatible return value type \(got "([^"]+)", expected "([^"]+)"\)$`)
	plainType   = lazyre.New(`^(?:list|dict|set|tuple|frozenset|int|float|str|bytes|bool|[\[\], .])+$`)
	typeNames   = lazyre.New(`\w+`)
	// saysNumber, saysParts and saysText are how descriptions speak of a number, of one that
	// is no whole number, and of a text.
	saysNumber = lazyre.New(`(?i)\bas (?:an? )?(?:whole )?numbers?\b|\bhow (?:many|much|often|long|far|old|large|big)\b|\b(?:number|count|size|length|sum|total|amount|mean|average|age|weight|price)s?\b`)
	saysParts  = lazyre.New(`(?i)\d\.\d|\bfractions?\b|\bmean\b|\baverage\b|\bratio\b|\bshare\b|\bexact(?:ly)?\b`)
	saysWhole  = lazyre.New(`(?i)\bwhole\b|\bround\w*|\binteger\b|\bfloor\b|\bwithout (?:its|the|a) fraction|\bcut\b`)
	saysText   = lazyre.New(`(?i)\bas (?:an? )?(?:text|string|word)s?\b|\bformatted\b|\bprinted\b|\blike ["'` + "`" + `]`)
)

// DeclaredOtherwise corrects an annotation of a function's result, of what it gathers for
// that, or both, where its description says what kind of value it is.
func DeclaredOtherwise(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	fn := s.Function()
	value, result := otherValue.FindStringSubmatch(m.Diagnostic.Message), otherReturn.FindStringSubmatch(m.Diagnostic.Message)
	if fn == nil || value == nil && result == nil {
		return nil, rule.Declined{Reason: "it is not about another type than is declared", Aside: true}
	}
	if value != nil {
		return m.gathers(fn, s, value[1], value[2])
	}
	if s.Keyword != "return" || !m.saidToBe(fn, "", result[1], result[2]) {
		return nil, rule.Declined{Reason: "nothing says which of the two types is meant", Aside: true}
	}
	arrow := m.Find(fn.First, fn.Colon, "->")
	if arrow < 0 || m.Text(arrow+1, fn.Colon) != result[2] {
		return nil, rule.Decline("the function's result is not annotated so")
	}
	return append([]text.Edit{m.Replace(arrow+1, fn.Colon, result[1])}, m.resultsOf(fn, result[1], result[2])...), nil
}

// gathers corrects the annotation of a variable, and of the function that returns it.
func (m Source) gathers(fn, s *pytree.Stmt, got, want string) ([]text.Edit, error) {
	name := m.Tokens[s.First].Text
	var at *pytree.Stmt
	for o := range m.All {
		if o.Function() == fn && m.Is(o.First, name) && m.Is(o.First+1, ":") {
			if at != nil {
				return nil, rule.Decline("%s is declared more than once", name)
			}
			at = o
		}
	}
	if at == nil || !m.Is(s.First+1, "[", "=") {
		return nil, rule.Declined{Reason: "no variable of the function is declared so", Aside: true}
	}
	first, last := at.First+2, m.Find(at.First, at.Last, "=")
	if last < 0 {
		last = at.Last
	}
	declared := m.Text(first, last)
	meant := got
	if m.Is(s.First+1, "[") {
		head, ok := strings.CutSuffix(declared, want+"]")
		if !ok {
			return nil, rule.Decline("%s holds values of another type", name)
		}
		meant = head + got + "]"
	} else if declared != want {
		return nil, rule.Decline("%s is declared in another way", name)
	}
	if !m.saidToBe(fn, name, meant, declared) {
		return nil, rule.Declined{Reason: "nothing says which of the two types is meant", Aside: true}
	}
	edits := []text.Edit{m.Replace(first, last, meant)}
	if arrow := m.Find(fn.First, fn.Colon, "->"); m.returns(fn, name) && arrow >= 0 {
		if m.Text(arrow+1, fn.Colon) != declared {
			return nil, rule.Decline("the function gives it as another type")
		}
		edits = append([]text.Edit{m.Replace(arrow+1, fn.Colon, meant)}, edits...)
	}
	return edits, nil
}

// returns reports whether a function gives a variable back as it is.
func (m Source) returns(fn *pytree.Stmt, name string) bool {
	for s := range m.All {
		if s.Function() == fn && s.Keyword == "return" && s.Last == s.First+2 && m.Is(s.First+1, name) {
			return true
		}
	}
	return false
}

// saidToBe reports whether a function's description, or a parameter elsewhere of the same
// name, says that a value has the one type and not the other, which differ in one place.
func (m Source) saidToBe(fn *pytree.Stmt, name, got, declared string) bool {
	if !plainType.MatchString(got) || !plainType.MatchString(declared) {
		return false
	}
	a, b := typeNames.FindAllString(got, -1), typeNames.FindAllString(declared, -1)
	if len(a) != len(b) || typeNames.ReplaceAllString(got, "") != typeNames.ReplaceAllString(declared, "") {
		return false
	}
	is, said := "", ""
	for i := range a {
		if a[i] != b[i] {
			if is != "" {
				return false
			}
			is, said = a[i], b[i]
		}
	}
	if name != "" && m.takenElsewhere(fn, name, got) {
		return true
	}
	says := m.description(fn)
	switch {
	case said == "str" && (is == "int" || is == "float"):
		return saysNumber.MatchString(says) && !saysText.MatchString(says)
	case said == "int" && is == "float":
		return saysParts.MatchString(says) && !saysWhole.MatchString(says)
	}
	return false
}

// takenElsewhere reports whether another function takes what has the name, as that type.
func (m Source) takenElsewhere(fn *pytree.Stmt, name, as string) bool {
	takes := regexp.MustCompile(`[(,]\s*` + name + `: ` + regexp.QuoteMeta(as) + `\s*[,)=]`)
	for s := range m.All {
		if s.Keyword == "def" && s != fn && takes.MatchString(m.Text(s.First, s.Colon)) {
			return true
		}
	}
	return false
}

// resultsOf corrects the functions that give on what a function gives, and say the same
// of it.
func (m Source) resultsOf(fn *pytree.Stmt, is, said string) (edits []text.Edit) {
	call := regexp.MustCompile(`(?:^|[^\w.])` + m.DefinedName(fn) + `\(`)
	done := map[*pytree.Stmt]bool{fn: true}
	for s := range m.All {
		in := s.Function()
		if s.Keyword != "return" || in == nil || done[in] || !call.MatchString(m.Text(s.First+1, s.Last)) || cutsParts.MatchString(m.Text(s.First+1, s.Last)) {
			continue
		}
		if arrow := m.Find(in.First, in.Colon, "->"); arrow >= 0 && m.Text(arrow+1, in.Colon) == said {
			done[in] = true
			edits = append(edits, m.Replace(arrow+1, in.Colon, is))
		}
	}
	return edits
}

// cutsParts are ways to a whole number.
var cutsParts = lazyre.New(`\b(?:int|round|floor|ceil|trunc|len|str)\(|//`)
