package signal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxMargin is the largest number of lines a window expression may ask for.
const maxMargin = 60

// shapes are the words of the window language, in the order of [Shape].
var shapes = [...]string{"lines", "stmt", "compound", "function", "class", "try", "imprun", "file"}

// ParseWindow reads a window expression such as "lines(3) +I +N".
func ParseWindow(expr string) (Window, error) {
	fields := strings.Fields(expr)
	if len(fields) == 0 {
		return Window{}, fmt.Errorf("window %q is empty", expr)
	}
	w, err := parseShape(fields[0])
	if err != nil {
		return Window{}, fmt.Errorf("window %q: %w", expr, err)
	}
	for _, f := range fields[1:] {
		switch f {
		case "+S":
			w.Signature = true
		case "+I":
			w.Imports = true
		case "+N":
			w.Names = true
		case "+C":
			w.Class = true
		case "+C(self)":
			w.SelfClass = true
		case "+R":
			w.Related = true
		default:
			return Window{}, fmt.Errorf("window %q: unknown addition %q (known: +S +I +N +C +C(self) +R)", expr, f)
		}
	}
	return w, nil
}

func parseShape(s string) (Window, error) {
	word, margin, err := cutMargin(s)
	if err != nil {
		return Window{}, err
	}
	i := slices.Index(shapes[:], word)
	if i < 0 {
		return Window{}, fmt.Errorf("unknown form %q (known: %s)", word, strings.Join(shapes[:], " "))
	}
	w := Window{Shape: Shape(i)}
	if margin != "" {
		n, err := strconv.Atoi(margin)
		if err != nil || n < 0 || n > maxMargin {
			return Window{}, fmt.Errorf("margin %q is not a number from 0 to %d", margin, maxMargin)
		}
		w.Margin = n
	}
	return w, nil
}

// cutMargin parts "lines(3)" and "stmt~3" into form and margin.
func cutMargin(s string) (word, margin string, err error) {
	if s == "lines" {
		return "", "", fmt.Errorf("%q needs a number in brackets", s)
	}
	if name, rest, ok := strings.Cut(s, "("); ok && strings.HasSuffix(rest, ")") {
		margin = strings.TrimSuffix(rest, ")")
		switch {
		case name != "lines":
			return "", "", fmt.Errorf("%q takes no argument in brackets", name)
		case margin == "":
			return "", "", fmt.Errorf("%q needs a number", name)
		}
		return name, margin, nil
	}
	name, margin, ok := strings.Cut(s, "~")
	switch {
	case !ok:
		return s, "", nil
	case !slices.Contains([]string{"stmt", "compound", "imprun", "class"}, name):
		return "", "", fmt.Errorf("%q takes no margin", name)
	case margin == "":
		return "", "", fmt.Errorf("%q~ needs a number", name)
	}
	return name, margin, nil
}

// String returns the expression that [ParseWindow] reads.
func (w Window) String() string {
	var b strings.Builder
	b.WriteString(shapes[w.Shape])
	switch {
	case w.Shape == ShapeLines:
		fmt.Fprintf(&b, "(%d)", w.Margin)
	case w.Margin > 0:
		fmt.Fprintf(&b, "~%d", w.Margin)
	}
	for _, a := range [...]struct {
		on   bool
		word string
	}{{w.Signature, " +S"}, {w.Imports, " +I"}, {w.Names, " +N"}, {w.Class, " +C"}, {w.SelfClass, " +C(self)"},
		{w.Related, " +R"}} {
		if a.on {
			b.WriteString(a.word)
		}
	}
	return b.String()
}

// Within reports whether this window is provably no wider than the other, on
// every text.
func (w Window) Within(o Window) bool {
	for _, added := range [...]struct{ mine, others bool }{
		{w.Signature, o.Signature}, {w.Imports, o.Imports}, {w.Names, o.Names},
		{w.Class, o.Class}, {w.SelfClass, o.SelfClass || o.Class}, {w.Related, o.Related},
	} {
		if added.mine && !added.others {
			return false
		}
	}
	switch {
	case o.Shape == ShapeFile:
		return true
	case w.Shape == o.Shape:
		return w.Margin <= o.Margin
	case w.Shape == ShapeStmt && w.Margin == 0:
		return true // every window holds the whole statement
	case w.Shape == ShapeStmt && o.Shape == ShapeCompound:
		return w.Margin <= o.Margin
	case w.Shape == ShapeFunction && o.Shape == ShapeClass:
		return true
	}
	return false
}
