package imports

import (
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// side is one text of a change, with what is asked of it for one import after the other.
type side struct {
	pycode.Module
	list    []pyload.Import
	stmts   []*pytree.Stmt // that hold the list, in order
	begins  []int          // of each statement of stmts: its first one of the list
	headers map[int]bool   // the lines of clauses that hold imports

	// What follows is for the text before the change only.

	mu          sync.Mutex
	program     *pyload.Program
	judged      map[string]string     // by the edits: why not
	count       map[imported]int      // of the list, by what they bind, and by the name alone
	reached     map[imported][]string // by module and name
	loads       map[string]int        // modules: how many imports of the list load them; nil until it is asked for
	onlyImports bool                  // and a docstring
	chosen      bool                  // by a condition
	comments    map[int]int           // line → its comment
	injected    map[string]bool       // parameters of functions that pytest calls
	chains      map[string]bool       // names with dots that the code uses; nil until it is asked for
	// The first calls of what has all names, runs any text, and runs a text of the file.
	namesAll, runsAny, runsOwn string
}

// read returns the text before the change, nil if it does not parse. It is read once for each
// program and module.
func (c Change) read() *side {
	type asked struct {
		program      *pyload.Program
		path, module string
	}
	made := c.Before.Fact(asked{c.Program, c.Before.Path, c.Module}, func() any {
		s := c.readText(c.Before)
		if s == nil {
			return s
		}
		if s.program = c.Program; s.program == nil {
			s.program = pyload.New(func(string) (pyload.File, bool) { return pyload.File{}, false })
		}
		s.judged, s.reached = map[string]string{}, map[imported][]string{}
		s.index()
		return s
	})
	return made.(*side)
}

func (c Change) readText(t text.Snapshot) *side {
	m, err := pycode.Read(rule.Problem{Snapshot: t})
	if err != nil {
		return nil
	}
	s := &side{Module: m, headers: map[int]bool{}}
	for i := range pyload.Imports(m, c.Module, c.isPackage()) {
		if len(s.stmts) == 0 || s.stmts[len(s.stmts)-1] != i.Stmt {
			s.stmts, s.begins = append(s.stmts, i.Stmt), append(s.begins, len(s.list))
			for p := i.Stmt.Parent; p != nil; p = p.Parent {
				for line := s.line(p.First); line <= s.line(p.Colon); line++ {
					s.headers[line] = true
				}
			}
		}
		s.list = append(s.list, i)
	}
	return s
}

// line returns the line of a token.
func (s *side) line(token int) int { return s.Snapshot.LineAt(s.Tokens[token].Span.Start) }

// lines returns the lines of a statement, as a span.
func (s *side) lines(st *pytree.Stmt) text.Span {
	return text.Span{Start: s.Snapshot.LineStart(s.line(st.First)), End: s.Snapshot.FullLineSpan(s.line(st.Last - 1)).End}
}

// among returns the imports of a statement.
func (s *side) among(st *pytree.Stmt) []pyload.Import {
	if at := slices.Index(s.stmts, st); at >= 0 {
		return s.between(at, at)
	}
	return nil
}

// between returns the imports of some statements of stmts, from the first to the last.
func (s *side) between(first, last int) []pyload.Import {
	if last < first {
		return nil
	}
	end := len(s.list)
	if last+1 < len(s.begins) {
		end = s.begins[last+1]
	}
	return s.list[s.begins[first]:end]
}

// chained returns the longest part of a module's name that code of the file uses with its dots, as an attribute of the
// package: it has that only once somebody has loaded the module
// (https://docs.python.org/3/reference/import.html#submodules).
func (s *side) chained(module string) string {
	if s.chains == nil {
		s.chains = map[string]bool{}
		for at := 0; at < len(s.Tokens); at++ {
			t := s.Tokens[at]
			if t.Kind != pytree.Name || !s.Is(at+1, ".") || s.Is(at-1, ".") || pycode.IsImport(s.At(t.Span.Start)) {
				continue
			}
			for name := t.Text; s.Is(at+1, ".") && at+2 < len(s.Tokens); at += 2 {
				name += "." + s.Tokens[at+2].Text
				s.chains[name] = true
			}
		}
	}
	for strings.Contains(module, ".") && !s.chains[module] {
		module = module[:strings.LastIndexByte(module, '.')]
	}
	if !s.chains[module] {
		return ""
	}
	return module
}

// index builds the tables by which imports are looked up.
func (s *side) index() {
	s.onlyImports, s.chosen = onlyImports(s.Module)
	s.count, s.comments, s.injected = map[imported]int{}, map[int]int{}, map[string]bool{}
	for _, i := range s.list {
		s.count[key(i)]++
		s.count[binding(i)]++
	}
	for at, t := range s.Tokens {
		switch t.Kind {
		case pytree.Comment:
			s.comments[s.line(at)] = at
		case pytree.Name:
			s.call(at)
		}
	}
	for f := range s.All {
		if f.Keyword == "def" {
			s.inject(f)
		}
	}
}
