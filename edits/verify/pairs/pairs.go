// Package pairs says which finding of a tool on a new text is which one on the old text.
package pairs

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Texts are the two texts that findings are about.
type Texts struct {
	Before, After text.Snapshot
	Hunks         []diff.Hunk
	Way           diff.Way // of known edits, nil where only the texts are known
	// Statement is the lines of the old text's statement in a line.
	Statement func(line int) text.Lines
	// Untold reports that a finding was so before, though nobody came to say it; nil: none was.
	Untold func(signal.Diagnostic) bool
	times  map[string]int // how often the old text has a line, see only
}

// Pairs says which diagnostic after the change is which one before it.
type Pairs struct {
	Before, After []signal.Diagnostic
	Of            []int  // index into Before for each one After, or New, or Untold
	Taken         []bool // of Before: it is found again
	texts         *Texts
}

// What stands in Of for one that was not there before.
const (
	New    = -1 // it is new
	Untold = -2 // it was so before, and nobody came to say it
)

// Of matches diagnostics of equal key: first those that stand where known edits
// put their place, then those on lines that did not change, then those within two
// lines of where the change put their line, then those whose line moved as a whole.
// A diagnostic that is left over is new.
func Of(c *Texts, before, after []signal.Diagnostic) Pairs {
	p := Pairs{before, after, make([]int, len(after)), make([]bool, len(before)), c}
	byKey := map[string][]int{}
	for i, d := range before {
		k := Key(d)
		byKey[k] = append(byKey[k], i)
	}
	keys := make([]string, len(after))
	for j, d := range after {
		p.Of[j], keys[j] = New, Key(d)
	}
	line := func(d signal.Diagnostic) int { return c.After.LineAt(d.Span.Start) }
	was := func(i int) int { return c.Before.LineAt(before[i].Span.Start) }
	// match pairs what stands in the same place, and else within so many of it.
	match := func(far int, at func(i int) place, of func(d signal.Diagnostic) place,
		fits func(d signal.Diagnostic, i int) bool) {
		standing := map[place][]int{}
		for i := range before {
			if !p.Taken[i] {
				k := at(i)
				k.key = Key(before[i])
				standing[k] = append(standing[k], i)
			}
		}
		for best := 0; best <= far && len(standing) > 0; best++ {
			for j, d := range after {
				if p.Of[j] != New {
					continue
				}
				up, down := of(d), of(d)
				up.key, down.key = keys[j], keys[j]
				up.line, down.line = up.line-best, down.line+best
				for _, k := range []place{up, down} {
					for len(standing[k]) > 0 && p.Taken[standing[k][0]] {
						standing[k] = standing[k][1:]
					}
					for _, i := range standing[k] {
						if !p.Taken[i] && fits(d, i) && (p.Of[j] == New || i < p.Of[j]) {
							p.Of[j] = i
							break
						}
					}
				}
				if p.Of[j] != New {
					p.Taken[p.Of[j]] = true
				}
			}
		}
	}
	p.along(c.Way, byKey, keys)
	put := func(i int) place {
		to, _ := diff.Image(c.Hunks, was(i))
		return place{line: to}
	}
	stands := func(d signal.Diagnostic) place { return place{line: line(d)} }
	match(0, put, stands, func(_ signal.Diagnostic, i int) bool {
		_, kept := diff.Image(c.Hunks, was(i))
		return kept
	})
	p.leave(c.Untold)
	match(2, put, stands, func(d signal.Diagnostic, i int) bool {
		_, kept := diff.Image(c.Hunks, was(i))
		from, same := diff.Source(c.Hunks, line(d))
		if kept && same {
			return false // both lines stand unchanged: two different problems
		}
		// It is another one where its line has become another one, and the new one is that of another statement
		// and as it was.
		return !same || !diff.Replaced(c.Hunks, was(i)) || c.Statement(was(i)).Contains(from)
	})
	// On known edits both stand in one changed range, but for a line that is the only one of its words.
	match(0, func(i int) place { return place{words: strings.TrimSpace(c.Before.Line(was(i)))} },
		func(d signal.Diagnostic) place { return place{words: strings.TrimSpace(c.After.Line(line(d)))} },
		func(d signal.Diagnostic, i int) bool {
			return c.Way == nil || diff.Replaces(c.Hunks, was(i), line(d)) || c.only(was(i))
		})
	// Lines that were sorted anew stand anywhere among the changed ones, and are
	// sorted within themselves: what is said of them in the same words is not new.
	match(0, func(i int) place { return place{words: before[i].Message} },
		func(d signal.Diagnostic) place { return place{words: d.Message} },
		func(d signal.Diagnostic, i int) bool {
			_, kept := diff.Image(c.Hunks, was(i))
			_, same := diff.Source(c.Hunks, line(d))
			return !kept && !same && (c.Way == nil || diff.Replaces(c.Hunks, was(i), line(d)))
		})
	return p
}

// place is what findings of equal key have in common that may be the same one.
type place struct {
	key   string
	line  int
	words string
}

// along matches what stands where known edits put its place.
func (p Pairs) along(way diff.Way, byKey map[string][]int, keys []string) {
	if way == nil {
		return
	}
	type place struct {
		key string
		at  int
	}
	went := map[place][]int{}
	for k, list := range byKey {
		for _, i := range list {
			if at, kept := way.Offset(p.Before[i].Span.Start); kept {
				went[place{k, at}] = append(went[place{k, at}], i)
			}
		}
	}
	for j, d := range p.After {
		at := place{keys[j], d.Span.Start}
		if list := went[at]; len(list) > 0 {
			p.Of[j], p.Taken[list[0]], went[at] = list[0], true, list[1:]
		}
	}
}

// leave removes what was so before, though nobody came to say it.
func (p Pairs) leave(said func(signal.Diagnostic) bool) {
	for j, d := range p.After {
		if p.Of[j] == New && said != nil && said(d) {
			p.Of[j] = Untold
		}
	}
}

// only reports whether no other line of the old text reads like one: "else:" is
// found again anywhere.
func (c *Texts) only(line int) bool {
	if c.times == nil {
		c.times = map[string]int{}
		for i := range c.Before.LineCount() {
			c.times[strings.TrimSpace(c.Before.Line(i))]++
		}
	}
	return c.times[strings.TrimSpace(c.Before.Line(line))] == 1
}

// Fresh returns what G4 counts: new findings, but for hints and notes.
func (p Pairs) Fresh() []signal.Diagnostic {
	var out []signal.Diagnostic
	for j, d := range p.After {
		if p.Of[j] == New && d.Weighs() && !p.MovedOn(j) {
			out = append(out, d)
		}
	}
	return out
}

// MovedOn reports whether what seems new says of its file what was said of it
// before at another place, of which a formatter names the first one only.
func (p Pairs) MovedOn(j int) bool {
	d := p.After[j]
	if !d.OfFile() {
		return false
	}
	for i, was := range p.Before {
		if !p.Taken[i] && was.Tool == d.Tool && Key(was) == Key(d) {
			return true
		}
	}
	return false
}
