package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fettle-dev/fettle/internal/limits"
)

// errInput ends the session with a client that does not speak the protocol.
var errInput = errors.New("input is not one JSON message a line")

// lineReader lets through lines that hold one whole JSON object or list, and
// nothing else: the SDK behind it sees neither a message without an end nor
// half of one. The first line that is not valid ends the input.
type lineReader struct {
	from *bufio.Reader
	line []byte // not handed on yet
	err  error
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{from: bufio.NewReaderSize(r, 64<<10)} }

// Read hands on the next line, in pieces if p is short.
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
	for {
		part, err := l.from.ReadSlice('\n')
		if line = append(line, part...); len(line) > limits.MCPLine {
			l.err = fmt.Errorf("a line of more than %d bytes: %w", limits.MCPLine, errInput)
			return
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
	case len(body) == 0:
	case (body[0] == '{' || body[0] == '[') && json.Valid(body):
		l.line = append(bytes.Clone(body), '\n')
	default:
		l.err = errInput
	}
}

// Close does nothing: the process owns its input.
func (l *lineReader) Close() error { return nil }
