package rpc

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/jsonrpc2"
)

// phase is where in its life a connection is.
type phase int32

const (
	fresh phase = iota // before initialize was answered
	ready
	down // after shutdown
)

// handle serves one message. It runs on the reading lane and returns nil for
// every notification, since jsonrpc2 reads an error of one as the end.
func (c *Conn) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	if !req.IsCall() {
		c.notification(req.Method(), json.RawMessage(req.Params()))
		return nil, nil
	}
	c.owed.Add(1)
	result, err := c.request(ctx, req)
	if err != nil {
		return nil, answerable(err)
	}
	// Encoded here and not in jsonrpc2, where a fault would end the connection.
	var raw json.RawMessage
	err = c.guard(req.Method(), func() (err error) { raw, err = Marshal(result); return err })
	if err != nil {
		c.note("result does not encode", req.Method(), err)
		return nil, Errorf(InternalError, "internal error")
	}
	return jsonrpc2.RawMessage(raw), nil
}

// notification serves a message without an answer, to its end.
func (c *Conn) notification(method string, params json.RawMessage) {
	at := phase(c.phase.Load())
	switch {
	case method == "exit":
		c.finish(ending{why: "exit"})
		return
	case at != ready:
		c.log.Debug("notification dropped", "method", method, "phase", at)
		return
	case method == "$/cancelRequest":
		c.cancelled(params)
		return
	}
	f, ok := c.table.Notifications[method]
	if !ok {
		c.log.Debug("unknown notification", "method", method)
		return
	}
	if err := c.guard(method, func() error { return f(params) }); err != nil {
		c.note("notification failed", method, err)
	}
}

// cancelled ends the named request. Its id may be larger than the protocol's
// integers; a malformed one names nothing.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#cancelRequest
func (c *Conn) cancelled(params json.RawMessage) {
	var p map[string]json.RawMessage
	if json.Unmarshal(params, &p) != nil {
		return
	}
	if id, ok := answerID(p["id"]); ok {
		c.live.cancel(id)
	}
}

func (c *Conn) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	method, params := req.Method(), json.RawMessage(req.Params())
	switch at := phase(c.phase.Load()); {
	case at == down:
		return nil, Errorf(InvalidRequest, "the server is shut down")
	case at == ready && method == "initialize":
		return nil, Errorf(InvalidRequest, "initialize was sent before")
	case at == fresh && method != "initialize":
		return nil, Errorf(ServerNotInitialized, "initialize was not sent yet")
	case c.live.has(req.ID()):
		return nil, Errorf(InvalidRequest, "a request with this id is in flight")
	case method == "initialize":
		return c.initialize(params)
	case method == "shutdown":
		c.phase.Store(int32(down))
		c.queue.hush()
		c.stopWork()
		return nil, nil
	}
	f, ok := c.table.Requests[method]
	if !ok {
		if _, wrong := c.table.Notifications[method]; wrong || method == "exit" || method == "$/cancelRequest" {
			return nil, Errorf(InvalidRequest, "%s is a notification", method)
		}
		return nil, Errorf(MethodNotFound, "method not found: %s", shorten(method))
	}
	return c.perform(ctx, req.ID(), method, params, f)
}

func (c *Conn) initialize(params json.RawMessage) (result any, err error) {
	err = c.guard("initialize", func() (err error) { result, err = c.table.Initialize(params); return err })
	if err != nil {
		c.note("initialize failed", "initialize", err)
		return nil, err
	}
	c.phase.Store(int32(ready))
	return result, nil
}

// perform decodes on the lane, leaves it, and waits for the work or for its
// cancellation, whichever comes first.
func (c *Conn) perform(ctx context.Context, id jsonrpc2.ID, method string, params json.RawMessage,
	f Request) (any, error) {
	// Derived from the root and not from ctx, which jsonrpc2 recycles.
	workCtx, cancel := context.WithTimeout(c.root, c.opts.Deadline)
	defer cancel()
	if !c.live.add(id, cancel) {
		busy := c.opts.Busy[method]
		if busy == nil {
			return nil, Errorf(RequestFailed, "server busy")
		}
		var result any
		err := c.guard(method, func() (err error) { result, err = busy(); return err })
		return result, err
	}
	defer c.live.remove(id)

	var work Work
	err := c.guard(method, func() (err error) { work, err = f(params); return err })
	if err != nil || work == nil {
		c.live.release()
		if err != nil && Code(err) == 0 {
			c.note("request refused", method, err)
			err = Errorf(InvalidParams, "params do not decode")
		}
		return nil, err
	}
	jsonrpc2.Async(ctx)

	type outcome struct {
		result any
		err    error
	}
	done := make(chan outcome, 1)
	c.Go(method, func(context.Context) {
		defer c.live.release()
		var o outcome
		o.err = c.guard(method, func() (err error) { o.result, err = work(workCtx); return err })
		done <- o
	})
	select {
	case o := <-done:
		if o.err != nil {
			return nil, c.failed(workCtx, method, o.err)
		}
		return o.result, nil
	case <-workCtx.Done():
		return nil, c.failed(workCtx, method, workCtx.Err())
	}
}

// failed picks the answer to work that did not succeed.
func (c *Conn) failed(ctx context.Context, method string, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return Errorf(RequestCancelled, "cancelled")
	case Code(err) == 0:
		c.note("request failed", method, err)
	}
	return err
}

// shorten keeps an unknown method's name readable in an error.
func shorten(method string) string {
	const most = 100
	if len(method) > most {
		return method[:most] + "..."
	}
	return method
}
