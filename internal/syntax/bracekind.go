package syntax

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
)

// modifiers may stand before the word that says what an item is.
const modifiers = " pub export default async static public private protected internal abstract final virtual " +
	"override unsafe extern inline declare readonly sealed partial open data "

// implemented returns the type that an impl (Rust) is for: "<T> Trait for a::Type<T>".
func implemented(rest string) string {
	rest = strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(rest, "<") {
		depth := 0
		for i := range len(rest) {
			switch {
			case rest[i] == '<':
				depth++
			case rest[i] == '>' && rest[i-1] != '-':
				depth--
			}
			if depth == 0 {
				rest = rest[i+1:]
				break
			}
		}
	}
	if _, subject, ok := strings.Cut(rest, " for "); ok {
		rest = subject
	}
	if i := strings.IndexAny(rest, "<{"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexAny(strings.TrimRight(rest, " \t"), ": \t&")+1:]
	name, _ := firstWord(rest)
	return name
}

// braceKinds says what the word that an item starts with makes of it.
var braceKinds = byWord(map[Kind]string{
	Function:  "func fn function fun def sub",
	Class:     "impl class struct interface trait enum union mod namespace record protocol extension object module",
	Import:    "import use using require include",
	Block:     "if for foreach while switch match select try do loop with synchronized lock",
	Clause:    "else catch finally case default elif",
	Statement: "return throw new await go defer yield delete goto break continue package",
})

// braceKind returns what a piece of code begins, with its keyword and its name.
func (s *scanner) braceKind(code string) (Kind, string, string) {
	word, rest := itemWord(code)
	next, _ := firstWord(strings.TrimLeft(rest, " \t*"))
	switch kind := braceKinds[word]; {
	case word == "impl":
		return Class, word, implemented(rest)
	case word == "func" && next == "": // a Go method
		_, rest, _ = strings.Cut(rest, ")")
		next, _ = firstWord(strings.TrimLeft(rest, " \t"))
		return Function, word, next
	case kind == Function || kind == Class:
		return kind, word, next
	case word == "type" && next != "":
		return Class, word, next
	case kind == Statement:
		return Statement, "", ""
	case kind != 0:
		return kind, word, ""
	case slices.Contains([]string{"const", "let", "var"}, word):
		return s.declaration(code, word, next)
	case word == "" && strings.HasPrefix(strings.TrimLeft(code, " \t"), "#include"):
		return Import, "#include", ""
	}
	if name := called(code); name != "" {
		return Function, "", name
	}
	return Statement, "", ""
}

// itemWord returns the word that says what an item is, behind its modifiers, and what
// follows it.
func itemWord(code string) (word, rest string) {
	rest = code
	for range 8 {
		word, rest = firstWord(strings.TrimLeft(rest, " \t"))
		if !strings.Contains(modifiers, " "+word+" ") || word == "" {
			break
		}
		if word == "pub" && strings.HasPrefix(rest, "(") {
			_, rest, _ = strings.Cut(rest, ")")
		}
	}
	return word, rest
}

// declaration returns what a declaration of a variable is: an import by require, a
// function, or just a statement.
func (s *scanner) declaration(code, word, name string) (Kind, string, string) {
	if _, _, ok := requireNames(code); ok {
		return Import, word, ""
	}
	script := s.f.dia.Family == lex.Script && (strings.Contains(code, "=>") || strings.Contains(code, "function"))
	if script || strings.Contains(code, "= func(") {
		return Function, word, name
	}
	return Statement, "", ""
}

// called returns the name of "int main(…) {" and "name(…) {", which is a definition if
// a brace follows; "" for other code.
func called(code string) string {
	i := strings.IndexByte(code, '(')
	if i <= 0 || strings.ContainsAny(code[:i], "=.\"'{") {
		return ""
	}
	name := code[:i]
	name = name[strings.LastIndexAny(name, " \t*&:")+1:]
	if !isIdentifier(name) {
		return ""
	}
	return name
}
