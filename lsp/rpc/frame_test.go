package rpc

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fettle-dev/fettle/internal/limits"
)

func framesOf(s string) *frames {
	return &frames{in: bufio.NewReaderSize(strings.NewReader(s), limits.FrameHeader)}
}

func TestFrames(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	tests := []struct{ name, in, want string }{
		{"plain", "Content-Length: 2\r\n\r\nab", "ab"},
		{"two", "Content-Length: 2\r\n\r\nabContent-Length: 1\r\n\r\nc", "ab|c"},
		{"bare LF", "Content-Length: 2\n\nab", "ab"},
		{"lower case, no space", "content-length:2\r\n\r\nab", "ab"},
		{"any order", "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nX: y\r\nCONTENT-LENGTH:  2 \r\n\r\nab", "ab"},
		{"line without colon", "hello\r\nContent-Length: 2\r\n\r\nab", "ab"},
		{"blank lines between", "\r\n\nContent-Length: 2\r\n\r\nab", "ab"},
		{"twice the same", "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab", "ab"},
		{"larger than a chunk", "Content-Length: 3145728\r\n\r\n" + long, long},
		{"empty, then good", "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nc", "!-32700|c"},
		{"too large, then good", "Content-Length: 67108865\r\n\r\n" + strings.Repeat("y", 64<<20+1) + "Content-Length: 1\r\n\r\nc", "!-32600|c"},
		{"nothing", "", ""},
		{"ends in header", "Content-Le", "cut"},
		{"ends in body", "Content-Length: 9\r\n\r\nab", "cut"},
		{"no length", "X: y\r\n\r\nab", "lost"},
		{"negative", "Content-Length: -1\r\n\r\nab", "lost"},
		{"plus", "Content-Length: +1\r\n\r\nab", "lost"},
		{"text", "Content-Length: abc\r\n\r\nab", "lost"},
		{"empty value", "Content-Length:\r\n\r\nab", "lost"},
		{"two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "lost"},
		{"above 1 GiB", "Content-Length: 1073741825\r\n\r\nab", "lost"},
		{"beyond 64 bits", "Content-Length: 99999999999999999999999\r\n\r\nab", "lost"},
		{"long line", strings.Repeat("x", 64<<10), "lost"},
		{"many lines", strings.Repeat("x: y\r\n", 4<<10), "lost"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(drainFrames(framesOf(tt.in)), "|"); got != tt.want {
				t.Errorf("got %.80q, want %.80q", got, tt.want)
			}
		})
	}
	one := &frames{in: bufio.NewReader(iotest.OneByteReader(strings.NewReader(tests[1].in)))}
	if got := strings.Join(drainFrames(one), "|"); got != "ab|c" {
		t.Errorf("byte by byte: %q", got)
	}
}

// drainFrames reads to the end and writes down what came.
func drainFrames(f *frames) []string {
	var got []string
	for {
		body, err := f.next()
		var no *refusal
		switch {
		case err == nil:
			got = append(got, string(body))
		case errors.As(err, &no) && no.lost:
			return append(got, "lost")
		case errors.As(err, &no):
			got = append(got, "!"+map[int]string{ParseError: "-32700", InvalidRequest: "-32600"}[no.code])
		case errors.Is(err, io.ErrUnexpectedEOF):
			return append(got, "cut")
		default:
			return got
		}
	}
}

// FuzzFrames feeds the reader anything. It must come to an end, give no body
// of another length than was declared, and read the same when the bytes come
// one at a time.
func FuzzFrames(f *testing.F) {
	for _, s := range []string{"Content-Length: 2\r\n\r\nab", "Content-Length: 0\r\n\r\n", "content-length:1\n\nxContent-Length: 2\r\n\r\n{}", "\r\n\r\n", "Content-Length: -2\r\n\r\n", "Content-Length: 68000000\r\n\r\nabc"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		whole := drainFrames(framesOf(string(in)))
		bytewise := drainFrames(&frames{in: bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(string(in))), limits.FrameHeader)})
		if strings.Join(whole, "|") != strings.Join(bytewise, "|") {
			t.Errorf("at once %q, byte by byte %q", whole, bytewise)
		}
		total := 0
		for _, body := range whole {
			total += len(body)
		}
		if total > len(in)+len("lost")+7*len(whole) {
			t.Errorf("%d bytes in, %d out", len(in), total)
		}
	})
}
