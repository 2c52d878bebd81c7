package edits_test

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const returns = "def f(n):\n    if n == 1:\n        return 1\n    elif n == 2:\n        return 2\n    return\n"

// rewritten is what becomes of the run of the last two lines when an answer puts code there.
func rewritten(o edits.Options, faithful bool, code ...string) (edits.Result, []edits.Reject) {
	s := text.File("/src/a.py", "python", returns)
	f := syntax.Parse("python", returns)
	set := window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{Start: 4, End: 6}}}}
	c := edits.NewCandidates(s, set, f, signal.Diagnostic{Span: s.LineSpan(5)})
	o.Parse, o.Unlimited = edits.NoWorse(f), true
	return edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeRewrite, Ops: []edits.Op{
		{Kind: edits.Rewrite, From: "PRIMARY", Lines: code, Faithful: faithful}}}, o)
}

// An answer whose first line lost its indentation is read so that the fewest lines move, whatever else would parse; one
// that came as it was written is taken as it is.
func TestReadings(t *testing.T) {
	inside := strings.Replace(returns, "    return\n", "        return 0\n", 1)
	outside := strings.Replace(returns, "    return\n", "    return 0\n", 1)
	for name, c := range map[string]struct {
		o        edits.Options
		faithful bool
		code     []string
		want     string
	}{
		"lost":                   {code: []string{"return 2", "return 0"}, want: inside},
		"lost, blanks count":     {o: edits.Options{Characters: true}, code: []string{"return 2", "return 0"}, want: inside},
		"as it was written":      {faithful: true, code: []string{"    return 2", "return 0"}, want: outside},
		"indented as the others": {code: []string{"        return 2", "    return 0"}, want: outside},
	} {
		if r, rejects := rewritten(c.o, c.faithful, c.code...); len(rejects) > 0 || r.Text != c.want {
			t.Errorf("%s: %v\n%s", name, rejects, r.Text)
		}
	}
}

// A line is shown without the blanks that its whole window has. An answer that has them is not indented once more.
func TestAbsoluteIndentation(t *testing.T) {
	src := "def show(items):\n    return items\n"
	s, f := text.File("/src/a.py", "python", src), syntax.Parse("python", src)
	set := window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{Start: 1, End: 2}}}}
	c := edits.NewCandidates(s, set, f, signal.Diagnostic{Span: s.LineSpan(1)})
	op := edits.Op{Kind: edits.Replace, From: c.LineID(1), Lines: []string{"    return list(items)"}, Faithful: true}
	r, rejects := edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeAnchored, Ops: []edits.Op{op}},
		edits.Options{})
	if want := "def show(items):\n    return list(items)\n"; len(rejects) > 0 || r.Text != want {
		t.Errorf("%v\n%s", rejects, r.Text)
	}
}
