package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// newBenchServer is a server with a document of 10 000 lines, not connected to
// anybody.
func newBenchServer(b testing.TB) (*Server, string) {
	b.Helper()
	s := New(Options{In: strings.NewReader(""), Out: io.Discard, Version: "test", Workspace: noWorkspace,
		Build: func(config.Settings, []string, Sources) Engine {
			return played{world: new(world)}
		}})
	if _, err := s.initialize(json.RawMessage(`{"capabilities":{"workspace":{"applyEdit":true},"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}}`)); err != nil {
		b.Fatal(err)
	}
	var sb strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&sb, "    value_%d = compute(%d)\n", i, i)
	}
	uri := "file:///w/big.py"
	params, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": sb.String()}})
	must.OK(b, err)
	must.OK(b, s.didOpen(params))
	return s, uri
}

// BenchmarkCodeAction answers a menu request with 200 diagnostics in the
// document, all of them sent along.
func BenchmarkCodeAction(b *testing.B) {
	s, uri := newBenchServer(b)
	var diags []any
	for i := range 200 {
		at := map[string]int{"line": i * 50, "character": 4}
		end := map[string]int{"line": i * 50, "character": 9}
		diags = append(diags, map[string]any{"range": map[string]any{"start": at, "end": end}, "severity": 1,
			"source": "Ruff", "code": "F821", "message": fmt.Sprintf("Undefined name `value_%d`", i)})
	}
	doc, _ := s.docs.Get(uri)
	s.diags.Push(doc.Snapshot, 1, nil)
	params, err := json.Marshal(map[string]any{"textDocument": map[string]string{"uri": uri},
		"range":   map[string]any{"start": map[string]int{"line": 5000, "character": 6}, "end": map[string]int{"line": 5000, "character": 6}},
		"context": map[string]any{"diagnostics": diags, "triggerKind": 1}})
	must.OK(b, err)
	s.awaitProtection(b.Context(), doc.Snapshot.Path)
	b.ResetTimer()
	for b.Loop() {
		work, err := s.codeAction(params)
		must.OK(b, err)
		if _, err := work(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDidChange types one character into a document of 10 000 lines.
func BenchmarkDidChange(b *testing.B) {
	s, uri := newBenchServer(b)
	version := 1
	for b.Loop() {
		version++
		params := fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":5000,"character":6},"end":{"line":5000,"character":6}},"text":"x"}]}`, uri, version)
		must.OK(b, s.didChange(json.RawMessage(params)))
		if version%1000 == 0 { // keep the line short
			b.StopTimer()
			var sb strings.Builder
			doc, _ := s.docs.Get(uri)
			sb.WriteString(doc.Snapshot.Slice(text.Span{Start: 0, End: doc.Snapshot.LineStart(5000)}))
			version++
			full, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{map[string]string{"text": sb.String() + strings.Repeat("    x = 1\n", 5000)}}})
			must.OK(b, s.didChange(full))
			b.StartTimer()
		}
	}
}
