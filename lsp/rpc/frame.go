package rpc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/fettle-dev/fettle/internal/limits"
)

// refusal is a frame or message that is answered by the guard itself.
type refusal struct {
	code int
	text string
	id   []byte // raw id to answer to; nil means null
	lost bool   // the start of the next frame is unknown: the connection is over
}

func (r *refusal) Error() string { return r.text }

// frames cuts a byte stream into message bodies.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#headerPart
type frames struct {
	in   *bufio.Reader
	skip int64 // bytes of a refused body still to be thrown away
}

// readChunk is how far a body's buffer may run ahead of the bytes that have
// really arrived: a lie in the header must not cost memory.
const readChunk = 1 << 20

// next reads one body. The error is a *refusal, after which next may be called
// again unless it is lost; io.EOF between two frames; io.ErrUnexpectedEOF inside
// one; or the reader's own. The body is the caller's to keep: a fresh buffer
// for each frame costs little and removes a whole class of faults, bytes
// that change under a handler that kept them.
func (f *frames) next() ([]byte, error) {
	if f.skip > 0 {
		n := f.skip
		f.skip = 0
		if _, err := io.CopyN(io.Discard, f.in, n); err != nil {
			return nil, inside(err)
		}
	}
	length, err := f.header()
	if err != nil {
		return nil, err
	}
	switch {
	case length == 0:
		return nil, &refusal{code: ParseError, text: "empty message"}
	case length > limits.FrameDiscard:
		return nil, lost("Content-Length above 1 GiB")
	case length > limits.Frame:
		// Answered at once: the peer may be waiting before it sends the body.
		f.skip = length
		return nil, &refusal{code: InvalidRequest, text: fmt.Sprintf("message larger than %d MiB", limits.Frame>>20)}
	}
	return f.body(int(length))
}

func (f *frames) body(length int) ([]byte, error) {
	body := make([]byte, 0, min(length, readChunk))
	for len(body) < length {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(length, 2*cap(body)))
			copy(grown, body)
			body = grown
		}
		n, err := f.in.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err != nil && len(body) < length {
			return nil, inside(err)
		}
	}
	return body, nil
}

// header reads a header block up to its blank line and returns the length of the
// body. Fields may come in any order and case, lines may end with a bare LF,
// and what is not Content-Length is passed over.
func (f *frames) header() (int64, error) {
	length, total, seen := int64(-1), 0, false
	for {
		line, err := f.in.ReadSlice('\n')
		total += len(line)
		switch {
		case total > limits.FrameHeader || errors.Is(err, bufio.ErrBufferFull):
			return 0, lost("header block larger than 8 KiB")
		case errors.Is(err, io.EOF) && total == 0:
			return 0, io.EOF
		case err != nil:
			return 0, inside(err)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			if !seen {
				continue // stray blank lines between frames do no harm
			}
			if length < 0 {
				return 0, lost("no Content-Length")
			}
			return length, nil
		}
		seen = true
		name, value, found := bytes.Cut(line, []byte{':'})
		if !found || !bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
			continue
		}
		n, ok := contentLength(bytes.TrimSpace(value))
		if !ok || length >= 0 && length != n {
			return 0, lost("Content-Length is not one number")
		}
		length = n
	}
}

// contentLength parses digits only: no sign, no space, no fraction. Numbers
// beyond every limit are cut to one that is beyond every limit.
func contentLength(b []byte) (int64, bool) {
	if len(b) == 0 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		n = limits.FrameDiscard + 1
	}
	return n, true
}

func lost(text string) *refusal { return &refusal{code: ParseError, text: text, lost: true} }

// inside is the error for an end of input in the middle of a frame.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
