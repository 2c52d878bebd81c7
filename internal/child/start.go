package child

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Process is a running child that is talked to, such as a language server.
type Process struct {
	Stdin  io.WriteCloser
	Stdout io.Reader
	done   chan struct{}
	err    error
	tail   *tail
	cmd    *exec.Cmd
	cancel context.CancelFunc
}

// Start runs a command until its context ends or [Process.Kill] is called; it
// has no deadline of its own. Timeout, Stdin and MaxOutput of the command are
// not used: the caller bounds what it reads and how long it waits.
func Start(ctx context.Context, c Command) (*Process, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	c = c.rooted()
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{done: make(chan struct{}), tail: &tail{max: limits.ChildErrorTail}, cancel: cancel}
	p.cmd = c.command(ctx)
	p.cmd.Stderr = p.tail
	var err error
	if p.Stdin, err = p.cmd.StdinPipe(); err == nil {
		// A pipe of our own: exec's would be closed under the reader by Wait.
		r, w := io.Pipe()
		p.Stdout, p.cmd.Stdout = r, w
		beGuarded()
		if err = p.cmd.Start(); err == nil {
			go p.wait(w)
			return p, nil
		}
	}
	cancel()
	return nil, c.fail(c.startKind(parent, err), err, 0)
}

func (p *Process) wait(w *io.PipeWriter) {
	err := p.cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		_ = killGroup(p.cmd.Process)
	}
	p.err = err
	_ = w.CloseWithError(io.EOF)
	p.cancel()
	close(p.done)
}

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err is the child's exit error; valid once Done is closed.
func (p *Process) Err() error {
	select {
	case <-p.done:
		return p.err
	default:
		return nil
	}
}

// Stderr returns the tail of what the child wrote to its error output.
func (p *Process) Stderr() string { return p.tail.String() }

// Kill ends the child and its group, and waits for their end, at most for
// limits.ChildWait and a little.
func (p *Process) Kill() {
	p.cancel()
	if r, ok := p.Stdout.(*io.PipeReader); ok {
		_ = r.Close() // frees a copy that nobody reads any more
	}
	select {
	case <-p.done:
	case <-time.After(limits.ChildWait + limits.Flush):
	}
}
