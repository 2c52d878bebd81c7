package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestNotebookCells: the real ruff sees a cell between the others: an import that
// only the next cell uses is used. What a fix of a cell would see are the cells before.
func TestNotebookCells(t *testing.T) {
	p := newProject(t, source, nil, "")
	path := filepath.Join(filepath.Dir(p.path), "a.ipynb")
	var cells, texts []any
	var uris []string
	for i, text := range []string{"import os\nimport sys\n", "%matplotlib inline\nprint(os.getcwd())\n", "place = 1\nprint(plaec)\n"} {
		uri := "vscode-notebook-cell:" + filepath.ToSlash(path) + "#W" + string(rune('0'+i))
		uris = append(uris, uri)
		cells = append(cells, map[string]any{"kind": 2, "document": uri})
		texts = append(texts, map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": text})
	}
	p.Notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument":  map[string]any{"uri": testkit.FileURI(path), "notebookType": "jupyter-notebook", "version": 1, "cells": cells},
		"cellTextDocuments": texts,
	})
	menu := func(uri string, line int) (items []testkit.MenuItem) {
		at := map[string]int{"line": line, "character": 0}
		m := p.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": uri},
			"range": map[string]any{"start": at, "end": at}, "context": map[string]any{"diagnostics": []any{}}})
		if err := json.Unmarshal(m.Result, &items); err != nil {
			t.Fatal(m.Raw)
		}
		return fixes(items)
	}
	until(t, "the fix of the import that nobody uses", func() bool {
		items := menu(uris[0], 1)
		return len(items) == 1 && items[0].Edit != nil && items[0].Edit.DocumentChanges[0].TextDocument.URI == uris[0]
	})
	for uri, line := range map[string]int{uris[0]: 0, uris[1]: 1} {
		if items := menu(uri, line); len(items) > 0 {
			t.Errorf("%s line %d: %q", uri, line+1, testkit.Titles(items))
		}
	}
	explain := map[string]any{"command": "fettle.explain", "arguments": []any{map[string]any{"uri": uris[2], "range": map[string]any{"start": map[string]int{"line": 1}, "end": map[string]int{"line": 1}}}}}
	until(t, "the cells before in what a fix would see", func() bool {
		return strings.Contains(p.Call("workspace/executeCommand", explain).Raw, `cells of the notebook before this one:\n\nimport os`)
	})
}
