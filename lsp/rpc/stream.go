package rpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/fettle-dev/fettle/internal/limits"
)

// stream is what jsonrpc2 reads messages from and writes messages to. It hands
// on good messages only. It must not have methods named ReadFrame or
// WriteFrame: jsonrpc2 would then go around Read.
type stream struct {
	conn   *Conn
	frames frames
	out    io.Writer
}

// Read returns the next well-formed message. What cannot be one is answered here.
// When the input ends it notifies the connection, and returns only when that is
// over: jsonrpc2 refuses to write answers once it has seen the end.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	for {
		s.backPressure()
		if s.conn.isEnding() {
			return s.end()
		}
		body, err := s.frames.next()
		var msg jsonrpc2.Message
		if err == nil {
			msg, err = shape(body, int(s.conn.awaiting.Load()))
		}
		var no *refusal
		switch {
		case err == nil:
			return msg, int64(len(body)), nil
		case errors.As(err, &no):
			s.conn.note("message refused", no.text, nil)
			s.refuse(no)
			if no.lost {
				s.conn.finish(ending{code: 1, why: "frame boundary lost"})
			}
		case errors.Is(err, errDropped):
			s.conn.note("answer dropped", "", err)
		default:
			s.conn.finish(ending{why: "end of input"})
		}
	}
}

func (s *stream) end() (jsonrpc2.Message, int64, error) {
	<-s.conn.closed
	return nil, 0, io.EOF
}

// backPressure holds the reader while the client owes us more reading than the
// queue may hold. Should it never read again, the writer ends the connection.
func (s *stream) backPressure() {
	for {
		moved := s.conn.queue.overflow()
		if moved == nil {
			return
		}
		select {
		case <-moved:
		case <-s.conn.ending:
			return
		}
	}
}

// refuse answers a message that never reached the handler.
func (s *stream) refuse(no *refusal) {
	id := no.id
	if id == nil {
		id = []byte("null")
	}
	var body []byte
	body = append(body, `{"jsonrpc":"2.0","id":`...)
	body = append(body, id...)
	body = append(body, `,"error":`...)
	fault, err := Marshal(map[string]any{"code": no.code, "message": no.text})
	if err != nil {
		return // an integer and a constant text always encode
	}
	body = append(append(body, fault...), '}')
	_ = s.conn.queue.push(body, keep) // a client that is gone needs no answer
}

// answerPrefix starts every answer that jsonrpc2 encodes, and no call.
var answerPrefix = []byte(`{"jsonrpc":"2.0","id":`)

// Write queues a call or an answer. It ignores the context: the one it gets
// belongs to a request that may be cancelled, and the answer is due all the
// more. Its error is final for jsonrpc2, hence only for a client that is gone.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	answer := bytes.HasPrefix(body, answerPrefix)
	class := calls
	if answer {
		class = keep
	}
	err := s.conn.queue.push(body, class)
	if answer {
		s.conn.answered()
	}
	if err != nil {
		return 0, err
	}
	return int64(len(body)), nil
}

// Close has nothing to close: the files belong to whoever opened them.
func (s *stream) Close() error { return nil }

const (
	writeBatch = 64 << 10 // frames are written together up to this size
	writeChunk = 16 << 10 // so much must be read within limits.OutboundStall
)

// write moves frames from the queue to the client until the connection is
// over or the client reads no more.
func (s *stream) write() {
	q := s.conn.queue
	stall := time.AfterFunc(limits.OutboundStall, func() { s.give("client does not read") })
	stall.Stop()
	defer stall.Stop()
	var buf []byte
	for {
		buf = q.take(buf[:0], writeBatch)
		for rest := buf; len(rest) > 0; {
			n := min(len(rest), writeChunk)
			stall.Reset(limits.OutboundStall)
			_, err := s.out.Write(rest[:n])
			stall.Stop()
			if err != nil {
				s.give("client's end is closed")
				return
			}
			rest = rest[n:]
		}
		if len(buf) > 0 {
			if cap(buf) > 1<<20 {
				buf = nil
			}
			continue
		}
		select {
		case <-q.wake:
		case <-s.conn.closed:
			return
		}
	}
}

func (s *stream) give(why string) {
	s.conn.queue.close()
	s.conn.finish(ending{code: 1, why: why})
}

func newStream(c *Conn, opts Options) *stream {
	return &stream{conn: c, frames: frames{in: bufio.NewReaderSize(opts.In, limits.FrameHeader)}, out: opts.Out}
}
