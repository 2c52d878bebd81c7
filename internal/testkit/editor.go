package testkit

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Editor is an LSP client that keeps the text of its documents as an editor
// does, applies what the server sends with code of its own, and refuses edits
// for another version. It shares no code with the server.
type Editor struct {
	*Child
	t       testing.TB
	Profile Profile
	editing sync.Mutex // an edit is checked and applied whole; guards docs
	docs    map[string]*EditorDocument
	Shown   func() []string // texts of window/showMessage so far
}

// Profile is how an editor differs from others.
type Profile struct {
	Name         string
	FirstVersion int
	Settings     any // initializationOptions
	// LieApplied answers applied:true also for an edit it dropped.
	LieApplied bool
}

// EditorDocument is an open document. Its text is that of the editor, which
// edits of the server change at any time.
type EditorDocument struct {
	URI     string
	mu      sync.Mutex
	version int
	text    string
}

// Text returns the text in the editor now.
func (d *EditorDocument) Text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text
}

// Version returns the editor's number for the text.
func (d *EditorDocument) Version() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.version
}

// TextEdit is one edit as it came over the wire.
type TextEdit struct {
	Range struct {
		Start, End struct{ Line, Character int }
	} `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit is an edit as it came over the wire.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes"`
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits []TextEdit `json:"edits"`
	} `json:"documentChanges"`
}

// MenuItem is one entry of a code action menu.
type MenuItem struct {
	Title       string            `json:"title"`
	Kind        string            `json:"kind"`
	Preferred   bool              `json:"isPreferred"`
	Tags        []int             `json:"tags"`
	Diagnostics []json.RawMessage `json:"diagnostics"`
	Disabled    *struct {
		Reason string `json:"reason"`
	} `json:"disabled"`
	Edit    *WorkspaceEdit `json:"edit"`
	Command *struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	} `json:"command"`
}

// NewEditor starts a session with a server for a workspace folder.
func NewEditor(t testing.TB, server *Child, root string, p Profile) *Editor {
	t.Helper()
	e := &Editor{Child: server, t: t, Profile: p, docs: map[string]*EditorDocument{}}
	e.Answer("workspace/configuration", func(Message) (any, *WireError) { return []any{nil}, nil })
	e.Answer("workspace/applyEdit", e.applyEdit)
	m := e.Call("initialize", map[string]any{
		"processId": nil, "clientInfo": map[string]string{"name": p.Name},
		"rootUri": FileURI(root), "workspaceFolders": []any{map[string]string{"uri": FileURI(root), "name": "w"}},
		"initializationOptions": p.Settings,
		"capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": []string{"utf-16"}},
			"window":  map[string]any{"workDoneProgress": true},
			"workspace": map[string]any{
				"applyEdit": true, "configuration": true,
				"workspaceEdit": map[string]any{"documentChanges": true},
			},
			"textDocument": map[string]any{"codeAction": map[string]any{
				"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix",
					"source"}}},
				"isPreferredSupport": true, "disabledSupport": true,
				"tagSupport": map[string]any{"valueSet": []int{1}},
			}},
		},
	})
	if m.Error != nil {
		t.Fatalf("initialize: %s", m.Raw)
	}
	e.Notify("initialized", map[string]any{})
	return e
}

// FileURI returns the URI of a path.
func FileURI(path string) string {
	path = filepath.ToSlash(path)
	var b strings.Builder
	for _, c := range []byte(path) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	if !strings.HasPrefix(path, "/") {
		return "file:///" + b.String()
	}
	return "file://" + b.String()
}

// Open opens a document.
func (e *Editor) Open(path, lang, text string) *EditorDocument {
	d := &EditorDocument{URI: FileURI(path), version: e.Profile.FirstVersion, text: text}
	e.editing.Lock()
	defer e.editing.Unlock()
	e.docs[d.URI] = d
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": d.URI, "languageId": lang, "version": e.Profile.FirstVersion, "text": text}})
	return d
}

// Type replaces characters [start, end) of a document by text, in bytes.
func (e *Editor) Type(d *EditorDocument, start, end int, text string) {
	e.editing.Lock()
	defer e.editing.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	e.change(d, start, end, text)
}

// change needs both locks.
func (e *Editor) change(d *EditorDocument, start, end int, text string) {
	r := map[string]any{"start": Position16(d.text, start), "end": Position16(d.text, end)}
	d.text = d.text[:start] + text + d.text[end:]
	d.version++
	e.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": d.URI, "version": d.version},
		"contentChanges": []any{map[string]any{"range": r, "text": text}}})
}

// Menu asks for the code actions of a zero-based line.
func (e *Editor) Menu(d *EditorDocument, line int, context map[string]any) []MenuItem {
	e.t.Helper()
	if context == nil {
		context = map[string]any{}
	}
	if context["diagnostics"] == nil {
		context["diagnostics"] = []any{}
	}
	at := map[string]int{"line": line, "character": 0}
	m := e.Call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]string{"uri": d.URI}, "range": map[string]any{"start": at, "end": at}, "context": context})
	var items []MenuItem
	if err := json.Unmarshal(m.Result, &items); err != nil {
		e.t.Fatalf("codeAction: %s", m.Raw)
	}
	return items
}

// WaitMenu asks again until an entry is there that matches.
func (e *Editor) WaitMenu(d *EditorDocument, line int, context map[string]any,
	want func(MenuItem) bool) ([]MenuItem, MenuItem) {
	e.t.Helper()
	deadline := time.Now().Add(WireTimeout)
	for {
		items := e.Menu(d, line, context)
		for _, it := range items {
			if want(it) {
				return items, it
			}
		}
		if time.Now().After(deadline) {
			e.t.Fatalf("no such entry in the menu of line %d: %+v", line+1, Titles(items))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Titles returns the titles of a menu.
func Titles(items []MenuItem) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.Title)
	}
	return out
}

// Choose does what an editor does with a chosen entry: it applies its edit, or
// runs its command.
func (e *Editor) Choose(it MenuItem) {
	e.t.Helper()
	if it.Edit != nil {
		if why := e.Apply(*it.Edit); why != "" {
			e.t.Fatalf("edit of %q: %s", it.Title, why)
		}
	}
	if it.Command != nil {
		e.Execute(it.Command.Command, it.Command.Arguments)
	}
}

// Execute runs a command of the server.
func (e *Editor) Execute(command string, arguments any) Message {
	return e.Call("workspace/executeCommand", map[string]any{"command": command, "arguments": arguments})
}

func (e *Editor) applyEdit(m Message) (any, *WireError) {
	var params struct {
		Edit WorkspaceEdit `json:"edit"`
	}
	if err := json.Unmarshal(m.Params, &params); err != nil {
		return nil, &WireError{Code: -32602, Message: err.Error()}
	}
	if why := e.Apply(params.Edit); why != "" && !e.Profile.LieApplied {
		return map[string]any{"applied": false, "failureReason": why}, nil
	}
	return map[string]any{"applied": true}, nil
}

// Apply applies a workspace edit to the open documents and notifies the server, or says why not.
func (e *Editor) Apply(edit WorkspaceEdit) string {
	e.editing.Lock()
	defer e.editing.Unlock()
	changes := changesOf(edit)
	for _, c := range changes {
		d := e.docs[c.uri]
		if d == nil {
			return "document is not open"
		}
		if c.named != nil && *c.named != d.Version() {
			return "document has changed"
		}
	}
	for _, c := range changes {
		if why := e.applyTo(e.docs[c.uri], c.edits); why != "" {
			return why
		}
	}
	return ""
}

func (e *Editor) applyTo(d *EditorDocument, edits []TextEdit) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	pieces := sorted(piecesOf(edits, func(line, character int) int { return Offset16(d.text, line, character) }))
	if !inOrder(pieces) {
		return "edits overlap"
	}
	for _, p := range slices.Backward(pieces) { // every range speaks of the text before
		e.change(d, p.start, p.end, p.text)
	}
	return ""
}
