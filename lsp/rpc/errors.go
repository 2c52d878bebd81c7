package rpc

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/text"
)

// The error codes that fettle sends.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#errorCodes
const (
	ParseError           = -32700 // the body is not JSON
	InvalidRequest       = -32600 // bad envelope, batch, id in use, wrong kind, wrong moment
	MethodNotFound       = -32601
	InvalidParams        = -32602 // parameters that do not decode, unknown commands and ids
	InternalError        = -32603 // panic or fault; the text is always the same
	ServerNotInitialized = -32002
	RequestCancelled     = -32800 // by the client, or by shutdown
	ContentModified      = -32801
	ServerCancelled      = -32802 // only for requests the protocol declares so
	RequestFailed        = -32803 // known, but could not be done; the text is for people
)

// Errorf makes an error that is answered with this code and text. Any other
// error is answered as an [InternalError] with a fixed text, because it may
// carry paths or keys. Editors show the text: it is defused here.
func Errorf(code int, format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.Code(code), "%s", text.Defuse(fmt.Sprintf(format, args...)))
}

// Code returns the code of an error made by [Errorf] or sent by the client, 0 for
// any other error.
func Code(err error) int {
	var wire *jsonrpc2.Error
	if errors.As(err, &wire) {
		return int(wire.Code)
	}
	return 0
}

// answerable turns any error into the one that may be sent.
func answerable(err error) error {
	var wire *jsonrpc2.Error
	switch {
	case errors.As(err, &wire):
		return wire
	case errors.Is(err, context.DeadlineExceeded):
		return Errorf(RequestFailed, "took too long")
	}
	return Errorf(InternalError, "internal error")
}
