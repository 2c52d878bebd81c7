// Package rpc is fettle's end of the wire: JSON-RPC 2.0 frames on standard
// input and output, in the manner of the Language Server Protocol. It knows
// methods only by name; what they do is in a [Table].
//
// # Lanes
//
// The protocol leaves the order of answers to the server, but not that of changes
// to a document:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#messageOrdering
//
// One goroutine reads. Notifications run to their end on it, in wire order, so
// that no edit is lost or overtaken: they touch memory only. A request is
// decoded and reads its snapshot on the same lane ([Request]); the [Work] it
// returns then runs elsewhere, under a context that ends with $/cancelRequest,
// with shutdown, or with a deadline. Another goroutine writes. Nothing on the
// lane may call the client: its answer could never be read. [Conn.Call] checks
// that.
//
//	reader ── notification ── runs here
//	       └─ request ─────── decode + snapshot here ── work elsewhere ── queue ── writer
//
// # What the guards promise
//
// Only a header block that leaves the start of the next frame unknown ends the
// connection. Bad JSON, a bad envelope, a batch, an unknown method, wrong
// parameters, a panic or a flood are answered, or logged where nothing can be
// answered, and the next message is served. Every request gets exactly one
// answer. A client that stops reading is given up after a while; until then
// progress and log messages are dropped for it, answers never.
//
// # Underneath
//
// The envelope, ids and the matching of answers to calls are those of
// go.lsp.dev/jsonrpc2. Its stream, codec, cancel and async handlers are not
// used: a Conn has its own, since with those a single unknown notification
// ends the connection and notifications overtake each other. The context that
// library hands to a handler is recycled with the request, therefore no context
// here is derived from it.
package rpc
