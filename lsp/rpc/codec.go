package rpc

import (
	"bytes"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Marshal encodes a value for the wire. Values of go.lsp.dev/protocol encode by
// their own rules (unions, optional members), a raw message as it is, and a nil
// raw message as null.
func Marshal(v any) (json.RawMessage, error) {
	switch raw := v.(type) {
	case nil:
		return json.RawMessage("null"), nil
	case json.RawMessage:
		return orNull(raw), nil
	case jsonrpc2.RawMessage:
		return orNull(json.RawMessage(raw)), nil
	}
	return protocol.Marshal(v)
}

// Unmarshal decodes parameters or results. Its error answers the request with
// [InvalidParams]; absent and null parameters are an error too, unless a raw
// message is asked for. The decoded value never aliases data.
func Unmarshal(data json.RawMessage, v any) error {
	switch raw := v.(type) {
	case *json.RawMessage:
		*raw = bytes.Clone(data)
		return nil
	case *jsonrpc2.RawMessage:
		*raw = bytes.Clone(data)
		return nil
	}
	if len(data) == 0 {
		return Errorf(InvalidParams, "params are missing")
	}
	if err := protocol.Unmarshal(data, v); err != nil {
		return Errorf(InvalidParams, "params do not decode")
	}
	return nil
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// codec lets jsonrpc2 encode the parameters of our calls and decode the
// client's results by the protocol's rules, which its default does not know.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) { return Marshal(v) }

func (codec) Unmarshal(data []byte, v any) error {
	switch v.(type) {
	case *json.RawMessage, *jsonrpc2.RawMessage:
		return Unmarshal(data, v)
	}
	return protocol.Unmarshal(data, v)
}
