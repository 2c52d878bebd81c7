package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// What a form of a word counts, of the word itself.
const (
	synonymWorth = 0.5
	hintWorth    = 0.4 // what a plan adds
	faintWorth   = 0.3 // words that name kinds of code, not things
	nameWorth    = 2.0 // of what is spelled as code
	doerWorth    = 0.7 // of what does it, or that it is done: Serializer, serialization

	expectedWorth  = 0.8 // of its forms
	expectedWeight = 1.0 // of a word that is expected in names
)

// Groups returns the words of a question that name something, each with all the
// forms in which code may spell it. Words that only make a sentence of it are
// left out.
func Groups(text string) []index.Group {
	var out []index.Group
	for _, w := range content(text) {
		g := index.Group{Word: w.surface, Weight: w.weight}
		for _, base := range bases(w.surface) {
			g.Add(base, 1)
			for _, s := range synonyms[base] {
				g.Add(s, synonymWorth)
			}
		}
		if w.dotted {
			g.Add("dot"+w.surface, 1)
		}
		for _, noun := range doers(w.surface) {
			g.Add(noun, doerWorth)
		}
		out = append(out, g)
	}
	return out
}

// Beside returns the groups of what a plan searches for instead of a question, without
// those that the question has.
func Beside(query string, own []index.Group) []index.Group {
	return slices.DeleteFunc(Groups(query), func(g index.Group) bool {
		return slices.ContainsFunc(own, func(o index.Group) bool { return o.Word == g.Word })
	})
}

// OnlyNames reports whether a question names code and asks about nothing else:
// "where is find_by_email".
func OnlyNames(text string) bool {
	list := content(text)
	return len(list) > 0 && !slices.ContainsFunc(list,
		func(w word) bool { return w.weight < nameWorth && w.weight > faintWorth })
}

// Expected returns groups for words that names of the code are expected to be made of, the
// likeliest first, besides those of the question: by whoever asks, or by the model that
// plans. They only add to what is found.
func Expected(words []string, own []index.Group) []index.Group {
	var out []index.Group
	for _, w := range words {
		g := index.Group{Word: strings.ToLower(w), Weight: expectedWeight * max(0.5, 1-float64(len(out))/20), Extra: true}
		for _, part := range strings.Fields(w) {
			g.Add(part, expectedWorth)
		}
		known := func(o index.Group) bool { return o.Word == g.Word || !o.Extra && spells(o, g) }
		if len(g.Forms) > 0 && !slices.ContainsFunc(own, known) && !slices.ContainsFunc(out, known) {
			out = append(out, g)
		}
	}
	return out
}

// spells reports whether all forms of a group are forms of a word of the question itself.
func spells(own, g index.Group) bool {
	for form := range g.Forms {
		if own.Forms[form] < 1 {
			return false
		}
	}
	return true
}

// Hints returns the words that a plan adds to those of the question, at a part of
// their weight.
func Hints(p Plan, own []index.Group) []index.Group {
	var out []index.Group
	for _, w := range slices.Concat(p.Symbols, p.Patterns) {
		for _, g := range Groups(w) {
			known := func(o index.Group) bool { return o.Word == g.Word }
			if !slices.ContainsFunc(own, known) && !slices.ContainsFunc(out, known) {
				g.Weight *= hintWorth
				out = append(out, g)
			}
		}
	}
	return out
}

// word is a word of a question that names something.
type word struct {
	surface string
	weight  float64
	dotted  bool // it begins with a dot, as .env
}

// content returns the words of a text that name something, in order.
func content(text string) []word {
	fields := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' && r != '\'' && r != '-' && r != '.'
	})
	var out []word
	for _, field := range fields {
		raw := strings.TrimRight(strings.Trim(field, "'-"), ".")
		raw = strings.TrimSuffix(strings.TrimSuffix(raw, "'s"), "'")
		low := strings.ToLower(raw)
		switch {
		case strings.Trim(raw, ".0123456789") == "": // a number names nothing
		case strings.ContainsAny(strings.Trim(raw, "."), "_$.") || mixed(raw):
			out = append(out, word{surface: raw, weight: nameWorth})
		case strings.Contains(raw, "-"):
			for part := range strings.SplitSeq(low, "-") {
				if !silent(part) {
					out = append(out, word{surface: part, weight: 1})
				}
			}
		case raw[0] == '.': // .netrc and .env: code leaves the dot out, or says it
			out = append(out, word{surface: strings.TrimLeft(low, "."), weight: 1, dotted: true})
		case silent(low) && !shouted(raw, text):
		case faint[low]:
			out = append(out, word{surface: low, weight: faintWorth})
		default:
			out = append(out, word{surface: low, weight: 1})
		}
	}
	return out
}

func mixed(w string) bool {
	upper, lower := false, false
	for i, r := range w {
		upper = upper || i > 0 && unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
	}
	return upper && lower
}

// shouted reports whether a word stands in capitals in a text that does not: GET and
// ALL name something, get and all do not.
func shouted(w, text string) bool {
	return len(w) > 1 && w == strings.ToUpper(w) && w != strings.ToLower(w) && text != strings.ToUpper(text)
}

// silent reports whether a word only makes a sentence.
func silent(w string) bool {
	return len(w) < 2 || index.OnlyAsks(w)
}

// bases returns the forms of a word that names may hold: without the endings of
// verbs and of plurals.
func bases(w string) []string {
	out := []string{w}
	add := func(s string) {
		if len(s) >= 2 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		add(w[:n-3] + "y")
		add(w[:n-1])
	case n > 4 && strings.HasSuffix(w, "ing"):
		add(undouble(w[:n-3]))
		add(w[:n-3])
		add(w[:n-3] + "e")
	case n > 4 && strings.HasSuffix(w, "ied"):
		add(w[:n-3] + "y")
	case n > 3 && strings.HasSuffix(w, "ed"):
		add(undouble(w[:n-2]))
		add(w[:n-2])
		add(w[:n-1])
	case n > 4 && strings.HasSuffix(w, "es"):
		add(w[:n-1])
		add(w[:n-2])
	case n > 3 && strings.HasSuffix(w, "s") && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		add(w[:n-1])
	}
	return out
}

// doers returns the nouns that a verb makes, of one that says what is done to something:
// code that serializes is a serializer, or does serialization.
func doers(w string) (out []string) {
	if !strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "ing") {
		return nil
	}
	for _, verb := range bases(w)[1:] {
		stem := strings.TrimSuffix(verb, "e")
		out = append(out, stem+"er", stem+"or", stem+"ion", stem+"ation")
	}
	return out
}

func undouble(w string) string {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && strings.IndexByte("aeiousl", w[n-1]) < 0 {
		return w[:n-1]
	}
	return w
}

// faint are words for kinds of code: they say little about which.
var faint = index.WordSet(`code function functions method methods class classes module modules program project value
	values object objects type types file files implementation logic thing behaviour behavior data
	string name names line lines list variable part kind side system`)

// synonyms are the short forms that code has for words, and the words of one topic that
// every program spells in another way.
var synonyms = func() map[string][]string {
	out := map[string][]string{}
	for _, row := range []string{"auth authentication authorization login session token", "config configuration settings",
		"db database", "err error", "msg message", "repo repository", "init initialize", "ctx context"} {
		list := strings.Fields(row)
		for i, w := range list {
			out[w] = slices.Concat(list[:i], list[i+1:])
		}
	}
	return out
}()
