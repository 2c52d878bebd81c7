package semantic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// An answer grows from the places that it begins with along edges of the code. Each
// strategy is a list of the edges that it follows, in the order in which what they lead
// to is wanted.

// edge is one way in which code hangs together. It adds what lies at its other end and
// returns what of that may be gone on from.
type edge func(e *expansion, from index.Located, f follow) []index.Located

// follow is a row of a strategy.
type follow struct {
	edge  edge
	steps int     // how often the edge is followed, one behind the other, see asPlanned
	score float64 // of what it leads to
	most  int     // of what it leads to, from each place
	first int     // places that it is followed from; 0: all
	spare bool    // only while there is room left, and also where no step was planned for
}

// The number of steps of a row, where it is none of its own: those that the plan says,
// or one, whatever it says.
const (
	asPlanned = -1
	always    = -2
)

// strategies are the rows of each strategy. A plan's depth bounds all of them.
var strategies = map[plan.Strategy][]follow{
	plan.StrategyFocused: {
		{edge: uses, steps: asPlanned, score: neighbour, most: mostCallees},
		{edge: tables, steps: always, score: neighbour * neighbour},
		{edge: implementations, steps: 1, score: neighbour * neighbour, most: maxImpls},
		{edge: callers, steps: 1, score: neighbour * neighbour, most: mostCallers},
		{edge: members, steps: 1, score: neighbour / 2},
		{edge: testers, steps: always, score: neighbour * neighbour, most: mostTestFuncs},
		{edge: imports, steps: 1, score: neighbour / 2, most: mostTied, spare: true},
		{edge: importers, steps: 1, score: neighbour / 3, most: mostTied, spare: true},
	},
	plan.StrategySemantic: {
		{edge: uses, steps: asPlanned, score: spareScore, most: mostCallees, first: 3},
		{edge: holder, steps: 1, score: spareScore, first: 4, spare: true},
		{edge: uses, steps: 1, score: spareScore, most: mostCallees, first: 4, spare: true},
		{edge: callers, steps: 1, score: spareScore * neighbour, most: 2, first: 4, spare: true},
		{edge: imports, steps: 1, score: spareScore * neighbour * neighbour, most: mostTied, first: 4, spare: true},
	},
	plan.StrategyEntry: {
		{edge: uses, steps: 1, score: 0.8, most: mostCallees},
		{edge: summaries, steps: asPlanned, score: 0.6},
	},
	plan.StrategyBroad: {
		{edge: imports, steps: 1, score: 0.66, most: 2, first: mostSeeds},
		{edge: importers, steps: 1, score: 0.62, most: 1, first: mostSeeds},
		{edge: uses, steps: 1, score: spareScore, most: 3, spare: true},
		{edge: callers, steps: 1, score: spareScore * neighbour, most: 2, spare: true},
	},
}

// What lies at the other end of an edge.
const (
	neighbour     = 0.6                    // of the score of what it belongs to
	spareScore    = neighbour * usualFloor // of what fills the room that is left
	fading        = 0.1                    // less for each place that is not the best one
	mostCallees   = 6
	mostTypes     = 5
	mostCallers   = 3
	mostTestFuncs = 3
	mostTied      = 6   // definitions of other files that names tie to one
	mostFan       = 50  // files that a file is tied to
	wholeType     = 140 // lines of a type that is shown with all methods
	shortCaller   = 12  // lines of a caller that is shown whole
)

// walk follows the rows of a strategy from some places.
func (e *expansion) walk(from []index.Located, rows []follow) {
	for _, f := range rows {
		steps := min(f.steps, e.depth)
		switch {
		case f.steps == asPlanned:
			steps = e.depth
		case f.steps == always || f.spare && e.filled:
			steps = 1
		}
		starts := from
		if f.first > 0 {
			starts = from[:min(f.first, len(from))]
		}
		for i, l := range starts {
			if f.spare && e.full() {
				return
			}
			at := f
			at.score *= 1 - fading*float64(min(i, 5))
			e.along(l, at, steps)
		}
	}
}

// along follows one edge from a place, and on from what it finds.
func (e *expansion) along(l index.Located, f follow, steps int) {
	if steps <= 0 || e.ctx.Err() != nil {
		return
	}
	found := f.edge(e, l, f)
	f.score *= neighbour
	if f.most > 1 {
		f.most = mostCallees / 2
	}
	for _, next := range found {
		e.along(next, f, steps-1)
	}
}

// uses leads to what a definition calls and the types that it names: whole where that
// is short and near, else as signatures.
func uses(e *expansion, l index.Located, f follow) (called []index.Located) {
	s, ok := e.read(l.Path)
	if !ok {
		return nil
	}
	types, callees := 0, 0
	code := body(s, l.Def)
	for _, name := range namesIn(s.Lang, code) {
		if name == l.Name || name == l.Container || e.ctx.Err() != nil {
			continue
		}
		d, ok := e.known(name, l.Path, l.Container)
		switch {
		case !ok || d.Path == l.Path && d.Start <= l.Start && l.End <= d.End:
		case d.Kind == scan.Method && !calls(code, name):
		case d.Kind.IsType() && types < min(mostTypes, f.most):
			types++
			e.add(piece{path: d.Path, def: d.Def, form: assemble.Signature, role: roleType, source: byTypes,
				why: fmt.Sprintf("`%s` names this type", l.Name), score: f.score})
		case d.Kind.IsFunction() && callees < f.most:
			callees++
			form := assemble.Whole
			if d.End-d.Start > defLines || f.most < mostCallees {
				form = assemble.Signature
			}
			if e.add(piece{path: d.Path, def: d.Def, form: form, role: roleCallee, source: byCalls,
				why: fmt.Sprintf("`%s` calls it", l.Name), score: f.score * neighbour}) {
				called = append(called, d)
			}
		}
	}
	return called
}

// holder leads to the type that a method belongs to, as far as a signature shows it.
func holder(e *expansion, l index.Located, f follow) []index.Located {
	if l.Container == "" || l.Kind.IsType() {
		return nil
	}
	if typ, ok := e.holder(l, l.Container); ok {
		e.add(piece{path: typ.Path, def: typ.Def, form: assemble.Signature, role: roleType, source: byTypes,
			why: fmt.Sprintf("the type that `%s` belongs to", l.Name), score: f.score})
	}
	return nil
}

// members leads to what makes a type of Go, and its methods, which lie outside of it
// there.
func members(e *expansion, l index.Located, f follow) []index.Located {
	typ, ok := e.holder(l, l.Container)
	if !ok || !strings.HasSuffix(typ.Path, ".go") {
		return nil
	}
	s, _ := e.read(typ.Path)
	for _, d := range e.p.index.DefsOf(typ.Path) {
		makes := d.Name == "New"+typ.Name || d.Name == "New" && d.Start < s.LineCount() &&
			strings.Contains(s.Line(d.Start), typ.Name)
		if makes && d.Container == "" || d.Kind == scan.Method && d.Container == typ.Name {
			e.add(piece{path: typ.Path, def: d, form: assemble.Signature, role: roleType, source: byTypes,
				why: fmt.Sprintf("belongs to `%s`", typ.Name), score: f.score})
		}
	}
	return nil
}

// callers leads to the functions that call a definition, or use it.
func callers(e *expansion, l index.Located, f follow) []index.Located {
	e.callers(l, f.score, roleCaller, f.most)
	return nil
}

func (e *expansion) callers(l index.Located, score float64, role string, most int) {
	for _, c := range e.sites(l, false, most) {
		form := assemble.Signature
		if role == roleDirect || c.def.End-c.def.Start <= shortCaller {
			form = assemble.Whole
		}
		verb, as := "uses", role
		if s, ok := e.read(c.path); ok && !l.Kind.IsType() && l.Kind != scan.Table && calls(s.Line(c.line), l.Name) {
			verb = "calls"
		} else if role == roleCaller {
			as = roleUse
		}
		e.add(piece{path: c.path, def: c.def, form: form, role: as, source: c.by, lines: []int{c.line + 1},
			why: fmt.Sprintf("%s `%s` on line %d", verb, l.Name, c.line+1), score: score})
	}
}

// testers leads to the tests that use a definition.
func testers(e *expansion, l index.Located, f follow) []index.Located {
	if !e.tests {
		return nil
	}
	for _, c := range e.sites(l, true, f.most) {
		e.add(piece{path: c.path, def: c.def, role: roleTest, source: byTests, why: fmt.Sprintf("tests `%s`", l.Name),
			score: f.score})
	}
	return nil
}

// implementations leads to the types that implement or extend one.
func implementations(e *expansion, l index.Located, f follow) []index.Located {
	if !l.Kind.IsType() {
		return nil
	}
	for _, i := range e.p.index.Implementations(plan.Last(l.Name), f.most) {
		if i.Test && !e.tests {
			continue
		}
		verb := "extends"
		if l.Kind == scan.Interface || l.Kind == scan.Trait {
			verb = "implements"
		}
		e.add(piece{path: i.Path, def: i.Def, form: assemble.Signature, role: roleImplementation, source: byTypes,
			why: fmt.Sprintf("%s `%s`", verb, l.Name), score: f.score})
	}
	return nil
}

// tables leads to the tables that the SQL of a definition names, and that of the
// constants in it.
func tables(e *expansion, l index.Located, f follow) []index.Located {
	s, ok := e.read(l.Path)
	if !ok {
		return nil
	}
	code := body(s, l.Def)
	for _, name := range namesIn(s.Lang, code) {
		for _, d := range e.p.index.DefsOf(l.Path) {
			constant := d.Kind == scan.Constant || d.Kind == scan.Variable
			if d.Name == name && constant && (d.Container == "" || d.Container == l.Container) {
				code += "\n" + body(s, d)
			}
		}
	}
	for _, m := range sqlTable.FindAllStringSubmatch(code, -1) {
		for _, t := range e.p.index.Define(m[1], "") {
			if t.Kind == scan.Table && e.of(roleSchema) < maxSchema {
				e.add(piece{path: t.Path, def: t.Def, role: roleSchema, source: bySQL,
					why: fmt.Sprintf("the table `%s` of the SQL in `%s`", t.Name, l.Name), score: f.score})
			}
		}
	}
	return nil
}

// imports leads to what the answer uses of the files that a file imports.
func imports(e *expansion, l index.Located, f follow) []index.Located {
	e.tied(e.p.index.Imports(l.Path), fmt.Sprintf("`%s` imports it", l.Path), f)
	return nil
}

// importers leads to what the files that import a file do with the types of the answer.
func importers(e *expansion, l index.Located, f follow) []index.Located {
	e.tied(e.p.index.Importers(l.Path), fmt.Sprintf("imports `%s`", l.Path), f)
	return nil
}

// tied adds of some files the definitions that names tie to the answer: those that it
// uses, and those that use its types.
func (e *expansion) tied(files []string, why string, f follow) {
	used, types := e.tying()
	n := 0
	for _, path := range files[:min(mostFan, len(files))] {
		s, ok := e.read(path)
		told := func(o piece) bool { return o.path == path && o.form == assemble.Summarized }
		if index.IsTest(path) || !ok || slices.ContainsFunc(e.pieces, told) {
			continue
		}
		for _, d := range e.p.index.DefsOf(path) {
			if n >= f.most || f.spare && e.full() {
				return
			}
			if d.Container != "" || d.Kind == scan.Module || d.End > s.LineCount() {
				continue
			}
			ties := used[d.Name]
			if !ties && (d.Kind.IsFunction() || d.Kind.IsType()) {
				ties = slices.ContainsFunc(namesIn(s.Lang, body(s, d)),
					func(name string) bool { return name != d.Name && types[name] })
			}
			if ties && e.add(piece{path: path, def: d, form: assemble.Signature, role: roleRelated, source: byImports, why: why,
				score: f.score}) {
				n++
			}
		}
	}
}

// summaries leads to the files that a file imports, each in a few words.
func summaries(e *expansion, l index.Located, f follow) (next []index.Located) {
	for _, path := range e.p.index.Imports(l.Path) {
		if e.seen[path] || index.IsTest(path) && !e.tests {
			continue
		}
		e.seen[path] = true
		if e.of(roleRelated) < mostOnPath {
			e.file(piece{path: path, role: roleRelated, source: byImports, why: fmt.Sprintf("`%s` imports it", l.Path),
				score: f.score}, 0)
		}
		next = append(next, index.Located{Path: path})
	}
	return next
}

// links returns how many names tie files to the answer so far: those of their definitions
// that it uses, and those of its types that they use. Files of a package that is
// imported as a whole are ranked by them.
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
		for _, name := range e.namesOf(path, s) {
			if types[name] {
				out[path]++
			}
		}
	}
	return out
}

// tying returns the names that the answer so far uses, and those of its types.
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
		for _, name := range e.namesOf(n.path, s) {
			used[name] = n.role == roleDirect || used[name]
		}
		for _, d := range e.p.index.DefsOf(n.path) {
			types[d.Name] = types[d.Name] || d.Kind.IsType()
		}
	}
	return used, types
}

// room is what an answer may hold.
type room struct {
	bytes  int
	pieces int // 0: any number
}

// The room that pieces need.
const (
	filledShare = 0.85 // of the budget, after which nothing more is added
	besides     = 140  // bytes of a piece besides its own lines: heading, reason, lines around
)

// full reports whether the pieces fill the room.
func (e *expansion) full() bool {
	if e.ctx.Err() != nil || e.room.pieces > 0 && len(e.pieces) >= e.room.pieces {
		return true
	}
	n := 0
	for _, o := range e.pieces {
		n += e.size(o)
	}
	return float64(n) >= filledShare*float64(e.room.bytes)
}

// size is about how many bytes a piece needs in an answer.
func (e *expansion) size(n piece) int {
	s, ok := e.read(n.path)
	switch {
	case n.form == assemble.Summarized || !ok:
		return len(n.words) + besides
	case n.form == assemble.Signature:
		return len(s.Slice(s.LinesSpan(text.Lines{Start: n.def.Doc, End: n.def.Sig}))) + besides
	}
	return len(body(s, n.def)) + besides
}
