package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/lsp/document"
)

const benchInit = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`

// serveBytes lets a fresh connection read the bytes to their end.
func serveBytes(t Table, wire []byte) {
	t.Initialize = func(json.RawMessage) (any, error) { return nil, nil }
	New(Options{In: bytes.NewReader(wire), Out: io.Discard}).Serve(context.Background(), t)
}

// BenchmarkNotification is the way of one didChange from the reader to its
// handler, which does nothing.
func BenchmarkNotification(b *testing.B) {
	change := testkit.Frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///w/a.py","version":2},"contentChanges":[{"range":{"start":{"line":5000,"character":4},"end":{"line":5000,"character":4}},"rangeLength":0,"text":"x"}]}}`)
	wire := testkit.Frame(benchInit) + strings.Repeat(change, b.N)
	n := 0
	b.ReportAllocs()
	b.ResetTimer()
	serveBytes(Table{Notifications: map[string]Notification{"textDocument/didChange": func(json.RawMessage) error { n++; return nil }}}, []byte(wire))
	if n != b.N {
		b.Fatalf("%d of %d arrived", n, b.N)
	}
}

// BenchmarkRequest is one request through the lane, its goroutine, and back.
func BenchmarkRequest(b *testing.B) {
	in, inW := io.Pipe()
	outR, out := io.Pipe()
	c := New(Options{In: in, Out: out})
	go c.Serve(context.Background(), Table{
		Initialize: func(json.RawMessage) (any, error) { return nil, nil },
		Requests: map[string]Request{"echo": func(p json.RawMessage) (Work, error) {
			return func(context.Context) (any, error) { return p, nil }, nil
		}},
	})
	w := testkit.NewWire(b, inW, outR)
	w.Call("initialize", nil)
	b.ReportAllocs()
	for b.Loop() {
		from := w.Seen()
		w.Start("echo", nil)
		w.Wait(from, "answer", func(testkit.Message) bool { return true })
	}
	_, _ = inW.Close(), outR.Close()
}

// BenchmarkTyping is 10 000 changes of one character in a file of 10 000
// lines, read, decoded and applied.
func BenchmarkTyping(b *testing.B) {
	var wire strings.Builder
	var file strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&file, "    value_%d = compute(%d)\n", i, i)
	}
	wire.WriteString(testkit.Frame(benchInit))
	content, _ := json.Marshal(file.String())
	wire.WriteString(testkit.Frame(`{"jsonrpc":"2.0","method":"open","params":{"textDocument":{"uri":"file:///w/a.py","version":0,"languageId":"python","text":` + string(content) + `}}}`))
	for i := range 10_000 {
		wire.WriteString(testkit.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"change","params":{"textDocument":{"uri":"file:///w/a.py","version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":4},"end":{"line":%d,"character":4}},"rangeLength":0,"text":"x"}]}}`, i+1, i, i)))
	}
	b.ReportAllocs()
	for b.Loop() {
		store := document.NewStore(document.Options{})
		serveBytes(Table{Notifications: map[string]Notification{
			"open":   func(p json.RawMessage) error { _, err := store.Open(p); return err },
			"change": func(p json.RawMessage) error { _, err := store.Change(p); return err },
		}}, []byte(wire.String()))
		if doc, _ := store.Get("file:///w/a.py"); doc.Snapshot.Len() != file.Len()+10_000 || doc.Unsynced {
			b.Fatal("edits were lost")
		}
	}
}

// TestHugeFrames measures what refused and accepted large frames leave behind.
func TestHugeFrames(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	s := beginReady(t, Options{})
	before := heap()
	for _, length := range []int{64<<20 + 1, 256 << 20} {
		from := s.Seen()
		if err := s.Bytes(fmt.Sprintf("Content-Length: %d\r\n\r\n", length)); err != nil {
			t.Fatal(err)
		}
		// Refused at once, before a body has come.
		if m := s.Wait(from, "refusal", func(m testkit.Message) bool { return string(m.ID) == "null" }); m.Code() != InvalidRequest {
			t.Error(m.Raw)
		}
		chunk := strings.Repeat("x", 1<<20)
		var most uint64
		for left := length; left > 0; left -= len(chunk) {
			_ = s.Bytes(chunk[:min(left, len(chunk))])
			var m runtime.MemStats
			if left>>20%32 == 0 {
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
			}
		}
		s.alive(t)
		if most > 100<<20 {
			t.Errorf("heap of %d MiB while %d MiB were refused", most>>20, length>>20)
		}
	}
	// A length that is never sent must not be allocated.
	s.Body(`{"jsonrpc":"2.0","method":"note","params":["` + strings.Repeat("y", 60<<20) + `"]}`)
	s.alive(t)
	if len(s.noted()) != 1 {
		t.Error("60 MiB did not arrive")
	}
	s.mu.Lock()
	s.notes = nil
	s.mu.Unlock()
	if after := heap(); after > before+8<<20 {
		t.Errorf("heap of %d MiB left, %d before", after>>20, before>>20)
	}
}
