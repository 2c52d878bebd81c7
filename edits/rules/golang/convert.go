package golang

import (
	"go/ast"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	mismatched = lazyre.New(`^invalid operation: (.+) \(mismatched types (\w+) and (\w+)\)$`)
	// timesUnit is a number of units of time: "n * time.Second".
	timesUnit   = lazyre.New(`^invalid operation: (.+ \* time\.(?:Hour|Minute|Second|Millisecond|Microsecond|Nanosecond)) \(mismatched types (?:u?int(?:8|16|32|64)?) and time\.Duration\)$`)
	otherNumber = lazyre.New(`^cannot use (.+) \((?:variable|value) of type (\w+)\) as (\w+) value in `)
)

// ConvertNumber converts a number to the type beside it, or to the one that is wanted,
// where that holds all its values. A float64 does not hold the largest integers; it is
// what programs convert to all the same.
func ConvertNumber(g Source) ([]text.Edit, error) {
	if said := mismatched.FindStringSubmatch(g.Diagnostic.Message); said != nil {
		b := g.binary(said[1])
		if b == nil {
			return nil, rule.Decline("no such operation at the diagnostic")
		}
		switch {
		case holds(said[2], said[3]):
			return g.converted(b.Y, said[2]), nil
		case holds(said[3], said[2]):
			return g.converted(b.X, said[3]), nil
		}
		return nil, rule.Decline("neither %s nor %s holds all values of the other", said[2], said[3])
	}
	if said := timesUnit.FindStringSubmatch(g.Diagnostic.Message); said != nil {
		if b := g.binary(said[1]); b != nil {
			return g.converted(b.X, "time.Duration"), nil
		}
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
			return g.converted(e, said[3]), nil
		}
	}
	return nil, rule.Decline("no such value at the diagnostic")
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
