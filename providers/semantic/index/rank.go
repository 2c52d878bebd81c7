package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// The constants of the scores; the figures are flat around them.
const (
	bm25K         = 1.2
	bm25B         = 0.5
	chunkMean     = 220 // terms; what a chunk is assumed to have
	nameWeight    = 0.7
	learnedWeight = 0.2
	alikeWeight   = 0.5
	testPrior     = 0.3
	minShare      = 0.05 // of the query's idf that must be known
	maxDefiners   = 60
	explained     = 50 // of the best files, the parts of whose scores are kept

	elsewhereWorth = 0.1 // of a name that is used in the document, but not at the place
)

// Factor is one part of a score.
type Factor struct {
	Name  string
	Value float64 // weighted, as added
}

// Hit is one ranked file.
type Hit struct {
	Path    string
	Score   float64
	Factors []Factor // of the best files

	slot uint32
}

// Ranking is the answer to a query: files, best first, and what is needed to
// rank their chunks.
type Ranking struct {
	Hits  []Hit
	Defs  []DefHit // definitions of the names, best first
	Floor bool     // nothing relevant is known

	PlaceHits []PlaceHit // of the groups of a question
	PlaceIDF  []float64

	x     *Index
	terms []term
}

// DefHit is a file that defines a name used at the place.
type DefHit struct {
	Name   string
	Path   string
	Defs   []Def
	Weight float64
	Near   float64

	Elsewhere bool // the name is used in the document, but not at the place
}

// part is what one signal adds to the files' scores.
type part struct {
	name  string
	score []float64
}

// term is a query term with its weight and rarity.
type term struct {
	id     uint32
	text   string
	w, idf float64
}

func idf(n, df int) float64 { return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5)) }

// resolve turns query terms into terms of the index, in a fixed order, and returns the share of the query's weight that
// the index knows.
func (x *Index) resolve(terms map[string]float64) (out []term, share float64) {
	all, hit := 0.0, 0.0
	for _, t := range sortedKeys(terms) {
		w := terms[t]
		id, ok := x.terms.ids[t]
		df := 0
		if ok {
			df = x.holders(id)
		}
		if df == 0 {
			all += w * idf(x.live, 0)
			continue
		}
		v := idf(x.live, df)
		all += w * v
		hit += w * v
		out = append(out, term{id, t, w, v})
	}
	if all > 0 {
		share = hit / all
	}
	return out, share
}

// holders returns how many files hold a term, in their text or else in their path.
func (x *Index) holders(term uint32) int {
	n := len(x.post[term])
	if n > 0 {
		return n
	}
	for _, f := range x.files {
		if f != nil && slices.Contains(f.words, term) {
			n++
		}
	}
	return n
}

// saturated is what n occurrences count in a text of a length, as a share of the usual one.
func saturated(n, length float64) float64 {
	return n * (bm25K + 1) / (n + bm25K*(1-bm25B+bm25B*length))
}

// bm25 scores all files.
func (x *Index) bm25(terms []term, score []float64) {
	mean := float64(x.length) / float64(max(1, x.live))
	for _, t := range terms {
		for _, p := range x.post[t.id] {
			score[p.slot()] += t.w * t.idf * saturated(p.n(), float64(x.files[p.slot()].N)/max(1, mean))
		}
	}
}

// paths scores the files by the sub-words of their paths.
func (x *Index) paths(terms []term, score []float64) {
	weight := make([]float64, len(x.post))
	for _, t := range terms {
		weight[t.id] = t.w * max(t.idf, 0.5)
	}
	for i, f := range x.files {
		if f == nil {
			continue
		}
		for k, id := range f.words {
			if w := weight[id]; w > 0 && times(f.words[:k], id) < 2 {
				score[i] += w
			}
		}
	}
}

// times returns how often a term is among the words of a path.
func times(words []uint32, term uint32) int {
	n := 0
	for _, id := range words {
		if id == term {
			n++
		}
	}
	return n
}

// nameScore adds up what the terms of a name are worth: less where others are among them.
func (x *Index) nameScore(name string, worth map[uint32]float64) float64 {
	v, hits, parts := 0.0, 0.0, x.partsOf(name)
	for _, t := range parts {
		v += worth[t]
		if worth[t] > 0 {
			hits++
		}
	}
	return v * (1 + hits/max(1, float64(len(parts)))) / 2
}

// definitions scores the files that define the names. Names of the rest of the
// document are found, but say nothing about files: there are many.
func (x *Index) definitions(q Query, imported map[string]bool, score []float64) []DefHit {
	var out []DefHit
	fam := scan.FamilyOf(q.Lang)
	home := scan.Kin(fam, q.Lang)
	define := func(name string, worth float64, elsewhere bool) {
		files := map[*file][]Def{}
		var order []*file
		for _, r := range x.refsOf(name) {
			if r.path == q.Document || kinds[r.Defs[r.def].Kind] == scan.Field || r.test && !q.Tests || q.Lang != "" &&
				scan.Kin(r.fam, r.Lang) != home {
				continue
			}
			if files[r.file] == nil {
				order = append(order, r.file)
			}
			files[r.file] = append(files[r.file], x.def(r.content, r.def))
		}
		if len(order) == 0 || len(order) > maxDefiners {
			return
		}
		base := worth / float64(len(order))
		if q.Own[name] {
			base *= 0.3
		}
		for _, f := range order {
			near := 1.0
			switch {
			case imported[f.path]:
				near = 3
			case fam == scan.Golang && dir(f.path) == dir(q.Document):
				near = 2
			}
			w := near * base
			if !elsewhere {
				score[x.byPath[f.path]] += w
			}
			out = append(out, DefHit{Name: name, Path: f.path, Defs: files[f], Weight: w, Near: near, Elsewhere: elsewhere})
		}
	}
	for _, name := range sortedKeys(q.Names) {
		define(name, (1+math.Log(float64(q.Names[name])))*closeness(q.Near[name], namePull), false)
	}
	for _, name := range sortedKeys(q.Elsewhere) {
		if q.Names[name] == 0 && !q.Own[name] {
			define(name, elsewhereWorth, true)
		}
	}
	slices.SortStableFunc(out, func(a, b DefHit) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Path, b.Path), strings.Compare(a.Name, b.Name))
	})
	return out
}

// Rank scores all files for a query.
func (x *Index) Rank(q Query) *Ranking {
	g := x.linked()
	x.mu.RLock()
	defer x.mu.RUnlock()
	r := &Ranking{x: x}
	n := len(x.files)
	imported := map[string]bool{}
	for _, p := range g.out[q.Document] {
		imported[p] = true
	}
	terms, share := x.resolve(q.Terms)
	more, moreShare := x.resolve(q.Text)
	r.terms = mergeTerms(terms, more, q.Weights.Text)
	total := make([]float64, n)
	var parts []part
	signal := func(name string, weight float64, fill func([]float64)) {
		if weight == 0 {
			return
		}
		score := make([]float64, n)
		fill(score)
		if slot, ok := x.byPath[q.Document]; ok {
			score[slot] = 0
		}
		x.share(score)
		for i, s := range score {
			if s > 0 {
				score[i] = weight * s
				total[i] += score[i]
			}
		}
		parts = append(parts, part{name, score})
	}
	w := q.Weights
	if w.Defs > 0 || len(q.Names) > 0 {
		score := make([]float64, n)
		r.Defs = x.definitions(q, imported, score)
		signal("defs", w.Defs, func(out []float64) { copy(out, score) })
	}
	r.Floor = len(r.Defs) == 0 && (len(terms)+len(more) == 0 || max(share, moreShare) < minShare) && !x.spokenOf(q.Groups)
	signal("bm25", w.BM25, func(s []float64) { x.bm25(terms, s) })
	signal("text", w.Text, func(s []float64) { x.bm25(more, s) })
	signal("path", w.Path, func(s []float64) { x.paths(terms, s) })
	if len(q.Groups) > 0 {
		signal("places", w.Place, func(s []float64) { x.bestPlaces(q.Groups, r, s) })
	}
	signal("recency", w.Recency, x.recency)
	signal("cochange", w.Cochange, func(s []float64) {
		x.cochange(q.Document, s)
	})
	signal("imports", w.Imports, func(s []float64) { x.near(q.Document, g, s) })
	given := func(values map[string]float64) func([]float64) {
		return func(s []float64) {
			for p, v := range values {
				if slot, ok := x.byPath[p]; ok {
					s[slot] = max(0, v)
				}
			}
		}
	}
	signal("journal", learnedWeight, given(q.Learned))
	signal("alike", alikeWeight, given(q.Alike))
	if len(q.Candidates) > 0 {
		score := make([]float64, n)
		given(q.Candidates)(score)
		for i, v := range score {
			total[i] += v
		}
		parts = append(parts, part{"plan", score})
	}
	var order []uint32
	for i, f := range x.files {
		if f == nil || total[i] <= 0 || f.path == q.Document {
			continue
		}
		if f.test && !q.Tests && !IsTest(q.Document) {
			total[i] *= testPrior
		} else if f.test && q.TestPrior > 0 {
			total[i] *= q.TestPrior
		}
		order = append(order, uint32(i))
	}
	slices.SortFunc(order, func(a, b uint32) int { return x.better(total, a, b) })
	r.Hits = make([]Hit, len(order))
	for i, slot := range order {
		f := x.files[slot]
		r.Hits[i] = Hit{Path: f.path, Score: total[slot], slot: slot}
		if i >= explained {
			continue
		}
		for _, p := range parts {
			if v := p.score[slot]; v > 0 {
				r.Hits[i].Factors = append(r.Hits[i].Factors, Factor{p.name, v})
			}
		}
	}
	return r
}

// share turns the scores by one signal into shares from 0 to 1 of the best.
func (x *Index) share(score []float64) {
	top := 0.0
	for i, s := range score {
		if x.files[i] == nil || s < 0 {
			score[i] = 0
		}
		top = max(top, score[i])
	}
	for i := range score {
		score[i] /= max(top, math.SmallestNonzeroFloat64)
	}
}

// ways are what a factor finds files by, where it is not their words.
var ways = map[string]string{"defs": "symbol", "path": "path", "imports": "imports",
	"recency": "history", "cochange": "history", "journal": "journal", "alike": "semantic"}

// Way returns what a file is found by, as the factor says that adds most to its score; ""
// for its words, or where no factor is known.
func (h Hit) Way() string {
	if len(h.Factors) == 0 {
		return ""
	}
	return ways[slices.MaxFunc(h.Factors, func(a, b Factor) int { return cmp.Compare(a.Value, b.Value) }).Name]
}

// better orders files by score, then path.
func (x *Index) better(score []float64, a, b uint32) int {
	return cmp.Or(cmp.Compare(score[b], score[a]), strings.Compare(x.files[a].path, x.files[b].path))
}

func mergeTerms(a, b []term, weight float64) []term {
	out := slices.Clone(a)
	at := map[uint32]int{}
	for i, t := range out {
		at[t.id] = i
	}
	for _, t := range b {
		if i, ok := at[t.id]; ok {
			out[i].w += weight * t.w
		} else {
			out = append(out, term{t.id, t.text, weight * t.w, t.idf})
		}
	}
	return out
}

// near scores the neighbours of the document.
func (x *Index) near(document string, g *graph, score []float64) {
	if document == "" {
		return
	}
	for _, p := range g.out[document] {
		if slot, ok := x.byPath[p]; ok {
			score[slot] += 1
		}
	}
	for _, p := range g.in[document] {
		if slot, ok := x.byPath[p]; ok {
			score[slot] += 0.6
		}
	}
	for _, p := range g.dirs[dir(document)] {
		if slot, ok := x.byPath[p]; ok && p != document {
			score[slot] += 0.4
		}
	}
}
