package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/vectors"
)

// spot is a definition that may answer a question, with what speaks for it.
type spot struct {
	path  string
	def   index.Def
	score float64
	said  index.Evidence
	by    string
	known bool // the journal knows that its file helped with questions like this

	credit float64 // for being called by a place that matches
}

// evidence is what speaks for places.
type evidence struct {
	hits    []index.PlaceHit
	reading *index.Reading
	learned map[string]float64 // how much files helped with questions like this
	like    vectors.Likeness
}

// longDoc is how long a comment in front of a definition is read.
const longDoc = 150

// What a kind of place counts when code is asked for.
const (
	testWorth     = 0.25
	aroundWorth   = 0.75 // of folders of examples, benchmarks and documentation
	gapWorth      = 0.5  // of what is no definition
	barrenWorth   = 0.8  // of a declaration without a body
	declaredWorth = 0.6  // of what is only declared, or not to be used any more
	makerWorth    = 0.75 // of a constructor: it sets up what others do
	shapeWorth    = 0.6  // of what only says how things look
	typeWorth     = 0.85 // of a type: most questions are about what is done
	fileWorth     = 0.25 // how much the ranking of its file adds, of the best score
	learnedWorth  = 0.6  // how much it adds that its file was opened or edited after the same question
	likeWorth     = 0.8  // how much it adds that no other place is nearer to the question by its vector
	likeScore     = 0.1  // what the nearest place scores without any word
	likePlaces    = 10   // nearest places that are weighed, though words do not lead to them
)

// spots finds the definitions that may answer a question, best first. The
// ranking of files and their vectors count in addition to the words.
func (p *Provider) spots(ctx context.Context, r *index.Ranking, tests bool, ev evidence) []spot {
	share := map[string]float64{}
	for i, h := range r.Hits[:min(queryFiles, len(r.Hits))] {
		if r.Hits[0].Score > 0 {
			share[h.Path] = h.Score / r.Hits[0].Score / (1 + float64(i)/20)
		}
	}
	hits, reading := p.nearest(slices.Clone(ev.hits), ev.like), ev.reading
	out := make([]spot, 0, len(hits))
	hits = p.wholes(hits)
	for _, h := range hits {
		if ctx.Err() != nil {
			break
		}
		snap, ok := p.textOf(ctx, h.Path)
		if !ok || h.Def.End > snap.LineCount() {
			continue
		}
		h.Def.Doc, h.Def.End = docOf(snap, h.Def), endOf(snap, h.Def)
		body := snap.Slice(snap.LinesSpan(text.Lines{Start: h.Def.Doc, End: h.Def.End}))
		said := reading.Weigh(h.Path, snap.Lang, h.Def, body)
		like := ev.like.Of(h.Path, text.Lines{Start: h.Def.Doc, End: h.Def.End})
		worth := (said.Score + likeScore*like) * (1 + fileWorth*share[h.Path]) * (1 +
			learnedWorth*min(1, ev.learned[h.Path])) * (1 + likeWorth*like)
		if !tests {
			worth *= usual(h, body)
		}
		worth *= kindWorth(h, body)
		by := byWords
		if len(said.Named)+len(said.Contains)+len(said.Like) == 0 && like > 0 {
			by = bySemantic
		}
		if worth > 0 {
			out = append(out, spot{path: h.Path, def: h.Def, score: worth, said: said, by: by, known: ev.learned[h.Path] > 0})
		}
	}
	return sorted(out)
}

// sorted sorts places, the best first.
func sorted(list []spot) []spot {
	slices.SortStableFunc(list, func(a, b spot) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path), a.def.Start-b.def.Start)
	})
	return list
}

// nearest adds the definitions that are nearest by their vectors to the places that
// words lead to.
func (p *Provider) nearest(hits []index.PlaceHit, like vectors.Likeness) []index.PlaceHit {
	for _, b := range like.Best(likePlaces) {
		there := func(h index.PlaceHit) bool {
			return h.Path == b.Path && h.Def.Doc < b.Lines.End && b.Lines.Start < h.Def.End
		}
		if slices.ContainsFunc(hits, there) {
			continue
		}
		defs := p.index.DefsOf(b.Path)
		at := slices.IndexFunc(defs, func(d index.Def) bool {
			return d.Doc == b.Lines.Start || d.Kind.IsFunction() && d.Doc < b.Lines.Start && b.Lines.Start < d.End
		})
		if at >= 0 {
			hits = append(hits, index.PlaceHit{Path: b.Path, Def: defs[at], Test: index.IsTest(b.Path)})
		}
	}
	return hits
}

// makers are the names of functions that make a value.
var makers = lazyre.New(`^(__init__|__new__|constructor|new|[nN]ew[A-Z].*)$`)

// kindWorth returns what a place counts for what it is.
func kindWorth(h index.PlaceHit, body string) float64 {
	worth := 1.0
	switch k := h.Def.Kind; {
	case k == scan.Gap:
		worth = gapWorth
	case declared.MatchString(h.Path), strings.Contains(body[:min(len(body), 2000)], "@deprecated"):
		worth = declaredWorth
	case k.IsFunction() && !h.Def.HasBody():
		worth = barrenWorth
	case k.IsFunction() && makers.MatchString(h.Def.Name):
		worth = makerWorth
	case k == scan.Interface || k == scan.Trait || k == scan.Type || k == scan.Struct || k == scan.Enum:
		worth = shapeWorth
	}
	if h.Def.Kind.IsType() && h.Def.End-h.Def.Start > shortType {
		worth *= typeWorth
	}
	return worth
}

var (
	declared = lazyre.New(`\.d\.[cm]?ts$`)
	testMark = lazyre.New(`#\[(?:\w+::)?(?:test|rstest|bench)\b|#\[cfg\(test\)\]|@pytest\.|@Test\b`)
)

// shortType is how many lines a class may have to be shown whole in the place of
// its methods: what it is for says its name, and how it does it, they.
const shortType = 40

// wholes puts short classes in the place of their methods.
func (p *Provider) wholes(hits []index.PlaceHit) []index.PlaceHit {
	out := make([]index.PlaceHit, 0, len(hits))
	type key struct {
		path  string
		start int
	}
	seen := map[key]bool{}
	short := map[string][]index.Def{}
	for _, h := range hits {
		classes, known := short[h.Path]
		if !known {
			classes = slices.DeleteFunc(p.index.DefsOf(h.Path),
				func(d index.Def) bool { return d.Kind != scan.Class || d.End-d.Start > shortType })
			short[h.Path] = classes
		}
		for _, d := range classes {
			if d.Start <= h.Def.Start && h.Def.End <= d.End {
				h.Def = d
			}
		}
		if k := (key{h.Path, h.Def.Start}); !seen[k] {
			seen[k] = true
			out = append(out, h)
		}
	}
	return out
}

// textOf returns the text of a file, or what it held when it was indexed.
func (p *Provider) textOf(ctx context.Context, path string) (text.Snapshot, bool) {
	if s, err := p.texts.read(ctx, path); err == nil {
		return s, true
	}
	hash, ok := p.index.Hash(path)
	if !ok {
		return text.Snapshot{}, false
	}
	stored, ok := p.storedText(hash)
	if !ok {
		return text.Snapshot{}, false
	}
	s := text.New(stored)
	s.Lang = languageOf(path)
	return s, true
}

// docOf returns the first line of the whole comment in front of a definition; the
// index keeps the last lines of a long one.
func docOf(s text.Snapshot, d index.Def) int {
	first := d.Doc
	for first > 0 && d.Doc-first < longDoc {
		line := strings.TrimSpace(s.Line(first - 1))
		if !strings.HasPrefix(line, "*") && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "/*") &&
			!(strings.HasPrefix(line, "#") && s.Lang == "python") {
			break
		}
		first--
	}
	return first
}

// endOf returns the end of a definition without the blank lines behind it: that of a type ends where its first method
// begins.
func endOf(s text.Snapshot, d index.Def) int {
	end := d.End
	for end > d.Start+1 && strings.TrimSpace(s.Line(end-1)) == "" {
		end--
	}
	return end
}

// usual returns what a definition counts where tests are not asked for. The places know
// which files are tests, examples or documentation: only of those it is asked what
// they are.
func usual(h index.PlaceHit, body string) float64 {
	head := body[:min(len(body), 200)]
	switch {
	case h.Test && index.InTests(h.Path), testMark.MatchString(head), strings.HasPrefix(h.Def.Name, "test_"),
		h.Def.Container == "tests", h.Def.Name == "tests":
		return testWorth
	case h.Test:
		return aroundWorth
	}
	return 1
}
