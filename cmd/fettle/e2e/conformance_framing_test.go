package e2e

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

const ping = `{"jsonrpc":"2.0","id":%d,"method":"fettle/noSuchMethod"}`

func framing() []item {
	return []item{
		{"C01", "a body in writes of one byte", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for _, b := range []byte(testkit.Frame(fmt.Sprintf(ping, 1))) {
				must.OK(t, srv.Bytes(string(b)))
			}
			if m := srv.AnswerTo(1); m.Code() != -32601 {
				t.Error(m.Raw)
			}
		}},
		{"C02", "two messages in one write", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			_ = srv.Bytes(testkit.Frame(fmt.Sprintf(ping, 1)) + testkit.Frame(fmt.Sprintf(ping, 2)))
			srv.AnswerTo(1)
			srv.AnswerTo(2)
		}},
		{"C03", "header order, case, Content-Type, bare line feeds", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			for i, header := range []string{"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
				"content-length: %d\r\ncontent-type: application/vscode-jsonrpc; charset=utf8\r\n\r\n", "CONTENT-LENGTH:%d\n\n", "X-Other: 1\nContent-Length: %d\n\n"} {
				body := fmt.Sprintf(ping, i)
				_ = srv.Bytes(fmt.Sprintf(header, len(body)) + body)
				if m := srv.AnswerTo(i); m.Code() != -32601 {
					t.Errorf("%q: %s", header, m.Raw)
				}
			}
		}},
		{"C04", "Content-Length of zero is survived; negative, text and missing ones end the session with 1", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.refused("Content-Length: 0\r\n\r\n", -32700)
			srv.alive()
			for _, header := range []string{"Content-Length: -5\r\n\r\n", "Content-Length: many\r\n\r\n", "Content-Type: x\r\n\r\n"} {
				srv := s.ready(t, options{})
				srv.refused(header, -32700)
				srv.exits(1, 1)
				if strings.TrimSpace(srv.Stderr()) == "" {
					t.Errorf("%q: nothing on standard error", header)
				}
			}
		}},
		{"C05", "a declared length above 64 MiB is refused and costs no memory", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			const length = 200 << 20
			srv.refused(fmt.Sprintf("Content-Length: %d\r\n\r\n", length), -32600)
			chunk := strings.Repeat(" ", 1<<20)
			for range length / len(chunk) {
				must.OK(t, srv.Bytes(chunk))
			}
			srv.alive()
			srv.memoryBelow(100)
			if srv.start2GiB() {
				srv.exits(1, 1)
			}
		}},
		{"C06", "a header line of 64 KiB without an end", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			srv.refused(strings.Repeat("x", 64<<10), -32700)
			srv.exits(1, 1)
		}},
		{"C07", "didOpen of 20 MiB", func(t *testing.T, s suite) {
			srv := s.ready(t, options{})
			start := time.Now()
			srv.open(python, 1, strings.Repeat("x = 1\n", 20<<20/6))
			srv.alive()
			t.Logf("opened in %v", time.Since(start))
			srv.unfixable(python, "larger than")
			if n := strings.Count(srv.Stderr(), "no fixes for a document"); n != 1 {
				t.Errorf("%d lines in the log", n)
			}
		}},
		{"C08", "nothing but frames on standard output", func(t *testing.T, s suite) {
			srv := s.ready(t, options{env: []string{"GODEBUG=gctrace=1,inittrace=1", "FETTLE_LOG=debug"}})
			srv.open(python, 1, "import os\n")
			for _, body := range []string{"{", "[]", `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}`, `{"jsonrpc":"2.0","method":"x"}`} {
				srv.Body(body)
			}
			srv.actions(python, span(0, 0, 0, 9), map[string]any{"diagnostics": []any{}})
			srv.alive()
			srv.Call("shutdown", nil)
			srv.Notify("exit", nil)
			srv.exits(0, 1)
			if stray := srv.Stray(); stray != "" {
				t.Errorf("stray bytes: %s", stray)
			}
		}},
	}
}

// start2GiB declares a length beyond all bounds and reports that it could.
func (s *server) start2GiB() bool {
	return s.Bytes("Content-Length: 2147483648\r\n\r\n") == nil
}

var residentSize = regexp.MustCompile(`VmRSS:\s*(\d+) kB`)

// resident is the memory of the server in MiB, 0 where it cannot be had.
func (s *server) resident() int {
	if runtime.GOOS != "linux" {
		return 0
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	m := residentSize.FindSubmatch(status)
	if m == nil {
		s.t.Fatal("no VmRSS")
	}
	kb, _ := strconv.Atoi(string(m[1]))
	return kb >> 10
}

func (s *server) memoryBelow(mib int) {
	s.t.Helper()
	got := s.resident()
	s.t.Logf("resident: %d MiB", got)
	if got > mib {
		s.t.Errorf("resident memory of %d MiB, want less than %d", got, mib)
	}
}
