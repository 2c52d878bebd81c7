package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/notebook"
	"github.com/fettle-dev/fettle/providers/signal"
)

// notebookSync asks for the cells of notebooks in Python, as documents of their own.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#notebookDocument_synchronization
func notebookSync(c client) protocol.NotebookDocumentSync {
	if !c.notebooks {
		return nil
	}
	return &protocol.NotebookDocumentSyncOptions{NotebookSelector: []protocol.NotebookSelector{
		&protocol.NotebookDocumentFilterWithNotebook{Notebook: protocol.String("jupyter-notebook"),
			Cells: []protocol.NotebookCellLanguage{{Language: "python"}}},
	}}
}

// cellURIs returns the URIs of a list of cells; one that is no code counts as well, to
// keep the places of the others.
func cellURIs(list []json.RawMessage) []string {
	var out []string
	for _, raw := range list {
		out = append(out, objectOf(raw).text("document"))
	}
	return out
}

func (s *Server) didOpenNotebook(params json.RawMessage) error {
	o := objectOf(params)
	uri := o.text("notebookDocument", "uri")
	s.notebooks.Set(uri, cellURIs(o.list("notebookDocument", "cells")))
	return s.openCells(uri, o.list("cellTextDocuments"))
}

func (s *Server) openCells(uri string, list []json.RawMessage) error {
	path, _ := document.Path(uri)
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
		s.notebooks.Splice(uri, array.int("start"), array.int("deleteCount"), cellURIs(array.list("cells")))
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
func (s *Server) touchCells(uri string) {
	for _, cell := range s.notebooks.Cells(uri) {
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
	s.notebooks.Set(o.text("notebookDocument", "uri"), nil)
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

// seen returns an engine as a document sees it: for a cell, tools get the notebook and
// the model the cells before.
func (s *Server) seen(engine Engine, snap text.Snapshot) Engine {
	if _, _, ok := s.notebooks.Around(snap.URI); !ok {
		return engine
	}
	return cellEngine{engine, s}
}

// cellEngine is an engine for the cells of notebooks.
type cellEngine struct {
	Engine
	s *Server
}

// Names returns the tools that accept a text that is in no file and know the rules of
// notebooks.
func (e cellEngine) Names(snap text.Snapshot) []string {
	return slices.DeleteFunc(e.Engine.Names(snap), func(n string) bool { return n != "ruff" })
}

func (cellEngine) Warm(context.Context, text.Snapshot) {}
func (cellEngine) Follow(text.Snapshot)                {}

// Ladder returns the engine's, with checks that see the whole notebook.
func (e cellEngine) Ladder() fixer.Ladder {
	return e.Engine.Ladder().InNotebook(e, fixer.LintOnly(e.Lint), e)
}

// Explain says it of the fix that a cell gets.
func (e cellEngine) Explain(ctx context.Context, p fixer.Problem) (fixer.Explanation, error) {
	return e.Ladder().Explain(ctx, p)
}

// Gather returns the engine's, behind the cells before.
func (e cellEngine) Gather(ctx context.Context, g fixer.Gathering) fixer.Context {
	got := e.Engine.Ladder().Gatherer.Gather(ctx, g)
	uris, _, _ := e.s.notebooks.Around(g.Problem.Snapshot.URI)
	if before := e.s.cellsText(uris); before != "" {
		if safe, ok := e.Redact(g.Problem.Snapshot.Path, notebook.Nearest(before)); ok {
			got.Text = "The cells of the notebook before this one:\n\n" + safe + "\n" + got.Text
		}
	}
	return got
}

// Beside returns the code of the other cells.
func (e cellEngine) Beside(snap text.Snapshot) string {
	before, after, _ := e.s.notebooks.Around(snap.URI)
	return e.s.cellsText(slices.Concat(before, after))
}

// Lint runs a tool on the notebook, with a text of one of its cells in its place,
// and returns what is wrong in that cell.
func (e cellEngine) Lint(ctx context.Context, tool string, snap text.Snapshot) ([]signal.Diagnostic, error) {
	before, after, _ := e.s.notebooks.Around(snap.URI)
	placed := notebook.Between(snap, e.s.cellsText(before), e.s.cellsText(after))
	found, err := e.Engine.Lint(ctx, tool, placed.Whole)
	if err != nil {
		return nil, err
	}
	return placed.InCell(found), nil
}

// cellsText returns the Python of some cells, one behind the other.
func (s *Server) cellsText(uris []string) string {
	var cells []string
	for _, uri := range uris {
		if doc, ok := s.docs.Get(uri); ok && doc.Snapshot.Lang == "python" {
			cells = append(cells, doc.Snapshot.Text())
		}
	}
	return notebook.Text(cells)
}
