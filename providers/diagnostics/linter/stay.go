package linter

import (
	"cmp"
	"context"
	"errors"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
)

// staying is how a child that stays is asked what a command is run for.
type staying struct {
	argv, env []string
	dir       string
	question  any
	takes     func([]byte) ([]byte, error) // what it prints → what the command prints; nil: the same
}

// heap keeps a process that stays from taking all memory.
const heap = "--max-old-space-size=2048"

// warmly asks a child that stays instead of running a command; not ok: there is
// none, or it has no answer.
func (j *job) warmly(ctx context.Context, cmd child.Command) (res child.Result, err error, ok bool) {
	if j.stays == nil || j.opts.Warm == nil {
		return res, nil, false
	}
	c := child.Command{Argv: j.stays.argv, Dir: j.stays.dir, Env: j.stays.env, Trusted: cmd.Trusted, Hidden: cmd.Hidden}
	timeout := cmp.Or(cmd.Timeout, j.timeout())
	answer, err := j.opts.Warm.Ask(ctx, j.root, c, j.stays.question, timeout)
	switch {
	case errors.Is(err, warm.ErrCold):
		return res, nil, false
	case errors.Is(err, child.ErrTimeout):
		return res, &child.Error{Program: j.spec.Name, Kind: child.ErrTimeout, After: timeout}, true
	case err != nil:
		return res, &child.Error{Program: j.spec.Name, Kind: child.ErrCanceled, Err: err}, true
	}
	out := answer.Output
	if j.stays.takes != nil {
		taken, err := j.stays.takes(out)
		if err != nil {
			return res, nil, false //nolint:nilerr // the tool is started anew, and says it itself
		}
		out = taken
	}
	j.alone = !answer.Others
	return child.Result{Stdout: out}, nil, true
}
