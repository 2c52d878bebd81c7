package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/lsp/document"
)

// program turns bytes into messages, right and wrong ones, and says which ids
// must be answered and how often. The last message is a shutdown.
func program(code []byte, text string) (wire string, due map[string]int) {
	due = map[string]int{}
	var b strings.Builder
	send := func(format string, args ...any) { b.WriteString(testkit.Frame(fmt.Sprintf(format, args...))) }
	quoted, _ := json.Marshal(text)
	send(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{}}`)
	due[`"init"`]++
	for i := 0; i+1 < len(code); i += 2 {
		arg := int(code[i+1])
		id := fmt.Sprint(arg % 16) // ids come again, also while in flight
		switch code[i] % 14 {
		case 0:
			send(`{"jsonrpc":"2.0","method":"open","params":{"textDocument":{"uri":"file:///a%d","version":%d,"text":%s}}}`, arg%3, arg, quoted)
		case 1:
			send(`{"jsonrpc":"2.0","method":"change","params":{"textDocument":{"uri":"file:///a%d","version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}},"text":%s}]}}`, arg%3, i, arg%5, arg%7, arg%6, arg%9, quoted)
		case 2:
			send(`{"jsonrpc":"2.0","method":"change","params":%s}`, quoted)
		case 3:
			send(`{"jsonrpc":"2.0","method":"close","params":{"textDocument":{"uri":"file:///a%d"}}}`, arg%3)
		case 4, 5:
			send(`{"jsonrpc":"2.0","id":%s,"method":"hash","params":{"uri":"file:///a%d"}}`, id, arg%3)
			due[id]++
		case 6:
			send(`{"jsonrpc":"2.0","id":%s,"method":"sleep"}`, id)
			due[id]++
		case 7:
			send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%s}}`, id)
		case 8:
			send(`{"jsonrpc":"2.0","id":%s,"method":%s}`, id, quoted)
			due[id]++
		case 9:
			send(`{"jsonrpc":"2.0","id":%s,"method":"panic"}`, id)
			due[id]++
		case 10:
			send(`{"id":%s,"method":"hash"}`, id)
			due[id]++
		case 11:
			send(`{"jsonrpc":"2.0","id":%s,"result":%s,"error":null}`, id, quoted)
		case 12:
			b.WriteString(testkit.Frame(text))
		default:
			b.WriteString("Content-Length: 0\r\n\r\n")
		}
	}
	send(`{"jsonrpc":"2.0","id":"end","method":"shutdown"}`)
	due[`"end"`]++
	return b.String(), due
}

// FuzzSession lets a whole connection with documents behind it run a program
// of messages. Whatever comes: no panic, and one answer for each request.
func FuzzSession(f *testing.F) {
	testkit.Panics(f)
	f.Add([]byte{0, 0, 1, 1, 4, 0, 6, 1, 6, 1, 7, 1, 12, 0}, "x = 1\n")
	f.Add([]byte{6, 1, 8, 1, 9, 1, 10, 1, 11, 1, 13, 0, 2, 0, 3, 0, 4, 0}, `{"jsonrpc":"2.0","id":1}`)
	f.Add([]byte{0, 0, 1, 200, 1, 31, 4, 0, 0, 0, 4, 3}, "😀\r\n\r")
	f.Fuzz(func(t *testing.T, code []byte, text string) {
		if len(code) > 400 || len(text) > 4000 {
			return
		}
		wire, due := program(code, text)
		store := document.NewStore(document.Options{})
		var out bytes.Buffer // the writer's alone until Serve returns
		ended := make(chan struct{})
		in := io.MultiReader(strings.NewReader(wire), waits{ended})
		c := New(Options{In: in, Out: &out})
		ctx, stop := context.WithCancel(context.Background())
		take := func(f func(json.RawMessage) (document.Document, error)) Notification {
			return func(p json.RawMessage) error { _, err := f(p); return err }
		}
		c.Serve(ctx, Table{
			Initialize:    func(json.RawMessage) (any, error) { return nil, nil },
			Shutdown:      stop,
			Notifications: map[string]Notification{"open": take(store.Open), "change": take(store.Change), "close": take(store.Close)},
			Requests: map[string]Request{
				"hash": func(p json.RawMessage) (Work, error) {
					var v struct{ URI string }
					if err := Unmarshal(p, &v); err != nil {
						return nil, err
					}
					doc, _ := store.Get(v.URI)
					return func(context.Context) (any, error) { return fmt.Sprintf("%x", doc.Snapshot.Hash()), nil }, nil
				},
				"sleep": func(json.RawMessage) (Work, error) {
					return func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, errors.New("woken") }, nil
				},
				"panic": func(json.RawMessage) (Work, error) { panic("on purpose") },
			},
		})
		close(ended)
		got := map[string]int{}
		for _, body := range drainFrames(framesOf(out.String())) {
			var m struct{ ID json.RawMessage }
			if err := json.Unmarshal([]byte(body), &m); err != nil {
				t.Fatalf("body %q: %v", body, err)
			}
			got[string(m.ID)]++
		}
		for id, n := range due {
			// A text that is itself a message may ask under the same id.
			if got[id] != n && !json.Valid([]byte(text)) {
				t.Errorf("id %s: asked %d times, answered %d times", id, n, got[id])
			}
		}
	})
}

// waits is a reader that blocks until the end, as a client does that waits for
// answers.
type waits struct{ end chan struct{} }

func (w waits) Read([]byte) (int, error) {
	<-w.end
	return 0, io.EOF
}
