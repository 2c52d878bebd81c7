package semantic

import (
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// The bounds of an answer that begins where the program starts.
const (
	mostEntries = 3
	mostOnPath  = 12 // files on the way
)

// entries shows how a program hangs together: the files in which it starts,
// what they call, and summaries of what they import, level by level.
func (e *expansion) entries(pl plan.Plan) bool {
	files, starts := e.p.entryFiles(e.ctx, mostEntries)
	if len(pl.EntryFiles) > 0 {
		files = pl.EntryFiles
	}
	var started []string
	for i, path := range files[:min(mostEntries, len(files))] {
		if e.start(path, starts[path], 1-0.05*float64(i)) {
			started = append(started, path)
		}
	}
	for _, path := range started {
		for _, d := range e.p.index.DefsOf(path) {
			if begins(d, starts[path]) {
				e.neighbours(index.Located{Path: path, Def: d}, 0.8, min(1, e.depth))
			}
		}
	}
	e.imported(started)
	return len(started) > 0
}

// imported adds summaries of what files import, level by level.
func (e *expansion) imported(started []string) {
	level, seen := started, map[string]bool{}
	for depth := 1; depth <= e.depth; depth++ {
		var next []string
		for _, from := range level {
			for _, path := range e.p.index.Imports(from) {
				if seen[path] || slices.Contains(started, path) || index.IsTest(path) && !e.tests {
					continue
				}
				seen[path] = true
				next = append(next, path)
				if len(seen) <= mostOnPath {
					e.onWay(path, from, depth)
				}
			}
		}
		level = next
	}
}

// onWay adds the summary of a file that is imported, if no part of it is shown
// yet.
func (e *expansion) onWay(path, from string, depth int) {
	e.summarize(path, roleRelated, byImports, fmt.Sprintf("`%s` imports it, %s from the start", from, away(depth)), 0.7-0.1*float64(depth))
}

// start adds a file in which the program starts: the function that does, which may be
// known, or the whole of a short file.
func (e *expansion) start(path, function string, score float64) bool {
	s, ok := e.read(path)
	if !ok {
		return false
	}
	for _, d := range e.p.index.DefsOf(path) {
		if begins(d, function) && d.End <= s.LineCount() {
			return e.add(piece{path: path, def: d, role: roleEntry, source: byEntry, why: "the program starts here", score: score})
		}
	}
	n := piece{path: path, def: wholeOf(path, s), role: roleEntry, source: byEntry, why: "the program starts here", score: score}
	if n.def.End > wholeFile {
		n.form, n.words = assemble.Summarized, e.p.startOf(path, s, longSummary)
	}
	return e.add(n)
}

// begins reports whether a program starts with a definition: it is the one that is
// known to, or where none is, called as such functions are.
func begins(d index.Def, known string) bool {
	switch {
	case !isFunction(d.Kind):
		return false
	case known != "":
		return d.Name == known
	}
	return d.Container == "" && slices.Contains([]string{"main", "run", "create_app", "createApp", "cli", "bootstrap"}, d.Name)
}
