package signal

import (
	"strings"
	"testing"
)

// TestWords: every row of the table can be said without a word of the table's
// own language.
func TestWords(t *testing.T) {
	for _, r := range builtin() {
		req := r.Requirement()
		said := strings.Join([]string{req.Window.Words(), Gathered(req.Needs), InOrder(req.Rungs)}, " ")
		if strings.ContainsAny(said, "+~()") || strings.Contains(said, "stmt") || strings.Contains(said, "imprun") || len(req.Rungs) == 0 && !strings.Contains(said, "nobody") {
			t.Errorf("%s: %q", r.Signal, said)
		}
		for _, n := range req.Needs {
			if needWords[n] == "" {
				t.Errorf("%s: no words for %q", r.Signal, n)
			}
		}
	}
	for _, n := range allNeeds {
		if needWords[n] == "" {
			t.Errorf("no words for %q", n)
		}
	}
	for expr, want := range map[string]string{
		"lines(3) +I +N":   "the reported lines, 3 lines above and below; the imports of the file; definitions in the file of what the message names",
		"stmt~1":           "the statement, 1 line above and below",
		"function +S +R":   "the function around it; the signature of the function; the lines that the message points to",
		"class +C(self)":   "the class around it; the head of the class where the message is about self",
		"file +C +C(self)": "the whole file; the head of the class",
	} {
		w, err := ParseWindow(expr)
		if err != nil || w.Words() != want {
			t.Errorf("%s: %q, %v", expr, w.Words(), err)
		}
	}
	if said := InOrder([]Rung{RungTool, RungModel}); said != "the tool's own fix, then a model" {
		t.Error(said)
	}
}
