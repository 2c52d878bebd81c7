package prompt

import (
	"strconv"
	"strings"
)

// Shape is how a fix is asked for: how the code is shown and what the answer is
// to be. What a small model can do decides; see [ShapeOf].
type Shape uint8

// The shapes.
const (
	ShapeScript  Shape = iota // ids on every line, edits that name them
	ShapeRewrite              // plain code; the part to correct comes back in one fence
	ShapeFile                 // plain code; the whole file comes back in one fence
	ShapeLine                 // plain code; only the statement of the diagnostic comes back
)

// shapeTable is the table of what each shape is made of. A script is rendered in the form of [Input.Encoding].
var shapeTable = []struct {
	name  string
	build func(Input) Messages
}{
	ShapeScript:  {"script", script},
	ShapeRewrite: {"rewrite", rewrite},
	ShapeFile:    {"file", wholeFile},
	ShapeLine:    {"line", oneLine},
}

func (s Shape) String() string { return shapeTable[s].name }

// ShapeNamed reads a setting; ok is false for a word that is no shape, such as
// "auto".
func ShapeNamed(name string) (s Shape, ok bool) {
	for s, row := range shapeTable {
		if row.name == name {
			return Shape(s), true
		}
	}
	return ShapeScript, false
}

// scriptFrom is the size, in billions of parameters, from which on a model is
// asked for scripts. Smaller ones send ids, frames and examples back instead of
// code: of 23 small defects, Qwen2.5-Coder 1.5B fixed none by script and 13 by
// rewrite.
const scriptFrom = 30

// ShapeOf chooses the shape for a model from what is known of it: its name, its
// size in billions of parameters (0: not known) and whether it runs on this
// computer.
func ShapeOf(name string, billions float64, local bool) Shape {
	if billions == 0 {
		billions = Billions(name)
	}
	switch {
	case billions > 0 && billions < scriptFrom, billions == 0 && local:
		return ShapeRewrite
	}
	return ShapeScript
}

// Billions reads the size out of a model's name ("qwen2.5-coder:1.5b",
// "SmolLM2-135M"), 0 where it says none.
func Billions(name string) float64 {
	best := 0.0
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == ':' || r == '-' || r == '_' || r == '/' || r == ' ' || r == '@'
	}) {
		if n, ok := billions(word); ok && n > best {
			best = n
		}
	}
	return best
}

// billions reads one word: a number and b or m, "8x7b" for a mixture.
func billions(word string) (float64, bool) {
	unit := 1.0
	switch {
	case strings.HasSuffix(word, "b"):
	case strings.HasSuffix(word, "m"):
		unit = 1e-3
	default:
		return 0, false
	}
	word = word[:len(word)-1]
	experts, each, mixed := strings.Cut(word, "x")
	if !mixed {
		n, ok := number(word)
		return n * unit, ok
	}
	e, ok1 := number(experts)
	n, ok2 := number(each)
	return e * n * unit, ok1 && ok2
}

func number(s string) (float64, bool) {
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && len(s) <= 7 && strings.Trim(s, "0123456789.") == ""
}
