package window

import (
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
)

// Role says why a run of lines belongs to a window.
type Role uint8

// The roles, in the order in which touching runs get their name.
const (
	Primary Role = iota
	Signature
	Imports
	Names
	Class
	Related
)

func (r Role) String() string {
	return [...]string{"PRIMARY", "SIGNATURE", "IMPORTS", "NAMES", "CLASS", "RELATED"}[r]
}

// Run is a range of whole lines that may change. An empty range is a place
// where lines may be inserted.
type Run struct {
	Lines text.Lines
	Role  Role
	Index int // 1 for the first run of a role, 2 … for repeated ones
	// ImportOnly lists the parts of the run (possibly all of it) that came
	// only from +I: nothing but imports may change there.
	ImportOnly []text.Lines
}

// Name returns how prompts and answers call the run: "PRIMARY", "NAMES2".
func (r Run) Name() string {
	if r.Index > 1 {
		return fmt.Sprintf("%s%d", r.Role, r.Index)
	}
	return r.Role.String()
}

// Permits reports whether anything (and not only an import) may change on the
// zero-based line. In an empty run it speaks of the insertion point.
func (r Run) Permits(line int) bool {
	for _, l := range r.ImportOnly {
		if l.Contains(line) || l.Len() == 0 && l.Start == line {
			return false
		}
	}
	return true
}

// Level says how far a window was widened.
type Level uint8

// The levels of escalation.
const (
	LevelRow      Level = iota // as the signal's row says
	LevelFunction              // function +S +I +N
	LevelClass                 // the enclosing class
	LevelFile                  // the whole file, up to 600 lines
)

func (l Level) String() string { return [...]string{"rule", "function", "class", "file"}[l] }

// Set is a sorted list of disjoint runs: the only lines a fix may change.
type Set struct {
	Runs   []Run
	Level  Level
	Member text.Lines // of the class that is asked for a member that it lacks
}

// RunAt returns the index of the run that contains the line, or -1. An insertion before
// a line belongs to the run that holds or ends at it.
func (s Set) RunAt(line int) int {
	for i, r := range s.Runs {
		if r.Lines.Contains(line) {
			return i
		}
	}
	return -1
}

// Covers reports whether the lines lie wholly inside one run.
func (s Set) Covers(l text.Lines) bool {
	for _, r := range s.Runs {
		if r.Lines.Covers(l) {
			return true
		}
	}
	return false
}

// Of returns the set of some lines, in which anything may change.
func Of(lines []text.Lines) Set {
	var s Set
	for _, l := range Join(lines) {
		s.Runs = append(s.Runs, Run{Lines: l})
	}
	return s.Numbered()
}

// Numbered returns the set with its runs in order, those of one role numbered.
func (s Set) Numbered() Set {
	slices.SortStableFunc(s.Runs, func(a, b Run) int { return a.Lines.Start - b.Lines.Start })
	seen := map[Role]int{}
	for i := range s.Runs {
		seen[s.Runs[i].Role]++
		s.Runs[i].Index = seen[s.Runs[i].Role]
	}
	return s
}

// Without returns the set without some lines.
func (s Set) Without(l text.Lines) Set {
	out := Set{Level: s.Level}
	for _, r := range s.Runs {
		if !r.Lines.Overlaps(l) {
			out.Runs = append(out.Runs, r)
			continue
		}
		for _, part := range subtract(r.Lines, []text.Lines{l}) {
			out.Runs = append(out.Runs, r.Within(part))
		}
	}
	return out.Numbered()
}

// Within returns the part of a run inside lines.
func (r Run) Within(l text.Lines) Run {
	cut := func(x text.Lines) text.Lines {
		return text.Lines{Start: max(x.Start, l.Start), End: min(x.End, l.End)}
	}
	only := r.ImportOnly
	r.Lines, r.ImportOnly = cut(r.Lines), nil
	for _, o := range only {
		if o = cut(o); o.Len() >= 0 {
			r.ImportOnly = append(r.ImportOnly, o)
		}
	}
	return r
}

// LineCount returns the number of lines in all runs.
func (s Set) LineCount() int {
	n := 0
	for _, r := range s.Runs {
		n += r.Lines.Len()
	}
	return n
}
