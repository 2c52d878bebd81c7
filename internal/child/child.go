// Package child starts all processes. Everything that fettle runs (linters,
// compilers, git, language servers, a command that prints a key) goes through
// [Run] or [Start], so that these rules hold everywhere:
//
//   - an argument list, never a shell; the program is an absolute path, as
//     [Look] returns it;
//   - a child that works for a folder nobody trusts finds no version control
//     program, because those run what the folder's metadata says;
//   - an allow-list of environment variables, so that no key is inherited;
//   - a process group of its own, which is killed as a whole at the deadline, on
//     cancellation, or when the output exceeds its cap;
//   - what children have started ends with this process, even if it is killed,
//     where there is a [Guard] (Linux);
//   - a child that leaves a daemon holding its pipe is waited for only
//     [limits.ChildWait].
//
// A non-zero exit code is not an error: linters use it to say that they found
// something. The caller decides what it means.
package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// The ways in which a run fails. Test with errors.Is.
var (
	ErrNotFound = errors.New("not found")
	ErrRefused  = errors.New("refused")             // inside an untrusted workspace, relative, not a plain name
	ErrStart    = errors.New("cannot be started")   // not executable, wrong format, no memory
	ErrTimeout  = errors.New("timed out")           // killed at its limit
	ErrOutput   = errors.New("output too large")    // killed at the output cap
	ErrCrashed  = errors.New("ended by a signal")   // crashed or killed by somebody else
	ErrCanceled = errors.New("canceled by request") // the caller's context ended
)

// Command is one program with everything it may see.
type Command struct {
	Argv    []string // Argv[0] is an absolute path
	Dir     string   // absolute; "": the root folder, where nothing is found by accident
	Stdin   []byte
	Env     []string // "NAME=value", added to the allow-list's variables
	Inherit []string // names passed on beyond the allow-list; never a secret
	Hidden  []string // PATH entries inside these folders are hidden from the child
	// Trusted marks a child that works for a folder whose code may run, or for
	// the user alone. Any other child finds no version control program.
	Trusted bool
	// Daemons lets the child leave daemons behind (an agent that keeps keys):
	// processes in sessions of their own. Everything else that it has started
	// ends with this process, where there is a [Guard].
	Daemons bool
	Timeout time.Duration // 0: limits.LinterTime

	MaxOutput int // bytes of standard output; 0: limits.ChildOutput, limits.ChildStream for Read
	// Read reads standard output while the child writes it, so that a report of any size
	// needs no more memory than what is made of it; nil: it is collected. What it leaves
	// is read to its end and dropped. It returns before Run does. The result then has only
	// the first limits.ChildHead bytes.
	Read      func(io.Reader)
	ErrorTail int // bytes of error output kept; 0: limits.ChildErrorTail

	git bool // it is git, by [Git]
}

// Result is what a child left behind.
type Result struct {
	Stdout   []byte
	Stderr   string // its tail
	ExitCode int    // -1 when it did not exit by itself
	Elapsed  time.Duration
}

// Error says which program failed in which way; it unwraps to one of the
// errors above and to the system's own.
type Error struct {
	Program string // base name
	Kind    error
	Err     error
	After   time.Duration
}

func (e *Error) Error() string {
	switch {
	case errors.Is(e.Kind, ErrTimeout):
		return fmt.Sprintf("%s: timed out after %s", e.Program, e.After.Round(time.Millisecond))
	case e.Err != nil:
		return fmt.Sprintf("%s: %v: %v", e.Program, e.Kind, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Program, e.Kind)
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Run starts the command, feeds it, and waits for its end. The result is
// filled as far as the child got even when an error is returned.
func Run(ctx context.Context, c Command) (Result, error) {
	if err := c.check(); err != nil {
		return Result{ExitCode: -1}, err
	}
	c = c.rooted()
	timeout := c.Timeout
	if timeout <= 0 {
		timeout = limits.LinterTime
	}
	parent := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, ErrTimeout)
	defer cancel()

	out := &capped{max: c.MaxOutput, full: func() { stop(ErrOutput) }}
	switch {
	case out.max > 0:
	case c.Read != nil:
		out.max = limits.ChildStream
	default:
		out.max = limits.ChildOutput
	}
	errTail := &tail{max: c.ErrorTail}
	if errTail.max <= 0 {
		errTail.max = limits.ChildErrorTail
	}
	cmd := c.command(ctx)
	cmd.Stdin = bytes.NewReader(c.Stdin)
	cmd.Stdout, cmd.Stderr = out, errTail

	if c.Read != nil {
		defer out.stream(c.Read)()
	}
	beGuarded()
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{ExitCode: -1}, c.fail(c.startKind(parent, err), err, 0)
	}
	err := cmd.Wait()
	out.end()
	res := Result{Stdout: out.buf.Bytes(), Stderr: errTail.String(), ExitCode: cmd.ProcessState.ExitCode(),
		Elapsed: time.Since(began)}
	if errors.Is(err, exec.ErrWaitDelay) {
		// Somebody it left behind holds the pipe, so the group still exists
		// and its number cannot belong to anybody else.
		_ = killGroup(cmd.Process)
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrOutput):
		return res, c.fail(ErrOutput, nil, res.Elapsed)
	case res.ExitCode >= 0 && (err == nil || errors.Is(err, exec.ErrWaitDelay) || isExit(err)):
		return res, nil
	case parent.Err() != nil && errors.Is(parent.Err(), context.DeadlineExceeded), errors.Is(cause, ErrTimeout):
		return res, c.fail(ErrTimeout, context.Cause(parent), res.Elapsed)
	case parent.Err() != nil:
		return res, c.fail(ErrCanceled, context.Cause(parent), res.Elapsed)
	}
	return res, c.fail(ErrCrashed, err, res.Elapsed)
}

// command builds the exec.Cmd of both Run and Start.
func (c Command) command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Argv[0], c.Argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = c.environment()
	cmd.WaitDelay = limits.ChildWait
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	return cmd
}

func (c Command) check() error {
	if len(c.Argv) == 0 {
		return &Error{Program: "command", Kind: ErrRefused, Err: errors.New("no arguments")}
	}
	switch {
	case !filepath.IsAbs(c.Argv[0]):
		return c.fail(ErrRefused, fmt.Errorf("program path is not absolute: %w", exec.ErrDot), 0)
	case c.Dir != "" && !filepath.IsAbs(c.Dir):
		return c.fail(ErrRefused, errors.New("working folder is not absolute"), 0)
	}
	for _, a := range c.Argv {
		if strings.IndexByte(a, 0) >= 0 {
			return c.fail(ErrRefused, errors.New("argument with a zero byte"), 0)
		}
	}
	return nil
}

// rooted fills in the working folder.
func (c Command) rooted() Command {
	if c.Dir == "" {
		c.Dir = filepath.VolumeName(c.Argv[0]) + string(filepath.Separator)
	}
	return c
}

func (c Command) fail(kind, err error, after time.Duration) error {
	return &Error{Program: filepath.Base(c.Argv[0]), Kind: kind, Err: err, After: after}
}

func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit)
}

// startKind returns why a process did not start. The system reports a missing program and a missing working folder
// alike; only the first is [ErrNotFound].
func (c Command) startKind(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded): // exec starts nothing then, and says so
		return ErrTimeout
	case ctx.Err() != nil:
		return ErrCanceled
	}
	if _, dirErr := os.Stat(c.Dir); dirErr == nil && errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	return ErrStart
}
