package rpc

import (
	"bytes"
	"encoding/json"
	"errors"

	"go.lsp.dev/jsonrpc2"
)

// errDropped is a message that is neither served nor answered: a malformed
// answer. Answering an answer could go on for ever.
var errDropped = errors.New("malformed answer")

// shape decodes one body into a call, notification or answer, or says why not:
// a *refusal, or errDropped. awaiting is how many answers are due, which decides
// what an object with nothing but an id is.
func shape(body []byte, awaiting int) (jsonrpc2.Message, error) {
	// jsonrpc2 checks the envelope only: broken JSON inside params would come
	// up in a handler, much later.
	if !json.Valid(body) {
		return nil, &refusal{code: ParseError, text: "message is not JSON"}
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	if err == nil {
		return msg, nil
	}
	switch first := bytes.TrimSpace(body)[0]; first {
	case '[':
		return nil, &refusal{code: InvalidRequest, text: "batches are not part of the protocol"}
	case '{':
		return mend(body, awaiting)
	}
	return nil, &refusal{code: InvalidRequest, text: "message is not an object"}
}

// mend classifies an object that is no well-formed message.
func mend(body []byte, awaiting int) (jsonrpc2.Message, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, &refusal{code: ParseError, text: "message is not JSON"}
	}
	_, hasMethod := m["method"]
	result, hasResult := m["result"]
	fault, hasError := m["error"]
	id, hasID := answerID(m["id"])
	invalid := &refusal{code: InvalidRequest, text: "message is not a JSON-RPC 2.0 request"}
	if hasID {
		invalid.id = m["id"]
	}
	switch {
	case hasMethod:
		return nil, invalid
	case !hasResult && !hasError && (!hasID || awaiting == 0):
		return nil, invalid
	case !hasID || string(m["jsonrpc"]) != `"2.0"`:
		return nil, errDropped
	case !hasError || string(fault) == "null":
		// Some clients write both members, one of them null; some leave out a
		// result that is undefined.
		return jsonrpc2.NewResponse(id, jsonrpc2.RawMessage(orNull(result)), nil), nil
	}
	return jsonrpc2.NewResponse(id, nil, clientError(fault)), nil
}

// clientError reads as much of an error object as there is.
func clientError(raw json.RawMessage) error {
	var m map[string]json.RawMessage
	wire := &jsonrpc2.Error{Code: jsonrpc2.UnknownError, Message: "the client answered with an error"}
	if json.Unmarshal(raw, &m) != nil {
		return wire
	}
	var code int32
	if m["code"] != nil && json.Unmarshal(m["code"], &code) == nil {
		wire.Code = jsonrpc2.Code(code)
	}
	var text string
	if m["message"] != nil && json.Unmarshal(m["message"], &text) == nil {
		wire.Message = text
	}
	return wire
}

// answerID decodes an id that can be answered: a string or an integer.
func answerID(raw json.RawMessage) (jsonrpc2.ID, bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return jsonrpc2.ID{}, false
	}
	var s string
	if raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return jsonrpc2.NewStringID(s), true
	}
	var n int64
	if json.Unmarshal(raw, &n) == nil {
		return jsonrpc2.NewNumberID(n), true
	}
	return jsonrpc2.ID{}, false
}
