package semantic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// A broad question asks for something across a program: a feature that is to be new, as a
// rule. An answer begins at the files that are named after it, or speak of it, and goes
// along imports to the parts that a feature is made of.

// part is what a file is for in a program, as its path says.
type part uint8

// The parts.
const (
	partOther part = iota
	partModel
	partData
	partRoute
	partConfig
	partMiddleware
)

// partRows are the parts that stand in an answer, in their order: with the role and the
// reason that they have there, their score, and how many imports off they may lie.
var partRows = []struct {
	part      part
	role, why string
	score     float64
	reach     int
}{
	{partModel, roleType, "defines what this is about", 0.95, 1},
	{partData, roleData, "keeps the data", 0.85, 2},
	{partRoute, roleRoute, "leads requests to it", 0.8, 2},
	{partConfig, roleConfig, "its settings", 0.7, 2},
	{partMiddleware, roleRelated, "stands beside it in every request", 0.65, 1},
}

// partWords are the words of paths that name a part. The nearest to the file decides.
var partWords = map[part]map[string]bool{
	partModel: index.WordSet(`model models entity entities domain types dto`),
	partData:  index.WordSet(`repo repos repository repositories dao store stores storage database db persistence dal`),
	partRoute: index.WordSet(`route routes router routers routing urls endpoints endpoint handlers handler controllers ` +
		`controller api views`),
	partConfig:     index.WordSet(`config conf configuration settings env`),
	partMiddleware: index.WordSet(`middleware middlewares interceptors interceptor guards guard filters hooks plugins`),
}

// partOf returns the part of a file.
func partOf(path string) part {
	names := strings.Split(strings.ToLower(path), "/")
	base := names[len(names)-1]
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i] // users.controller, of users.controller.ts
	}
	words := strings.FieldsFunc(base, func(r rune) bool { return r == '_' || r == '-' || r == '.' })
	for _, w := range slices.Backward(append(names[:len(names)-1], words...)) {
		for p, list := range partWords {
			if list[w] {
				return p
			}
		}
	}
	return partOther
}

// seed is a file that a broad question is about.
type seed struct {
	path  string
	score float64
	why   string
	by    string
}

// The bounds of a broad answer.
const (
	mostSeeds   = 5
	mostPerRole = 2
	seedMatch   = 0.6 // of the best place, that the best one of a file matches at least to be a seed by its words
	placeMatch  = 0.5 // the same for a place in a seed that is too long to be shown
	wholeFile   = 150 // lines of a file that is shown whole
)

// broad shows a feature as it lies across a program: the files that it is about, the
// parts that hang together with them, and, last, where the program starts and the tests.
// It reports whether there is any such file.
func (e *expansion) broad(pl plan.Plan, spots []spot) bool {
	seeds := e.seeds(pl, spots)
	if len(seeds) == 0 {
		return false
	}
	paths := make([]string, len(seeds))
	var from []index.Located
	for i, s := range seeds {
		paths[i] = s.path
		from = append(from, index.Located{Path: s.path})
	}
	e.seed(seeds[0], spots, 1)
	near := e.p.index.Hops(paths, e.depth)
	e.parts(near, partModel)
	for i, s := range seeds[1:] {
		e.seed(s, spots, 0.9-0.02*float64(i))
	}
	e.parts(near, partData, partRoute, partConfig, partMiddleware)
	for _, path := range pl.EntryFiles {
		if far, known := near[path]; e.of(roleEntry) == 0 && (known && far > 0 || pl.Origin != "heuristic") {
			e.file(piece{path: path, role: roleEntry, source: byEntry, why: startsHere, score: 0.6}, 0)
		}
	}
	if e.tests {
		e.testFiles(pl, paths, 0.6)
	}
	for _, s := range spots {
		asked := slices.Contains(paths, s.path)
		if s.def.Kind == scan.Gap || s.score < seedMatch*spots[0].score || !asked && pl.Origin != "heuristic" {
			continue
		}
		if from = append(from, index.Located{Path: s.path, Def: s.def}); !asked && !index.IsTest(s.path) {
			e.add(piece{path: s.path, def: s.def, role: roleDirect, source: s.by, why: s.because(), score: 0.86})
		}
	}
	e.walk(from, strategies[plan.StrategyBroad])
	for i, n := range e.pieces { // what room is left shows what is only outlined
		if n.form == assemble.Signature && !e.over(n) {
			e.pieces[i].form = assemble.Whole
		}
	}
	return true
}

// over reports whether a piece would need more than the room, were all of it shown.
func (e *expansion) over(n piece) bool {
	n.form = assemble.Whole
	all := e.size(n)
	for _, o := range within(e.pieces, e.room.pieces) {
		all += e.size(o)
	}
	return all > e.room.bytes
}

// seed shows a file that is asked about: whole where it is short, else the places in it
// that match, or in a few words where none does.
func (e *expansion) seed(f seed, spots []spot, score float64) {
	s, ok := e.read(f.path)
	found := false
	for _, place := range spots {
		if !ok || wholeOf(f.path, s).End <= wholeFile {
			break
		}
		if place.path != f.path || place.def.Kind == scan.Gap || place.score < placeMatch*spots[0].score {
			continue
		}
		n := piece{path: f.path, def: place.def, role: roleDirect, source: place.by, why: place.because(), score: score}
		if n.def.Kind.IsType() && n.def.End-n.def.Start > shortType {
			n.form = assemble.Signature
		}
		found = e.add(n) || found
		score -= 0.01
	}
	if !found {
		e.file(piece{path: f.path, role: roleDirect, source: f.by, why: f.why, score: score}, wholeFile)
	}
}

// seeds returns the files that are named as the plan says, or else those of the places that
// match best; the best first.
func (e *expansion) seeds(pl plan.Plan, spots []spot) []seed {
	score := map[string]float64{}
	why := map[string]string{}
	for _, pattern := range pl.Patterns {
		for _, path := range e.p.matching(pattern, 200) {
			worth, ok := named(path, pattern, pl.Origin)
			if ok && !index.IsTest(path) && e.p.allowed(path) && worth > score[path] {
				score[path], why[path] = worth, fmt.Sprintf("its path names `%s`", pattern)
			}
		}
	}
	best := map[string]float64{}
	for _, s := range spots {
		best[s.path] = max(best[s.path], s.score/spots[0].score)
	}
	var out []seed
	for path, v := range score {
		out = append(out, seed{path, v + best[path], why[path], byPath})
	}
	for path, v := range best {
		if len(score) == 0 && v >= seedMatch && !index.IsTest(path) {
			out = append(out, seed{path, v * seedMatch, "speaks of what is asked about", byWords})
		}
	}
	slices.SortFunc(out, func(a, b seed) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Count(a.path, "/")-strings.Count(b.path, "/"),
			strings.Compare(a.path, b.path))
	})
	return out[:min(mostSeeds, len(out))]
}

// named says how well a path is named by a pattern: by a whole word of it, or, where a
// model or a person has written it, by a part.
func named(path, pattern, origin string) (float64, bool) {
	wanted, _ := index.Words(pattern)
	parts := strings.Split(path, "/")
	for i, p := range slices.Backward(parts) {
		stem, _, _ := strings.Cut(p, ".")
		words, _ := index.Words(strings.ReplaceAll(stem, "-", "_"))
		if len(wanted) == 0 || slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(words, w) }) {
			continue
		}
		switch {
		case i == len(parts)-1 && len(words) == len(wanted) || i == len(parts)-2 && unnamed(parts[i+1]):
			return 1, true
		case i < len(parts)-1 && !unnamed(parts[len(parts)-1]):
			return 0.9, true
		}
		return 0.8, true
	}
	return 0.7, origin != "heuristic"
}

// unnamed reports whether a file has the name of its folder.
func unnamed(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	return stem == "mod" || stem == "index" || stem == "__init__" || stem == "lib"
}

// parts adds files of some parts that lie near the seeds: of each the nearest, and those
// that most names tie to the answer.
func (e *expansion) parts(near map[string]int, wanted ...part) {
	for _, row := range partRows {
		if !slices.Contains(wanted, row.part) {
			continue
		}
		var list []string
		for path, far := range near {
			if far > 0 && far <= row.reach && partOf(path) == row.part && !index.IsTest(path) && !e.empty(path) {
				list = append(list, path)
			}
		}
		links := e.links(list)
		tied := func(path string) int { return min(1, links[path]) }
		slices.SortFunc(list, func(a, b string) int {
			return cmp.Or(tied(b)-tied(a), near[a]-near[b], links[b]-links[a], strings.Compare(a, b))
		})
		if len(list) == 0 {
			continue
		}
		first := list[0]
		list = slices.DeleteFunc(list, func(path string) bool { return tied(path) < tied(first) || near[path] > near[first] })
		most := mostPerRole
		if near[first] > 1 {
			most = 1
		}
		for i, path := range list[:min(most, len(list))] {
			e.file(piece{path: path, role: row.role, source: byImports, why: row.why + ": " + away(near[path]),
				score: row.score - 0.01*float64(i)}, wholeFile)
		}
	}
}

func away(hops int) string {
	if hops == 1 {
		return "one import away"
	}
	return fmt.Sprintf("%d imports away", hops)
}

// empty reports whether a file defines nothing but its parts.
func (e *expansion) empty(path string) bool {
	return !slices.ContainsFunc(e.p.index.DefsOf(path), func(d index.Def) bool { return d.Kind != scan.Module })
}

// testFiles adds tests of the seeds: those that are named as the plan says, then those
// that import them.
func (e *expansion) testFiles(pl plan.Plan, seeds []string, score float64) {
	var list []string
	add := func(path string) {
		if index.InTests(path) && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	for _, pattern := range pl.Patterns {
		for _, path := range e.p.matching(pattern, 200) {
			if _, ok := named(path, pattern, pl.Origin); ok {
				add(path)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	for _, s := range seeds {
		for _, path := range e.p.index.TestsOf(s, maxTests) {
			add(path)
		}
	}
	for _, path := range list {
		if e.of(roleTest) < mostPerRole {
			e.file(piece{path: path, role: roleTest, source: byTests, why: "tests of this", score: score}, wholeFile)
		}
	}
}
