package langserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
)

// The bounds of what a server may send.
const (
	maxHeaderLine = 1 << 10
	maxHeaders    = 16
)

var errFraming = errors.New("the language server broke the framing")

// fault is an error of the protocol.
type fault struct {
	Code    int
	Message string
}

func (f *fault) Error() string {
	return fmt.Sprintf("the language server says: %.*s (%d)", limits.Message, f.Message, f.Code)
}

// readFrame reads one message; whatever is no frame ends the session.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length := -1
	for n := 0; ; n++ {
		line, err := r.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				return nil, errFraming
			}
			return nil, err
		}
		if len(line) > maxHeaderLine || n > maxHeaders {
			return nil, errFraming
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, errFraming
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, errFraming
			}
		}
	}
	if length < 0 || length > limits.ServerFrame {
		return nil, errFraming
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, err
	}
	return body, nil
}

// wire is the two pipes of a server, as jsonrpc2 reads and writes them. Its own framing accepts messages of
// up to 1 GiB, and a write of it waits for as long as the server does not read.
type wire struct {
	process *child.Process
	in      *bufio.Reader
	out     chan []byte
	closed  chan struct{}
	once    sync.Once
}

func newWire(p *child.Process) *wire {
	w := &wire{process: p, in: bufio.NewReader(p.Stdout), out: make(chan []byte, limits.ServerOutbox),
		closed: make(chan struct{})}
	go w.send()
	return w
}

// Read returns the next message.
func (w *wire) Read(context.Context) (jsonrpc2.Message, int64, error) {
	body, err := readFrame(w.in)
	if err != nil {
		return nil, 0, err
	}
	m, err := jsonrpc2.DecodeMessage(body)
	if err != nil {
		return nil, 0, errFraming
	}
	return m, int64(len(body)), nil
}

// Write puts a message into the outbox: a server that does not read blocks nobody.
func (w *wire) Write(_ context.Context, m jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, m)
	select {
	case w.out <- append([]byte("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"), body...):
		return int64(len(body)), nil
	default:
		_ = w.Close()
		return 0, errors.New("the language server does not read its input")
	}
}

// send empties the outbox.
func (w *wire) send() {
	for {
		select {
		case frame := <-w.out:
			if _, err := w.process.Stdin.Write(frame); err != nil {
				_ = w.Close()
				return
			}
		case <-w.closed:
			return
		}
	}
}

// Close ends the session: whoever waits for an answer is released.
func (w *wire) Close() error {
	w.once.Do(func() {
		close(w.closed)
		_ = w.process.Stdin.Close()
		if r, ok := w.process.Stdout.(io.Closer); ok {
			_ = r.Close()
		}
	})
	return nil
}
