package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// verb is one of a format, as far as its argument is the next one.
var verb = lazyre.New(`%[-+# 0]*(\d*)(?:\.\d+)?([a-zA-Z%])`)

// FormatVerb writes the verb of the argument's type: https://pkg.go.dev/fmt#hdr-Printing.
func FormatVerb(g Source) ([]text.Edit, error) {
	// The words are those of go vet, and of staticcheck in SA5009.
	said := signal.Said(g.Diagnostic.Message, "…format … has arg … of wrong type …")
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about the verb of an argument", Aside: true}
	}
	letter := verbOf(said[3])
	if src := g.Snapshot.Text(); said[3] == "string" && strings.Count(src, "%q") > strings.Count(src, "%s") {
		letter = "q" // as the file shows texts
	}
	if letter == "" {
		return nil, rule.Decline("%s has no verb of its own", said[3])
	}
	if letter == "d" && strings.Contains(said[1], ".") && strings.Contains(said[2], "/") {
		return nil, rule.Decline("%s shows a fraction, which the quotient of whole numbers has lost", said[1])
	}
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if g.crossed(call, said) {
			return nil, rule.Decline("two arguments may stand in each other's place")
		}
		if edits := g.verbIn(call, said[1], letter, func(i int) bool {
			return said[2] == "#"+strconv.Itoa(i-formatOf(call)) || compact(g.text(call.Args[i])) == compact(said[2])
		}); edits != nil {
			return edits, nil
		}
	}
	return nil, rule.Decline("no such verb at the diagnostic")
}

// crossed reports whether another argument has the type that this verb is for, under a verb that is for the type of
// this argument: then it is the arguments that are exchanged. The tools report the first of them only.
func (g Source) crossed(call *ast.CallExpr, said []string) bool {
	verbs := g.verbsOf(call)
	for i, e := range call.Args {
		if v, typed := verbs[i], g.TypeOf(e); v != "" && verbOf(said[3]) == letterOf(v) && typed != nil &&
			verbOf(typed.String()) == letterOf(said[1]) {
			return true
		}
	}
	return false
}

// letterOf returns what a verb ends with, as the verb of a type does.
func letterOf(verb string) string {
	switch last := verb[len(verb)-1:]; last {
	case "q":
		return "s"
	case "f", "g", "e":
		return "v"
	default:
		return last
	}
}

// verbsOf returns the verbs of a format, by the place of their arguments in the call.
func (g Source) verbsOf(call *ast.CallExpr) map[int]string {
	at := formatOf(call)
	if at < 0 {
		return nil
	}
	out := map[int]string{}
	for _, v := range verb.FindAllStringSubmatch(g.text(call.Args[at]), -1) {
		if v[2] != "%" {
			at++
			out[at] = v[0]
		}
	}
	return out
}

// formatOf returns which argument of a call is the format, -1 if none is written there.
func formatOf(call *ast.CallExpr) int {
	for i, a := range call.Args {
		if l, ok := a.(*ast.BasicLit); ok && l.Kind == token.STRING {
			return i
		}
	}
	return -1
}

// verbIn replaces the verb of the argument that is meant, and what it says of digits.
func (g Source) verbIn(call *ast.CallExpr, old, letter string, meant func(i int) bool) []text.Edit {
	at := formatOf(call)
	if at < 0 {
		return nil
	}
	format := g.text(call.Args[at])
	if strings.ContainsAny(format, "*[") {
		return nil // arguments that are numbered or counted
	}
	arg := at
	for _, v := range verb.FindAllStringSubmatchIndex(format, -1) {
		if format[v[4]:v[5]] == "%" {
			continue
		}
		if arg++; arg >= len(call.Args) {
			return nil
		}
		if format[v[0]:v[1]] != old || !meant(arg) {
			continue
		}
		start := g.at(call.Args[at].Pos())
		flags := format[v[0]+1 : v[2]]
		if letter == "s" || letter == "v" || letter == "t" {
			flags = strings.Trim(flags, "+# 0")
		}
		return []text.Edit{{Span: text.Span{Start: start + v[0], End: start + v[1]},
			New: "%" + flags + format[v[2]:v[3]] + letter}}
	}
	return nil
}

// numbers are Go's own types of numbers: https://go.dev/ref/spec#Numeric_types. A rune or a byte may be a character as
// well.
var numbers = strings.Fields("int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr")

// verbOf returns the verb of a type, "" for one that is printed in several ways.
func verbOf(typed string) string {
	switch {
	case typed == "string", typed == "[]byte", typed == "error":
		return "s"
	case typed == "bool":
		return "t"
	case typed == "float64", typed == "float32":
		return "v"
	case slices.Contains(numbers, typed):
		return "d"
	}
	return ""
}

func compact(s string) string { return strings.Join(strings.Fields(s), "") }
