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

// rewritten is what becomes of the run of the last two lines when an answer that
// lost its layout puts code there.
func rewritten(t *testing.T, src string, faithful bool, code ...string) edits.Result {
	t.Helper()
	return rewrittenWith(t, edits.Options{}, src, faithful, code...)
}

func rewrittenWith(t *testing.T, o edits.Options, src string, faithful bool, code ...string) edits.Result {
	t.Helper()
	s := text.File("/src/a.py", "python", src)
	f := syntax.Parse("python", src)
	set := window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{Start: 4, End: 6}}}}
	c := edits.NewCandidates(s, set, f, signal.Diagnostic{Span: s.LineSpan(5)})
	o.Parse, o.Unlimited = edits.NoWorse(f), true
	r, rejects := edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeRewrite, Ops: []edits.Op{
		{Kind: edits.Rewrite, From: "PRIMARY", Lines: code, Faithful: faithful}}}, o)
	if len(rejects) > 0 {
		t.Fatal(rejects)
	}
	return r
}

// An answer whose first line lost its indentation can be read in two ways where
// both parse and mean different programs: both are given.
func TestTwoReadings(t *testing.T) {
	inside := strings.Replace(returns, "    return\n", "        return 0\n", 1)
	outside := strings.Replace(returns, "    return\n", "    return 0\n", 1)
	r := rewritten(t, returns, false, "return 2", "return 0")
	if r.Rival == nil {
		t.Fatalf("one reading:\n%s", r.Text)
	}
	if got := []string{r.Text, r.Rival.Text}; !(got[0] == inside && got[1] == outside) && !(got[0] == outside && got[1] == inside) {
		t.Errorf("read as\n%s\nor\n%s", got[0], got[1])
	}
	if r := rewrittenWith(t, edits.Options{Characters: true}, returns, false, "return 2", "return 0"); r.Rival == nil {
		t.Errorf("one reading where blanks are what the signal is about:\n%s", r.Text)
	}
	if r := rewritten(t, returns, true, "    return 2", "return 0"); r.Rival != nil || r.Text != outside {
		t.Errorf("an answer that came as it was written is read in two ways:\n%s", r.Text)
	}
}

// Indentation inside brackets and strings means nothing.
func TestOneReadingInBrackets(t *testing.T) {
	if r := rewritten(t, returns, false, "return (2,", "            3)"); r.Rival != nil {
		t.Errorf("two readings:\n%s\n%s", r.Text, r.Rival.Text)
	}
}
