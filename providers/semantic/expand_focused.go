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

// The bounds of a focused answer.
const (
	focusSymbols = 4
	focusDefs    = 3 // definitions of one symbol
)

// focused shows symbols: each whole with its type, what it calls and the types
// that it names, the tables of its SQL, who calls it, and its tests. It reports
// whether any symbol is known.
func (e *expansion) focused(symbols []string) bool {
	var targets []index.Located
	for _, symbol := range outer(symbols) {
		if len(targets) >= focusSymbols*focusDefs {
			break
		}
		defs := e.p.resolve(symbol, "")
		targets = append(targets, defs[:min(focusDefs, len(defs))]...)
	}
	for _, l := range targets {
		e.target(l)
	}
	for i, l := range targets {
		e.neighbours(l, neighbour-0.05*float64(i), e.depth)
	}
	for _, l := range targets {
		e.schema(l, neighbour*neighbour)
	}
	if e.depth > 0 {
		for _, l := range targets {
			if isType(l.Kind) {
				e.implementing(l, neighbour*neighbour, maxImpls)
			}
			e.callers(l, neighbour*neighbour, roleCaller, mostCallersIn)
		}
	}
	for _, l := range targets {
		e.beside(l)
	}
	if e.tests {
		for _, l := range targets {
			e.testsOf(l, neighbour*neighbour)
		}
	}
	return len(targets) > 0
}

// outer leaves out symbols that are the holder of another one: the method is
// meant.
func outer(symbols []string) []string {
	var out []string
	for _, s := range symbols {
		holds := slices.ContainsFunc(symbols, func(o string) bool {
			return o != s && (strings.HasPrefix(o, s+".") || strings.HasPrefix(o, s+"::") || strings.HasSuffix(o, "."+s) || strings.HasSuffix(o, "::"+s))
		})
		if !holds {
			out = append(out, s)
		}
	}
	return out
}

// target adds a definition with the type that it belongs to.
func (e *expansion) target(l index.Located) {
	s, ok := e.read(l.Path)
	if !ok {
		return
	}
	why := fmt.Sprintf("defines `%s`, which is asked about", l.Name)
	e.add(piece{path: l.Path, def: l.Def, role: roleDirect, source: bySymbol, why: why, score: 1})
	holder := l.Container
	if isType(l.Kind) {
		holder = l.Name
	}
	if holder == "" {
		return
	}
	typ, known := e.holder(l, holder)
	impl, apart := implOf(s, e.p.index.DefsOf(l.Path), holder, l.Def), true
	if impl != nil && known && typ.Path == l.Path && typ.End <= impl.Start && impl.Start-typ.End <= 3 {
		typ.End, apart = impl.End, false // one piece
	}
	if known && typ.Start != l.Start {
		form := assemble.Whole
		if typ.End-typ.Start > wholeType {
			form = assemble.Signature
		}
		e.add(piece{path: typ.Path, def: typ.Def, form: form, role: roleDirect, source: bySymbol, why: fmt.Sprintf("the type that `%s` belongs to", l.Name), score: 0.95})
	}
	if impl != nil && (apart || typ.Start == l.Start) {
		impl.Name, impl.Kind = holder, scan.Struct
		e.add(piece{path: l.Path, def: *impl, role: roleDirect, source: bySymbol, why: fmt.Sprintf("the implementation of `%s`", holder), score: 0.95})
	}
}

// beside adds what makes a type of Go, and its methods, which lie outside of it there.
func (e *expansion) beside(l index.Located) {
	typ, ok := e.holder(l, l.Container)
	if !ok || !strings.HasSuffix(typ.Path, ".go") {
		return
	}
	s, _ := e.read(typ.Path)
	for _, d := range e.p.index.DefsOf(typ.Path) {
		makes := d.Name == "New"+typ.Name || d.Name == "New" && d.Start < s.LineCount() && strings.Contains(s.Line(d.Start), typ.Name)
		if makes && d.Container == "" || d.Kind == scan.Method && d.Container == typ.Name {
			e.add(piece{path: typ.Path, def: d, form: assemble.Signature, role: roleType, source: byTypes, why: fmt.Sprintf("belongs to `%s`", typ.Name), score: neighbour / 2})
		}
	}
}

// holder is the type that a method belongs to.
func (e *expansion) holder(l index.Located, name string) (index.Located, bool) {
	if isType(l.Kind) {
		return l, true
	}
	types := slices.DeleteFunc(e.p.index.Define(name, l.Path), func(t index.Located) bool { return !isType(t.Kind) })
	if len(types) == 0 || types[0].Path != l.Path && folder(types[0].Path) != folder(l.Path) && len(types) > 1 {
		return index.Located{}, false
	}
	return types[0], true
}

// implOf finds the block of a file that implements a type round one of its
// methods, as Rust has them, or the first one; where methods stand on their
// own, as in Go, there is none.
func implOf(s text.Snapshot, defs []index.Def, holder string, at index.Def) *index.Def {
	if s.Lang != "rust" {
		return nil
	}
	for _, d := range defs {
		if d.Container != holder || d.Kind != scan.Method && d.Kind != scan.Function || isFunction(at.Kind) && d.Start != at.Start {
			continue
		}
		head := d.Doc - 1
		for head >= 0 && !strings.HasPrefix(strings.TrimSpace(s.Line(head)), "impl") {
			head--
		}
		end := d.End
		for end < s.LineCount() && strings.TrimRight(s.Line(end), " \t\r\n") != "}" {
			end++
		}
		if head < 0 || end >= s.LineCount() || end+1-head > wholeType {
			return nil
		}
		return &index.Def{Start: head, Doc: head, Sig: head + 1, End: end + 1}
	}
	return nil
}

// symbolsOf are the symbols of a plan and those that a question names.
func (p *Provider) symbolsOf(question string, pl plan.Plan) []string {
	out := slices.Clone(pl.Symbols)
	for _, entity := range plan.Analyze(question, p.definers, false).Entities {
		if !slices.Contains(out, entity) && p.definers(plan.Last(entity)) > 0 {
			out = append(out, entity)
		}
	}
	return out
}
