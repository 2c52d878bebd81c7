package langserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// session is one run of a server.
type session struct {
	root      string
	process   *child.Process
	encoding  text.Encoding // of columns, as agreed
	out       chan message
	checking  chan struct{} // held by the one question about diagnostics
	publishes bool          // the server answers none, it only publishes
	pulls     atomic.Bool   // it has said that it answers some
	handsOn   bool          // it hands questions on to tsserver
	forFixes  bool          // see [Options]
	looks     bool          // it was heard to say of which text it speaks

	mu      sync.Mutex
	loading chan struct{}  // closed when the workspace is loaded; nil: as far as the server says, it is
	ill     error          // why what the server says means nothing
	version int            // of the last text that was opened for one
	ear     string         // URI of the document whose publications are heard
	heard   chan published // nil: none is
	id      int
	waiting map[string]chan message
	docs    documents
	err     error
	gone    chan struct{}
}

func newSession(p *child.Process, root string) *session {
	c := &session{root: root, process: p, out: make(chan message, limits.ServerOutbox), waiting: map[string]chan message{},
		gone:     make(chan struct{}),
		checking: make(chan struct{}, 1)}
	c.docs.open = map[string]*opened{}
	go c.write()
	return c
}

// write sends what is in the outbox: a server that does not read blocks nobody
// else.
func (c *session) write() {
	for {
		select {
		case m := <-c.out:
			if err := writeFrame(c.process.Stdin, m); err != nil {
				c.end(err)
				return
			}
		case <-c.gone:
			return
		}
	}
}

// send puts a message into the outbox.
func (c *session) send(m message) error {
	select {
	case <-c.gone:
		return c.cause()
	default:
	}
	select {
	case c.out <- m:
		return nil
	default:
		err := errors.New("the language server does not read its input its input its input")
		c.end(err)
		return err
	}
}

// end ends the session; everybody who waits gets the cause.
func (c *session) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = err
	close(c.gone)
	_ = c.process.Stdin.Close()
	if r, ok := c.process.Stdout.(io.Closer); ok {
		_ = r.Close()
	}
}

func (c *session) cause() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// read handles messages until the server is gone.
func (c *session) read() {
	r := bufio.NewReader(c.process.Stdout)
	for {
		body, err := readFrame(r)
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = fmt.Errorf("the language server ended: %.*s", diagnostics, c.process.Stderr())
			}
			c.end(err)
			return
		}
		var m struct {
			ID     *json.RawMessage `json:"id"`
			Method string           `json:"method"`
			Params json.RawMessage  `json:"params"`
			Result json.RawMessage  `json:"result"`
			Error  *fault           `json:"error"`
		}
		if json.Unmarshal(body, &m) != nil {
			c.end(errFraming)
			return
		}
		switch {
		case m.Method != "" && m.ID != nil:
			_ = c.send(c.reply(*m.ID, m.Method, m.Params))
		case m.Method == "textDocument/publishDiagnostics":
			c.hear(m.Params)
		case m.Method == "experimental/serverStatus":
			c.status(m.Params)
		case m.Method == "" && m.ID != nil:
			c.mu.Lock()
			to := c.waiting[string(*m.ID)]
			delete(c.waiting, string(*m.ID))
			early := c.loading != nil
			c.mu.Unlock()
			if to != nil {
				to <- message{Result: m.Result, Error: m.Error, early: early} // has room for one
			}
		}
	}
}

// reply answers a request of the server.
func (c *session) reply(id json.RawMessage, method string, params json.RawMessage) message {
	m := message{ID: &id, Result: json.RawMessage("null")}
	switch method {
	case "workspace/configuration":
		var p struct{ Items []json.RawMessage }
		_ = json.Unmarshal(params, &p)
		list := make([]any, min(len(p.Items), 100)) // no settings of ours
		m.Result, _ = json.Marshal(list)
	case "workspace/workspaceFolders":
		m.Result, _ = json.Marshal([]any{map[string]any{"uri": fileURI(c.root), "name": "root"}})
	case "client/registerCapability":
		if bytes.Contains(params, []byte(`"textDocument/diagnostic"`)) {
			c.pulls.Store(true)
		}
	case "client/unregisterCapability", "window/workDoneProgress/create":
	default:
		m.Result, m.Error = nil, &fault{Code: -32601, Message: "not offered"}
	}
	return m
}

// call sends a request and waits for the answer. One that nobody waits for any
// more is cancelled.
func (c *session) call(ctx context.Context, method string, params any) (message, error) {
	to := make(chan message, 1)
	c.mu.Lock()
	c.id++
	id := json.RawMessage(strconv.Itoa(c.id))
	c.waiting[string(id)] = to
	c.mu.Unlock()
	if err := c.send(message{ID: &id, Method: method, Params: params}); err != nil {
		return message{}, err
	}
	select {
	case m := <-to:
		if m.Error != nil {
			return message{}, m.Error
		}
		return m, nil
	case <-c.gone:
		return message{}, c.cause()
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, string(id))
		c.mu.Unlock()
		_ = c.send(message{Method: "$/cancelRequest", Params: map[string]any{"id": id}})
		return message{}, fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// ask is call for questions about a text: again where the server wants to be
// asked again, and where it answered while it was still loading the workspace.
// Such an answer is empty and means nothing (rust-analyzer).
func (c *session) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	for {
		if err := c.loaded(ctx); err != nil {
			return nil, err
		}
		m, err := c.call(ctx, method, params)
		var f *fault
		switch {
		case errors.As(err, &f) && (f.Code == serverCancelled || f.Code == contentModified):
			select {
			case <-time.After(retryTime):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		case err != nil:
			return nil, err
		case !m.early:
			return m.Result, nil
		}
	}
}

// initialize shakes hands and agrees on the unit of columns.
func (c *session) initialize(ctx context.Context, options any) error {
	uri := fileURI(c.root)
	link := map[string]any{"linkSupport": true}
	m, err := c.call(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": uri, "rootPath": c.root,
		"clientInfo":            map[string]any{"name": "fettle"},
		"initializationOptions": options,
		"workspaceFolders":      []any{map[string]any{"uri": uri, "name": "root"}},
		"capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": []string{"utf-8", "utf-16"}},
			"textDocument": map[string]any{
				"synchronization": map[string]any{}, "definition": link, "typeDefinition": link, "implementation": link,
				"references": map[string]any{},
				"codeAction": map[string]any{
					"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{actionKind}}},
					"isPreferredSupport":       true, "disabledSupport": true, "dataSupport": true,
					"resolveSupport": map[string]any{"properties": []string{"edit"}},
				},
				"diagnostic": map[string]any{}, "publishDiagnostics": map[string]any{"versionSupport": true, "dataSupport": true,
					"tagSupport": map[string]any{"valueSet": []int{1, 2}}},
			},
			"workspace":    map[string]any{"configuration": true, "workspaceFolders": true},
			"experimental": map[string]any{"serverStatusNotification": true},
		},
	})
	if err != nil {
		return fmt.Errorf("initializing the language server: %w", err)
	}
	var r struct {
		Capabilities struct {
			PositionEncoding string          `json:"positionEncoding"`
			Pulls            json.RawMessage `json:"diagnosticProvider"`
			ExecuteCommand   struct {
				Commands []string `json:"commands"`
			} `json:"executeCommandProvider"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(m.Result, &r); err != nil {
		return fmt.Errorf("initializing the language server: %w", errFraming)
	}
	c.pulls.Store(len(r.Capabilities.Pulls) > 0 && string(r.Capabilities.Pulls) != "null")
	c.handsOn = slices.Contains(r.Capabilities.ExecuteCommand.Commands, tsserverRequest)
	switch r.Capabilities.PositionEncoding {
	case "", "utf-16":
		c.encoding = text.UTF16
	case "utf-8":
		c.encoding = text.UTF8
	default:
		return errors.New("the language server counts columns in a unit that was not offered")
	}
	if err := c.send(message{Method: "initialized", Params: map[string]any{}}); err != nil {
		return err
	}
	// Some servers (pyright) do nothing before they have received settings.
	return c.send(message{Method: "workspace/didChangeConfiguration",
		Params: map[string]any{"settings": map[string]any{}}})
}

// shutdown ends a server kindly; if it does not hear, its process is ended by
// whoever reads it.
func (c *session) shutdown() {
	ctx, cancel := context.WithTimeout(context.Background(), limits.ServerStop)
	defer cancel()
	if _, err := c.call(ctx, "shutdown", nil); err == nil {
		_ = c.send(message{Method: "exit"})
		select {
		case <-c.process.Done():
		case <-ctx.Done():
		}
	}
	c.end(errors.New("the language server was shut down"))
	c.process.Kill()
}
