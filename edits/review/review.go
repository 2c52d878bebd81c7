// Package review judges a change that somebody has made: a person, another fixer, a
// coding agent. It is given each file of a project before and after the change with
// what every tool reports of both ([File]), and returns a [Report]:
//
//   - New findings, over every file that the tools report, also in files that nobody
//     has touched, with the cause where the change explains them: a definition that is
//     gone, renamed, moved, or has other parameters ([Cause]). A finding is the same
//     one before and after if tool, code, message and the text of its line are,
//     wherever the line moved to, in its file or into another one.
//   - Hidden findings: those of a text in which the comments that came with the change
//     are made meaningless ([Muted]). Comments with a word of directives are tried;
//     the tools say what they hide.
//   - Loosened: a test that is skipped or gone, an assertion that is gone or compares no
//     longer, a handler or a type widened to everything ([Loosened]).
//   - Effects: what changed functions do besides, in the words of package effect.
//
// What is on a line that the change left alone is new only where its tool looked at the
// file before as well: a tool that could not read a broken file has not said that the
// rest of it was clean.
//
// The package is pure: whoever calls it runs the tools.
package review

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// File is one file before and after a change.
type File struct {
	Name          string // as shown
	Before, After text.Snapshot
	Came, Went    bool // it was not there before, it is not there after
	// Was and Now are what each tool reports. A tool without an entry has not looked.
	Was, Now map[string][]signal.Diagnostic

	hunks    []diff.Hunk
	old, now *syntax.File
}

// Changed reports whether the change touches the file.
func (f *File) Changed() bool { return f.Came || f.Went || f.Before.Text() != f.After.Text() }

// changes returns the lines that differ, compared once.
func (f *File) changes() []diff.Hunk {
	if f.hunks == nil && f.Changed() {
		f.hunks = diff.Lines(f.Before, f.After)
	}
	return f.hunks
}

// fresh reports whether the change wrote a line of the new text.
func (f *File) fresh(line int) bool {
	return f.Came || slices.ContainsFunc(f.changes(), func(h diff.Hunk) bool { return h.New.Contains(line) })
}

func (f *File) before() *syntax.File {
	if f.old == nil {
		f.old = syntax.Parse(f.Before.Lang, f.Before.Text())
	}
	return f.old
}

func (f *File) after() *syntax.File {
	if f.now == nil {
		f.now = syntax.Parse(f.After.Lang, f.After.Text())
	}
	return f.now
}

// Finding is one finding at its place in a file after the change.
type Finding struct {
	signal.Diagnostic
	File      string // as shown
	Line, Col int    // from 1; characters
	Cause     *Cause // nil: it stands on the changed line itself, or nothing explains it
	// Added says that the change wrote its line.
	Added bool
	Text  string // of its line
}

func (f *File) finding(d signal.Diagnostic) Finding {
	at := f.After.Position(d.Span.Start, text.UTF32)
	return Finding{Diagnostic: d, File: f.Name, Line: at.Line + 1, Col: at.Character + 1, Added: f.fresh(at.Line),
		Text: strings.TrimSpace(f.After.Line(at.Line))}
}

// Report is the verdict on a change.
type Report struct {
	New      []Finding
	Hidden   []Hidden
	Loosened []Loosened
	Effects  []Effect
	Old      int // findings that were there before
	Fixed    int // findings that are no longer there
}

// Of judges a change, also of the files that configure tools. What it hides is found by the caller: see [Muted].
func Of(files []*File, configs ...Config) Report {
	var r Report
	var fresh []fresh
	gone := map[moving]int{}
	for _, f := range files {
		fresh = append(fresh, f.compare(&r, gone)...)
	}
	for _, d := range fresh {
		if d.Added && gone[d.moving] > 0 { // its line came from another file
			gone[d.moving]--
			r.Old, r.Fixed = r.Old+1, r.Fixed-1
			continue
		}
		r.New = append(r.New, d.Finding)
	}
	slices.SortStableFunc(r.New, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col)
	})
	explain(r.New, files)
	r.Loosened, r.Effects = loosened(files, configs)
	return r
}

// moving is what a finding keeps where its line moves to another file.
type moving struct{ tool, key, line string }

func (moving) of(s text.Snapshot, found signal.Diagnostic) moving {
	return moving{found.Tool, pairs.Key(found), strings.TrimSpace(s.Line(s.LineAt(found.Span.Start)))}
}

// fresh is a finding that was not there before in its file.
type fresh struct {
	Finding
	moving moving
}

// compare pairs the findings of a file. Of those that are gone it notes the ones whose
// line went: they may stand in another file now.
func (f *File) compare(r *Report, gone map[moving]int) (out []fresh) {
	seen := map[said]bool{} // several tools pass on what the compiler says
	for _, tool := range f.tools() {
		was, now := f.Was[tool], f.Now[tool]
		p := f.pair(was, now)
		for j, d := range now {
			if seen[saidBy(d)] || !d.Weighs() {
				continue
			}
			seen[saidBy(d)] = true
			if p.Of[j] != pairs.New || p.MovedOn(j) || !f.fresh(f.After.LineAt(d.Span.Start)) && f.blind(tool) {
				r.Old++
				continue
			}
			out = append(out, fresh{f.finding(d), moving{}.of(f.After, d)})
		}
		for i, d := range was {
			if p.Taken[i] || !d.Weighs() {
				continue
			}
			r.Fixed++
			if _, kept := diff.Image(f.changes(), f.Before.LineAt(d.Span.Start)); f.Went || !kept {
				gone[moving{}.of(f.Before, d)]++
			}
		}
	}
	return out
}

// said is what makes two findings of a text the same one.
type said struct {
	tool, code, message string
	span                text.Span
}

func saidBy(d signal.Diagnostic) said { return said{d.Tool, d.Code, d.Message, d.Span} }

// tools returns the tools that have looked at the file before or after.
func (f *File) tools() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(f.Was)), maps.Keys(f.Now))
	slices.Sort(names)
	return slices.Compact(names)
}

// pair matches what a tool says of both texts.
func (f *File) pair(was, now []signal.Diagnostic) pairs.Pairs {
	return pairs.Of(&pairs.Texts{Before: f.Before, After: f.After, Hunks: f.changes(),
		Statement: func(line int) text.Lines {
			if i := f.before().Enclosing(line, syntax.Statement); i >= 0 {
				return f.before().Nodes[i].Lines
			}
			return text.Lines{Start: line, End: line + 1}
		}}, was, now)
}

// blind reports whether a tool could not see all of the file before: it did not look, or
// something could not be read or compiled, which keeps a tool from what is behind it.
func (f *File) blind(tool string) bool {
	if f.Came {
		return false
	}
	if _, looked := f.Was[tool]; !looked {
		return true
	}
	for _, list := range f.Was {
		if slices.ContainsFunc(list, func(d signal.Diagnostic) bool {
			return d.Severity == signal.Error &&
				(d.Tool == "go" || strings.Contains(strings.ToLower(d.Code+" "+d.Message), "syntax"))
		}) {
			return true
		}
	}
	return f.Changed() && len(f.before().Damage) > 0
}
