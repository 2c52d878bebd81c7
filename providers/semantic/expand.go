package semantic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// The roles of pieces, in the order in which an answer shows them.
const (
	roleDirect = "direct" // what is asked about
	roleType   = "type"   // a type that it names
	roleCallee = "callee" // what it calls
	roleData   = "data"   // where its data is kept
	roleSchema = "schema" // the tables of its SQL
	roleCaller = "caller" // who calls it
	roleUse    = "use"    // who names it and does not call it

	roleImplementation = "implementation" // what implements or extends it
	roleRoute          = "route"          // where requests are led to it
	roleConfig         = "config"         // its settings
	roleRelated        = "related"        // a neighbour by imports
	roleEntry          = "entry"          // where the program starts
	roleTest           = "test"           // its tests
)

// The ways in which pieces are found.
const (
	bySymbol   = "symbol"
	byJournal  = "journal"
	byWords    = "words"
	bySemantic = "semantic" // a vector
	byPath     = "path"
	byImports  = "imports"
	byCalls    = "calls"
	byTypes    = "types"
	byTests    = "tests"
	bySQL      = "sql"
	byEntry    = "entry point"
	byServer   = "language server"
)

// piece is one thing that an answer shows.
type piece struct {
	path   string
	def    index.Def
	form   assemble.Form
	role   string
	source string
	why    string
	lines  []int  // of the body, that are shown of a signature, too
	words  string // of a summary
	score  float64
}

// expansion gathers the pieces of an answer, each once.
type expansion struct {
	ctx    context.Context
	p      *Provider
	tests  bool
	never  bool // tests are not even looked at
	depth  int
	filled bool // what room is left is filled, whatever depth
	room   room
	pieces []piece
	spots  func() []spot // the places that the words lead to

	seen map[string]bool     // files that a start leads to
	used map[string][]string // names by path, as far as asked
}

// add adds a piece unless it is there, or lies within one that is.
func (e *expansion) add(n piece) bool {
	if n.path == "" || e.never && index.IsTest(n.path) || e.shows(n) {
		return false
	}
	e.pieces = append(e.pieces, n)
	return true
}

func (e *expansion) shows(n piece) bool {
	return slices.ContainsFunc(e.pieces, func(o piece) bool {
		if o.path != n.path {
			return false
		}
		if n.form == assemble.Summarized {
			return true
		}
		same := o.def.Start == n.def.Start && o.def.End == n.def.End
		return same || o.form == assemble.Whole && o.def.Start <= n.def.Start && n.def.End <= o.def.End &&
			n.role != roleDirect
	})
}

// of counts the pieces of a role.
func (e *expansion) of(role string) int {
	n := 0
	for _, o := range e.pieces {
		if o.role == role {
			n++
		}
	}
	return n
}

// read reads a file, "" and false where it cannot be had.
func (e *expansion) read(path string) (text.Snapshot, bool) {
	if e.ctx.Err() != nil || !e.p.allowed(path) {
		return text.Snapshot{}, false
	}
	s, err := e.p.texts.read(e.ctx, path)
	return s, err == nil
}

// body returns the text of a definition.
func body(s text.Snapshot, d index.Def) string {
	return s.Slice(s.LinesSpan(text.Lines{Start: min(d.Start, s.LineCount()), End: min(d.End, s.LineCount())}))
}

// file adds a file that a piece names: whole where it is at most so many lines long, else in a
// few words.
func (e *expansion) file(n piece, most int) bool {
	s, ok := e.read(n.path)
	if !ok {
		return false
	}
	if n.def = wholeOf(n.path, s); n.def.End > most {
		words, first := longSummary, 0
		if most == 0 {
			words = shortSummary
		}
		if n.role == roleEntry {
			first = firstLines
		}
		n.form, n.words = assemble.Summarized, e.p.summary(n.path, s, words, first)
	}
	return e.add(n)
}

// wholeOf returns a file as one definition.
func wholeOf(path string, s text.Snapshot) index.Def {
	end := s.LineCount()
	for end > 1 && strings.TrimSpace(s.Line(end-1)) == "" {
		end--
	}
	return index.Def{Name: path[strings.LastIndexByte(path, '/')+1:], Kind: scan.Module, Start: 0, Sig: 1, End: end}
}

// resolve finds the definitions of a name, which may be qualified: those in
// the named container first, and none else if there are any.
func (p *Provider) resolve(symbol, from string) []index.Located {
	name, container := plan.Last(strings.TrimSuffix(symbol, "()")), ""
	if rest := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(symbol, "()"), name), ".:>-#/"); rest != "" {
		container = plan.Last(rest)
	}
	all := slices.DeleteFunc(p.index.Define(name, from), func(l index.Located) bool { return l.Kind == scan.Field })
	if container != "" {
		in := slices.DeleteFunc(slices.Clone(all),
			func(l index.Located) bool { return !strings.EqualFold(l.Container, container) })
		if len(in) > 0 {
			all = in
		}
	}
	code := slices.DeleteFunc(slices.Clone(all), func(l index.Located) bool { return l.Test })
	if len(code) > 0 {
		all = code
	}
	return all
}

// pieceEntities converts pieces to the entities that the assembler accepts.
func (p *Provider) pieceEntities(list []piece) []assemble.Entity {
	out := make([]assemble.Entity, 0, len(list))
	last := 1.0
	for _, n := range list {
		d := n.def
		name := index.NameOf(n.path, d)
		if name == "" {
			name = fmt.Sprintf("%s:%d", n.path[strings.LastIndexByte(n.path, '/')+1:], d.Start+1)
		}
		last = min(last, n.worth())
		out = append(out, assemble.Entity{Name: name, Type: string(d.Kind),
			QualifiedName: qualified(n.path, d.Container, name), Path: n.path,
			StartLine: d.Start + 1, EndLine: d.End, Doc: min(maxDocLines, max(0, d.Start-d.Doc)), Score: last,
			Why:  []string{n.why},
			Role: n.role, Source: n.source, Form: n.form, Lines: n.lines, Summary: n.words})
	}
	return out
}

// maxDocLines is how much documentation is shown in front of a definition.
const maxDocLines = 15
