package langserver

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Fix is what a server offers for one diagnostic. The protocol knows no word for how sure a server is of it.
type Fix struct {
	Title string
	Edits []text.Edit // of the document
}

// actionKind is the kind of code actions that answer a diagnostic.
const actionKind = "quickfix"

type action struct {
	Title     string            `json:"title"`
	Kind      string            `json:"kind"`
	Preferred bool              `json:"isPreferred"`
	Disabled  json.RawMessage   `json:"disabled"`
	For       []json.RawMessage `json:"diagnostics"`
	Edit      *workspaceEdit    `json:"edit"`
	Data      json.RawMessage   `json:"data"`
}

type workspaceEdit struct {
	Changes   map[string][]textEdit `json:"changes"`
	Documents []struct {
		Kind         string `json:"kind"` // of a file that is made, renamed or removed
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
		Edits []textEdit `json:"edits"`
	} `json:"documentChanges"`
}

type textEdit struct {
	Range *struct {
		Start text.Position `json:"start"`
		End   text.Position `json:"end"`
	} `json:"range"`
	New string `json:"newText"`
}

// fix asks for the one fix of a diagnostic of an open text: the preferred one, or the only one. Nil: there is none, or
// several of which nothing says which is right. What silences the diagnostic is no fix.
func (c *session) fix(ctx context.Context, uri string, doc text.Snapshot, d Diagnostic) (*Fix, error) {
	raw, err := c.ask(ctx, "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": rangeOf(doc, d.Span, c.encoding),
		"context": map[string]any{"diagnostics": []json.RawMessage{d.raw}, "only": []string{actionKind}, "triggerKind": 1},
	})
	var f *fault
	if err != nil && !errors.As(err, &f) {
		return nil, err
	}
	var offered []json.RawMessage
	if err != nil || json.Unmarshal(raw, &offered) != nil {
		return nil, nil //nolint:nilerr // a server that cannot say has none
	}
	var fixes, preferred []Fix
	for _, one := range offered[:min(len(offered), limits.ServerActions)] {
		a, err := c.resolved(ctx, one)
		if err != nil {
			return nil, err
		}
		edits, ok := a.Edit.of(uri, doc, c.encoding)
		if !ok || silences(edits) {
			continue
		}
		fixes = append(fixes, Fix{a.Title, edits})
		if a.Preferred {
			preferred = append(preferred, Fix{a.Title, edits})
		}
	}
	if len(preferred) > 0 {
		fixes = preferred
	}
	if len(fixes) != 1 {
		return nil, nil
	}
	return &fixes[0], nil
}

// resolved returns an action with its edit, which some servers work out only when they are asked for it; without one,
// it is no fix, or has none.
func (c *session) resolved(ctx context.Context, raw json.RawMessage) (a action, err error) {
	if json.Unmarshal(raw, &a) != nil || !strings.HasPrefix(a.Kind, actionKind) || a.Disabled != nil {
		return action{}, nil //nolint:nilerr // what is no quick fix is none
	}
	if a.Edit != nil || a.Data == nil {
		return a, nil
	}
	preferred := a.Preferred
	var f *fault
	switch raw, err = c.ask(ctx, "codeAction/resolve", raw); {
	case errors.As(err, &f):
		return action{}, nil //nolint:nilerr // the server has no edit for it
	case err != nil:
		return action{}, err
	case json.Unmarshal(raw, &a) != nil:
		return action{}, nil //nolint:nilerr // an answer that is no action is no fix
	}
	a.Preferred = a.Preferred || preferred
	return a, nil
}

// of returns the edits of a document; not ok: there are none, they cannot be placed, or other files change as well.
func (w *workspaceEdit) of(uri string, doc text.Snapshot, enc text.Encoding) ([]text.Edit, bool) {
	if w == nil {
		return nil, false
	}
	var list []textEdit
	for at, edits := range w.Changes {
		if !sameFile(at, uri) {
			return nil, false
		}
		list = append(list, edits...)
	}
	for _, d := range w.Documents {
		if d.Kind != "" || !sameFile(d.TextDocument.URI, uri) {
			return nil, false
		}
		list = append(list, d.Edits...)
	}
	var out []text.Edit
	for _, e := range list {
		if e.Range == nil || e.Range.End.Line > doc.LineCount() {
			return nil, false
		}
		start, end := doc.Offset(e.Range.Start, enc), doc.Offset(e.Range.End, enc)
		if end < start {
			return nil, false
		}
		out = append(out, text.Edit{Span: text.Span{Start: start, End: end}, New: e.New})
	}
	slices.SortStableFunc(out, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	return out, len(out) > 0 && doc.Holds(out)
}

// silences reports whether edits write nothing but a comment for a tool. A fix that does so besides is for the gates.
func silences(edits []text.Edit) bool {
	return !slices.ContainsFunc(edits, func(e text.Edit) bool {
		s := strings.ToLower(strings.TrimLeft(e.New, " \t\r\n"))
		begins := func(c string) bool { return strings.HasPrefix(s, c) }
		holds := func(w string) bool { return strings.Contains(s, w) }
		return !slices.ContainsFunc([]string{"#", "//", "/*", "--", ";", "<!--", "{/*"}, begins) ||
			!slices.ContainsFunc([]string{"ignore", "disable", "noqa", "nolint", "allow", "expect", "suppress"}, holds)
	})
}

func rangeOf(doc text.Snapshot, sp text.Span, enc text.Encoding) map[string]any {
	at := func(offset int) map[string]any {
		p := doc.Position(offset, enc)
		return map[string]any{"line": p.Line, "character": p.Character}
	}
	return map[string]any{"start": at(sp.Start), "end": at(sp.End)}
}
