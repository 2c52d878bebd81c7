package index

import (
	"math"
	"strings"
	"testing"
)

// TestNamesThatSplitAWord: a name that splits what the question writes as one word is
// named after it, and by all of its words, not by more than they are.
func TestNamesThatSplitAWord(t *testing.T) {
	weigh := func(name string, words ...string) Evidence {
		groups := question(words...)
		idf := make([]float64, len(groups))
		for i := range idf {
			idf[i] = 1
		}
		return Read("", groups, idf).Weigh("a.js", "javascript", Def{Name: name, Kind: "function", End: 1, Sig: 1}, "function "+name+"() {}\n")
	}
	if split, other := weigh("compileETag", "etag"), weigh("compileEWord", "etag"); len(split.Named) != 1 || len(other.Named) != 0 || split.Score <= other.Score {
		t.Errorf("%+v %+v", split, other)
	}
	if part, all := weigh("toTimeZoneName", "timezone"), weigh("timeZone", "timezone"); part.Score >= all.Score {
		t.Errorf("a part of the name %+v, all of it %+v", part, all)
	}
	if one, split := weigh("timezone", "timezone"), weigh("timeZone", "timezone"); split.Score > one.Score {
		t.Errorf("split %+v, whole %+v", split, one)
	}
}

// TestDetailsOfDocumentation: what a documentation says of parameters, results and
// examples speaks less for a definition than what it says of the definition itself, in
// each of the usual forms; what follows the documentation counts as ever.
func TestDetailsOfDocumentation(t *testing.T) {
	score := func(lang string, d Def, body string) float64 {
		groups := question("bytes")
		return Read("", groups, []float64{1}).Weigh("a", lang, d, body).Score
	}
	// The word stands in the same line of a documentation as long; only what begins it differs.
	for name, form := range map[string]struct{ details, prose string }{
		"Google": {"Args:", "Also:"}, "NumPy": {"Parameters", "Parametric"}, "Sphinx": {":param size: x", ":gives size: x"},
	} {
		text := func(begin string) string {
			return "def read(size):\n    \"\"\"Reads. A file.\n\n    " + begin + "\n        the number of bytes\n    \"\"\"\n    return 1\n"
		}
		d := Def{Name: "read", Kind: "function", Sig: 1, End: 8}
		if in, out := score("python", d, text(form.details)), score("python", d, text(form.prose)); in >= out || in == 0 {
			t.Errorf("%s: %.3f in the details, %.3f outside", name, in, out)
		}
		code := func(begin string) string {
			return strings.Replace(strings.Replace(text(begin), "bytes", "things", 1), "return 1", "return bytes", 1)
		}
		if in, out := score("python", d, code(form.details)), score("python", d, code(form.prose)); in != out || in == 0 {
			t.Errorf("%s: code behind details %.3f, behind others %.3f", name, in, out)
		}
	}
	js := func(tag string) string {
		return "/**\n * Reads. A file.\n * @" + tag + " size the number of bytes\n */\nfunction read(size) {}\n"
	}
	d := Def{Name: "read", Kind: "function", Start: 4, Sig: 5, End: 5}
	if in, out := score("javascript", d, js("param")), score("javascript", d, js("see")); in >= out || in == 0 {
		t.Errorf("JSDoc: %.3f in the details, %.3f outside", in, out)
	}
	if in, out := score("python", Def{Name: "read", Kind: "function", Sig: 1, End: 4}, "def read(size):\n    \"\"\"Reads. It takes\n    arguments of bytes\"\"\"\n    return 1\n"),
		score("python", Def{Name: "read", Kind: "function", Sig: 1, End: 4}, "def read(size):\n    \"\"\"Reads. It takes\n    somethings of bytes\"\"\"\n    return 1\n"); in != out {
		t.Errorf("a sentence with the word: %.3f, without %.3f", in, out)
	}
}

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
	alone, _ := x.Places(question("path"), nil)
	both, _ := x.Places(groups, nil)
	if len(alone) == 0 || len(both) != len(alone) || both[0].Score != alone[0].Score {
		t.Errorf("%+v %+v", alone, both)
	}
	groups = question("giraffe", "path") // what the guess names is looked at, though no word of the question stands there
	groups[1].Extra = true
	if guessed, _ := x.Places(groups, nil); len(guessed) != len(alone) {
		t.Errorf("%+v", guessed)
	}
	letter, _ := x.Places(question("letter"), nil)
	server, _ := x.Places(question("server"), nil)
	groups = question("letter", "server")
	groups[1].Extra = true
	if sent, _ := x.Places(groups, nil); len(sent) != 1 || math.Abs(sent[0].Score-letter[0].Score-server[0].Score) > 1e-9 {
		t.Errorf("a guess beside a word that is there counts more than itself: %+v", sent)
	}
	strange := question("zebra", "giraffe", "path")
	asOne := x.spokenOf(strange)
	strange[0].Extra, strange[1].Extra = true, true
	if asOne || !x.spokenOf(strange) {
		t.Error("a guess makes a question one about something else")
	}
}
