package testkit

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Editor is a [Fake] of an editor that announces what most do, and the process of its server. It names places by
// lines.
type Editor struct {
	*Child
	fake *Fake
}

// EditorDocument is an open document of an [Editor].
type EditorDocument struct {
	URI  string
	fake *Fake
	open *FakeDocument
}

// Text returns the text in the editor now, which edits of the server change at any time.
func (d *EditorDocument) Text() string { return d.fake.Text(d.open) }

// Version returns the editor's number for the text.
func (d *EditorDocument) Version() int {
	d.fake.mu.Lock()
	defer d.fake.mu.Unlock()
	return d.open.Version
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

// NewEditor starts a session with a server for a workspace folder. The settings are initializationOptions.
func NewEditor(t testing.TB, server *Child, root string, settings any) *Editor {
	t.Helper()
	p := ClientProfile{Name: "test", Encoding: "utf-16", FirstVersion: 1, Capabilities: `{
		"window":{"workDoneProgress":true},
		"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true}},
		"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","source"]}},
			"isPreferredSupport":true,"disabledSupport":true,"tagSupport":{"valueSet":[1]}}}}`}
	f := NewFake(t, server.Wire, p, root, settings)
	f.Press = func(string, []string) string { return "" }
	return &Editor{Child: server, fake: f}
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
	d := e.fake.Open(path, lang, text)
	return &EditorDocument{d.URI, e.fake, d}
}

// Type replaces characters [start, end) of a document by text, in bytes.
func (e *Editor) Type(d *EditorDocument, start, end int, text string) {
	e.fake.Type(d.open, start, end, text)
}

// Menu asks for the code actions of a zero-based line.
func (e *Editor) Menu(d *EditorDocument, line int, context map[string]any) []MenuItem {
	e.t.Helper()
	return e.fake.MenuAt(d.open, func(text string) (int, int) {
		at := e.fake.offset(text, line, 0)
		return at, at
	}, context)
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

// Choose is [Fake.Choose].
func (e *Editor) Choose(it MenuItem) {
	e.t.Helper()
	e.fake.Choose(it)
}

// Execute runs a command of the server.
func (e *Editor) Execute(command string, arguments any) Message {
	return e.fake.Execute(command, arguments)
}
