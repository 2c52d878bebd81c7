package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// wrongText is the compiler on a value of a type that has one way to the type
	// that is wanted.
	wrongText = lazyre.New(`^cannot use (?:.+) \((?:(variable|value|constant)(?: .+)? of (?:\w+ )?type (\S+)|untyped string constant(?: .+)?)\) as (string|error|\[\]byte|\[\]rune) value in `)
	// mixedText is a text beside something else.
	mixedText = lazyre.New(`^invalid operation: (.+) \(mismatched types (?:untyped )?(string|int|rune|byte) and (?:untyped )?(string|int|rune|byte)\)$`)
)

// ConvertText makes a text of what is no text, or the other way round, where the
// language or its library has one way to do that.
func ConvertText(g Source) ([]text.Edit, error) {
	if g.ofRange() {
		return nil, rule.Decline("it is the variable of a loop, which may be the wrong one")
	}
	if said := mixedText.FindStringSubmatch(g.Diagnostic.Message); said != nil {
		return g.beside(g.binary(said[1]), said[2], said[3])
	}
	said := wrongText.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a text", Aside: true}
	}
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		e, ok := n.(ast.Expr)
		if !ok || g.at(n.Pos()) != g.Diagnostic.Span.Start || !g.isValue(e) {
			continue
		}
		if strings.HasPrefix(said[2], "[") && strings.HasSuffix(said[2], "]byte") && said[2] != "[]byte" {
			if said[1] == "variable" && said[3] == "[]byte" {
				return []text.Edit{rule.InsertAt(g.span(e).End, "[:]")}, nil
			}
			break
		}
		return g.asText(e, said[2], said[3])
	}
	return nil, rule.Decline("no such value at the diagnostic")
}

// isValue reports whether an expression is what the compiler speaks of at its start,
// and no part of one that begins there too.
func (g Source) isValue(e ast.Expr) bool {
	said, ok := strings.CutPrefix(compact(g.Diagnostic.Message), "cannotuse"+compact(g.text(e))+"(")
	return ok && (strings.HasPrefix(said, "variable") || strings.HasPrefix(said, "value") || strings.HasPrefix(said, "constant") || strings.HasPrefix(said, "untyped"))
}

// ways are those from one type to another: a conversion, or a function of a package.
func ways() map[string][2]string {
	return map[string][2]string{
		"rune string": {"string"}, "byte string": {"string"}, "[]byte string": {"string"}, "[]rune string": {"string"},
		"string []byte": {"[]byte"}, "string []rune": {"[]rune"}, "int string": {"strconv.Itoa", "strconv"},
		"string error": {"errors.New", "errors"}, " error": {"errors.New", "errors"},
	}
}

// asText converts an expression of one type to another.
func (g Source) asText(e ast.Expr, from, to string) ([]text.Edit, error) {
	way, ok := ways()[from+" "+to]
	switch {
	case !ok:
		return nil, rule.Decline("there is more than one way from %s to %s", from, to)
	case way[1] == "":
		return g.converted(e, way[0]), nil
	case shadowed(g.file, way[1]):
		return nil, rule.Decline("%s means something else in this file", way[1])
	}
	edits, err := g.importLine(way[1])
	if err != nil {
		return nil, err
	}
	return append(edits, g.converted(e, way[0])...), nil
}

// beside makes a text of the operand that is none, where two are joined. Where they
// are compared, the other one becomes a character.
func (g Source) beside(b *ast.BinaryExpr, left, right string) ([]text.Edit, error) {
	if b == nil {
		return nil, rule.Decline("no such operation at the diagnostic")
	}
	from, e, other := right, b.Y, b.X
	if left != "string" {
		from, e, other = left, b.X, b.Y
	}
	switch {
	case left != "string" && right != "string" || left == right:
		return nil, rule.Declined{Reason: "it is not about a text", Aside: true}
	case b.Op == token.ADD:
		return g.asText(e, from, "string")
	case b.Op == token.EQL || b.Op == token.NEQ:
		if c := g.asCharacter(other, from); c != "" {
			return []text.Edit{{Span: g.span(other), New: c}}, nil
		}
	}
	return nil, rule.Decline("there is more than one way from %s to %s", left, right)
}

// asCharacter is an expression of a text as a character, "" where it is more than one.
func (g Source) asCharacter(e ast.Expr, like string) string {
	switch c := e.(type) {
	case *ast.CallExpr: // runes[i] == string(runes[j])
		if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "string" && len(c.Args) == 1 {
			return g.text(c.Args[0])
		}
	case *ast.BasicLit: // s[0] == "a"
		if runes := []rune(literal(c)); len(runes) == 1 && (like == "rune" || runes[0] < utf8.RuneSelf) {
			return strconv.QuoteRune(runes[0])
		}
	}
	return ""
}

func literal(l *ast.BasicLit) string {
	s, err := strconv.Unquote(l.Value)
	if err != nil || l.Kind != token.STRING {
		return ""
	}
	return s
}

// statedName is the compiler on a name of another case than the one that is there.
var statedName = lazyre.New(`^undefined: \w+\.(\w+) \(but have (\w+)\)$|undefined \(type .+ has no field or method (\w+), but does have (?:field|method) (\w+)\)$|^unknown field (\w+) in struct literal of type \S+, but does have (\w+)$`)

// StatedName writes the name that the compiler says is there.
func StatedName(g Source) ([]text.Edit, error) {
	said := statedName.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "the compiler names no other name", Aside: true}
	}
	old, name := said[1]+said[3]+said[5], said[2]+said[4]+said[6]
	var found []*ast.Ident
	line := g.Snapshot.LineAt(g.Diagnostic.Span.Start)
	ast.Inspect(g.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == old && g.at(id.Pos()) >= g.Diagnostic.Span.Start && g.Snapshot.LineAt(g.at(id.Pos())) == line {
			found = append(found, id)
		}
		return true
	})
	if len(found) == 0 {
		return nil, rule.Decline("no %s at the diagnostic", old)
	}
	return []text.Edit{{Span: g.span(found[0]), New: name}}, nil
}
