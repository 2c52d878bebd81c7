package semantic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// The shape of a packing. Coverage moves little with any of them.
const (
	defShare     = 0.4 // of the budget for definitions
	defLines     = 31  // longer definitions are cut
	defHead      = 12  // lines kept of a cut definition
	callLines    = 11  // the same for functions that are called at a place: how they are
	callHead     = 4   // called matters, and more of them fit
	maxDefs      = 80
	fileShare    = 0.70 // of the budget from one file
	packFiles    = 10
	packChunks   = 24 // of one file
	minLeft      = 240
	summaryShare = 0.10
	summaryBytes = 120

	elsewhereShare = 0.35 // of the budget for what the rest of the document uses
	elsewhereWhole = 4    // longer definitions of it are shown as signatures
)

// packing fills a byte budget with code.
type packing struct {
	ctx      context.Context
	look     context.Context // of questions to language servers
	p        *Provider
	r        *index.Ranking
	budget   int
	max      int // text chunks, 0 = no cap
	files    int // distinct files, 0 = no cap
	tests    Tests
	sheet    *providers.Sheet
	snippets []providers.Snippet
	shown    map[string][]text.Lines // zero-based
	perFile  map[string]int          // bytes
	partial  bool
}

func newPacking(ctx, look context.Context, p *Provider, r *index.Ranking, req providers.Request) *packing {
	k := &packing{ctx: ctx, look: look, p: p, r: r, budget: req.Bytes, max: req.Max,
		files: p.tuned().MaxFiles, tests: p.tuned().Tests,
		sheet: providers.NewSheet(section()), shown: map[string][]text.Lines{}, perFile: map[string]int{}}
	for _, c := range req.Covered {
		k.shown[c.Path] = append(k.shown[c.Path], text.Lines{Start: c.First - 1, End: c.Last})
	}
	return k
}

// allowed reports whether one more snippet of the file may be shown.
func (k *packing) allowed(path string) bool {
	if k.tests == TestsNever && index.IsTest(path) {
		return false
	}
	if _, ok := k.perFile[path]; ok || k.files <= 0 {
		return true
	}
	return len(k.perFile) < k.files
}

// add adds a snippet if it fits within limit bytes in all.
func (k *packing) add(sn providers.Snippet, limit int) bool {
	if !k.allowed(sn.Place.Path) {
		return false
	}
	cost := k.sheet.Cost(sn)
	if k.sheet.Size()+cost > limit || float64(k.perFile[sn.Place.Path]+cost) > fileShare*float64(k.budget) {
		return false
	}
	k.sheet.Add(sn)
	k.snippets = append(k.snippets, sn)
	k.perFile[sn.Place.Path] += cost
	k.shown[sn.Place.Path] = append(k.shown[sn.Place.Path], text.Lines{Start: sn.Place.First - 1, End: sn.Place.Last})
	return true
}

// rest returns the parts of a range that are not shown yet.
func (k *packing) rest(path string, l text.Lines) []text.Lines {
	free := []text.Lines{l}
	for _, s := range k.shown[path] {
		var next []text.Lines
		for _, f := range free {
			if s.End <= f.Start || f.End <= s.Start {
				next = append(next, f)
				continue
			}
			if f.Start < s.Start {
				next = append(next, text.Lines{Start: f.Start, End: s.Start})
			}
			if s.End < f.End {
				next = append(next, text.Lines{Start: s.End, End: f.End})
			}
		}
		free = next
	}
	return free
}

// note adds lines that are no code.
func (k *packing) note(sn providers.Snippet, limit int) {
	if k.sheet.Size()+k.sheet.Cost(sn) <= limit {
		k.sheet.Add(sn)
		k.snippets = append(k.snippets, sn)
	}
}

// done reports whether the deadline has passed or nothing more can fit.
func (k *packing) done() bool {
	if k.ctx.Err() != nil {
		k.partial = true
		return true
	}
	return k.budget-k.sheet.Size() < minLeft
}

// definitions packs the definitions of the names used at the place.
func (k *packing) definitions(hits []index.DefHit) {
	limit := int(defShare * float64(k.budget))
	top := 0.0
	for i, h := range hits {
		if i == 0 {
			top = h.Weight
		}
		if i >= maxDefs || k.sheet.Size() >= limit || k.done() {
			return
		}
		most := limit
		if h.Elsewhere {
			most = int(elsewhereShare * float64(k.budget))
		}
		if k.sheet.Size() >= most {
			continue
		}
		snap, err := k.p.texts.read(k.ctx, h.Path)
		if err != nil {
			continue
		}
		for j, d := range h.Defs {
			if j == 2 {
				break // overloads and methods of one name
			}
			whole, head := defLines, defHead
			if d.Kind.IsFunction() {
				whole, head = callLines, callHead
			}
			forms := k.definition(snap, h.Path, d, whole, head)
			if h.Elsewhere {
				forms = signatures(forms, snap, d)
			}
			for _, sn := range forms {
				sn.Score, sn.Why = share(h.Weight, top), whyDefined(h)
				if k.add(sn, most) {
					break
				}
			}
		}
	}
}

// whyDefined says why a definition is shown.
func whyDefined(h index.DefHit) []providers.Reason {
	why := fmt.Sprintf("defines `%s`, used here", h.Name)
	if h.Elsewhere {
		why = fmt.Sprintf("defines `%s`, used elsewhere in this file", h.Name)
	}
	if h.Near > 1 {
		why += "; imported"
	}
	return []providers.Reason{{Factor: "defs", Value: h.Weight, Text: why}}
}

func share(v, top float64) float64 {
	if top <= 0 {
		return 0
	}
	return min(1, v/top)
}

// definition returns the forms of a definition, longest first: whole if it has at
// most so many lines, else its first lines with the omission marked, and its signature.
func (k *packing) definition(snap text.Snapshot, path string, d index.Def, most, head int) []providers.Snippet {
	if d.End > snap.LineCount() {
		return nil // the text is newer than the index
	}
	base := providers.Snippet{Role: providers.RoleDefinition, Lang: fenceLang(path),
		Label: label(d.Kind, d.Container, d.Name)}
	var out []providers.Snippet
	whole := text.Lines{Start: d.Doc, End: d.End}
	rest := k.rest(path, whole)
	switch {
	case len(rest) == 0:
		return nil
	case len(rest) > 1 || rest[0] != whole:
		if !slices.ContainsFunc(rest, func(l text.Lines) bool { return l.Start <= d.Start && d.Start < l.End }) {
			return nil // the line that matters is shown
		}
		if whole.Len() <= most {
			return nil
		}
	}
	if whole.Len() <= most {
		sn := base
		sn.Place = place(path, whole)
		sn.Body = lines(snap, whole)
		out = append(out, sn)
	}
	for _, n := range []int{head, 0} {
		end := max(d.Sig, min(d.End, d.Start+n))
		if end >= d.End || end-d.Doc > most {
			continue
		}
		sn := base
		sn.Place = place(path, text.Lines{Start: d.Doc, End: end})
		sn.Note = "cut"
		if n == 0 {
			sn.Note = "signature"
		}
		sn.Body = lines(snap, text.Lines{Start: d.Doc, End: end}) + omitted(snap, d, end)
		out = append(out, sn)
	}
	return out
}

// signatures returns the forms of a definition of which only the signature is
// wanted.
func signatures(forms []providers.Snippet, snap text.Snapshot, d index.Def) []providers.Snippet {
	end := max(d.Start+1, d.Sig)
	if len(forms) == 0 || d.End-d.Start <= elsewhereWhole || end >= d.End || end-d.Start > defHead {
		return forms
	}
	sn := forms[len(forms)-1]
	l := text.Lines{Start: d.Start, End: end}
	sn.Place, sn.Note = place(sn.Place.Path, l), "signature"
	sn.Body = lines(snap, l) + omitted(snap, d, end)
	return []providers.Snippet{sn}
}

// omitted returns the marker for the lines of a definition that are not shown.
func omitted(snap text.Snapshot, d index.Def, from int) string {
	line := snap.Line(min(d.Sig, d.End-1))
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return fmt.Sprintf("%s%s … %d lines omitted\n", indent, lex.For(snap.Lang).LineComment(), d.End-from)
}

// chunks packs the best chunks of the best files.
func (k *packing) chunks(files int) {
	n := 0
	hits := map[string]index.Hit{}
	for _, h := range k.r.Hits[:min(files, len(k.r.Hits))] {
		hits[h.Path] = h
	}
	for _, c := range k.r.Chunks(files, packChunks) {
		if k.done() || k.max > 0 && n >= k.max {
			return
		}
		snap, err := k.p.texts.read(k.ctx, c.Path)
		if err != nil {
			continue
		}
		end := c.Chunk.End
		if end > snap.LineCount() {
			continue
		}
		// Blank lines behind belong to the chunk, so that neighbours touch.
		for end < snap.LineCount()-1 && strings.TrimSpace(snap.Line(end)) == "" {
			end++
		}
		added := false
		for _, l := range k.rest(c.Path, text.Lines{Start: c.Chunk.Start, End: end}) {
			body := lines(snap, l)
			if l.Len() < 2 && c.Chunk.End-c.Chunk.Start > 1 || strings.TrimSpace(body) == "" {
				continue
			}
			added = k.add(ofChunk(c, l, body, hits[c.Path]), k.budget) || added
		}
		if added {
			n++
		}
	}
}

// ofChunk returns a chunk, or what is left of it, as a piece of the answer.
func ofChunk(c index.ChunkHit, l text.Lines, body string, h index.Hit) providers.Snippet {
	sn := providers.Snippet{Role: providers.RoleChunk, Place: place(c.Path, l), Lang: fenceLang(c.Path), Body: body,
		Score: c.Value,
		Why:   append([]providers.Reason{{Factor: "value", Value: c.Value}}, factors(h)...)}
	if c.Chunk.Kind != scan.Gap {
		sn.Label = label(c.Chunk.Kind, c.Chunk.Container, c.Chunk.Name)
	}
	return sn
}

// summaries names what the files behind the packed ones hold, in one line
// each.
func (k *packing) summaries(hits []index.Hit) {
	limit := min(k.budget, k.sheet.Size()+int(summaryShare*float64(k.budget)))
	for _, h := range hits {
		if k.ctx.Err() != nil {
			k.partial = true
			return
		}
		if _, packed := k.perFile[h.Path]; packed {
			continue
		}
		body := k.p.index.Outline(h.Path, summaryBytes)
		if body == "" {
			continue
		}
		sn := providers.Snippet{Role: providers.RoleSummary, Place: providers.Place{Path: h.Path},
			Body: providers.CodeSpan(h.Path) + ": " + body + "\n",
			Why: append([]providers.Reason{{Factor: "summary", Value: 1, Text: "names only: the room went to better matches"}},
				factors(h)...)}
		k.note(sn, limit)
	}
}

// factors returns what spoke for a file.
func factors(h index.Hit) []providers.Reason {
	out := make([]providers.Reason, len(h.Factors))
	for i, f := range h.Factors {
		out[i] = providers.Reason{Factor: "file's " + f.Name, Value: f.Value}
	}
	return out
}

func place(path string, l text.Lines) providers.Place {
	return providers.Place{Path: path, First: l.Start + 1, Last: l.End}
}

func lines(s text.Snapshot, l text.Lines) string {
	body := s.Slice(s.LinesSpan(l))
	if strings.Contains(body, "\r") {
		body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	return body
}

// label says what a snippet holds.
func label(kind index.Kind, container, name string) string {
	if container != "" {
		name = container + "." + name
	}
	return string(kind) + ": " + providers.CodeSpan(name)
}
