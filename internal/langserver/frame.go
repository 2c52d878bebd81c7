package langserver

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
)

// The bounds of what a server may send.
const (
	maxHeaderLine = 1 << 10
	maxHeaders    = 16
)

var errFraming = errors.New("the language server broke the framing")

// message is any message in either direction.
type message struct {
	Version string           `json:"jsonrpc"`
	ID      *json.RawMessage `json:"id,omitempty"`
	Method  string           `json:"method,omitempty"`
	Params  any              `json:"params,omitempty"`
	Result  json.RawMessage  `json:"result,omitempty"`
	Error   *fault           `json:"error,omitempty"`

	early bool // an answer that came while the server was loading
}

// fault is an error of the protocol.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
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

// writeFrame sends one message.
func writeFrame(w io.Writer, m message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("writing to the language server: %w", err)
	}
	frame := append([]byte("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"), body...)
	if _, err := w.Write(frame); err != nil {
		return fmt.Errorf("writing to the language server: %w", err)
	}
	return nil
}
