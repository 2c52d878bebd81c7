package semantic

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// seed is a file that a broad question is about.
type seed struct {
	path  string
	score float64
	why   string
	by    string
}

// seedMatch is how well the best place of a file must match, of the best, for
// the file to be a seed by its words, where none is named as is asked.
const seedMatch = 0.6

// mostInBetween is how many files that requests pass are seeds, at most.
const mostInBetween = 3

// registers is more than the names that tie two files to one another.
const registers = 1000

// broad shows a feature as it lies across a program: the files that are named
// after it, the types that they share, where its data is kept, its routes and
// settings, and, last, where the program starts and the tests.
func (e *expansion) broad(pl plan.Plan, spots []spot, r room) {
	var seeds []seed
	if !ofOneThing(spots, pl.Keywords) {
		seeds = e.partSeeds(pl)
	}
	between := len(seeds) > 0
	for _, s := range e.seeds(pl, spots) {
		if len(seeds) < mostSeeds && (s.by == byPath || !between) && !slices.ContainsFunc(seeds, func(o seed) bool { return o.path == s.path }) {
			seeds = append(seeds, s)
		}
	}
	if len(seeds) == 0 {
		return
	}
	paths := make([]string, len(seeds))
	for i, s := range seeds {
		paths[i] = s.path
	}
	near := e.p.hops(paths, e.depth)
	e.file(seeds[0].path, roleDirect, seeds[0].by, seeds[0].why, 1)
	if e.depth > 0 {
		e.models(paths, near)
	}
	for i, s := range seeds[1:] {
		e.file(s.path, roleDirect, s.by, s.why, 0.9-0.02*float64(i))
	}
	if e.depth > 0 {
		e.partsNear(partData, roleData, "keeps the data", e.aroundTypes(near), 0.85)
		if between {
			e.routesOf(pl.EntryFiles)
		}
		e.partsNear(partRoute, roleRoute, "leads requests to it", near, 0.8)
		e.partsNear(partConfig, roleConfig, "its settings", near, 0.7)
		e.partsNear(partMiddleware, roleRelated, "stands beside it in every request", near, 0.65)
		e.direct(paths)
	}
	e.entryFiles(pl.EntryFiles, 1, 0.6)
	if e.depth > 0 {
		e.leanOn()
	}
	if e.tests {
		e.testFiles(pl, paths, 0.6)
	}
	if e.depth > 0 {
		e.enrich(paths, r)
	}
	e.inLong(paths, spots, r)
}

// placeMatch is how well a place in a long file must match, of the best one, to be
// shown beside the summary of its file.
const placeMatch = 0.5

// firstPlaces are so many of them that come before what is only related.
const firstPlaces = 3

// inLong uses the room that is left for the code of files that are asked about and
// too long to be shown: the places in them that match best. What they are part of
// says the summary.
func (e *expansion) inLong(seeds []string, spots []spot, r room) {
	score, n := 0.9, 0
	for _, s := range spots {
		if n >= firstPlaces && e.full(r) || s.score < placeMatch*spots[0].score {
			return
		}
		long := func(n piece) bool { return n.path == s.path && n.form == assemble.Summarized }
		if s.def.Kind == scan.Gap || !slices.Contains(seeds, s.path) || !slices.ContainsFunc(e.pieces, long) {
			continue
		}
		place := piece{path: s.path, def: s.def, role: roleDirect, source: s.by, why: s.because(), score: score}
		if isType(s.def.Kind) && s.def.End-s.def.Start > shortType {
			place.form = assemble.Signature
		}
		if !e.over(r, place) && e.add(place) {
			score -= 0.02
			n++
		}
	}
}

// enrich uses the room that is left: what else the files that are asked about rest
// on, and whole what is shown as a summary, if it is short.
func (e *expansion) enrich(seeds []string, r room) {
	for _, path := range seeds {
		if e.full(r) {
			break
		}
		e.rests(path, 0.5)
	}
	for i, n := range e.pieces {
		if n.form == assemble.Summarized && n.role != roleEntry && n.role != roleTest && n.def.End <= wholeFile && !e.over(r, n) {
			e.pieces[i].form = assemble.Whole
		}
	}
}

// over reports whether a piece would take more than the room, were its code shown.
func (e *expansion) over(r room, n piece) bool {
	if n.form == assemble.Summarized {
		n.form = assemble.Whole
	}
	all := e.size(n)
	for _, o := range within(e.pieces, r.pieces) {
		all += e.size(o)
	}
	return all > r.bytes
}

// within are the pieces that an answer may hold, by their order. Tests and the start
// of the program come last, and keep a place each.
func within(list []piece, most int) []piece {
	if most <= 0 || len(list) <= most {
		return list
	}
	out := slices.Clone(list[:most])
	end := most
	for _, role := range []string{roleTest, roleEntry} {
		has := func(n piece) bool { return n.role == role }
		first := slices.IndexFunc(list, has)
		if first >= end && end > (most+1)/2 { // a test may have taken the last place
			end--
			out[end] = list[first]
		}
	}
	slices.SortStableFunc(out[end:], func(a, b piece) int {
		return cmp.Or(slots[a.role]-slots[b.role], cmp.Compare(b.score, a.score))
	})
	return out
}

// seeds are the files that are named as the plan says, and those of the places
// that match best, if they are as good; the best first.
func (e *expansion) seeds(pl plan.Plan, spots []spot) []seed {
	score := map[string]float64{}
	why := map[string]string{}
	for _, pattern := range pl.Patterns {
		for _, path := range e.p.matching(pattern, 200) {
			worth, ok := named(path, pattern, pl.Origin)
			if !ok || index.IsTest(path) || !e.p.allowed(path) {
				continue
			}
			if worth > score[path] {
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
		if _, known := score[path]; !known && len(score) == 0 && v >= seedMatch && !index.IsTest(path) {
			out = append(out, seed{path, v * seedMatch, "speaks of what is asked about", byWords})
		}
	}
	slices.SortFunc(out, func(a, b seed) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Count(a.path, "/")-strings.Count(b.path, "/"), strings.Compare(a.path, b.path))
	})
	return out[:min(mostSeeds, len(out))]
}

// partSeeds are the files that every request passes, where the question is about what
// concerns them all and nothing is named after it: what limits requests is built in
// beside what stands there already.
func (e *expansion) partSeeds(pl plan.Plan) []seed {
	word := ""
	for _, w := range pl.Keywords {
		if !concern(w) {
			continue
		}
		word = w
		for _, path := range e.p.matching(w, 200) {
			if _, ok := named(path, w, "heuristic"); ok && !index.IsTest(path) {
				return nil
			}
		}
	}
	if word == "" {
		return nil
	}
	var out []seed
	for _, path := range e.p.index.Paths() {
		if partOf(path) == partMiddleware && !index.IsTest(path) && !e.empty(path) && e.p.allowed(path) && len(out) < mostInBetween {
			out = append(out, seed{path, 1, fmt.Sprintf("every request passes it, as `%s` will", word), byPath})
		}
	}
	return out
}

// routesOf adds the routes that the program starts with: all of them are behind what
// every request passes.
func (e *expansion) routesOf(entries []string) {
	for _, entry := range entries {
		for _, path := range e.p.index.Imports(entry) {
			if e.of(roleRoute) < mostSeeds && partOf(path) == partRoute && !e.empty(path) {
				e.file(path, roleRoute, byEntry, "leads requests on that have passed: the program starts with it", 0.8)
			}
		}
	}
}

// named says how well a path is named by a pattern: by a whole word of it, or,
// where a model or a person has written it, by a part.
func named(path, pattern, origin string) (float64, bool) {
	wanted, _ := index.Words(pattern)
	parts := strings.Split(path, "/")
	for i, p := range slices.Backward(parts) {
		stem, _, _ := strings.Cut(p, ".")
		words, _ := index.Words(strings.ReplaceAll(stem, "-", "_"))
		if len(wanted) == 0 || !containsAll(words, wanted) {
			continue
		}
		worth := 0.8
		if i == len(parts)-1 && len(words) == len(wanted) || i == len(parts)-2 && unnamed(parts[i+1]) {
			worth = 1
		}
		if i < len(parts)-1 && !unnamed(parts[len(parts)-1]) {
			worth = 0.9
		}
		return worth, true
	}
	return 0.7, origin != "heuristic"
}

func containsAll(words, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(words, w) })
}

// unnamed reports whether a file has the name of its folder.
func unnamed(base string) bool {
	stem, _, _ := strings.Cut(base, ".")
	return stem == "mod" || stem == "index" || stem == "__init__" || stem == "lib"
}

// models adds the files of the types that the seeds share, the one that most of
// them name first.
func (e *expansion) models(seeds []string, near map[string]int) {
	named := map[string]int{}
	what := map[string][]string{}
	for _, path := range seeds {
		s, ok := e.read(path)
		if !ok {
			continue
		}
		here := map[string]bool{}
		for _, name := range uses(s.Lang, s.Text()) {
			l, ok := e.known(name, path, "")
			if !ok || !isType(l.Kind) || slices.Contains(seeds, l.Path) || partOf(l.Path) != partModel && partOf(l.Path) != partOther || index.IsTest(l.Path) {
				continue
			}
			if !slices.Contains(what[l.Path], l.Name) {
				what[l.Path] = append(what[l.Path], l.Name)
			}
			here[l.Path] = true
		}
		for p := range here {
			named[p]++
		}
	}
	order := slices.SortedFunc(maps.Keys(named), func(a, b string) int {
		return cmp.Or(boolRank(partOf(b) == partModel)-boolRank(partOf(a) == partModel), named[b]-named[a], len(what[b])-len(what[a]), near[a]-near[b], strings.Compare(a, b))
	})
	for i, p := range order[:min(mostPerRole, len(order))] {
		why := fmt.Sprintf("defines `%s`, which this is about", strings.Join(what[p][:min(3, len(what[p]))], "`, `"))
		if partOf(p) == partModel {
			e.file(p, roleType, byTypes, why, 0.95-0.02*float64(i))
		} else { // what it does is not asked for
			e.summarize(p, roleType, byTypes, why, 0.95-0.02*float64(i))
		}
	}
}

// aroundTypes counts the data layer of the added types as near, too: it names them, and
// so do the seeds, though neither names the other.
func (e *expansion) aroundTypes(near map[string]int) map[string]int {
	out := maps.Clone(near)
	for _, n := range e.pieces {
		for _, path := range e.p.index.Importers(n.path) {
			if far, known := near[path]; n.role == roleType && partOf(path) == partData && (far > 0 || !known) {
				out[path] = 1
			}
		}
	}
	return out
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// partsNear adds files of a part that lie near the seeds, or else the one that
// the program starts with: a new feature will be tied in there.
func (e *expansion) partsNear(wanted part, role, why string, near map[string]int, score float64) {
	var list []string
	for path := range near {
		if partOf(path) == wanted && near[path] > 0 && !index.IsTest(path) && !e.empty(path) {
			list = append(list, path)
		}
	}
	links := e.links(list)
	for path := range near {
		if wanted == partRoute && near[path] == 0 && partOf(path) == partRoute { // a seed; what registers it leads to it
			for _, by := range e.p.index.Importers(path) {
				links[by] += registers
			}
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(boolRank(links[b] > 0)-boolRank(links[a] > 0), near[a]-near[b], links[b]-links[a], strings.Compare(a, b))
	})
	if len(list) > 0 && links[list[0]] > 0 {
		list = slices.DeleteFunc(list, func(path string) bool { return links[path] == 0 })
	}
	most := mostPerRole
	if len(list) > 0 && near[list[0]] > 1 {
		most = 1
		if wanted != partRoute && wanted != partConfig {
			return // what is further off keeps the data of others
		}
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(path string) bool { return near[path] > near[list[0]] })
	for i, path := range kept[:min(most, len(kept))] {
		e.file(path, role, byImports, fmt.Sprintf("%s: %s", why, away(near[path])), score-0.01*float64(i))
	}
	if len(kept) > 0 || e.depth < 2 || wanted != partRoute && wanted != partConfig {
		return
	}
	entries, _ := e.p.entryFiles(e.ctx, mostEntries)
	for _, entry := range entries {
		for _, path := range e.p.index.Imports(entry) {
			if partOf(path) == wanted && !e.empty(path) && e.file(path, role, byEntry, why+": the program starts with it", score) {
				return
			}
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

// links are how many names tie files to the answer so far: those of their
// definitions that it uses, and those of its types that they use. Files of a
// package that is imported as a whole are told apart by them.
func (e *expansion) links(files []string) map[string]int {
	used, types := e.tying()
	out := map[string]int{}
	for _, path := range files {
		s, ok := e.read(path)
		if !ok {
			continue
		}
		for _, d := range e.p.index.DefsOf(path) {
			if d.Container == "" && used[d.Name] {
				out[path]++
			}
		}
		for _, name := range e.usedIn(path, s) {
			if types[name] {
				out[path]++
			}
		}
	}
	return out
}

// tying are the names that the answer so far uses, and those of its types.
func (e *expansion) tying() (used, types map[string]bool) {
	used, types = map[string]bool{}, map[string]bool{}
	for _, n := range e.pieces {
		if n.form == assemble.Summarized || n.role != roleDirect && n.role != roleType {
			continue
		}
		s, ok := e.read(n.path)
		if !ok {
			continue
		}
		for _, name := range e.usedIn(n.path, s) {
			used[name] = n.role == roleDirect || used[name]
		}
		for _, d := range e.p.index.DefsOf(n.path) {
			types[d.Name] = types[d.Name] || isType(d.Kind)
		}
	}
	return used, types
}

// leanOn adds, as summaries, what the files of the answer import, while there is
// room for more.
func (e *expansion) leanOn() {
	n := 0
	for _, p := range slices.Clone(e.pieces) {
		if p.role != roleDirect && p.role != roleData {
			continue
		}
		for _, path := range e.p.index.Imports(p.path) {
			if n < mostPerRole && !index.IsTest(path) && !e.empty(path) && e.links([]string{path})[path] > 0 &&
				e.summarize(path, roleRelated, byImports, fmt.Sprintf("`%s` imports it", p.path), 0.55) {
				n++
			}
		}
	}
}

// direct adds, as summaries, the files that import a seed and have no other
// part.
func (e *expansion) direct(seeds []string) {
	n := 0
	entries, _ := e.p.entryFiles(e.ctx, 5)
	for _, s := range seeds {
		for _, path := range e.p.index.Importers(s) {
			if n < mostPerRole && !index.IsTest(path) && partOf(path) == partOther && !slices.Contains(entries, path) &&
				e.summarize(path, roleRelated, byImports, fmt.Sprintf("imports `%s`", s), 0.62) {
				n++
			}
		}
	}
}

// entryFiles adds where the program starts, as summaries.
func (e *expansion) entryFiles(files []string, most int, score float64) {
	n := 0
	for _, path := range files {
		if n < most && e.summarize(path, roleEntry, byEntry, "the program starts here", score) {
			n++
		}
	}
}

// testFiles adds tests of the seeds: those that are named as the plan says,
// then those that import them.
func (e *expansion) testFiles(pl plan.Plan, seeds []string, score float64) {
	var list []string
	for _, pattern := range pl.Patterns {
		for _, path := range e.p.matching(pattern, 200) {
			if _, ok := named(path, pattern, pl.Origin); ok && inTests.MatchString(path) && !slices.Contains(list, path) {
				list = append(list, path)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	for _, s := range seeds {
		for _, path := range e.p.index.TestsOf(s, maxTests) {
			if inTests.MatchString(path) && !slices.Contains(list, path) {
				list = append(list, path)
			}
		}
	}
	for _, path := range list {
		if e.of(roleTest) >= mostPerRole {
			return
		}
		e.file(path, roleTest, byTests, "tests of this", score)
	}
}
