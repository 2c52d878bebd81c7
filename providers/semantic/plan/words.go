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
	lightWeight  = 0.6 // words that say little by themselves, however rare in code
	nameWorth    = 2.0 // of what is spelled as code
	verbWorth    = 0.4 // put, in "put together"
	doerWorth    = 0.7 // of what does it, or that it is done: Serializer, serialization

	expectedWorth  = 0.8 // of its forms
	expectedWeight = 1.0 // of a word that is expected in names
)

// Groups returns the words of a question that name something, each with all the
// forms in which code may spell it. Words that only make a sentence of it are
// left out.
func Groups(text string) []index.Group {
	list := content(text)
	var out []index.Group
	for _, w := range list {
		g := index.Group{Word: w.surface, Weight: w.weight}
		own := 1.0
		if w.verb {
			own = verbWorth
		}
		for _, base := range bases(w.surface) {
			g.Add(base, own)
		}
		if !w.verb {
			widen(&g, w)
		}
		for _, noun := range doers(w.surface) {
			g.Add(noun, doerWorth)
		}
		for _, s := range w.means {
			g.Add(s, synonymWorth+0.3)
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

// widen adds the forms in which code may say a word otherwise.
func widen(g *index.Group, w word) {
	for _, b := range bases(w.surface) {
		for _, s := range synonymsOf(b) {
			g.Add(s, synonymWorth)
		}
		for s, worth := range theLexicon().spoken[b] {
			g.Add(s, worth)
		}
	}
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
	means   []string // what a phrase stands for that it begins
	verb    bool     // it is the verb of such a phrase, which means something else alone
}

// content returns the words of a text that name something, in order.
func content(text string) []word {
	fields := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' && r != '\'' && r != '-' && r != '.'
	})
	var out []word
	for i := 0; i < len(fields); i++ {
		raw := strings.Trim(fields[i], "'-")
		raw = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(raw, "."), "'s"), "'")
		if raw == "" || raw == "." {
			continue
		}
		low := strings.ToLower(raw)
		parts := strings.Split(raw, "-")
		if means, n := turn(parts); n > 1 && n == len(parts) { // ctrl-c
			out = append(out, word{surface: means[0], weight: turnWeight, means: means, verb: true})
			continue
		}
		if means, n := turn(fields[i:]); n > 0 {
			out = append(out, word{surface: means[0], weight: turnWeight, means: means, verb: true})
			i += n - 1
			continue
		}
		name := strings.ContainsAny(strings.Trim(raw, "."), "_$.") || mixed(raw)
		switch {
		case name:
			out = append(out, word{surface: raw, weight: nameWorth})
		case len(parts) > 1:
			for _, part := range parts {
				if !silent(strings.ToLower(part)) {
					out = append(out, word{surface: strings.ToLower(part), weight: 1})
				}
			}
		case raw[0] == '.': // .netrc and .env: code leaves the dot out, or says it
			name := strings.TrimLeft(low, ".")
			out = append(out, word{surface: name, weight: 1, means: []string{"dot" + name}})
		case silent(low) && !shouted(raw, text):
		case is("faint", low):
			out = append(out, word{surface: low, weight: faintWorth})
		default:
			weight := 1.0
			if is("light", low) {
				weight = lightWeight
			}
			out = append(out, word{surface: low, weight: weight})
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
	return len(w) < 2 || is("sentence", w)
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
	if b := theLexicon().forms[w]; b != "" {
		add(b)
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
	case w != comparison(w) && compared[comparison(w)]:
		add(undouble(comparison(w)))
		add(comparison(w) + "e")
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

// comparison returns a word without the ending that compares it.
func comparison(w string) string {
	return strings.TrimSuffix(strings.TrimSuffix(w, "est"), "er")
}

// compared are adjectives of which code has other words, without a last e.
var compared = words(`wid narrow tall high deep long short bigg larg small slow fast quick old new fresh lat low ` +
	`great few strong weak near clos saf`)

// synonymsOf returns the words that code uses for one.
func synonymsOf(w string) []string { return theLexicon().synonyms[w] }
