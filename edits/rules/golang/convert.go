package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	mismatched = lazyre.New(`^invalid operation: (.+) \(mismatched types (\w+) and (\w+)\)$`)
	// duration is a span of time beside a number: "n * time.Second", "wait / 2.5".
	duration    = lazyre.New(`^invalid operation: (.+) \(mismatched types (?:time\.Duration and (\w+)|(\w+) and time\.Duration)\)$`)
	otherNumber = lazyre.New(`^cannot use (.+) \((?:variable|value) of type (\w+)\) as (\w+) value in `)
)

// ConvertNumber converts a number to the type beside it, or to the one that is wanted,
// where that holds all its values. A float64 does not hold the largest integers; it is
// what programs convert to all the same.
func ConvertNumber(g Source) ([]text.Edit, error) {
	if g.ofRange() {
		return nil, rule.Decline("it is the variable of a loop, which may be the wrong one")
	}
	if said := mismatched.FindStringSubmatch(g.Diagnostic.Message); said != nil {
		b := g.binary(said[1])
		if b == nil {
			return nil, rule.Decline("no such operation at the diagnostic")
		}
		switch {
		case holds(said[2], said[3]):
			return g.number(b.Y, said[2])
		case holds(said[3], said[2]):
			return g.number(b.X, said[3])
		}
		return nil, rule.Decline("neither %s nor %s holds all values of the other", said[2], said[3])
	}
	if said := duration.FindStringSubmatch(g.Diagnostic.Message); said != nil {
		return g.ofDuration(g.binary(said[1]), said[2], said[3])
	}
	said := otherNumber.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about two types of numbers", Aside: true}
	}
	if !holds(said[3], said[2]) {
		return nil, rule.Decline("%s does not hold all values of %s", said[3], said[2])
	}
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		if e, ok := n.(ast.Expr); ok && g.at(n.Pos()) == g.Diagnostic.Span.Start && compact(g.text(e)) == compact(said[1]) {
			return g.number(e, said[3])
		}
	}
	return nil, rule.Decline("no such value at the diagnostic")
}

// divides reports whether something is divided in an expression.
func divides(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		found = found || ok && b.Op == token.QUO
		return !found
	})
	return found
}

// number converts a number: of a quotient what is divided, and by what, as that of whole
// numbers has lost already what stands behind its point.
func (g Source) number(e ast.Expr, to string) (edits []text.Edit, err error) {
	if !widths()[to].float || !divides(e) {
		return g.converted(e, to), nil
	}
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.QUO || divides(b.X) || divides(b.Y) {
		return nil, rule.Decline("a quotient of whole numbers is a part of it")
	}
	for _, side := range []ast.Expr{b.X, b.Y} {
		if _, written := side.(*ast.BasicLit); !written {
			edits = append(edits, g.converted(side, to)...)
		}
	}
	return edits, nil
}

// ofDuration multiplies a span of time by a number, or divides it: a whole number is
// given its type, for a fraction the span becomes a number, as one that is cut off
// first loses what stands behind its point. See https://pkg.go.dev/time#Duration.
func (g Source) ofDuration(b *ast.BinaryExpr, right, left string) ([]text.Edit, error) {
	if b == nil || b.Op != token.MUL && (b.Op != token.QUO || right == "") {
		return nil, rule.Decline("no span of time that is multiplied or divided at the diagnostic")
	}
	span, number, of := b.X, b.Y, right
	if left != "" {
		span, number, of = b.Y, b.X, left
	}
	w := widths()[of]
	if w.bits == 0 {
		return nil, rule.Decline("%s is no type of numbers", of)
	}
	if !w.float {
		return g.converted(number, "time.Duration"), nil
	}
	edits := []text.Edit{rule.InsertAt(g.span(b).Start, "time.Duration("), rule.InsertAt(g.span(b).End, ")")}
	edits = append(edits, g.converted(span, "float64")...)
	if w.bits < 64 {
		edits = append(edits, g.converted(number, "float64")...)
	}
	return joined(edits), nil
}

// joined makes one insertion of those at one place: what was added first is the outer
// one.
func joined(edits []text.Edit) []text.Edit {
	var out []text.Edit
	for _, e := range edits {
		i := slices.IndexFunc(out, func(o text.Edit) bool { return o.Span == e.Span })
		switch {
		case i < 0:
			out = append(out, e)
		case e.New == ")":
			out[i].New = e.New + out[i].New
		default:
			out[i].New += e.New
		}
	}
	return out
}

// binary is the operation at the diagnostic that reads as the compiler says.
func (g Source) binary(said string) *ast.BinaryExpr {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		if b, ok := n.(*ast.BinaryExpr); ok && compact(g.text(b)) == compact(said) {
			return b
		}
	}
	return nil
}

func compact(s string) string { return strings.Join(strings.Fields(s), "") }

// converted puts an expression into a conversion.
func (g Source) converted(e ast.Expr, to string) []text.Edit {
	sp := g.span(e)
	if _, ok := e.(*ast.ParenExpr); ok {
		return []text.Edit{rule.InsertAt(sp.Start, to)}
	}
	return []text.Edit{rule.InsertAt(sp.Start, to+"("), rule.InsertAt(sp.End, ")")}
}

// holds reports whether a type of numbers holds the values of another one.
func holds(wide, narrow string) bool {
	w, n := widths()[wide], widths()[narrow]
	switch {
	case w.bits == 0 || n.bits == 0 || wide == narrow:
		return false
	case w.float:
		return !n.float && w.bits == 64 || n.float && w.bits > n.bits
	case n.float:
		return false
	case n.unsigned && !w.unsigned:
		return w.least > n.bits
	}
	return w.unsigned == n.unsigned && w.least >= n.bits && w != n
}

// width says how many bits a type of numbers has: least counts on a small machine,
// bits on a large one.
type width struct {
	bits, least     int
	unsigned, float bool
}

// widths are Go's own types of numbers: https://go.dev/ref/spec#Numeric_types.
func widths() map[string]width {
	return map[string]width{
		"int8": {8, 8, false, false}, "int16": {16, 16, false, false}, "int32": {32, 32, false, false}, "rune": {32, 32, false, false},
		"int": {64, 32, false, false}, "int64": {64, 64, false, false},
		"uint8": {8, 8, true, false}, "byte": {8, 8, true, false}, "uint16": {16, 16, true, false}, "uint32": {32, 32, true, false},
		"uint": {64, 32, true, false}, "uint64": {64, 64, true, false},
		"float32": {32, 32, false, true}, "float64": {64, 64, false, true},
	}
}
