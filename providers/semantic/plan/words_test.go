package plan

import (
	"slices"
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
		"how are error-handlers looked up":                   {"error", "handlers", "looked"},
		"when does a POST become a GET?":                     {"post", "become", "get"},
		"WHERE DO I GET THE PATH":                            {"path"},
		"when the user's password is checked, but not tests": {"user", "password", "checked", "tests"},
		"is 3.12 or 404 the default":                         {"default"},
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

// TestSynonyms: a short form is looked for as the long one, for less.
func TestSynonyms(t *testing.T) {
	for question, form := range map[string]string{"the db": "databas", "where is the configuration": "setting",
		"login": "auth"} {
		if got := Groups(question)[0].Forms[form]; got <= 0 || got >= 1 {
			t.Errorf("%s: %s counts %v", question, form, got)
		}
	}
}
