package signal

import (
	"fmt"
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
	word, margin := s, ""
	if name, rest, ok := strings.Cut(s, "("); ok && strings.HasSuffix(rest, ")") {
		if name != "lines" {
			return Window{}, fmt.Errorf("%q takes no argument in brackets", name)
		}
		word, margin = name, strings.TrimSuffix(rest, ")")
		if margin == "" {
			return Window{}, fmt.Errorf("%q needs a number", name)
		}
	} else if name, rest, ok := strings.Cut(s, "~"); ok {
		if name != "stmt" && name != "compound" && name != "imprun" && name != "class" {
			return Window{}, fmt.Errorf("%q takes no margin", name)
		}
		word, margin = name, rest
		if margin == "" {
			return Window{}, fmt.Errorf("%q~ needs a number", name)
		}
	} else if s == "lines" {
		return Window{}, fmt.Errorf("%q needs a number in brackets", s)
	}
	for i, name := range shapes {
		if name != word {
			continue
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
	return Window{}, fmt.Errorf("unknown form %q (known: %s)", word, strings.Join(shapes[:], " "))
}

// String is the expression that [ParseWindow] reads.
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
	}{{w.Signature, " +S"}, {w.Imports, " +I"}, {w.Names, " +N"}, {w.Class, " +C"}, {w.SelfClass, " +C(self)"}, {w.Related, " +R"}} {
		if a.on {
			b.WriteString(a.word)
		}
	}
	return b.String()
}

// Within reports whether this window is provably no wider than the other, on
// every text.
func (w Window) Within(o Window) bool {
	subset := func(a, b bool) bool { return !a || b }
	if !subset(w.Signature, o.Signature) || !subset(w.Imports, o.Imports) || !subset(w.Names, o.Names) ||
		!subset(w.Class, o.Class) || !subset(w.SelfClass, o.SelfClass || o.Class) || !subset(w.Related, o.Related) {
		return false
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
