package testkit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Fake is an editor as a [ClientProfile] describes it. It keeps the text of its
// documents with code of its own, and answers the server's calls as the editor
// would. Its methods may be used from one goroutine; the server's calls come in
// at the same time.
type Fake struct {
	*Wire
	P        ClientProfile
	Server   json.RawMessage // the result of initialize
	t        testing.TB
	answered sync.Mutex // an edit is applied whole

	mu      sync.Mutex
	docs    map[string]*FakeDocument
	beyond  bool
	Applied []AppliedEdit
	// Press chooses a button of window/showMessageRequest; "" dismisses. nil: what is to be applied is.
	Press func(message string, buttons []string) string
	// BeforeEdit runs when an edit has come, before it is applied.
	BeforeEdit func()
	// Confirm answers an edit that needs confirmation; nil: yes.
	Confirm func(label, description string) bool
}

// FakeDocument is an open document of a [Fake].
type FakeDocument struct {
	URI     string
	Version int
	Text    string
	pending []any // changes not sent yet
	late    *time.Timer
}

// AppliedEdit is an edit of the server that the editor has applied.
type AppliedEdit struct {
	URI, Before, After string
	Version            int // of Before
	Named              *int
	Edits              int
	Beyond             bool // a position was beyond the end of its line
}

// NewFake starts a session over a wire.
func NewFake(t testing.TB, w *Wire, p ClientProfile, root string, options any) *Fake {
	t.Helper()
	f := &Fake{Wire: w, P: p, t: t, docs: map[string]*FakeDocument{}}
	f.Answer("workspace/applyEdit", f.applyEdit)
	f.Answer("window/showMessageRequest", f.press)
	f.Answer("window/showDocument", func(Message) (any, *WireError) { return map[string]bool{"success": true}, nil })
	f.Answer("workspace/configuration", func(Message) (any, *WireError) { return []any{nil}, nil })
	m := f.Call("initialize", p.initialize(root, options))
	if m.Error != nil {
		t.Fatalf("initialize: %s", m.Raw)
	}
	f.Server = m.Result
	f.Notify("initialized", map[string]any{})
	return f
}

// Open opens a document.
func (f *Fake) Open(path, lang, text string) *FakeDocument {
	d := &FakeDocument{URI: FileURI(path), Version: f.P.FirstVersion, Text: text}
	f.mu.Lock() // an edit that is on its way finds it opened
	defer f.mu.Unlock()
	f.docs[d.URI] = d
	f.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": d.URI, "languageId": lang,
		"version": f.version(d), "text": text}})
	return d
}

// OpenNotebook opens a notebook of Python cells.
func (f *Fake) OpenNotebook(path string, cells ...string) []*FakeDocument {
	f.mu.Lock()
	defer f.mu.Unlock()
	var docs []*FakeDocument
	var list, texts []any
	for i, text := range cells {
		d := &FakeDocument{URI: fmt.Sprintf("vscode-notebook-cell:%s#c%d", path, i), Version: f.P.FirstVersion, Text: text}
		f.docs[d.URI] = d
		docs = append(docs, d)
		list = append(list, map[string]any{"kind": 2, "document": d.URI})
		texts = append(texts, map[string]any{"uri": d.URI, "languageId": "python", "version": f.version(d), "text": text})
	}
	f.Notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument": map[string]any{"uri": FileURI(path), "notebookType": "jupyter-notebook", "version": 1,
			"cells": list},
		"cellTextDocuments": texts,
	})
	return docs
}

// Close closes a document.
func (f *Fake) Close(d *FakeDocument) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flush(d)
	delete(f.docs, d.URI)
	f.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]string{"uri": d.URI}})
}

func (f *Fake) version(d *FakeDocument) any {
	if f.P.NoVersions {
		return nil
	}
	return d.Version
}

// Type replaces bytes [start, end) of a document by text.
func (f *Fake) Type(d *FakeDocument, start, end int, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change(d, start, end, text)
	f.notify(d)
}

// TypeAt is [Fake.Type] at a place that is chosen from the text, which no edit
// of the server can change meanwhile.
func (f *Fake) TypeAt(d *FakeDocument, choose func(text string) (start, end int, with string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	start, end, with := choose(d.Text)
	f.change(d, start, end, with)
	f.notify(d)
}

// Replace sends the whole text of a document anew.
func (f *Fake) Replace(d *FakeDocument, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d.pending = append(d.pending, map[string]any{"text": text})
	d.Text = text
	f.notify(d)
}

// wantsAll reports whether the server asked for whole documents.
func (f *Fake) wantsAll() bool {
	const full = 1
	var result struct {
		Capabilities struct {
			TextDocumentSync struct{ Change int }
		}
	}
	return json.Unmarshal(f.Server, &result) == nil && result.Capabilities.TextDocumentSync.Change == full
}

// change needs the lock.
func (f *Fake) change(d *FakeDocument, start, end int, text string) {
	at := map[string]any{"start": f.position(d.Text, start), "end": f.position(d.Text, end)}
	d.Text = d.Text[:start] + text + d.Text[end:]
	if f.wantsAll() {
		d.pending = []any{map[string]any{"text": d.Text}}
		return
	}
	d.pending = append(d.pending, map[string]any{"range": at, "text": text})
}

// notify sends what has changed, or sets the time to do so.
func (f *Fake) notify(d *FakeDocument) {
	d.Version++
	if !f.P.LateChange {
		f.flush(d)
		return
	}
	if d.late == nil {
		d.late = time.AfterFunc(20*time.Millisecond, func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.flush(d)
		})
	}
}

func (f *Fake) flush(d *FakeDocument) {
	if d.late != nil {
		d.late.Stop()
		d.late = nil
	}
	if len(d.pending) == 0 {
		return
	}
	changes := d.pending
	d.pending = nil
	// This may run during the test, and after it. That the server is gone is
	// noticed by whoever waits for its answer.
	_ = f.write(notification("textDocument/didChange",
		map[string]any{"textDocument": map[string]any{"uri": d.URI, "version": f.version(d)}, "contentChanges": changes}))
}

// Flush sends the server all changes, as every request does.
func (f *Fake) Flush() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.docs {
		f.flush(d)
	}
}

// Push sends diagnostics as an editor plugin does.
func (f *Fake) Push(d *FakeDocument, list ...any) {
	if list == nil {
		list = []any{}
	}
	f.mu.Lock()
	v := f.version(d)
	f.mu.Unlock()
	f.Notify("fettle/diagnostics", map[string]any{"uri": d.URI, "version": v, "diagnostics": list})
}

// Problem returns a diagnostic on the first place of a text in a document.
func (f *Fake) Problem(d *FakeDocument, on, source, code, message string) map[string]any {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := strings.Index(d.Text, on)
	if i < 0 {
		f.t.Fatalf("no %q in the document", on)
	}
	return map[string]any{"range": map[string]any{"start": f.position(d.Text, i), "end": f.position(d.Text, i+len(on))},
		"severity": 1, "source": source, "code": code, "message": message, "data": map[string]any{"private": true}}
}

// Menu asks for the code actions of bytes [start, end), and returns what the
// editor would show.
func (f *Fake) Menu(d *FakeDocument, start, end int, context map[string]any) []MenuItem {
	f.t.Helper()
	return f.MenuAt(d, func(string) (int, int) { return start, end }, context)
}

// MenuAt is [Fake.Menu] at a place that is chosen from the text, which no edit
// of the server can change meanwhile.
func (f *Fake) MenuAt(d *FakeDocument, choose func(text string) (start, end int), context map[string]any) []MenuItem {
	f.t.Helper()
	f.Flush()
	f.mu.Lock()
	start, end := choose(d.Text)
	at := map[string]any{"start": f.position(d.Text, start), "end": f.position(d.Text, end)}
	f.mu.Unlock()
	all := map[string]any{"diagnostics": []any{}}
	for k, v := range context {
		all[k] = v
	}
	if f.P.OwnDiagnosticsOnly {
		all["diagnostics"] = []any{}
	}
	m := f.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": d.URI}, "range": at,
		"context": all})
	var raw []json.RawMessage
	if m.Error != nil || json.Unmarshal(m.Result, &raw) != nil {
		f.t.Fatalf("codeAction: %s", m.Raw)
	}
	var items []MenuItem
	for _, r := range raw {
		var it MenuItem
		if json.Unmarshal(r, &it) != nil {
			// A bare command.
			var c struct {
				Title, Command string
				Arguments      []json.RawMessage
			}
			if err := json.Unmarshal(r, &c); err != nil {
				f.t.Fatalf("codeAction: %s", r)
			}
			it = MenuItem{Title: c.Title}
			whole, _ := json.Marshal(map[string]any{"command": map[string]any{"command": c.Command, "arguments": c.Arguments}})
			if err := json.Unmarshal(whole, &it); err != nil {
				f.t.Fatal(err)
			}
		}
		if it.Disabled != nil && f.P.DropDisabled {
			continue
		}
		if it.Command != nil && f.P.DropUnadvertised && !strings.Contains(string(f.Server), `"`+it.Command.Command+`"`) {
			continue
		}
		items = append(items, it)
	}
	return items
}

// Choose does what the editor does with a chosen entry.
func (f *Fake) Choose(it MenuItem) {
	f.t.Helper()
	if it.Edit != nil {
		if why := f.apply(*it.Edit); why != "" {
			f.t.Fatalf("edit of %q: %s", it.Title, why)
		}
	}
	if it.Command != nil {
		f.Execute(it.Command.Command, it.Command.Arguments)
	}
}

// Execute runs a command of the server.
func (f *Fake) Execute(command string, arguments any) Message {
	f.Flush()
	return f.Call("workspace/executeCommand", map[string]any{"command": command, "arguments": arguments})
}

func (f *Fake) press(m Message) (any, *WireError) {
	var p struct {
		Message string
		Actions []struct{ Title string }
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return nil, &WireError{Code: -32602, Message: err.Error()}
	}
	var buttons []string
	for _, a := range p.Actions {
		buttons = append(buttons, a.Title)
	}
	if f.Press == nil {
		if slices.Contains(buttons, "Apply") {
			return map[string]string{"title": "Apply"}, nil
		}
		return nil, nil
	}
	if title := f.Press(p.Message, buttons); title != "" {
		return map[string]string{"title": title}, nil
	}
	return nil, nil
}

func (f *Fake) applyEdit(m Message) (any, *WireError) {
	var params struct {
		Edit struct {
			WorkspaceEdit
			Annotations map[string]struct {
				Label, Description string
				NeedsConfirmation  bool
			} `json:"changeAnnotations"`
		} `json:"edit"`
	}
	if err := json.Unmarshal(m.Params, &params); err != nil {
		return nil, &WireError{Code: -32602, Message: err.Error()}
	}
	for _, a := range params.Edit.Annotations {
		if a.NeedsConfirmation && f.Confirm != nil && !f.Confirm(a.Label, a.Description) {
			return map[string]any{"applied": false, "failureReason": "discarded"}, nil
		}
	}
	if f.BeforeEdit != nil {
		f.BeforeEdit()
	}
	why := f.apply(params.Edit.WorkspaceEdit)
	switch {
	case why == "" || f.P.LieApplied:
		return map[string]any{"applied": true}, nil
	case f.P.ErrorWhenStale:
		return nil, &WireError{Code: -32603, Message: why}
	}
	return map[string]any{"applied": false, "failureReason": why}, nil
}

// apply applies an edit as the editor does, or says why not.
func (f *Fake) apply(edit WorkspaceEdit) string {
	f.answered.Lock()
	defer f.answered.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.applyLocked(edit)
}

// ApplyTo applies an edit that a menu carried, unless the document has another text
// by now, and reports whether it did: as an editor that asks before it saves.
func (f *Fake) ApplyTo(d *FakeDocument, text string, edit WorkspaceEdit) bool {
	f.answered.Lock()
	defer f.answered.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	return d.Text == text && f.applyLocked(edit) == ""
}

func (f *Fake) applyLocked(edit WorkspaceEdit) string {
	for _, c := range changesOf(edit) {
		d := f.docs[c.uri]
		if d == nil {
			return "document is not open"
		}
		if c.named != nil && *c.named != d.Version && !(f.P.SkipVersion0 && *c.named == 0) {
			return "document has changed"
		}
		a := AppliedEdit{URI: d.URI, Before: d.Text, Version: d.Version, Named: c.named, Edits: len(c.edits)}
		f.beyond = false
		pieces := piecesOf(c.edits, func(line, character int) int { return f.offset(d.Text, line, character) })
		if !inOrder(pieces) {
			f.t.Errorf("edits are not in order: %+v", c.edits)
		}
		for _, p := range slices.Backward(sorted(pieces)) {
			f.change(d, p.start, p.end, p.text)
		}
		a.After, a.Beyond = d.Text, f.beyond
		f.Applied = append(f.Applied, a)
		f.notify(d)
	}
	return ""
}

// Text returns a document's text now.
func (f *Fake) Text(d *FakeDocument) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return d.Text
}

// Edits returns the edits applied so far.
func (f *Fake) Edits() []AppliedEdit {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]AppliedEdit(nil), f.Applied...)
}

// Shown returns the texts of window/showMessage from a mark on.
func (f *Fake) Shown(from int) []string {
	var out []string
	for _, m := range f.Messages()[from:] {
		if m.Method == "window/showMessage" {
			var p struct{ Message string }
			_ = json.Unmarshal(m.Params, &p)
			out = append(out, p.Message)
		}
	}
	return out
}

// Ends returns the messages of the ends of fixes from a mark on.
func (f *Fake) Ends(from int) []string {
	var out []string
	for _, p := range f.FixProgress(from, "end") {
		out = append(out, p.Message)
	}
	return out
}

// units returns the length of a rune in the profile's encoding.
func (f *Fake) units(r rune) int {
	switch cmp.Or(f.P.Counts, f.P.Encoding) {
	case "utf-8":
		return utf8.RuneLen(r)
	case "utf-32":
		return 1
	}
	return utf16.RuneLen(r)
}

func (f *Fake) position(text string, offset int) map[string]int {
	return positionOf(text, offset, f.units)
}

func (f *Fake) offset(text string, line, character int) int {
	at, beyond := offsetOf(text, line, character, f.units)
	f.beyond = f.beyond || beyond
	return at
}
