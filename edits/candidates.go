package edits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// NewCandidates makes the addresses of one request: every line of every run,
// the nodes that lie wholly inside one run, and the ends of the runs. The file
// may be nil, then there are no nodes. At most [limits.Candidates] addresses
// get an id; beyond that the lines with the lowest score have none.
func NewCandidates(s text.Snapshot, w window.Set, f *syntax.File, d signal.Diagnostic) Candidates {
	c := Candidates{Snapshot: s, Windows: w, File: f, at: s.LinesOf(d.Span), code: d.Code}
	if c.lacking = w.Member; c.lacking.Len() == 0 {
		c.lacking, _ = window.Lacking(s, f, d)
	}
	for i, r := range w.Runs {
		c.List = append(c.List, virtual(s, r, i)...)
		for l := r.Lines.Start; l < r.Lines.End; l++ {
			c.List = append(c.List, Candidate{Kind: Line, Lines: text.Lines{Start: l, End: l + 1}, Run: i})
		}
	}
	c.List = append(c.List, nodes(s, w, f)...)
	sortCandidates(c.List)
	score(s, w, d, c.List)
	c.List = limitCandidates(c.List)
	allocate(s, c.List)
	c.index = make(map[AnchorID]int, len(c.List))
	for i, x := range c.List {
		c.index[x.ID] = i
	}
	return c
}

// virtual returns the addresses of a run's ends, and of the file's ends where the
// run touches them.
func virtual(s text.Snapshot, r window.Run, run int) []Candidate {
	begin := text.Lines{Start: r.Lines.Start, End: r.Lines.Start}
	end := text.Lines{Start: r.Lines.End, End: r.Lines.End}
	list := []Candidate{
		{ID: AnchorID("BOW:" + r.Name()), Kind: BeginOfRun, Lines: begin, Run: run},
		{ID: AnchorID("EOW:" + r.Name()), Kind: EndOfRun, Lines: end, Run: run},
	}
	if r.Lines.Start == 0 {
		list = append(list, Candidate{ID: "BOF", Kind: BeginOfRun, Lines: begin, Run: run})
	}
	if r.Lines.End >= s.LineCount() {
		list = append(list, Candidate{ID: "EOF", Kind: EndOfRun, Lines: end, Run: run})
	}
	return list
}

// nodes returns the candidates that come from the syntax.
func nodes(s text.Snapshot, w window.Set, f *syntax.File) []Candidate {
	if f == nil {
		return nil
	}
	type key struct {
		kind  CandidateKind
		lines text.Lines
	}
	seen := map[key]bool{}
	var list []Candidate
	for _, n := range f.Nodes {
		kind, ok := candidateKind(n)
		if !ok || n.Lines.Len() <= 0 || n.Lines.End > s.LineCount() {
			continue
		}
		run := w.RunAt(n.Lines.Start)
		if run < 0 || !w.Runs[run].Lines.Covers(n.Lines) || seen[key{kind, n.Lines}] || !ownsLines(s, n) {
			continue
		}
		seen[key{kind, n.Lines}] = true
		name := n.Name
		if kind == Block {
			name = n.Keyword
		}
		list = append(list, Candidate{Kind: kind, Name: name, Lines: n.Lines, Run: run})
	}
	return list
}

func candidateKind(n syntax.Node) (CandidateKind, bool) {
	switch n.Kind {
	case syntax.Function:
		return Function, true
	case syntax.Class:
		return Class, true
	case syntax.Import:
		return Import, true
	case syntax.Decorator:
		return Decorator, true
	case syntax.Block:
		return Block, true
	case syntax.Statement:
		return Multi, n.Lines.Len() > 1
	}
	return 0, false
}

// ownsLines reports whether the node's first and last line hold nothing that
// belongs to another statement: replacing whole lines must not remove a call
// round a closure, or a neighbour behind a semicolon, along with the node.
func ownsLines(s text.Snapshot, n syntax.Node) bool {
	if n.Span.Len() <= 0 {
		return true
	}
	t := s.Text()
	first := s.LineSpan(s.LineAt(n.Span.Start))
	last := s.LineSpan(s.LineAt(n.Span.End - 1))
	if n.Span.Start > len(t) || n.Span.End > len(t) {
		return false
	}
	if before := t[first.Start:n.Span.Start]; strings.ContainsAny(before, "([{;}") {
		return false
	}
	if n.Span.End >= last.End {
		return true
	}
	after := strings.TrimLeft(t[n.Span.End:last.End], " \t;,")
	return after == "" || strings.HasPrefix(after, "#") || strings.HasPrefix(after, "//") || strings.HasPrefix(after, "/*")
}

// sortCandidates puts candidates into document order: by first line, virtual
// begins first, wider before narrower.
func sortCandidates(list []Candidate) {
	rank := func(k CandidateKind) int {
		switch k {
		case BeginOfRun:
			return 0
		case EndOfRun:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		if a.Run != b.Run {
			return a.Run - b.Run
		}
		if a.Lines.Start != b.Lines.Start {
			return a.Lines.Start - b.Lines.Start
		}
		if d := rank(a.Kind) - rank(b.Kind); d != 0 {
			return d
		}
		return b.Lines.Len() - a.Lines.Len()
	})
}

// limitCandidates keeps at most limits.Candidates addresses with a check code.
// Nodes may be half of them; then the best lines follow.
func limitCandidates(list []Candidate) []Candidate {
	var nodes, lines []int
	for i, c := range list {
		switch c.Kind {
		case BeginOfRun, EndOfRun:
		case Line:
			lines = append(lines, i)
		default:
			nodes = append(nodes, i)
		}
	}
	if len(nodes)+len(lines) <= limits.Candidates {
		return list
	}
	byScore := func(a, b int) int {
		if d := list[b].Score - list[a].Score; d != 0 {
			return d
		}
		return a - b
	}
	slices.SortStableFunc(nodes, byScore)
	slices.SortStableFunc(lines, byScore)
	keepNodes := min(len(nodes), max(limits.Candidates/2, limits.Candidates-len(lines)))
	dropped := make(map[int]bool)
	for _, i := range nodes[keepNodes:] {
		dropped[i] = true
	}
	for _, i := range lines[min(len(lines), limits.Candidates-keepNodes):] {
		dropped[i] = true
	}
	kept := list[:0:0]
	for i, c := range list {
		if !dropped[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// Usable says why these windows cannot be shown to a model: a line that is too
// long. Nil means they can.
func (c Candidates) Usable() *Reject {
	for _, r := range c.Windows.Runs {
		for l := r.Lines.Start; l < r.Lines.End; l++ {
			if n := c.Snapshot.LineSpan(l).Len(); n > limits.WindowLine {
				return &Reject{Code: RejectTooLarge, Op: -1,
					Detail: fmt.Sprintf("line %d has %d bytes, more than %d", l+1, n, limits.WindowLine)}
			}
		}
	}
	return nil
}

// Listed returns the node candidates that a prompt names in addition to the lines: the
// best by score, in document order.
func (c Candidates) Listed() []Candidate {
	var nodes []int
	for i, x := range c.List {
		if x.Kind != Line && x.Kind != BeginOfRun && x.Kind != EndOfRun {
			nodes = append(nodes, i)
		}
	}
	slices.SortStableFunc(nodes, func(a, b int) int { return c.List[b].Score - c.List[a].Score })
	nodes = nodes[:min(len(nodes), limits.ListedAnchors)]
	slices.Sort(nodes)
	list := make([]Candidate, len(nodes))
	for i, n := range nodes {
		list[i] = c.List[n]
	}
	return list
}

// Shown returns the lines of a run as a model sees them: without terminators and
// byte order mark, and without the prefix of blanks that all of them share.
func (c Candidates) Shown(run int) (rows []string, prefix string) {
	return lines.Dedent(c.LinesOf(c.Windows.Runs[run].Lines))
}
