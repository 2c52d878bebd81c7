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

// An answer whose first line lost its indentation can be read in two ways where both parse and mean different
// programs: it is refused, and the reject says which line.
func TestTwoReadings(t *testing.T) {
	for name, c := range map[string]struct {
		o        edits.Options
		faithful bool
		code     []string
		refused  bool
	}{
		"two":                    {code: []string{"return 2", "return 0"}, refused: true},
		"where blanks count":     {o: edits.Options{Characters: true}, code: []string{"return 2", "return 0"}, refused: true},
		"as it was written":      {faithful: true, code: []string{"    return 2", "return 0"}},
		"inside brackets":        {code: []string{"return (2,", "            3)"}},
		"in one line":            {code: []string{"return 0"}},
		"indented as the others": {code: []string{"        return 2", "    return 0"}},
	} {
		_, rejects := rewritten(c.o, c.faithful, c.code...)
		said := len(rejects) == 1 && rejects[0].Code == edits.RejectDecodeAmbiguous &&
			strings.HasPrefix(rejects[0].Detail, `"return 0" can stand in two blocks`)
		if said != c.refused || len(rejects) > 0 && !said {
			t.Errorf("%s: %v", name, rejects)
		}
	}
}
