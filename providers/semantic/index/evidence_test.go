package index

import (
	"math"
	"testing"
)

// TestGuessesOnlyAdd: what is guessed to be meant speaks for a definition that has it, and
// not against one that does not; one that is right stands for a word that is missing, and
// no more; what is said and guessed is named once.
func TestGuessesOnlyAdd(t *testing.T) {
	weigh := func(guess string) Evidence {
		groups := append(question("socket"), question(guess)...)
		groups[1].Extra = true
		return Read("", groups, []float64{1, 1}).Weigh("a.js", "javascript", Def{Name: "lockSocket", Kind: "function", End: 1, Sig: 1}, "function lockSocket() {}\n")
	}
	plain := Read("", question("socket"), []float64{1}).Weigh("a.js", "javascript", Def{Name: "lockSocket", Kind: "function", End: 1, Sig: 1}, "function lockSocket() {}\n")
	if with, without, again := weigh("lock"), weigh("mutex"), weigh("socket"); with.Score <= plain.Score || with.Matched != plain.Matched || without.Score != plain.Score || len(again.Named) != 1 {
		t.Errorf("%+v\n%+v\n%+v\n%+v", plain, with, without, again)
	}
	missed := func(guess string) Evidence {
		groups := question("socket", "zebra", guess)
		groups[2].Extra = true
		return Read("", groups, []float64{1, 1, 1}).Weigh("a.js", "javascript", Def{Name: "lockSocket", Kind: "function", End: 1, Sig: 1}, "function lockSocket() {}\n")
	}
	if right, wrong := missed("lock"), missed("mutex"); right.Matched != 1 || wrong.Matched != 0.5 {
		t.Errorf("a guess that is right does not stand for a word that is missing: %+v, %+v", right, wrong)
	}
	x := shelf()
	groups := question("path", "zebra")
	groups[1].Extra = true
	alone, _ := x.find(question("path"))
	both, _ := x.find(groups)
	if len(alone) == 0 || len(both) != len(alone) || both[0].Score != alone[0].Score {
		t.Errorf("%+v %+v", alone, both)
	}
	groups = question("giraffe", "path") // what the guess names is looked at, though no word of the question stands there
	groups[1].Extra = true
	if guessed, _ := x.find(groups); len(guessed) != len(alone) {
		t.Errorf("%+v", guessed)
	}
	letter, _ := x.find(question("letter"))
	server, _ := x.find(question("server"))
	groups = question("letter", "server")
	groups[1].Extra = true
	if sent, _ := x.find(groups); len(sent) != 1 || math.Abs(sent[0].Score-letter[0].Score-server[0].Score) > 1e-9 {
		t.Errorf("a guess beside a word that is there counts more than itself: %+v", sent)
	}
	strange := question("zebra", "giraffe", "path")
	asOne := x.spokenOf(strange)
	strange[0].Extra, strange[1].Extra = true, true
	if asOne || !x.spokenOf(strange) {
		t.Error("a guess makes a question one about something else")
	}
}
