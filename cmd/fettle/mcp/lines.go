package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/fettle-dev/fettle/internal/limits"
)

// lineReader lets through lines that hold one whole message of JSON-RPC each:
// the SDK behind it ends the session at anything else. What is no message is
// answered here, and the next line is read.
type lineReader struct {
	from *bufio.Reader
	out  io.Writer
	line []byte // not handed on yet
	err  error
}

func newLineReader(r io.Reader, out io.Writer) *lineReader {
	return &lineReader{from: bufio.NewReaderSize(r, 64<<10), out: out}
}

// Read hands on the next message, in pieces if p is short.
func (l *lineReader) Read(p []byte) (int, error) {
	for len(l.line) == 0 {
		if l.err != nil {
			return 0, l.err
		}
		l.next()
	}
	n := copy(p, l.line)
	l.line = l.line[n:]
	return n, nil
}

// next reads one line.
func (l *lineReader) next() {
	var line []byte
	long := false
	for {
		part, err := l.from.ReadSlice('\n')
		if long = long || len(line)+len(part) > limits.MCPLine; long {
			line = nil // the rest is read to its end, and not kept
		} else {
			line = append(line, part...)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.err = err // what has no end is no message
			return
		}
	}
	body := bytes.TrimSpace(line)
	switch {
	case long:
		l.refuse(&lineRefusal{code: jsonrpc.CodeInvalidRequest,
			text: fmt.Sprintf("a message may have at most %d bytes", limits.MCPLine)})
	case len(body) > 0:
		no := judge(body)
		if no == nil {
			l.line = append(bytes.Clone(body), '\n')
		} else {
			l.refuse(no)
		}
	}
}

// lineRefusal is why a line is no message. One without a code is not answered.
type lineRefusal struct {
	code int
	id   json.RawMessage
	text string
}

// judge says what is wrong with a line, nil if the SDK can have it.
func judge(body []byte) *lineRefusal {
	if !utf8.Valid(body) {
		return &lineRefusal{code: jsonrpc.CodeParseError, text: "the line is not UTF-8"}
	}
	if !json.Valid(body) {
		return &lineRefusal{code: jsonrpc.CodeParseError,
			text: "the line is not one JSON value; write each message on a line of its own"}
	}
	if body[0] == '[' {
		return &lineRefusal{code: jsonrpc.CodeInvalidRequest,
			text: "batches are not taken; write each message on a line of its own"}
	}
	if _, err := jsonrpc.DecodeMessage(body); err == nil {
		return nil
	}
	var m struct{ ID, Method, Result, Error json.RawMessage }
	_ = json.Unmarshal(body, &m) // what is no object has none of them
	if m.Method == nil && (m.Result != nil || m.Error != nil) {
		return &lineRefusal{} // an answer gets no answer
	}
	no := &lineRefusal{code: jsonrpc.CodeInvalidRequest,
		text: `not a message of JSON-RPC 2.0; expected {"jsonrpc":"2.0","id":…,"method":…}`}
	var text string
	var number int64
	if json.Unmarshal(m.ID, &text) == nil || json.Unmarshal(m.ID, &number) == nil {
		no.id = m.ID
	}
	return no
}

// refuse answers a line that the SDK never sees.
func (l *lineReader) refuse(no *lineRefusal) {
	if no.code == 0 {
		return
	}
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	id := no.id
	if id == nil {
		id = json.RawMessage("null")
	}
	data, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{"2.0", id, failure{no.code, no.text}})
	if err == nil {
		_, err = l.out.Write(append(data, '\n'))
	}
	if err != nil {
		l.err = err // nobody reads answers any more
	}
}

// Close does nothing: the process owns its input.
func (l *lineReader) Close() error { return nil }

// sharedOutput writes one message with each Write, from the SDK and from the
// reader's refusals. The process owns what is behind it: Close leaves it open.
type sharedOutput struct {
	mu sync.Mutex
	io.Writer
}

func (s *sharedOutput) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Writer.Write(p)
}

func (*sharedOutput) Close() error { return nil }
