package doubts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/cmd/fettle-eval/doubts"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestTally: an answer counts for each rule that has something against it, once, and
// as that rule's alone where no other has.
func TestTally(t *testing.T) {
	const before = "def label(name):\n    return f\"{lable}\"\n"
	doc := text.File("/src/app.py", "python", before)
	at := strings.Index(before, "lable")
	target := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `lable`", Severity: signal.Error, Span: text.Span{Start: at, End: at + 4}}
	answer := func(after string) string { return strings.Replace(before, "return f\"{lable}\"", after, 1) }
	var tally doubts.Tally
	for _, a := range []struct {
		after string
		right bool
	}{
		{"return f\"{name}\"", true},
		{"return f\"{lable}\"  # noqa: F821", false},
		{"return f\"{lable}\"  # noqa: F821", true}, // as if it were
		{"return f\"{name}\"", false},
	} {
		tally.Add(doubts.Believed(doc, answer(a.after), target), a.right)
	}
	var out strings.Builder
	if err := tally.Print(&out); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if d := cmp.Diff("1 of 2 right answers are doubted or refused; 1 of 2 tricks are not", rows[len(rows)-1]); d != "" {
		t.Error(d)
	}
	for _, rule := range tally.Rules {
		if rule.Right != 1 || rule.Tricks != 1 || rule.RightAlone != rule.TricksAlone {
			t.Errorf("%+v\n%s", *rule, out.String())
		}
	}
	if len(tally.Rules) == 0 {
		t.Error("no rule has anything against a directive")
	}
}
