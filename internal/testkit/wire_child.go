package testkit

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// Child is a server in a process of its own.
type Child struct {
	*Wire
	Cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *tailBuffer
	exited chan struct{}
	code   int
}

// StartChild starts a server and speaks to its standard input and output. It
// is killed when the test ends, if it has not exited by then.
func StartChild(t testing.TB, cmd *exec.Cmd) *Child {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	must.OK(t, err)
	// Not StdoutPipe: Wait closes that before everything has been read.
	stdout, childOut, err := os.Pipe()
	must.OK(t, err)
	c := &Child{Cmd: cmd, stdin: stdin, stderr: &tailBuffer{}, exited: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = childOut, c.stderr
	cmd.WaitDelay = time.Second
	must.OK(t, cmd.Start())
	_ = childOut.Close()
	c.Wire = NewWire(t, stdin, stdout)
	go func() {
		_ = cmd.Wait()
		c.code = cmd.ProcessState.ExitCode()
		close(c.exited)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-c.exited
		_ = stdout.Close()
		if t.Failed() {
			log := c.Stderr()
			t.Logf("end of the server's standard error:\n%s", log[max(0, len(log)-4<<10):])
		}
	})
	return c
}

// CloseInput ends the server's standard input.
func (c *Child) CloseInput() { _ = c.stdin.Close() }

// Stderr returns the end of what the server has written to standard error.
func (c *Child) Stderr() string { return c.stderr.String() }

// Exit waits for the end of the process and returns its exit code, -1 after a
// signal, and how long it took. It fails the test when it does not end.
func (c *Child) Exit() (code int, took time.Duration) {
	c.t.Helper()
	start := time.Now()
	select {
	case <-c.exited:
	case <-time.After(WireTimeout):
		c.t.Fatalf("the server does not exit")
	}
	return c.code, time.Since(start)
}

// Alive reports whether the process runs.
func (c *Child) Alive() bool {
	select {
	case <-c.exited:
		return false
	default:
		return true
	}
}

// tailBuffer keeps the last megabyte that is written to it.
type tailBuffer struct {
	mu sync.Mutex
	b  []byte
}

func (t *tailBuffer) Write(p []byte) (int, error) {
	const most = 1 << 20
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if len(t.b) > 2*most {
		t.b = append([]byte(nil), t.b[len(t.b)-most:]...)
	}
	return len(p), nil
}

func (t *tailBuffer) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}

// Build builds a command of this module into a folder, with the given build
// flags, and returns the path of the binary.
func Build(dir, pkg string, flags ...string) (string, error) {
	name := filepath.Base(pkg)
	if os.PathSeparator == '\\' {
		name += ".exe"
	}
	out := filepath.Join(dir, name)
	args := append([]string{"build", "-o", out}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	var b strings.Builder
	cmd.Stdout, cmd.Stderr = &b, &b
	if err := cmd.Run(); err != nil {
		return "", &buildError{b.String(), err}
	}
	return out, nil
}

type buildError struct {
	output string
	err    error
}

func (e *buildError) Error() string { return "go build: " + e.err.Error() + "\n" + e.output }
func (e *buildError) Unwrap() error { return e.err }
