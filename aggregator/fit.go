package aggregator

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers"
)

// separator stands between sections.
const separator = "\n---\n\n"

// floor returns the share of the budget that higher sections leave to one of this
// priority, when it has so much content.
func floor(p providers.Priority) float64 {
	switch p {
	case providers.Semantic:
		return 0.50
	case providers.History:
		return 0.15
	}
	return 0
}

// fitting is one budget being filled.
type fitting struct {
	budget int
	report *Report
	parts  []*part
}

// part is one section being fitted.
type part struct {
	section providers.Section
	index   int // of its provider in the report
	whole   int // bytes of the section with everything in it
	sheet   *providers.Sheet
	items   []item
}

// item is one snippet and what has become of it.
type item struct {
	snippet providers.Snippet
	number  int // in the sheet, -1 if not kept
	cut     int // number of the cut used, -1 if whole
	row     int // in the report
}

// prepare orders the sections, drops what is shown elsewhere or denied, and
// cleans what remains.
func (f *fitting) prepare(sections []providers.Section, covered []providers.Place, gate Gate) {
	for i, sec := range sections {
		f.report.Providers[i].In = len(sec.Snippets)
		f.parts = append(f.parts, &part{section: sec, index: i})
	}
	slices.SortStableFunc(f.parts, func(a, b *part) int { return int(b.section.Priority) - int(a.section.Priority) })
	taken := places{}
	for _, p := range covered {
		taken.add(p)
	}
	for _, p := range f.parts {
		snippets := p.section.Snippets
		p.section.Snippets = nil
		p.sheet = providers.NewSheet(p.section)
		all := providers.NewSheet(p.section)
		for _, sn := range snippets {
			for _, piece := range f.admit(p, sn, taken, gate) {
				row := SnippetRow{Provider: p.section.Name, Place: piece.Place, Role: piece.Role, Fate: Dropped, Reason: "budget",
					Why: piece.Why}
				f.report.Snippets = append(f.report.Snippets, row)
				p.items = append(p.items, item{snippet: piece, number: -1, cut: -1, row: len(f.report.Snippets) - 1})
				all.Add(piece)
			}
		}
		p.whole = all.Size()
	}
}

// admit returns the parts of a snippet that may be shown and are not shown yet.
func (f *fitting) admit(p *part, sn providers.Snippet, taken places, gate Gate) []providers.Snippet {
	drop := func(reason string) []providers.Snippet {
		f.report.Snippets = append(f.report.Snippets, SnippetRow{
			Provider: p.section.Name, Place: sn.Place, Role: sn.Role, Fate: Dropped, Reason: reason, Why: sn.Why})
		f.report.Providers[p.index].Dropped++
		return nil
	}
	sn.Head, sn.Body, sn.Label = clean(sn.Head), clean(sn.Body), clean(sn.Label)
	sn.Cuts = slices.Clone(sn.Cuts)
	for i := range sn.Cuts {
		sn.Cuts[i].Head, sn.Cuts[i].Body = clean(sn.Cuts[i].Head), clean(sn.Cuts[i].Body)
	}
	if sn.Head == "" && sn.Body == "" {
		return drop("empty")
	}
	if gate != nil {
		var ok bool
		if sn, ok = pass(gate, sn); !ok {
			return drop("denied")
		}
	}
	if !code(sn.Role) {
		return []providers.Snippet{sn}
	}
	rests := taken.without(sn)
	if len(rests) == 0 {
		return drop("covered")
	}
	for _, r := range rests {
		taken.add(r.Place)
	}
	return rests
}

// pass sends all texts of a snippet through the gate.
func pass(gate Gate, sn providers.Snippet) (providers.Snippet, bool) {
	ok := true
	through := func(s string) string {
		if s == "" || !ok {
			return s
		}
		out, allowed := gate(sn.Place.Path, s)
		ok = ok && allowed
		return out
	}
	sn.Head, sn.Label, sn.Body = through(sn.Head), through(sn.Label), through(sn.Body)
	for i := range sn.Cuts {
		sn.Cuts[i].Head, sn.Cuts[i].Body = through(sn.Cuts[i].Head), through(sn.Cuts[i].Body)
	}
	return sn, ok
}

// fit fills the budget: sections by priority, then again what was skipped or
// cut with the bytes that are left over.
func (f *fitting) fit() {
	for i, p := range f.parts {
		reserve := 0
		for _, lower := range f.parts[i+1:] {
			if lower.whole > 0 {
				reserve += min(int(floor(lower.section.Priority)*float64(f.budget)), lower.whole+len(separator))
			}
		}
		for k := range p.items {
			f.try(p, &p.items[k], reserve)
		}
	}
	for _, p := range f.parts {
		for k := range p.items {
			if it := &p.items[k]; it.number < 0 || it.cut >= 0 {
				f.try(p, it, 0)
			}
		}
	}
	f.account()
}

// try adds a snippet whole or in the longest cut that fits, or puts a longer
// form in the place of a cut one.
func (f *fitting) try(p *part, it *item, reserve int) {
	room := f.room(p, reserve)
	for c := -1; c < len(it.snippet.Cuts); c++ {
		sn := it.snippet
		if c >= 0 {
			sn = sn.With(sn.Cuts[c])
		}
		if it.number < 0 {
			if p.sheet.Cost(sn) <= room {
				it.number, it.cut = p.sheet.Add(sn), c
				return
			}
			continue
		}
		if c >= it.cut && it.cut >= 0 {
			return
		}
		if p.sheet.CostInstead(it.number, sn) <= room {
			p.sheet.Replace(it.number, sn)
			it.cut = c
			return
		}
	}
}

// room returns how many bytes the section may still grow by, a separator for its
// first snippet already taken off.
func (f *fitting) room(p *part, reserve int) int {
	used, filled := 0, 0
	for _, q := range f.parts {
		if n := q.sheet.Size(); n > 0 {
			used += n
			filled++
		}
	}
	if p.sheet.Size() == 0 {
		filled++
	}
	return f.budget - reserve - used - (filled-1)*len(separator)
}

// snippets returns the kept snippets, best first.
func (p *part) snippets() []providers.Snippet {
	kept := p.sheet.Snippets()
	var out []providers.Snippet
	for _, it := range p.items {
		if it.number >= 0 {
			out = append(out, kept[it.number])
		}
	}
	return out
}

// account fills the report.
func (f *fitting) account() {
	for _, p := range f.parts {
		row := &f.report.Providers[p.index]
		kept := p.sheet.Snippets()
		for _, it := range p.items {
			sr := &f.report.Snippets[it.row]
			switch {
			case it.number < 0:
				row.Dropped++
				continue
			case it.cut >= 0:
				row.Cut++
				sr.Fate = Cut
			default:
				row.Kept++
				sr.Fate, sr.Reason = Kept, ""
			}
			sr.Bytes = len(kept[it.number].Body)
		}
		row.Bytes = p.sheet.Size()
		row.Tokens = tokens.Count(row.Bytes, f.report.Budget.Ratio)
		if row.State != Empty && row.State != Late && row.State != Busy {
			continue
		}
		// Late and busy providers can still have a last word.
		switch {
		case row.Bytes > 0:
			row.State = Kept
		case row.In > 0 && row.State == Empty:
			row.State = Dropped
		}
	}
}

// clean makes text from a provider fit to be shown: valid UTF-8 without NUL.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}
