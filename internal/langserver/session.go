package langserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// session is one run of a server.
type session struct {
	root      string
	process   *child.Process
	wire      *wire
	conn      jsonrpc2.Conn
	encoding  text.Encoding // of columns, as agreed
	checking  chan struct{} // held by the one question about diagnostics
	publishes bool          // the server answers none, it only publishes
	pulls     atomic.Bool   // it has said that it answers some
	handsOn   bool          // it hands questions on to tsserver
	forFixes  bool          // see [Options]
	looks     bool          // it was heard to say of which text it speaks
	loads     atomic.Int32  // how often loading began or ended

	mu      sync.Mutex
	loading chan struct{}  // closed when the workspace is loaded; nil: as far as the server says, it is
	ill     error          // why what the server says means nothing
	version int            // of the last text that was opened for one
	ear     string         // URI of the document whose publications are heard
	heard   chan published // nil: none is
	docs    documents
}

func newSession(p *child.Process, root string) *session {
	c := &session{root: root, process: p, wire: newWire(p), checking: make(chan struct{}, 1)}
	c.docs.open = map[string]*opened{}
	c.conn = jsonrpc2.NewConn(c.wire, jsonrpc2.WithCodec(codec{}))
	c.conn.Go(context.Background(), c.handle)
	return c
}

// codec encodes parameters and decodes results as encoding/json does: servers differ in the case of names.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) { return json.Marshal(v) }

func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// cause returns why the session has ended.
func (c *session) cause() error {
	if err := c.conn.Err(); err != nil {
		return fmt.Errorf("talking to the language server: %w", err)
	}
	return fmt.Errorf("the language server ended: %.*s", diagnostics, c.process.Stderr())
}

// handle answers requests of the server and hears its notifications, in the order of the wire.
func (c *session) handle(_ context.Context, r *jsonrpc2.Request) (any, error) {
	params := json.RawMessage(r.Params())
	switch r.Method() {
	case "textDocument/publishDiagnostics":
		c.hear(params)
	case "experimental/serverStatus":
		c.status(params)
	case "workspace/configuration":
		var p struct{ Items []json.RawMessage }
		_ = json.Unmarshal(params, &p)
		return make([]any, min(len(p.Items), 100)), nil // no settings of ours
	case "workspace/workspaceFolders":
		return []any{map[string]any{"uri": fileURI(c.root), "name": "root"}}, nil
	case "client/registerCapability":
		if bytes.Contains(params, []byte(`"textDocument/diagnostic"`)) {
			c.pulls.Store(true)
		}
	case "client/unregisterCapability", "window/workDoneProgress/create":
	default:
		if r.IsCall() {
			return nil, jsonrpc2.ErrMethodNotFound
		}
	}
	return nil, nil
}

// notify sends a notification.
func (c *session) notify(method string, params any) error {
	return c.conn.Notify(context.Background(), method, params)
}

// call sends a request and waits for the answer. One that nobody waits for any
// more is cancelled.
func (c *session) call(ctx context.Context, method string, params, result any) error {
	id, err := c.conn.Call(ctx, method, params, result)
	var says *jsonrpc2.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &says):
		return &fault{int(says.Code), says.Message}
	case ctx.Err() != nil:
		n, _ := id.Number()
		_ = c.notify("$/cancelRequest", map[string]any{"id": n})
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
	return c.cause()
}

// ask is call for questions about a text: again where the server wants to be
// asked again, and where it was loading the workspace at some time before the answer.
// Such an answer is empty and means nothing (rust-analyzer).
func (c *session) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	for {
		if err := c.loaded(ctx); err != nil {
			return nil, err
		}
		loads := c.loads.Load()
		var raw json.RawMessage
		err := c.call(ctx, method, params, &raw)
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
		case loads == c.loads.Load():
			return raw, nil
		}
	}
}

// initialize shakes hands and agrees on the unit of columns.
func (c *session) initialize(ctx context.Context, options any) error {
	uri := fileURI(c.root)
	link := map[string]any{"linkSupport": true}
	var r struct {
		Capabilities struct {
			PositionEncoding string          `json:"positionEncoding"`
			Pulls            json.RawMessage `json:"diagnosticProvider"`
			ExecuteCommand   struct {
				Commands []string `json:"commands"`
			} `json:"executeCommandProvider"`
		} `json:"capabilities"`
	}
	err := c.call(ctx, "initialize", map[string]any{
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
	}, &r)
	if err != nil {
		return fmt.Errorf("initializing the language server: %w", err)
	}
	if pulls := r.Capabilities.Pulls; len(pulls) > 0 && string(pulls) != "null" {
		c.pulls.Store(true) // it may have said so before
	}
	c.handsOn = slices.Contains(r.Capabilities.ExecuteCommand.Commands, tsserverRequest)
	switch r.Capabilities.PositionEncoding {
	case "", "utf-16":
		c.encoding = text.UTF16
	case "utf-8":
		c.encoding = text.UTF8
	default:
		return errors.New("the language server counts columns in a unit that was not offered")
	}
	if err := c.notify("initialized", map[string]any{}); err != nil {
		return err
	}
	// Some servers (pyright) do nothing before they have received settings.
	return c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}})
}

// shutdown ends a server kindly; if it does not hear, its process is ended.
func (c *session) shutdown() {
	ctx, cancel := context.WithTimeout(context.Background(), limits.ServerStop)
	defer cancel()
	if c.call(ctx, "shutdown", nil, nil) == nil {
		_ = c.notify("exit", nil)
		select {
		case <-c.process.Done():
		case <-ctx.Done():
		}
	}
	_ = c.wire.Close()
	c.process.Kill()
}
