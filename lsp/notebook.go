package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The cells of a notebook are documents of their own to the protocol, and one
// program to Python: a tool sees a cell between the others, and a model is shown
// the cells before it. A fix stays within its cell.

const notebookType = "jupyter-notebook"

// notebooks are the open notebooks and the order of their cells.
type notebooks struct {
	mu    sync.Mutex
	cells map[string][]string // URIs of the code cells, by the notebook's URI
	of    map[string]string   // the notebook of a cell
}

func notebookSync(c client) protocol.NotebookDocumentSync {
	if !c.notebooks {
		return nil
	}
	return &protocol.NotebookDocumentSyncOptions{NotebookSelector: []protocol.NotebookSelector{
		&protocol.NotebookDocumentFilterWithNotebook{Notebook: protocol.String(notebookType), Cells: []protocol.NotebookCellLanguage{{Language: "python"}}},
	}}
}

// cellURIs are those of a list of cells; one that is no code counts as well, to
// keep the places of the others.
func cellURIs(list []json.RawMessage) []string {
	var out []string
	for _, raw := range list {
		out = append(out, objectOf(raw).text("document"))
	}
	return out
}

func (n *notebooks) set(uri string, cells []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cells == nil {
		n.cells, n.of = map[string][]string{}, map[string]string{}
	}
	for _, cell := range n.cells[uri] {
		delete(n.of, cell)
	}
	n.cells[uri] = cells
	for _, cell := range cells {
		n.of[cell] = uri
	}
}

// splice replaces some cells of a notebook.
func (n *notebooks) splice(uri string, start, gone int, with []string) {
	n.mu.Lock()
	cells := slices.Clone(n.cells[uri])
	n.mu.Unlock()
	start = max(0, min(start, len(cells)))
	end := max(start, min(start+gone, len(cells)))
	n.set(uri, slices.Concat(cells[:start], with, cells[end:]))
}

// around are the cells before a cell and behind it, nil if it is none.
func (n *notebooks) around(cell string) (before, after []string, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	cells := n.cells[n.of[cell]]
	i := slices.Index(cells, cell)
	if i < 0 {
		return nil, nil, false
	}
	return slices.Clone(cells[:i]), slices.Clone(cells[i+1:]), true
}

func (s *Server) didOpenNotebook(params json.RawMessage) error {
	o := objectOf(params)
	uri := o.text("notebookDocument", "uri")
	s.notebooks.set(uri, cellURIs(o.list("notebookDocument", "cells")))
	return s.openCells(uri, o.list("cellTextDocuments"))
}

func (s *Server) openCells(notebook string, list []json.RawMessage) error {
	path, _ := document.Path(notebook)
	for _, item := range list {
		params, err := json.Marshal(map[string]json.RawMessage{"textDocument": item})
		if err != nil {
			return err
		}
		doc, err := s.docs.OpenCell(params, path)
		if err != nil {
			return err
		}
		s.conn.Go("open", func(ctx context.Context) {
			if s.awaitProtection(ctx, path) == "" {
				s.touched(doc, opened)
			}
		})
	}
	return nil
}

func (s *Server) didChangeNotebook(params json.RawMessage) error {
	o := objectOf(params)
	uri, cells := o.text("notebookDocument", "uri"), objectOf(o.at("change", "cells"))
	defer func() {
		if cells.has("structure") {
			s.touchCells(uri)
		}
	}()
	if array := objectOf(cells.at("structure", "array")); array != nil {
		s.notebooks.splice(uri, array.int("start"), array.int("deleteCount"), cellURIs(array.list("cells")))
	}
	for _, closed := range cells.list("structure", "didClose") {
		s.closeCell(closed)
	}
	if err := s.openCells(uri, cells.list("structure", "didOpen")); err != nil {
		return err
	}
	for _, one := range cells.list("textContent") {
		c := objectOf(one)
		change, err := json.Marshal(map[string]json.RawMessage{"textDocument": c["document"], "contentChanges": c["changes"]})
		if err != nil {
			return err
		}
		if err := s.didChange(change); err != nil {
			return err
		}
	}
	return nil
}

// touchCells has the tools look at all cells of a notebook whose cells have come,
// gone or moved: what one of them defines, others use.
func (s *Server) touchCells(notebook string) {
	s.notebooks.mu.Lock()
	cells := slices.Clone(s.notebooks.cells[notebook])
	s.notebooks.mu.Unlock()
	for _, cell := range cells {
		if doc, ok := s.docs.Get(cell); ok {
			s.touched(doc, typed)
		}
	}
}

func (s *Server) didCloseNotebook(params json.RawMessage) error {
	o := objectOf(params)
	for _, cell := range o.list("cellTextDocuments") {
		s.closeCell(cell)
	}
	s.notebooks.set(o.text("notebookDocument", "uri"), nil)
	return nil
}

func (s *Server) closeCell(id json.RawMessage) {
	params, err := json.Marshal(map[string]json.RawMessage{"textDocument": id})
	if err == nil {
		err = s.didClose(params)
	}
	if err != nil {
		s.log.Debug("cell not closed", "err", err)
	}
}

// seen is an engine as a document sees it: for a cell, tools get the notebook and
// the model the cells before.
func (s *Server) seen(engine Engine, snap text.Snapshot) Engine {
	if _, _, ok := s.notebooks.around(snap.URI); !ok {
		return engine
	}
	return cellEngine{engine, s}
}

// cellEngine is an engine for the cells of notebooks.
type cellEngine struct {
	Engine
	s *Server
}

// Names are the tools that take a text that is in no file and know the rules of
// notebooks.
func (e cellEngine) Names(snap text.Snapshot) []string {
	return slices.DeleteFunc(e.Engine.Names(snap), func(n string) bool { return n != "ruff" })
}

func (cellEngine) Warm(context.Context, text.Snapshot) {}
func (cellEngine) Follow(text.Snapshot)                {}

// Ladder is the engine's, with checks that see the whole notebook.
func (e cellEngine) Ladder() fixer.Ladder {
	l := e.Engine.Ladder()
	l.LintMany, l.Recheck, l.Look, l.Judges, l.Uses = nil, nil, nil, nil, nil
	if l.Lint != nil {
		l.Lint = e.Lint
	}
	l.Beside = func(snap text.Snapshot) string {
		before, after, _ := e.s.notebooks.around(snap.URI)
		return e.s.cellsText(slices.Concat(before, after))
	}
	if gather := l.Gather; gather != nil {
		l.Gather = func(ctx context.Context, g fixer.Gathering) fixer.Context {
			got := gather(ctx, g)
			if before, ok := e.before(g.Problem.Snapshot); ok {
				got.Text = before + got.Text
			}
			return got
		}
	}
	return l
}

// cellsShown is how many bytes of the cells before are shown to a model: the
// nearest.
const cellsShown = 4000

// before is what a model is shown of the cells before one.
func (e cellEngine) before(snap text.Snapshot) (string, bool) {
	uris, _, _ := e.s.notebooks.around(snap.URI)
	whole := e.s.cellsText(uris)
	if whole == "" {
		return "", false
	}
	if len(whole) > cellsShown {
		whole = whole[len(whole)-cellsShown:]
		_, whole, _ = strings.Cut(whole, "\n")
	}
	safe, ok := e.Redact(snap.Path, whole)
	return "The cells of the notebook before this one:\n\n" + safe + "\n", ok
}

// Lint runs a tool on the notebook, with a text of one of its cells in its place,
// and gives what is wrong in that cell.
func (e cellEngine) Lint(ctx context.Context, tool string, snap text.Snapshot) ([]signal.Diagnostic, error) {
	before, after, _ := e.s.notebooks.around(snap.URI)
	head := e.s.cellsText(before)
	own := plainPython(snap.Text())
	whole := text.New(head + own + "\n" + e.s.cellsText(after))
	// Under the name of a notebook, ruff would want the notebook's own format.
	whole.URI, whole.Path, whole.Lang, whole.Version, whole.Incarnation = snap.URI, snap.Path+".py", snap.Lang, snap.Version, snap.Incarnation
	found, err := e.Engine.Lint(ctx, tool, whole)
	if err != nil {
		return nil, err
	}
	cell := text.Span{Start: len(head), End: len(head) + len(own)}
	var out []signal.Diagnostic
	for _, d := range found {
		if d.Span.Start < cell.Start || d.Span.End > cell.End || slices.Contains(scriptRules(), d.Code) {
			continue
		}
		d.Span = moved(d.Span, -cell.Start)
		if snap.Line(snap.LineAt(d.Span.Start)) != text.New(own).Line(snap.LineAt(d.Span.Start)) {
			continue // of a line that is no Python
		}
		d.Related, d.Fix = nil, cellFix(d.Fix, cell)
		out = append(out, d)
	}
	return out, nil
}

// scriptRules are ruff's for files that do not hold for cells: see "Jupyter
// notebooks" in its documentation of each.
func scriptRules() []string {
	return []string{"E402", "E703", "B018", "W291", "W292", "W293", "W391", "E302", "E303", "E305", "D100", "INP001", "I001"}
}

func moved(sp text.Span, by int) text.Span { return text.Span{Start: sp.Start + by, End: sp.End + by} }

// cellFix is a tool's fix in the cell's own places, nil if it leaves the cell.
func cellFix(f *signal.ToolFix, cell text.Span) *signal.ToolFix {
	if f == nil {
		return nil
	}
	own := *f
	own.Edits = slices.Clone(f.Edits)
	for i, e := range own.Edits {
		if e.Span.Start < cell.Start || e.Span.End > cell.End {
			return nil
		}
		own.Edits[i].Span = moved(e.Span, -cell.Start)
	}
	return &own
}

// cellsText is the Python of some cells, one behind the other.
func (s *Server) cellsText(uris []string) string {
	var b strings.Builder
	for _, uri := range uris {
		if doc, ok := s.docs.Get(uri); ok && doc.Snapshot.Lang == "python" {
			b.WriteString(plainPython(doc.Snapshot.Text()) + "\n")
		}
	}
	return b.String()
}

// plainPython is a cell without what only IPython understands, each byte in its
// place: lines that begin with % or !, and whole cells for another language.
func plainPython(cell string) string {
	foreign := strings.HasPrefix(strings.TrimLeft(cell, " \t\r\n"), "%%")
	var b strings.Builder
	for line := range strings.Lines(cell) {
		code := strings.TrimLeft(line, " \t")
		if !foreign && !strings.HasPrefix(code, "%") && !strings.HasPrefix(code, "!") && !strings.HasPrefix(code, "?") {
			b.WriteString(line)
			continue
		}
		end := strings.TrimRight(line, "\r\n")
		indent := len(line) - len(code)
		b.WriteString(line[:min(indent, len(end))])
		if n := len(end) - indent; n > 0 {
			b.WriteString("0" + strings.Repeat(" ", n-1))
		}
		b.WriteString(line[len(end):])
	}
	return b.String()
}
