package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// describe writes down what shape makes of a body.
func describe(msg jsonrpc2.Message, err error) string {
	var no *refusal
	switch {
	case errors.As(err, &no):
		id := string(no.id)
		if id == "" {
			id = "null"
		}
		return fmt.Sprintf("%d to %s", no.code, id)
	case errors.Is(err, errDropped):
		return "dropped"
	case err != nil:
		return "error " + err.Error()
	}
	switch m := msg.(type) {
	case *jsonrpc2.Call:
		return fmt.Sprintf("call %s %s", m.ID(), m.Method())
	case *jsonrpc2.Notification:
		return "note " + m.Method()
	case *jsonrpc2.Response:
		if m.Err() != nil {
			return fmt.Sprintf("answer %s error %d %s", m.ID(), Code(m.Err()), m.Err())
		}
		return fmt.Sprintf("answer %s %s", m.ID(), m.Result())
	}
	return "?"
}

func TestShape(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"a"}`, "call 1 a"},
		{` {"jsonrpc":"2.0","id":"x","method":"a","params":null} `, "call x a"},
		{`{"jsonrpc":"2.0","method":"a","params":{}}`, "note a"},
		{`{"jsonrpc":"2.0","id":4294967296,"method":"a"}`, "call 4294967296 a"},
		{`{"jsonrpc":"2.0","id":1,"result":null}`, "answer 1 null"},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no"}}`, "answer 1 error -5 no"},

		{``, "-32700 to null"}, {`{`, "-32700 to null"}, {`{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":}}`, "-32700 to null"},
		{`{"jsonrpc":"2.0","id":1,"method":"a"} x`, "-32700 to null"}, {"\x00", "-32700 to null"},
		{`[]`, "-32600 to null"}, {`[{"jsonrpc":"2.0","id":1,"method":"a"}]`, "-32600 to null"}, {`5`, "-32600 to null"}, {`"x"`, "-32600 to null"}, {`null`, "-32600 to null"},
		{`{"id":1,"method":"a"}`, "-32600 to 1"}, {`{"jsonrpc":"1.0","id":"s","method":"a"}`, `-32600 to "s"`}, {`{"jsonrpc":2.0,"id":1,"method":"a"}`, "-32600 to 1"},
		{`{"jsonrpc":"2.0","id":1.0,"method":"a"}`, "-32600 to null"}, {`{"jsonrpc":"2.0","id":1.5,"method":"a"}`, "-32600 to null"},
		{`{"jsonrpc":"2.0","id":true,"method":"a"}`, "-32600 to null"}, {`{"jsonrpc":"2.0","id":{},"method":"a"}`, "-32600 to null"},
		{`{"jsonrpc":"2.0","id":99999999999999999999,"method":"a"}`, "-32600 to null"},
		{`{"jsonrpc":"2.0","id":1,"method":5}`, "-32600 to 1"}, {`{"jsonrpc":"2.0","id":1,"method":"a","result":1}`, "-32600 to 1"},
		{`{"jsonrpc":"2.0","id":1}`, "-32600 to 1"}, {`{}`, "-32600 to null"}, {`{"method":"a"}`, "-32600 to null"},

		{`{"jsonrpc":"2.0","id":1,"result":7,"error":null}`, "answer 1 7"}, {`{"jsonrpc":"2.0","id":1,"error":null}`, "answer 1 null"},
		{`{"jsonrpc":"2.0","id":1,"result":7,"error":{"code":-1,"message":"m"}}`, "answer 1 error -1 m"},
		{`{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":"x"}}`, "answer 1 error -32001 the client answered with an error"},
		{`{"jsonrpc":"2.0","id":1,"error":"text"}`, "answer 1 error -32001 the client answered with an error"},
		{`{"id":1,"result":7}`, "dropped"}, {`{"jsonrpc":"2.0","result":7,"error":null}`, "dropped"}, {`{"jsonrpc":"2.0","id":1.5,"result":7}`, "dropped"},
	} {
		msg, err := shape([]byte(tt.body), 0)
		if got := describe(msg, err); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.body, got, tt.want)
		}
	}
	msg, err := shape([]byte(`{"jsonrpc":"2.0","id":3}`), 1)
	if got := describe(msg, err); got != "answer 3 null" {
		t.Errorf("an answer without result: %s", got)
	}
}

// FuzzShape feeds the guard anything: only JSON may pass, what passes has a
// good envelope, and what is refused is refused with an id that was sent.
func FuzzShape(f *testing.F) {
	for _, s := range []string{`{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}`, `{"jsonrpc":"2.0","method":"a"}`, `{"jsonrpc":"2.0","id":"1","result":{}}`,
		`{"id":1,"error":null,"result":0}`, `[]`, `{"jsonrpc":"2.0","id":1e3,"method":"\ud800"}`, `{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"id":2,"method":"a"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		msg, err := shape(body, 0)
		var no *refusal
		switch {
		case err == nil && !json.Valid(body):
			t.Errorf("passed though no JSON: %q", body)
		case err == nil && describe(msg, nil) == "?":
			t.Errorf("passed as %T: %q", msg, body)
		case errors.As(err, &no):
			if _, ok := answerID(no.id); no.id != nil && !ok || no.lost {
				t.Errorf("refused with id %q: %q", no.id, body)
			}
		case err != nil && !errors.Is(err, errDropped):
			t.Errorf("%q: %v", body, err)
		}
	})
}
