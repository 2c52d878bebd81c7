package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// FuzzEditing mutates a source text and what an editor does with it together:
// faults come from pairs of an odd text and an odd moment. The server, its
// rules and its gates are the real ones; tool and model are played, and what
// the model says comes from the source as well. Whatever happens: no panic, one
// answer for each request, the text of the server is that of the editor, and
// every edit fits the version it names and breaks no file that was whole.
func FuzzEditing(f *testing.F) {
	for _, s := range []struct{ source, program string }{
		// A fix is chosen and applied; the next one finds that somebody typed.
		{sample, "\x00" + "\x00\x00\x00" + "\x07\x09\x84" + "\x08\x40\x00" + "\x09\x00\x00" + "\x10\x00\x00" + "\x01\x08\x07" + "\x0a\x01\x00" + "\x10\x00\x00"},
		// A rule, then undo, save, close, open anew.
		{"import os\r\nx = '😀', os == None\r\nif x: return 1\r\n", "\x89" + "\x00\x00\x00" + "\x07\x70\x41" + "\x0a\x01\x00" + "\x01\x02\x03" + "\x02\x00\x00" + "\x03\x00\x00" + "\x10\x00\x00" + "\x04\x00\x00" + "\x05\x00\x08" + "\x08\x01\x01"},
		// The same in Go, in another document, with a cancel and half a menu.
		{"func f() {\n\tundefined_name := \"é\"\n}\n", "\xaa" + "\x11\x00\x00" + "\x18\x09\x84" + "\x1c\x01\x01" + "\x1d\x00\x01" + "\x17\x04\x09" + "\x1e\x00\x01" + "\x1b\x01\x00" + "\x10\x00\x00" + "\x1f\x02\x05" + "\x19\x03\x01"},
		// Typing above and inside while a fix is on its way; a change that cannot be read.
		{"def f():\n    return undefined_name\n\n\ndef g(a):\n    return a == None\n", "\xd1" + "\x00\x00\x00" + "\x07\x10\x84" + "\x08\x50\x00" + "\x09\x00\x00" + "\x01\x00\x24" + "\x0f\x00\x00" + "\x01\x50\x30" + "\x0b\x01\x00"},
		// The same fix twice, cancelled, and asked for again.
		{sample, "\x42" + "\x00\x00\x00" + "\x07\x10\x84" + "\x0a\x01\x00" + "\x0a\x01\x00" + "\x0c\x00\x00" + "\x0a\x01\x00" + "\x03\x00\x00" + "\x10\x00\x00" + "\x02\x00\x00"},
	} {
		f.Add(s.source, []byte(s.program))
	}
	f.Fuzz(func(t *testing.T, source string, program []byte) {
		if len(program) == 0 || len(program) > 100 || len(source) > 3000 || !utf8.ValidString(source) {
			return
		}
		e := startEditing(t, source, program[0])
		for p := program[1:]; len(p) >= 3; p = p[3:] {
			e.do(p[0]%17, int(p[0]/17)%len(e.docs), int(p[1]), int(p[2]))
		}
		if program[0]&128 != 0 {
			e.settle()
		}
		e.finish()
	})
}

// editing is one run: an editor with up to three documents.
type editing struct {
	*world
	source string
	docs   [3]*testkit.FakeDocument
	known  [3][]any // diagnostics pushed last
	undo   [3][]undoable
	menu   []testkit.MenuItem
	asked  []int          // ids of requests that nobody waits for
	saved  int            // how often fix all changed something
	closed map[string]int // highest version of each document before it was closed
	panics panicLog
	ended  chan int
	close  func()
}

// undoable is a change that can be taken back: the text before and after it.
type undoable struct{ before, after string }

// panicLog keeps what the log says of panics.
type panicLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *panicLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if strings.Contains(string(line), "msg=panic") {
		l.text.Write(line)
	}
	return len(line), nil
}

func (l *panicLog) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.text.String() }

func startEditing(t *testing.T, source string, kind byte) *editing {
	t.Helper()
	profile := testkit.NamedProfile([]string{"vscode", "helix", "zed", "eglot"}[kind>>4&3])
	profile.Encoding = []string{"utf-8", "utf-16", "utf-32", "utf-16"}[kind&3]
	profile.LateChange, profile.OwnDiagnosticsOnly = kind&8 != 0, false
	return startProfile(t, source, profile, kind&64 != 0)
}

func startProfile(t *testing.T, source string, profile testkit.ClientProfile, linter bool) *editing {
	t.Helper()
	e := &editing{world: &world{t: t, linter: linter, tools: []string{"ruff"}}, source: source, ended: make(chan int, 1), closed: map[string]int{}}
	e.answer = e.says
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e.server = New(Options{Layers: e.layers(), In: in, Out: out, Version: "test", ClientIsUser: true, Workspace: noWorkspace, Log: slog.New(slog.NewTextHandler(&e.panics, nil)),
		Build: func(config.Settings, []string, Sources) Engine { return e.engine(false) }})
	go func() {
		e.ended <- e.server.Run(context.Background())
		_ = out.Close()
	}()
	e.close = func() { _ = toServer.Close() }
	e.Fake = testkit.NewFake(t, testkit.NewWire(t, patient{toServer}, fromServer), profile, "/w", nil)
	return e
}

// patient takes what nobody reads any more: the editor may be about to answer a
// call of the server when that ends.
type patient struct{ io.Writer }

func (p patient) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	if errors.Is(err, io.ErrClosedPipe) {
		return len(b), nil
	}
	return n, err
}

// says is the model's answer: a fix, or a part of the source that passes for one.
func (e *editing) says(prompt string) string {
	e.world.mu.Lock()
	n := e.world.asked
	e.world.mu.Unlock()
	ids := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|`).FindAllStringSubmatch(prompt, -1)
	switch piece := e.piece(7*n, 40); {
	case n%4 == 0:
		return piece
	case n%4 == 3 && len(ids) > 0:
		return fmt.Sprintf("EDIT replace %s\n~~~\n%s\n~~~\nEND\n", ids[n%len(ids)][1], piece)
	case n%4 == 2:
		return replaces("undefined_name", piece)(prompt)
	}
	return replaces("undefined_name", "__name__")(prompt)
}

// piece is a part of the source, cut between characters.
func (e *editing) piece(at, length int) string {
	if e.source == "" {
		return ""
	}
	start := at % len(e.source)
	return strings.ToValidUTF8(e.source[start:min(len(e.source), start+length)], "")
}

// boundary is the place nearest below that a position can name.
func boundary(text string, i int) int {
	i = min(max(i, 0), len(text))
	for i > 0 && i < len(text) && (!utf8.RuneStart(text[i]) || text[i] == '\n' && text[i-1] == '\r') {
		i--
	}
	return i
}

// do makes one step of the program, on one of the documents.
func (e *editing) do(op byte, i, a, b int) {
	d := e.docs[i]
	switch {
	case op == 0 || op == 5: // open, or open anew
		if d != nil {
			e.shut(d)
		}
		text := e.source
		if op == 5 {
			text = e.piece(a, 8*b)
		}
		names, langs := []string{"/w/a.py", "/w/b.go", "/w/c.ts"}, []string{"python", "go", "typescript"}
		e.docs[i], e.undo[i], e.known[i] = e.Open(names[i], langs[i], text), nil, nil
		return
	case d == nil:
		return
	}
	switch op {
	case 1, 6, 14: // type
		e.TypeAt(d, func(text string) (int, int, string) {
			start := boundary(text, a*(len(text)+1)/256)
			end := boundary(text, start+b&15)
			end = max(start, end)
			piece := ""
			if op != 6 {
				piece = e.piece(a, b>>2)
			}
			after := text[:start] + piece + text[end:]
			e.undo[i] = append(e.undo[i], undoable{text, after})
			return start, end, piece
		})
	case 2: // undo
		if n := len(e.undo[i]); n > 0 {
			last := e.undo[i][n-1]
			e.undo[i] = e.undo[i][:n-1]
			if e.Text(d) == last.after {
				e.Replace(d, last.before)
			}
		}
	case 3:
		e.Flush()
		e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]string{"uri": d.URI}})
	case 4:
		e.shut(d)
		e.docs[i] = nil
	case 7: // a tool finds something
		e.Flush()
		list := e.find(e.Text(d), a, b)
		e.known[i] = list
		e.Push(d, list...)
	case 8: // the menu
		context := map[string]any{"diagnostics": append([]any{}, e.known[i]...)}
		if b&64 != 0 {
			context["only"] = []string{"quickfix"}
		}
		e.menu = e.MenuAt(d, func(s string) (int, int) {
			at := boundary(s, a*(len(s)+1)/256)
			return at, at
		}, context)
	case 9: // choose
		if len(e.menu) > 0 {
			e.choose(e.menu[a%len(e.menu)])
		}
	case 10, 11: // a command by lines
		e.Execute([]string{"fettle.fix", "fettle.explain"}[op-10], []any{map[string]any{"uri": d.URI, "lines": []int{a%9 + 1, a%9 + 1 + b&3}}})
	case 12:
		e.Execute("fettle.cancel", []any{})
	case 13: // ask and cancel at once
		e.Flush()
		id := e.Start("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": d.URI},
			"range": lspRange{position{a, b}, position{a, b}}, "context": map[string]any{"diagnostics": e.known[i]}})
		e.Notify("$/cancelRequest", map[string]any{"id": id})
		e.asked = append(e.asked, id)
	case 16:
		e.settle()
	case 17:
		e.save(d)
	case 15: // a change that cannot be read, and the text anew
		e.Flush()
		e.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": d.URI, "version": nil},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": position{a, -1}, "end": position{b, 0}}, "text": "x"}}})
		e.Replace(d, e.Text(d))
	}
}

// save asks for all sure fixes as an editor does before it saves, and applies what
// comes without asking. It must be for this text: the tool has less to say after it.
func (e *editing) save(d *testkit.FakeDocument) {
	var before string
	menu := e.MenuAt(d, func(s string) (int, int) { before = s; return 0, len(s) }, map[string]any{"only": []string{"source.fixAll"}, "triggerKind": 2})
	if len(menu) == 0 || menu[0].Edit == nil || !e.ApplyTo(d, before, *menu[0].Edit) {
		return
	}
	e.saved++
	edits := e.Edits()
	last := edits[len(edits)-1]
	was, _ := e.Lint(e.t.Context(), "ruff", text.New(last.Before))
	is, _ := e.Lint(e.t.Context(), "ruff", text.New(last.After))
	if len(is) >= len(was) {
		e.t.Errorf("fix all is no fix of this text: %d findings, then %d:\n%q\n%q", len(was), len(is), last.Before, last.After)
	}
}

// prepare waits until fix all has something to give.
func (e *editing) prepare(d *testkit.FakeDocument) {
	until(e.t, "fix all to be prepared", func() bool {
		menu := e.MenuAt(d, func(s string) (int, int) { return 0, len(s) }, map[string]any{"only": []string{"source.fixAll"}, "triggerKind": 2})
		return len(menu) > 0 && menu[0].Edit != nil
	})
}

// shut closes a document.
func (e *editing) shut(d *testkit.FakeDocument) {
	e.Close(d)
	e.closed[d.URI] = max(e.closed[d.URI], d.Version)
}

// meant reports whether an edit was certainly made for the text it was applied
// to. Opened anew a document counts its versions from the first, and an edit
// that was on its way meanwhile finds the number it names on another text: no
// server can tell an editor more. Nor can it tell Neovim without our plugin, which
// takes an edit for version 0, the first of every buffer, whatever the version is
// now (vim.lsp.util.apply_text_document_edit compares versions above 0 only).
func (e *editing) meant(a testkit.AppliedEdit) bool {
	if e.P.SkipVersion0 && a.Named != nil && *a.Named == 0 {
		return false
	}
	last, reopened := e.closed[a.URI]
	return !reopened || a.Named != nil && *a.Named > last
}

// settle waits until every fix has been refused, or its edit sent.
func (e *editing) settle() {
	until(e.t, "the fixes to be found", func() bool {
		e.server.jobs.mu.Lock()
		defer e.server.jobs.mu.Unlock()
		for _, j := range e.server.jobs.byKey {
			if j.arrived == nil {
				return false
			}
		}
		return true
	})
}

// find are diagnostics at a place of a text, of signals that rules and the
// model treat.
func (e *editing) find(doc string, a, b int) []any {
	codes := []struct{ code, message string }{
		{"F821", "Undefined name `undefined_name`"}, {"E711", "Comparison to `None` should be `cond is None`"}, {"E701", "Multiple statements on one line (colon)"},
		{"F401", "`os` imported but unused"}, {"W291", "Trailing whitespace"}, {"F841", "Local variable `x` is assigned to but never used"},
	}
	c := codes[b%len(codes)]
	start := boundary(doc, a*(len(doc)+1)/256)
	end := max(start, boundary(doc, start+b>>4))
	if i := strings.Index(doc, "undefined_name"); b&128 != 0 && i >= 0 {
		start, end = i, i+len("undefined_name")
	}
	at := rangeOf(text.New(doc), text.Span{Start: start, End: end}, document.Negotiate([]string{cmp.Or(e.P.Counts, e.P.Encoding)}))
	return []any{map[string]any{"range": at, "severity": 1 + b&1, "source": "Ruff", "code": c.code, "message": c.message}}
}

// choose takes an entry as the editor does. An edit that the menu carried is
// for the text the menu was made for.
func (e *editing) choose(it testkit.MenuItem) {
	if it.Edit == nil {
		e.Execute(it.Command.Command, it.Command.Arguments)
	}
}

// whole reports whether a text parses, as far as that can be known: the scan
// sees no damage, and the grammar of Go takes statements outside of functions.
func whole(lang, src string) bool {
	if lang == "go" {
		_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
		return err == nil
	}
	f := syntax.Parse(lang, src)
	return f.Engine == syntax.TreeSitter && len(f.Damage) == 0
}

// finish compares what both sides hold and ends the session.
func (e *editing) finish() {
	t := e.t
	e.Execute("fettle.cancel", []any{})
	e.Flush()
	for _, d := range e.docs {
		if d == nil {
			continue
		}
		until(t, "both sides to hold one text", func() bool {
			if t.Failed() {
				return true
			}
			e.Flush()
			e.Call("fettle/noSuchMethod", nil)
			doc, ok := e.server.docs.Get(d.URI)
			return ok && doc.Snapshot.Text() == e.Text(d)
		})
	}
	for _, id := range e.asked {
		e.AnswerTo(id)
	}
	for _, edit := range e.Edits() {
		if !e.meant(edit) {
			continue
		}
		if edit.Beyond {
			t.Errorf("an edit names a place that is not there: %+v", edit)
		}
		lang := syntax.Language(edit.URI)
		if whole(lang, edit.Before) && !whole(lang, edit.After) {
			t.Errorf("an edit has broken the file:\n%q\n%q", edit.Before, edit.After)
		}
	}
	e.Call("shutdown", nil)
	e.Notify("exit", nil)
	select {
	case code := <-e.ended:
		if code != 0 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(testkit.WireTimeout):
		t.Error("the server does not end")
	}
	e.close()
	e.OneAnswerEach()
	for _, m := range e.Messages() {
		if m.Code() == -32603 || m.Method == "window/showMessage" && strings.Contains(m.Raw, "internal error") {
			t.Errorf("internal error: %s", m.Raw)
		}
	}
	if p := e.panics.String(); p != "" {
		t.Errorf("panic: %s", p)
	}
	if s := e.Stray(); s != "" && !strings.Contains(s, "closed pipe") {
		t.Errorf("no frame: %s", s)
	}
}
