package index

import (
	"math"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// What a word counts by where it stands in a definition.
const (
	inName        = 2.2
	inHolder      = 0.6
	inPurpose     = 1.1 // the first sentence of the documentation
	inDoc         = 0.6
	inSig         = 0.5
	inComment     = 0.5
	inCode        = 0.4
	inFolder      = 0.3
	inBase        = 0.7
	longBody      = 250.0 // words of a definition of which each counts half
	verbatimWorth = 2.0   // of the whole question word for word
	halfAt        = 1.0   // how much of all that a group needs to count half
)

// Reading weighs definitions by where the words of a question stand in them.
// It is made once for a question.
type Reading struct {
	groups []Group
	idf    []float64
	of     map[string][]groupForm
	all    float64
	words  []string // of the question, in their order
}

// Read makes a reading of a question and its groups, whose idf [Ranking] has.
func Read(question string, groups []Group, idf []float64) *Reading {
	r := &Reading{groups: groups, idf: idf, of: map[string][]groupForm{}}
	for _, w := range scan.Words(question, "") {
		r.words = append(r.words, strings.ToLower(question[w.Start:w.End]))
	}
	for i, g := range groups {
		spelled, _ := Words(g.Word)
		for _, t := range sortedKeys(g.Forms) {
			r.of[t] = append(r.of[t], groupForm{i, g.Forms[t], g.Forms[t] >= 1 || slices.Contains(spelled, t)})
		}
		if !g.Extra {
			r.all += idf[i]
		}
	}
	return r
}

// Evidence is what speaks for a definition.
type Evidence struct {
	Score    float64
	Named    []string // words of the question that it is named after
	Contains []string // others that it contains
	Like     []string // others that it has other words for
	Matched  float64  // share of the question
	Said     float64  // share of the question that stands there word for word
}

// sum is the evidence for each group so far.
type sum struct {
	r    *Reading
	of   []float64
	name []float64
	own  []bool         // whether the word itself stands there, in any form
	seen map[string]int // terms in code

	verbatim float64 // how much of the question stands there word for word
}

func (s *sum) word(word string, worth float64) (known bool) {
	for _, t := range Terms(word) {
		for _, gf := range s.r.of[t] {
			s.of[gf.group] += worth * gf.w
			s.own[gf.group] = s.own[gf.group] || gf.own
			known = true
		}
	}
	return known
}

// best counts a word's groups once, by their best form.
func (s *sum) best(words []string, worth float64, into []float64) (hits int) {
	for _, t := range words {
		hit := false
		for _, gf := range s.r.of[t] {
			into[gf.group] = max(into[gf.group], worth*gf.w)
			s.own[gf.group] = s.own[gf.group] || gf.own
			hit = true
		}
		if hit {
			hits++
		}
	}
	return hits
}

// Weigh weighs a definition by its text: that of its lines with documentation
// in front. sig is the number of its lines up to the end of the signature, own
// the line of the name among them.
func (r *Reading) Weigh(path, lang string, d Def, body string) Evidence {
	n := len(r.groups)
	s := sum{r: r, of: make([]float64, n), name: make([]float64, n), own: make([]bool, n), seen: map[string]int{}}
	name, precision := NameOf(path, d), 0.0
	if name != "" {
		words, parts := Words(name)
		hits := s.best(words, inName, s.name)
		precision = min(1, float64(hits)/float64(max(1, len(words))))
		if parts > 1 {
			s.best([]string{whole(name)}, inName, s.name)
		}
	}
	holder := make([]float64, n)
	words, _ := Words(d.Container)
	s.best(words, inHolder, holder)
	folder, base := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	s.best(pathWords(folder), inFolder, holder)
	s.best(pathWords(base), inBase, holder)
	r.body(&s, lang, d, body)
	out := Evidence{Said: s.verbatim}
	score, matched := 0.0, 0.0
	for i, g := range r.groups {
		v := s.of[i] + s.name[i] + holder[i]
		got := v / (v + halfAt)
		score += r.idf[i] * (got + 0.6*s.name[i]/inName*(0.4+0.6*precision))
		matched += r.idf[i] * min(1, got*1.6) // a guess that is right stands for words that are missing
		switch {
		case slices.Contains(slices.Concat(out.Named, out.Contains, out.Like), g.Word): // said, and guessed
		case v < inCode/2:
		case !s.own[i]:
			out.Like = append(out.Like, g.Word)
		case s.name[i] > 0:
			out.Named = append(out.Named, g.Word)
		default:
			out.Contains = append(out.Contains, g.Word)
		}
	}
	if r.all > 0 {
		out.Matched = min(1, matched/r.all)
		out.Score = score/r.all*math.Sqrt(max(0, out.Matched)) + verbatimWorth*s.verbatim
	}
	return out
}

// body counts the words of the text.
func (r *Reading) body(s *sum, lang string, d Def, body string) {
	sentence, sig, line, at := true, d.Sig-d.Doc, 0, 0
	own := d.Start - d.Doc
	code := map[string]int{}
	doc := true // still documentation
	words := scan.Words(body, lang)
	verbatim := newRun(r.words)
	defer func() { s.verbatim = verbatim.share() }()
	long := 1 / (1 + float64(len(words))/longBody)
	for _, w := range words {
		gap := body[at:w.Start]
		line += strings.Count(gap, "\n")
		word := body[w.Start:w.End]
		verbatim.next(word)
		at = int(w.Start)
		if !w.Code {
			if sentence && doc && ends(gap) {
				sentence = false
			}
			switch {
			case line < own && sentence:
				s.word(word, inPurpose)
			case line < own:
				s.word(word, inDoc*long)
			case doc && d.Kind != scan.Gap && line >= sig && sentence: // a docstring
				s.word(word, inPurpose)
			case doc && d.Kind != scan.Gap:
				s.word(word, inDoc*long)
			default:
				s.word(word, inComment*long)
			}
			continue
		}
		switch {
		case line < own: // a decorator or attribute
			s.word(word, inSig)
		case line < sig:
			if word != d.Name {
				s.word(word, inSig)
			}
			sentence = sentence || line <= own
		default:
			doc = false
			if !Keyword(word) {
				code[word]++
			}
		}
	}
	for _, word := range sortedKeys(code) {
		s.word(word, inCode*(1+math.Log(float64(code[word])))*math.Sqrt(long))
	}
}

// Line says how much a line of code says of each word of the question, and last how much
// of the question stands there word for word.
func (r *Reading) Line(line string) []float64 {
	out := make([]float64, len(r.groups)+1)
	run := newRun(r.words)
	for _, w := range scan.Words(line, "") {
		word := line[w.Start:w.End]
		run.next(word)
		for _, t := range Terms(word) {
			for _, gf := range r.of[t] {
				out[gf.group] = max(out[gf.group], r.idf[gf.group]*gf.w)
			}
		}
	}
	out[len(r.groups)] = r.all * run.share()
	return out
}

// Long reports whether a question has as many words as say something by their order.
func (r *Reading) Long() bool { return len(r.words) >= shortRun }

// run finds the longest run of words of a question that stand in a text in their order.
type run struct {
	at      map[string][]int
	n, best int
	last    []int // of each word of the question: how long a run ended there with the word before
	now     []int
}

func newRun(words []string) *run {
	r := run{at: map[string][]int{}, n: len(words), last: make([]int, len(words)+1), now: make([]int, len(words)+1)}
	for i, w := range words {
		r.at[w] = append(r.at[w], i+1)
	}
	return &r
}

func (r *run) next(word string) {
	clear(r.now)
	for _, i := range r.at[strings.ToLower(word)] {
		r.now[i] = r.last[i-1] + 1
		r.best = max(r.best, r.now[i])
	}
	r.last, r.now = r.now, r.last
}

// share returns how much of a question the run is, 0 for what any sentence may have.
func (r *run) share() float64 {
	if r.best < shortRun {
		return 0
	}
	return float64(r.best*r.best) / float64(r.n*r.n)
}

// shortRun is how many words in their order say nothing yet.
const shortRun = 4

// NameOf returns the name that a definition is known by: that of its file where it
// has none of its own, as the default export of a module.
func NameOf(path string, d Def) string {
	if d.Name != "default" && d.Name != "exports" {
		return d.Name
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	if folder := strings.TrimSuffix(path, "/"+base); stem == "index" && folder != path {
		return folder[strings.LastIndexByte(folder, '/')+1:]
	}
	return stem
}

// ends reports whether a sentence ends in what stands between two words.
func ends(gap string) bool {
	i := strings.IndexByte(gap, '.')
	return i >= 0 && (i+1 == len(gap) || gap[i+1] == ' ' || gap[i+1] == '\n') || strings.Count(gap, "\n") > 1
}
