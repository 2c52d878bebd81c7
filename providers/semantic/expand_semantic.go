package semantic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
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
		for _, l := range defs[:min(focusDefs, len(defs))] {
			e.callers(l, 1, roleDirect, 2*mostCallersIn)
		}
		for _, l := range defs[:min(focusDefs, len(defs))] {
			e.add(piece{path: l.Path, def: l.Def, role: roleDirect, source: bySymbol, why: fmt.Sprintf("defines `%s`, which is asked about", l.Name), score: 0.9})
			if e.tests {
				e.testsOf(l, neighbour)
			}
		}
	}
	return len(e.pieces) > 0
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

// because says what speaks for a place.
func (s spot) because() string {
	var out []string
	if len(s.said.Named) > 0 {
		out = append(out, "named "+strings.Join(s.said.Named, ", "))
	}
	if len(s.said.Holds) > 0 {
		out = append(out, "holds "+strings.Join(s.said.Holds, ", "))
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
