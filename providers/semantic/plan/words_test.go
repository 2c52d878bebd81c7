package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

func surfaces(groups []index.Group) (out []string) {
	for _, g := range groups {
		out = append(out, g.Word)
	}
	return out
}

// TestGroupsNameThings: the words of a sentence that name something, with the forms
// in which code may spell them.
func TestGroupsNameThings(t *testing.T) {
	for question, want := range map[string][]string{
		"where is the path cleaned?":                         {"path", "cleaned"},
		"who calls Router.find_by_email":                     {"calls", "Router.find_by_email"},
		"how are error-handlers looked up":                   {"error", "handlers", "lookup"},
		"when does a POST become a GET?":                     {"post", "become", "get"},
		"WHERE DO I GET THE PATH":                            {"path"},
		"when the user's password is checked, but not tests": {"user", "password", "checked", "tests"},
	} {
		got := surfaces(Groups(question))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	if cleaned := Groups("where is the path cleaned?")[1]; cleaned.Forms["clean"] != 1 {
		t.Errorf("forms of cleaned: %v", cleaned.Forms)
	}
}

func TestOnlyNames(t *testing.T) {
	for question, want := range map[string]bool{"where is find_by_email": true, "handleRequest": true, "where is the user found by email": false, "": false} {
		if got := OnlyNames(question); got != want {
			t.Errorf("%q: %v", question, got)
		}
	}
}

// TestHintsAreNew: a plan adds words at a part of their weight, and repeats none.
func TestHintsAreNew(t *testing.T) {
	own := Groups("where is the session stored")
	hints := Hints(Plan{Keywords: []string{"session", "cookie"}, Symbols: []string{"SessionStore"}, Patterns: []string{"cookie"}}, own)
	if got := surfaces(hints); !slices.Equal(got, []string{"SessionStore", "cookie"}) {
		t.Fatalf("%q", got)
	}
	if cookie := hints[1]; cookie.Weight >= 1 {
		t.Errorf("%+v", cookie)
	}
}

// TestExpected: expected words count by their order, each once, and none that the
// question says itself in some form.
func TestExpected(t *testing.T) {
	own := Groups("where is the session stored")
	got := Expected([]string{"store", "Cookie", "sessions", "", "cookie", "saveState"}, own)
	if names := surfaces(got); !slices.Equal(names, []string{"cookie", "savestate"}) {
		t.Fatalf("%q", names)
	}
	if got := Expected([]string{"", "save"}, nil); len(got) != 1 {
		t.Errorf("no word counts as one: %+v", got)
	}
	if cookie, state := got[0], got[1]; !cookie.Extra || cookie.Weight <= state.Weight || state.Forms["save"] == 0 || state.Forms["stat"] == 0 {
		t.Errorf("%+v", got)
	}
}

func TestBases(t *testing.T) {
	for w, want := range map[string][]string{
		"queries": {"query"}, "stopping": {"stop"}, "writing": {"write"}, "tried": {"try"}, "used": {"use"}, "classes": {"class"}, "status": nil, "pass": nil,
	} {
		got := bases(w)
		for _, b := range want {
			if !slices.Contains(got, b) {
				t.Errorf("%s: %q lacks %s", w, got, b)
			}
		}
		if want == nil && len(got) != 1 {
			t.Errorf("%s: %q", w, got)
		}
	}
}

// TestDoers: what a verb is asked about may be named by who does it, or by its doing, for less
// than by the verb; nouns make no others.
func TestDoers(t *testing.T) {
	forms := func(question string) map[string]float64 { return Groups(question)[0].Forms }
	got := forms("is it serialized")
	for _, form := range []string{"serializer", "serialization"} {
		if got[form] != doerWorth || got["serializ"] != 1 {
			t.Errorf("%s: %v", form, got)
		}
	}
	if got := forms("the ports"); got["porter"] != 0 || got["portion"] != 0 {
		t.Errorf("%v", got)
	}
}

// TestPhrases: words that mean one thing together stand for what code calls it.
func TestPhrases(t *testing.T) {
	for question, form := range map[string]string{"for the operating system": "platform", "on other operating systems": "platform", "after a time out": "timeout"} {
		if !slices.ContainsFunc(Groups(question), func(g index.Group) bool { return g.Forms[form] > 0 }) {
			t.Errorf("%s: %+v", question, Groups(question))
		}
	}
}

// TestVerbsOfPhrases: the verb of a phrase means something else alone, and its
// synonyms are not meant; the nouns of a compound are both meant.
func TestVerbsOfPhrases(t *testing.T) {
	for _, g := range Groups("when is old data thrown out of memory") {
		if g.Forms["throw"]+g.Forms["rais"] > 0 {
			t.Errorf("%+v", g)
		}
	}
	if code := Groups("which status code is an error"); len(code) != 2 || code[0].Forms["cod"]+code[0].Forms["code"] == 0 {
		t.Errorf("%+v", code)
	}
}

// TestWordsWithADot: code leaves the dot in front of a file's name out, or says it.
func TestWordsWithADot(t *testing.T) {
	for question, want := range map[string][]string{"how is the password from .netrc read": {"netrc", "dotnetrc"}, "where is .env loaded": {"env", "dotenv"}} {
		groups := Groups(question)
		for _, form := range want {
			if !slices.ContainsFunc(groups, func(g index.Group) bool { return g.Forms[form] > 0 }) {
				t.Errorf("%s: no form %s: %+v", question, form, groups)
			}
		}
	}
}

// TestSpokenWords: what people say is looked for as code says it, and not the other
// way round; words with several meanings count little.
func TestSpokenWords(t *testing.T) {
	for question, want := range map[string]struct {
		form  string
		least float64
	}{
		"the wide column": {"width", spokenWorth}, "made wider": {"width", spokenWorth},
	} {
		if !slices.ContainsFunc(Groups(question), func(g index.Group) bool { return g.Forms[want.form] >= want.least }) {
			t.Errorf("%s: %+v lacks %s", question, Groups(question), want.form)
		}
	}
	if w := Groups("the width")[0].Forms["wid"]; w != 0 {
		t.Errorf("width is looked for as wide: %v", w)
	}
}

// TestRowsOfTheLexicon: each row is one of the forms that its head describes, and no
// word stands for itself.
func TestRowsOfTheLexicon(t *testing.T) {
	seen := map[string]bool{}
	for row := range strings.Lines(lexiconText) {
		row = strings.TrimSpace(row)
		f := strings.Fields(row)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		said, means, pair := strings.Cut(row, ": ")
		switch {
		case f[0] == "=" && len(f) > 2, f[0] == "!form" && len(f) == 3, f[0] == "!sentence", f[0] == "!faint", f[0] == "!light":
		case pair && means != "" && (f[0] == "~" || !strings.Contains(said, " ") && !slices.Contains(strings.Fields(means), strings.TrimSuffix(said, ":"))):
		default:
			t.Errorf("%q is no row", row)
		}
		if seen[row] {
			t.Errorf("%q stands twice", row)
		}
		seen[row] = true
	}
	if l := theLexicon(); len(l.synonyms) < 100 || len(l.spoken) < 500 || len(l.turns) < 50 || len(l.forms) < 50 || !is("sentence", "the") || !is("faint", "function") {
		t.Errorf("%d synonyms, %d words, %d turns, %d forms", len(l.synonyms), len(l.spoken), len(l.turns), len(l.forms))
	}
}
