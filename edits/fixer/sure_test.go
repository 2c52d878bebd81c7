package fixer

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/model"
)

// likely takes an answer apart as a server does, with one piece of the last line of code
// as likely as that and all others sure.
func likely(answer string, sure float64) []model.Likely {
	var out []model.Likely
	for _, s := range regexp.MustCompile("```|\\s+|\\w+|[^\\w\\s`]+").FindAllString(answer, -1) {
		out = append(out, model.Likely{Text: s})
	}
	for i, l := range slices.Backward(out) {
		if l.Text == "```" {
			out[max(0, i-2)].Log = math.Log(sure)
			break
		}
	}
	return out
}

func TestSureness(t *testing.T) {
	of := func(pieces ...any) (out []model.Likely) {
		for i := 0; i < len(pieces); i += 2 {
			out = append(out, model.Likely{Text: pieces[i].(string), Log: math.Log(pieces[i+1].(float64))})
		}
		return out
	}
	for name, c := range map[string]struct {
		lang   string
		answer []model.Likely
		want   float64
	}{
		"not said":          {"go", nil, 0},
		"prose":             {"go", of("Well", .1, ".", .1), 0},
		"code":              {"go", of("Here", .1, ":\n\n", .1, "```", .1, "go", .1, "\n", .1, "a", .5, " := ", .5, "1\n", 1., "```", .1, "\n", .1, "Done.", .1), .25},
		"without an end":    {"go", of("```", .1, "go", .1, "\n", .1, "a", .5), .5},
		"a fence with code": {"go", of("```", .1, "go", .1, "\n", .1, "a", .5, "\n```", .5), .25},
		"a comment":         {"go", of("```", .1, "go\n", .1, "a()", .5, " //", .1, " calls", .1, " it", .1, "\n", .1, "b()\n", .5, "```", .1), .25},
		"division":          {"python", of("```", .1, "python\n", .1, "a", .5, " //", .5, " b", 1., " #", .1, " half", .1, "\n", .1, "```", .1), .25},
		"an import":         {"python", of("```", .1, "python\n", .1, "import", .1, " dates", .1, "\n\n", .1, "a\n", .25, "```", .1), .25},
		"the old one first": {"go", of("```", .1, "\n", .1, "a\n", .1, "```", .1, "\n", .1, "```", .1, "\n", .1, "b\n", .5, "```", .1), .5},
	} {
		if got := sureness(c.lang, c.answer); math.Abs(got-c.want) > .001 {
			t.Errorf("%s: %.3f, want %.3f", name, got, c.want)
		}
	}
}

// What passes all checks and the model was not sure of is offered as unsure, if no
// answer that it is sure of comes, and none in another shape that comes to the same: it is
// not told that something is wrong.
func TestUnsureIsNotVerified(t *testing.T) {
	whole := says("```python\n" + fixed(shapes, "1") + "```")
	function := says("```python\n    def area(self):\n        r = 2\n        x = 1\n        return x\n```")
	line := says("```python\n        x = 1\n```")
	unchanged := says("```python\n" + shapes + "```")
	for name, c := range map[string]struct {
		answers []func(asked) (string, error)
		sure    []float64
		grade   evidence.Grade
		asks    int
	}{
		"sure":                 {[]func(asked) (string, error){function}, []float64{.5}, evidence.Checked, 1},
		"not said":             {[]func(asked) (string, error){function}, nil, evidence.Checked, 1},
		"sure in another way":  {[]func(asked) (string, error){function, line}, []float64{.1, .9}, evidence.Checked, 2},
		"sure of the file":     {[]func(asked) (string, error){function, whole}, []float64{.1, .2}, evidence.Checked, 2},
		"the same in two ways": {[]func(asked) (string, error){function, line}, []float64{.1, .05}, evidence.Checked, 2},
		"never sure":           {[]func(asked) (string, error){function, unchanged}, []float64{.1, 1}, evidence.Unsure, 2},
	} {
		e, m := engine(t, 1, c.answers...)
		m.sure = c.sure
		e.Model.Local, e.Model.Shape, e.Model.Sure = true, prompt.ShapeRewrite, .13
		f, err := e.Fix(context.Background(), problem(shapes), nil)
		if err != nil || f.Grade() != c.grade || len(m.asked) != c.asks || f.Text() != fixed(shapes, "1") {
			t.Errorf("%s: %v after %d asks, %v", name, f.Grade(), len(m.asked), err)
		}
		doubts := strings.Join(evidence.Doubts(f.Evidence), "; ")
		if (doubts == "the model itself rated it unlikely") != (c.grade == evidence.Unsure) {
			t.Errorf("%s: doubts %q", name, doubts)
		}
		if slices.ContainsFunc(m.asked, func(a asked) bool { return strings.Contains(a.User, "not sure") }) {
			t.Errorf("%s: the model is told", name)
		}
	}
}
