// Package problem puts together what several tools say of one cause, and what a
// tool says that only follows from it: a menu has one entry for all of that.
package problem

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Problem is one entry's worth of diagnostics. The first one stands for it.
type Problem []signal.Diagnostic

// Lead returns the diagnostic that stands for the problem.
func (p Problem) Lead() signal.Diagnostic { return p[0] }

// Group puts the diagnostics of a text together that speak of one thing, in their
// order. A diagnostic of a tool that runs here stands for its problem: that tool
// can say whether a fix holds.
func Group(snap text.Snapshot, list []signal.Diagnostic, runs func(tool string) bool) []Problem {
	var out []*group
	for i, d := range list {
		if signal.OnlyUnknown(d) {
			continue
		}
		at := slices.IndexFunc(out, func(g *group) bool { return g.speaksOf(d) })
		if at < 0 {
			at, out = len(out), append(out, &group{first: i})
		}
		out[at].add(d)
	}
	for i, d := range list {
		if signal.OnlyUnknown(d) {
			out = follow(snap, out, d, i)
		}
	}
	slices.SortStableFunc(out, func(a, b *group) int { return cmp.Compare(a.first, b.first) })
	problems := make([]Problem, len(out))
	for i, g := range out {
		slices.SortStableFunc(g.members, func(a, b signal.Diagnostic) int {
			return cmp.Or(compareBool(signal.OnlyUnknown(a), signal.OnlyUnknown(b)), compareBool(!runs(a.Tool), !runs(b.Tool)))
		})
		problems[i] = g.members
	}
	return problems
}

// group is a problem while it is put together.
type group struct {
	first   int // the place of its first member in the list
	members Problem
}

func (g *group) add(d signal.Diagnostic) { g.members = append(g.members, d) }

// speaksOf reports whether another tool has said the same. Two reports of one
// tool are two things.
func (g *group) speaksOf(d signal.Diagnostic) bool {
	return slices.ContainsFunc(g.members, func(o signal.Diagnostic) bool { return o.Tool != d.Tool && alike(o, d) })
}

// follow adds a report that only says that a type is not known. It belongs to
// what explains it: at its place, else on its line, through which the unknown
// value goes on. Without an explanation those of one line are one: they are one
// chain, and what mends its beginning mends it all.
func follow(snap text.Snapshot, out []*group, d signal.Diagnostic, i int) []*group {
	line := snap.LineAt(d.Span.Start)
	sameLine := func(o signal.Diagnostic) bool { return snap.LineAt(o.Span.Start) == line }
	for _, fits := range []func(o signal.Diagnostic) bool{
		func(o signal.Diagnostic) bool { return signal.Explains(o) && touch(o, d) },
		func(o signal.Diagnostic) bool { return signal.Explains(o) && sameLine(o) },
		func(o signal.Diagnostic) bool { return signal.OnlyUnknown(o) && sameLine(o) },
	} {
		if at := slices.IndexFunc(out, func(g *group) bool { return slices.ContainsFunc(g.members, fits) }); at >= 0 {
			out[at].add(d)
			out[at].first = min(out[at].first, i)
			return out
		}
	}
	return append(out, &group{first: i, members: Problem{d}})
}

// alike reports whether two tools say the same of one place.
func alike(a, b signal.Diagnostic) bool {
	return touch(a, b) && (signal.Cause(a) == signal.Cause(b) || a.Message != "" && words(a.Message) == words(b.Message))
}

func touch(a, b signal.Diagnostic) bool {
	return a.Span.Overlaps(b.Span) || a.Span.Start == b.Span.Start
}

// words returns a message without what sets its words apart.
func words(message string) string { return strings.Join(strings.Fields(message), " ") }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
