package signal

import (
	"strings"
	"testing"
)

func TestParseWindow(t *testing.T) {
	for expr, want := range map[string]Window{
		"stmt":                       {Shape: ShapeStmt},
		"stmt~2 +N":                  {Shape: ShapeStmt, Margin: 2, Names: true},
		"lines(10) +S +I +N":         {Shape: ShapeLines, Margin: 10, Signature: true, Imports: true, Names: true},
		"compound~1":                 {Shape: ShapeCompound, Margin: 1},
		"function +C +R":             {Shape: ShapeFunction, Class: true, Related: true},
		"class":                      {Shape: ShapeClass},
		"class~2":                    {Shape: ShapeClass, Margin: 2},
		"try +I":                     {Shape: ShapeTry, Imports: true},
		"imprun~1":                   {Shape: ShapeImports, Margin: 1},
		"file":                       {Shape: ShapeFile},
		"lines(5) +S +I +N +C(self)": {Shape: ShapeLines, Margin: 5, Signature: true, Imports: true, Names: true, SelfClass: true},
		"  lines(0)   +I ":           {Shape: ShapeLines, Imports: true},
	} {
		got, err := ParseWindow(expr)
		if err != nil || got != want {
			t.Errorf("ParseWindow(%q) = %+v, %v", expr, got, err)
		}
		back, err := ParseWindow(got.String())
		if err != nil || back != got {
			t.Errorf("%q prints as %q, which is %+v, %v", expr, got, back, err)
		}
	}
}

func TestParseWindowRejects(t *testing.T) {
	for expr, want := range map[string]string{
		"":           "empty",
		"lines":      "needs a number",
		"lines()":    "needs a number",
		"lines(x)":   "not a number",
		"lines(-1)":  "not a number",
		"lines(999)": "not a number",
		"stmt~":      "needs a number",
		"function~1": "takes no margin",
		"stmt(1)":    "takes no argument",
		"block":      "unknown form",
		"stmt +X":    "unknown addition",
		"stmt I":     "unknown addition",
	} {
		if _, err := ParseWindow(expr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseWindow(%q): %v, want an error with %q", expr, err, want)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		narrow, wide string
		want         bool
	}{
		{"stmt", "stmt", true},
		{"stmt", "lines(3) +I", true},
		{"stmt", "function", true},
		{"stmt~1", "lines(3)", false},
		{"stmt~1", "compound~1 +I", true},
		{"stmt~2", "compound~1", false},
		{"lines(3)", "lines(5)", true},
		{"lines(5)", "lines(3)", false},
		{"lines(3)", "function", false},
		{"function", "class", true},
		{"class", "function", false},
		{"class~2", "class", false},
		{"function", "file", true},
		{"stmt +I", "stmt", false},
		{"stmt +C(self)", "stmt +C", true},
		{"stmt +C", "stmt +C(self)", false},
		{"file", "class", false},
	} {
		a, _ := ParseWindow(c.narrow)
		b, _ := ParseWindow(c.wide)
		if got := a.Within(b); got != c.want {
			t.Errorf("%q within %q: %v", c.narrow, c.wide, got)
		}
	}
}

func FuzzParseWindow(f *testing.F) {
	for _, s := range []string{"stmt~2 +N", "lines(10) +S +I +N", "imprun~1", "lines(", "~", "+C(self)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w, err := ParseWindow(s)
		if err != nil {
			return
		}
		if back, err := ParseWindow(w.String()); err != nil || back != w {
			t.Errorf("%q is %+v but prints as %q", s, w, w)
		}
	})
}
