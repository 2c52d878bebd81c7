package index

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Weights say how much each file signal counts, each divided by its maximum.
type Weights struct {
	BM25, Path, Recency, Defs, Imports, Cochange, Text float64

	Place float64 // by the best definition, see PlaceHit
}

// QueryWeights returns the weights for a question in words. Few and round, because
// tuned ones did not carry over to other repositories; these were fitted with each
// of ten repositories left out in turn.
func QueryWeights() Weights {
	return Weights{BM25: 1, Path: 0.6, Recency: 0.6, Place: 0.35}
}

// FixWeights returns the weights for a place.
func FixWeights() Weights {
	return Weights{BM25: 1.2, Path: 0.2, Defs: 1.3, Imports: 0.3, Cochange: 0.9, Recency: 0.35, Text: 0.5}
}

// Query is what is looked for.
type Query struct {
	// Terms are weighted index terms of the text (Query) or of the window
	// (Fix), see [TextTerms] and [Place.Terms].
	Terms map[string]float64
	// Text are the terms of the instruction or message that comes with a window.
	Text map[string]float64
	// Names are the identifiers used at the place, with their counts.
	Names map[string]int
	// Near is how many lines off each name is used; nil: all at the place.
	Near map[string]int
	// Elsewhere are the names used in the rest of the document: what the task
	// may need next, the file imports already.
	Elsewhere map[string]bool
	// Groups are the words of a question with their forms.
	Groups []Group
	// Own are the names the document defines itself.
	Own map[string]bool
	// Document is the file asked from; it is never a result.
	Document string
	// Lang is the document's language; definitions of others are no help.
	Lang string
	// Weights of the signals.
	Weights Weights
	// Tests ranks tests like other files.
	Tests bool
	// TestPrior is what tests count nevertheless; 0: as much as other files.
	TestPrior float64
	// Candidates are files that a plan names, with what that adds to their
	// score.
	Candidates map[string]float64
	// Learned is how much files helped with questions like this one.
	Learned map[string]float64
	// Alike is how near the vectors of files are to that of the question.
	Alike map[string]float64
}

// Words that name no code: those that make a sentence of any text, those that only ask,
// and those that only say that something is to be done, or that qualify what is.
const (
	functionWords = `a about above after again all also am an and any are as at be because been before being below
	between both but by can cannot could did do does doing don down during each even few for from
	further get gets got had has have having he her here hers him his how however i if in into is isn
	it its itself just let like make make makes me more most much my no nor not now of off on once
	only or other our ours out over own same she should so some still such than that the their theirs
	them then there these they this those through to too under until up us use used uses using very
	via was we were what when where which while who whom why will with without would you your yours`
	askingWords = `actually another aren't come comes coming couldn't didn't doesn't done don't either else ever
	every exactly  explain give given gives go goes going happen happened happening happens hasn't
	haven't inside isn't look  looks made many may mean means might must need needed needs often one
	onto part place please point really  shouldn't show something take takes tell themselves thing
	things toward upon want wasn't way weren't whether  whose within work works describe understand
	first several different never except excluding`
	taskWords = `add adds added adding fix fixes fixed fixing update updates updated updating change changes
	changed changing remove removes removed removing support supports supported supporting allow
	allows allowed allowing improve improves improved improving bug bugs issue issues close closes
	closed resolve resolves resolved ref refs see pr merge new old instead ensure properly correctly
	correct better minor cleanup clean`
)

var (
	asks = WordSet(functionWords + " " + askingWords)

	// stopWords are also in the form in which they are indexed.
	stopWords = func() map[string]bool {
		m := WordSet(functionWords + " " + taskWords)
		for w := range maps.Clone(m) {
			words, _ := Words(w)
			for _, t := range words {
				m[t] = true
			}
		}
		return m
	}()
)

// WordSet returns the words of a list.
func WordSet(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// IsStop reports whether a lower-case word names no code.
func IsStop(w string) bool { return stopWords[strings.ToLower(w)] }

// OnlyAsks reports whether a lower-case word only makes a question of its sentence. The verbs
// that code is named after do not: "what closes the connection".
func OnlyAsks(w string) bool { return asks[w] }

// TextTerms returns the weighted terms of a text in words: each sub-word counts
// one an occurrence, each identifier of several parts one more as a whole.
// Stop words do not count.
func TextTerms(s string, weight float64) map[string]float64 {
	out := map[string]float64{}
	for _, w := range scan.Words(s, "") {
		word := s[w.Start:w.End]
		words, parts := Words(word)
		if parts < 2 && IsStop(word) {
			continue
		}
		for _, t := range words {
			if !stopWords[t] {
				out[t] += weight
			}
		}
		if parts >= 2 {
			out[whole(word)] += weight
		}
	}
	return out
}

// Place is what is known from a position in a document: the identifiers round it.
type Place struct {
	Lines text.Lines
	Names map[string]int // identifiers in code, with their counts
	Near  map[string]int // lines between the place and the nearest use
	Own   map[string]bool

	Elsewhere map[string]bool // identifiers in the rest of the text
}

// The window round a place and the weights of its terms.
const (
	windowMin    = 7
	windowReach  = 15
	subWeight    = 0.3
	wholeWeight  = 1.0
	maxTermScore = 3.0
	namePull     = 2.0 // how much more a definition counts whose name is used at the place
	termPull     = 1.0 // the same for the term that is the whole name
	nearHalf     = 5.0 // lines
)

// Look finds the window of a line in a text: the chunk it lies in, or 15 lines
// on both sides where that has no name or is short.
func Look(lang, src string, line int) Place {
	f, l := extract(lang, src)
	p := Place{Names: map[string]int{}, Near: map[string]int{}, Own: map[string]bool{}, Elsewhere: map[string]bool{}}
	for _, d := range f.Defs {
		p.Own[d.Name] = true
	}
	p.Lines = text.Lines{Start: max(0, line-windowReach), End: line + windowReach + 1}
	for _, c := range f.Chunks {
		if line < c.Start || line >= c.End {
			continue
		}
		if c.Name != "" && c.End-c.Start >= windowMin {
			p.Lines = text.Lines{Start: c.Start, End: c.End}
		} else {
			p.Lines = text.Lines{Start: min(c.Start, p.Lines.Start), End: max(c.End, p.Lines.End)}
		}
	}
	at := 0
	for _, w := range l.Words {
		for at+1 < len(l.Starts) && l.Starts[at+1] <= int(w.Start) {
			at++
		}
		word := src[w.Start:w.End]
		switch {
		case !w.Code || len(word) < 2 || Keyword(word):
		case at < p.Lines.Start || at >= p.Lines.End:
			p.Elsewhere[word] = true
		default:
			d := max(at-line, line-at)
			if n, ok := p.Near[word]; !ok || d < n {
				p.Near[word] = d
			}
			p.Names[word]++
		}
	}
	for name := range p.Names {
		delete(p.Elsewhere, name)
	}
	return p
}

// All returns the place that is a whole text.
func All(lang, src string) Place {
	p := Place{Names: map[string]int{}, Own: map[string]bool{}}
	f, l := extract(lang, src)
	p.Lines = text.Lines{End: f.Lines}
	for _, d := range f.Defs {
		p.Own[d.Name] = true
	}
	for _, w := range l.Words {
		if word := src[w.Start:w.End]; w.Code && len(word) >= 2 && !Keyword(word) {
			p.Names[word]++
		}
	}
	return p
}

// Terms returns the weighted terms of the place's distinct identifiers.
func (p Place) Terms() map[string]float64 {
	out := map[string]float64{}
	for _, name := range sortedKeys(p.Names) {
		words, parts := Words(name)
		for _, t := range words {
			out[t] = min(maxTermScore, out[t]+subWeight)
		}
		if parts >= 2 {
			out[whole(name)] = min(maxTermScore, out[whole(name)]+wholeWeight*closeness(p.Near[name], termPull))
		}
	}
	return out
}

// closeness says how much more a name counts that is used near the place.
func closeness(lines int, pull float64) float64 { return 1 + pull/(1+float64(lines)/nearHalf) }

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Keyword reports whether a word is a keyword of one of the scanned languages.
func Keyword(w string) bool { return keywords[w] }

var keywords = WordSet(`False None True and as assert async await break class continue def del elif else
	except finally for
		from global if import in is lambda nonlocal not or pass raise return try while with yield self cls
		case chan const default defer fallthrough func go goto interface map package range select struct switch type var
		nil true false
		string int bool byte error float64 int64 uint32 len make append
		catch debugger delete do enum export extends function implements instanceof let new null of private protected
		public static super
		this throw typeof undefined void number boolean any unknown never readonly
		crate dyn extern fn impl loop match mod move mut pub ref unsafe use where Self usize str u8 u32 u64 i32 i64
		Some Ok Err Vec String Option Result print println`)
