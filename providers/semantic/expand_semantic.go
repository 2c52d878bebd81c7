package semantic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// whoCalls is a question about the users of a name.
var whoCalls = lazyre.New(`(?i)\b(?:who|what|where|which)\b[^?.]{0,40}?\b(?:call(?:s|ed)?|uses?|used|invoke[sd]?|reference[sd]?)\b` +
	`|\b(?:who|what|which\s+\w+)\s+(?:(?:is|are)\s+(?:calling|using|invoking|raising|throwing)|raises?|throws?)\b|\bwho\s+needs\b` +
	`|\bwhere\s+(?:is|are)\s+\S+\s+(?:raised|thrown)\b|\b(?:callers|usages?|call\s+sites)\s+of\b|\breferences\s+to\b`)

// asking are the words of such a question beside the name.
var asking = lazyre.New(`^(?:call|calls|called|calling|callers?|sites?|uses?|used|using|usages?|invok.*|referenc.*|needs|rais.*|throw.*|thrown|functions?|methods?|find|show|list|all|code|places?|files?)$`)

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
			e.callers(l, 1, roleDirect, 2*mostCallersIn)
		}
		if len(e.pieces) == 0 && e.p.Ready() {
			why += "; nothing else in the indexed files uses it"
		}
		for _, l := range defs {
			e.add(piece{path: l.Path, def: l.Def, role: roleDirect, source: bySymbol, why: fmt.Sprintf(why, l.Name), score: 0.9})
			if e.tests {
				e.testsOf(l, neighbour)
			}
		}
	}
	return len(e.pieces) > 0
}

// whoImplements is a question about what implements or extends a type.
var whoImplements = lazyre.New(`(?i)\b(?:implement(?:s|ed|ations?|ers?|ing)|subclass(?:es)?|extend(?:s|ed|ing)?|inherits?|derived|conform(?:s|ing)?|satisf(?:y|ies))\b`)

// mostImplementations is how many are listed: all, where a reader can take them in.
const mostImplementations = 40

// implements answers a question about what implements a type, or extends it, by all of
// them and the type itself.
func (e *expansion) implements(question string) bool {
	if !whoImplements.MatchString(question) {
		return false
	}
	for _, name := range plan.Analyze(question, e.p.definers, false).Entities {
		types := slices.DeleteFunc(e.p.resolve(name, ""), func(l index.Located) bool { return !isType(l.Kind) })
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
			e.implementing(types[0], 0.95, mostImplementations)
		}
	}
	return e.of(roleImplementation) > 0
}

// implementing adds the types that implement or extend one.
func (e *expansion) implementing(l index.Located, score float64, most int) {
	for _, i := range e.p.index.Implementations(plan.Last(l.Name), most) {
		if e.isTest(i.Path) && !e.tests {
			continue
		}
		verb := "extends"
		if l.Kind == scan.Interface || l.Kind == scan.Trait {
			verb = "implements"
		}
		e.add(piece{path: i.Path, def: i.Def, form: assemble.Signature, role: roleImplementation, source: byTypes, why: fmt.Sprintf("%s `%s`", verb, l.Name), score: score})
	}
}

// asksForUsers reports whether a question is about the users of a name that is known.
func (p *Provider) asksForUsers(question string) bool {
	return whoCalls.MatchString(question) && len(p.usedNames(question)) > 0
}

// usedNames are the names that a question about users names, or the one other word
// that it has, where a function or a type is called so.
func (p *Provider) usedNames(question string) []string {
	in := plan.Analyze(question, p.definers, false)
	if len(in.Entities) > 0 {
		return in.Entities
	}
	words := slices.DeleteFunc(in.Keywords, asking.MatchString)
	isCode := func(l index.Located) bool { return isFunction(l.Kind) || isType(l.Kind) }
	if len(words) != 1 || !slices.ContainsFunc(p.resolve(words[0], ""), isCode) {
		return nil
	}
	return words
}

// similar shows the places whose words are most like the question, at most
// most, then what the best of them call and name. It gives those shown.
func (e *expansion) similar(spots []spot, most int, floor float64) []spot {
	spots = spots[:min(most, len(spots))]
	for i, s := range spots {
		if s.score < floor*spots[0].score {
			spots = spots[:i]
			break
		}
	}
	for _, s := range spots {
		e.add(piece{path: s.path, def: s.def, role: roleDirect, source: s.by, why: s.because(), score: s.score / spots[0].score})
	}
	for i, s := range spots[:min(3, len(spots))] {
		if s.def.Kind != scan.Gap && e.depth > 0 {
			e.neighbours(index.Located{Path: s.path, Def: s.def}, neighbour*usualFloor*(1-0.2*float64(i)), e.depth)
		}
	}
	return spots
}

// helped says why the journal speaks for a piece.
const helped = "its file was opened, edited or enough after a question like this"

// mostHeld is how many words are named that a place holds.
const mostHeld = 4

// because says what speaks for a place.
func (s spot) because() string {
	var out []string
	if len(s.said.Named) > 0 {
		out = append(out, "named "+strings.Join(s.said.Named, ", "))
	}
	if len(s.said.Holds) > 0 {
		out = append(out, "holds "+strings.Join(s.said.Holds[:min(mostHeld, len(s.said.Holds))], ", "))
	}
	if s.known {
		out = append(out, helped)
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
