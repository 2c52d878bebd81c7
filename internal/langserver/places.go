package langserver

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// documents are the texts that the server has been shown.
type documents struct {
	open  map[string]*opened
	order []string // least recently used first
}

type opened struct {
	version int
	hash    [32]byte
}

// show updates the server's copy of a document.
func (c *session) show(doc text.Snapshot) (uri string, err error) {
	uri = fileURI(doc.Path)
	c.mu.Lock()
	defer c.mu.Unlock() // until it is sent: versions have an order
	d := c.docs.open[uri]
	switch {
	case d == nil:
		if len(c.docs.order) >= limits.ServerDocuments {
			old := c.docs.order[0]
			c.docs.order = c.docs.order[1:]
			delete(c.docs.open, old)
			_ = c.didClose(old)
		}
		c.docs.open[uri] = &opened{version: 1, hash: doc.Hash()}
		err = c.didOpen(uri, doc, 1)
	case d.hash != doc.Hash():
		d.version++
		d.hash = doc.Hash()
		err = c.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": d.version},
			"contentChanges": []any{map[string]any{"text": doc.Text()}}})
	}
	c.docs.order = append(slices.DeleteFunc(c.docs.order, func(o string) bool { return o == uri }), uri)
	return uri, err
}

// didOpen shows a text to the server.
func (c *session) didOpen(uri string, doc text.Snapshot, version int) error {
	return c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": doc.Lang, "version": version, "text": doc.Text()}})
}

// didClose has the server read the file from the disk again.
func (c *session) didClose(uri string) error {
	return c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// places asks one question about one position.
func (c *session) places(ctx context.Context, method string, doc text.Snapshot, offset int,
	more map[string]any) ([]Place, error) {
	uri, err := c.show(doc)
	if err != nil {
		return nil, err
	}
	at := doc.Position(offset, c.encoding)
	params := map[string]any{"textDocument": map[string]any{"uri": uri},
		"position": map[string]any{"line": at.Line, "character": at.Character}}
	for k, v := range more {
		params[k] = v
	}
	raw, err := c.ask(ctx, method, params)
	if err != nil {
		return nil, err
	}
	return placesOf(raw, c.root), nil
}

// location is one of the forms of an answer, Location or LocationLink.
type location struct {
	URI       string `json:"uri"`
	Range     lines  `json:"range"`
	TargetURI string `json:"targetUri"`
	Selection *lines `json:"targetSelectionRange"`
}

type lines struct {
	Start struct{ Line int }
	End   struct{ Line int }
}

// placesOf reads an answer: null, one location, a list of locations or links.
// What lies outside of the root, or makes no sense, is dropped.
func placesOf(raw json.RawMessage, root string) []Place {
	var list []location
	if json.Unmarshal(raw, &list) != nil {
		var one location
		if json.Unmarshal(raw, &one) != nil {
			return nil
		}
		list = []location{one}
	}
	var out []Place
	for _, l := range list[:min(len(list), limits.ServerPlaces)] {
		uri, r := l.URI, l.Range
		if l.TargetURI != "" {
			uri = l.TargetURI
			if l.Selection != nil {
				r = *l.Selection
			}
		}
		path, ok := filePath(uri)
		if !ok || r.Start.Line < 0 || r.End.Line < r.Start.Line {
			continue
		}
		if rel, err := filepath.Rel(root, path); err != nil || !filepath.IsLocal(rel) {
			continue
		}
		out = append(out, Place{Path: path, Lines: text.Lines{Start: r.Start.Line, End: r.End.Line + 1}})
	}
	return out
}

// fileURI returns the name of a file for a server.
func fileURI(path string) string { return string(uri.File(path)) }

// filePath returns the file that a URI names; false for what names no file of this
// computer.
func filePath(spelled string) (string, bool) {
	u, err := uri.Parse(spelled)
	if err != nil || !u.IsFile() || u.Authority() != "" || strings.ContainsRune(u.Path(), 0) {
		return "", false
	}
	path := filepath.Clean(filepath.FromSlash(u.FsPath()))
	return path, filepath.IsAbs(path)
}
