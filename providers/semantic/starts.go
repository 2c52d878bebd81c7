package semantic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// Where an answer begins: at the symbols that are asked about, at the places whose
// words are like the question, at the files in which the program starts.

// The bounds of where an answer begins.
const (
	focusSymbols = 4
	focusDefs    = 3 // definitions of one symbol
	mostEntries  = 3
	mostOnPath   = 12 // files that a start imports
)

// focused begins at symbols: each whole with its type. It reports whether any is known.
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
	e.walk(targets, strategies[plan.StrategyFocused])
	return len(targets) > 0
}

// outer leaves out symbols that are the holder of another one: the method is
// meant.
func outer(symbols []string) []string {
	var out []string
	for _, s := range symbols {
		holds := slices.ContainsFunc(symbols, func(o string) bool {
			return o != s && (strings.HasPrefix(o, s+".") || strings.HasPrefix(o, s+"::") || strings.HasSuffix(o, "."+s) ||
				strings.HasSuffix(o, "::"+s))
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
	if l.Kind.IsType() {
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
		e.add(piece{path: typ.Path, def: typ.Def, form: form, role: roleDirect, source: bySymbol,
			why: fmt.Sprintf("the type that `%s` belongs to", l.Name), score: 0.95})
	}
	if impl != nil && (apart || typ.Start == l.Start) {
		impl.Name, impl.Kind = holder, scan.Struct
		e.add(piece{path: l.Path, def: *impl, role: roleDirect, source: bySymbol,
			why: fmt.Sprintf("the implementation of `%s`", holder), score: 0.95})
	}
}

// holder returns the type that a method belongs to.
func (e *expansion) holder(l index.Located, name string) (index.Located, bool) {
	if l.Kind.IsType() {
		return l, true
	}
	types := slices.DeleteFunc(e.p.index.Define(name, l.Path), func(t index.Located) bool { return !t.Kind.IsType() })
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
		if d.Container != holder || d.Kind != scan.Method && d.Kind != scan.Function || at.Kind.IsFunction() &&
			d.Start != at.Start {
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

// symbolsOf returns the symbols of a plan and those that a question names.
func (p *Provider) symbolsOf(question string, pl plan.Plan) []string {
	out := slices.Clone(pl.Symbols)
	for _, entity := range plan.Analyze(question, p.index.Definers, false).Entities {
		if !slices.Contains(out, entity) && p.index.Definers(plan.Last(entity)) > 0 {
			out = append(out, entity)
		}
	}
	return out
}

// similar begins at the places whose words are most like the question, at most most.
func (e *expansion) similar(spots []spot, most int, floor float64) {
	var from []index.Located
	for _, s := range spots[:min(most, len(spots))] {
		if s.score < floor*spots[0].score {
			break
		}
		e.add(piece{path: s.path, def: s.def, role: roleDirect, source: s.by, why: s.because(),
			score: s.score / spots[0].score})
		if s.def.Kind != scan.Gap {
			from = append(from, index.Located{Path: s.path, Def: s.def})
		}
	}
	e.walk(from, strategies[plan.StrategySemantic])
}

// entries begins at the files in which a program starts.
func (e *expansion) entries(pl plan.Plan) bool {
	files, starts := e.p.entryFiles(e.ctx, mostEntries)
	if len(pl.EntryFiles) > 0 {
		files = pl.EntryFiles
	}
	var from []index.Located
	for i, path := range files[:min(mostEntries, len(files))] {
		if !e.start(path, starts[path], 1-0.05*float64(i)) {
			continue
		}
		e.seen[path] = true
		from = append(from, index.Located{Path: path})
		for _, d := range e.p.index.DefsOf(path) {
			if begins(d, starts[path]) {
				from = append(from, index.Located{Path: path, Def: d})
			}
		}
	}
	e.walk(from, strategies[plan.StrategyEntry])
	return len(from) > 0
}

// start adds a file in which the program starts: the function that does, which may be
// known, or the whole of a short file.
func (e *expansion) start(path, function string, score float64) bool {
	n := piece{path: path, role: roleEntry, source: byEntry, why: startsHere, score: score}
	for _, d := range e.p.index.DefsOf(path) {
		if s, ok := e.read(path); ok && begins(d, function) && d.End <= s.LineCount() {
			n.def = d
			return e.add(n)
		}
	}
	return e.file(n, wholeFile)
}

// startsHere says why a file in which a program starts is shown.
const startsHere = "the program starts here"

// begins reports whether a program starts with a definition: it is the one that is
// known to, or where none is, called as such functions are.
func begins(d index.Def, known string) bool {
	switch {
	case !d.Kind.IsFunction():
		return false
	case known != "":
		return d.Name == known
	}
	return d.Container == "" && slices.Contains([]string{"main", "run", "create_app", "createApp", "cli", "bootstrap"},
		d.Name)
}

// whoCalls is a question about the users of a name.
var whoCalls = lazyre.New(`(?i)\b(?:who|what|where|which)\b[^?.]{0,40}?\b(?:call(?:s|ed)?|uses?|used|invoke[sd]?` +
	`|reference[sd]?)\b` +
	`|\b(?:who|what|which\s+\w+)\s+(?:(?:is|are)\s+(?:calling|using|invoking|raising|throwing)|raises?|throws?)\b` +
	`|\bwho\s+needs\b` +
	`|\bwhere\s+(?:is|are)\s+\S+\s+(?:raised|thrown)\b|\b(?:callers|usages?|call\s+sites)\s+of\b|\breferences\s+to\b`)

// asking matches the words of such a question other than the name.
var asking = lazyre.New(`^(?:call|calls|called|calling|callers?|sites?|uses?|used|using|usages?|invok.*|referenc.*` +
	`|needs|rais.*|throw.*|thrown|functions?|methods?|find|show|list|all|code|places?|files?)$`)

// crowd are words that say that not the name itself is meant, but things that
// are called after it.
var crowd = lazyre.New(`(?i)^\W{0,2}\s+(?:functions|methods|hooks|handlers|callbacks|listeners|classes|values)\b`)

// whoUses answers a question about who uses a name, first by who does, then by
// the name's own definition.
func (e *expansion) whoUses(question string) bool {
	if !e.p.asksForUsers(question) {
		return false
	}
	for _, name := range e.p.usedNames(question) {
		if at := strings.Index(question, name); at >= 0 && crowd.MatchString(question[at+len(name):]) {
			continue
		}
		defs := e.p.resolve(name, "")
		defs = defs[:min(focusDefs, len(defs))]
		why := "defines `%s`, which is asked about"
		for _, l := range defs {
			e.callers(l, 1, roleDirect, 2*mostCallers)
		}
		if len(e.pieces) == 0 && e.p.Ready() {
			why += "; nothing else in the indexed files uses it"
		}
		for _, l := range defs {
			e.add(piece{path: l.Path, def: l.Def, role: roleDirect, source: bySymbol, why: fmt.Sprintf(why, l.Name), score: 0.9})
			testers(e, l, follow{score: neighbour, most: mostTestFuncs})
		}
	}
	return len(e.pieces) > 0
}

// whoImplements is a question about what implements or extends a type.
var whoImplements = lazyre.New(`(?i)\b(?:implement(?:s|ed|ations?|ers?|ing)|subclass(?:es)?|extend(?:s|ed|ing)?` +
	`|inherits?|derived|conform(?:s|ing)?|satisf(?:y|ies))\b`)

// mostImplementations is how many are listed: all, where a reader can take them in.
const mostImplementations = 40

// implements answers a question about what implements a type, or extends it, by all of
// them and the type itself.
func (e *expansion) implements(question string) bool {
	if !whoImplements.MatchString(question) {
		return false
	}
	for _, name := range plan.Analyze(question, e.p.index.Definers, false).Entities {
		types := slices.DeleteFunc(e.p.resolve(name, ""), func(l index.Located) bool { return !l.Kind.IsType() })
		if len(types) > 0 {
			why := fmt.Sprintf("defines `%s`, which is asked about", name)
			if list := e.p.index.Implementations(types[0].Name, mostImplementations); len(list) > 0 {
				names := make([]string, len(list))
				for i, l := range list {
					names[i] = fmt.Sprintf("`%s` (%s:%d)", l.Name, l.Path, l.Start+1)
				}
				why += fmt.Sprintf("; implemented or extended by %d: %s", len(list), strings.Join(names, ", "))
			}
			e.add(piece{path: types[0].Path, def: types[0].Def, role: roleDirect, source: bySymbol, why: why, score: 1})
			implementations(e, types[0], follow{score: 0.95, most: mostImplementations})
		}
	}
	return e.of(roleImplementation) > 0
}

// asksForUsers reports whether a question is about the users of a name that is known.
func (p *Provider) asksForUsers(question string) bool {
	return whoCalls.MatchString(question) && len(p.usedNames(question)) > 0
}

// usedNames returns the names that a question about users names, or the one other word
// that it has, where a function or a type is called so.
func (p *Provider) usedNames(question string) []string {
	in := plan.Analyze(question, p.index.Definers, false)
	if len(in.Entities) > 0 {
		return in.Entities
	}
	words := slices.DeleteFunc(in.Keywords, asking.MatchString)
	isCode := func(l index.Located) bool { return l.Kind.IsFunction() || l.Kind.IsType() }
	if len(words) != 1 || !slices.ContainsFunc(p.resolve(words[0], ""), isCode) {
		return nil
	}
	return words
}

// helped says why the journal speaks for a piece.
const helped = "its file was opened, edited or enough after a question like this"

// mostSaid is how many words are named of each kind.
const mostSaid = 4

// because says what speaks for a place.
func (s spot) because() string {
	var out []string
	say := func(what string, words []string) {
		if len(words) > 0 {
			out = append(out, what+strings.Join(words[:min(mostSaid, len(words))], ", "))
		}
	}
	say("named ", s.said.Named)
	say("contains ", s.said.Contains)
	say("has other words for ", s.said.Like)
	if s.known {
		out = append(out, helped)
	}
	if s.credit > s.score/2 {
		out = append(out, "called by what matches")
	}
	switch {
	case len(out) > 0:
	case s.by == bySemantic:
		return "like the question, as the embedding model sees them"
	default:
		return fmt.Sprintf("in a file like the question: %s", s.path)
	}
	return strings.Join(out, "; ")
}
