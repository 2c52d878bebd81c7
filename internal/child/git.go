package child

import (
	"context"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// GitOptions say where git runs.
type GitOptions struct {
	Dir       string // absolute
	Look      LookOptions
	Timeout   time.Duration // 0: limits.LinterTime
	MaxOutput int           // 0: limits.ChildOutput
	Index     string        // absolute: the index in place of the repository's; "": that one
}

// Git runs git so that nothing the repository configures is executed: a
// repository's core.fsmonitor, hooks, signature programs and remote helpers
// are programs, and git ls-files alone would start the first of them.
func Git(ctx context.Context, o GitOptions, args ...string) (Result, error) {
	git, err := Look("git", o.Look)
	if err != nil {
		return Result{ExitCode: -1}, err
	}
	argv := []string{git,
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=/dev/null",
		"-c", "log.showSignature=false",
		"-c", "protocol.allow=never",
		"-c", "submodule.recurse=false",
		"-c", "core.pager=cat",
		"-c", "core.sshCommand=false",
		"-c", "credential.helper=",
		"-c", "diff.external=",
		"-c", "core.alternateRefsCommand=",
		"-c", "core.quotePath=false",
		"--no-pager", "--literal-pathspecs",
	}
	if o.Timeout == 0 {
		o.Timeout = limits.LinterTime
	}
	env := []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C.UTF-8"}
	if o.Index != "" {
		env = append(env, "GIT_INDEX_FILE="+o.Index)
	}
	return Run(ctx, Command{
		Argv: append(argv, args...), Dir: o.Dir, Hidden: untrustedRoots(o.Look), git: true,
		Timeout: o.Timeout, MaxOutput: o.MaxOutput, Env: env,
	})
}

// untrustedRoots are the folders whose programs a child may not find.
func untrustedRoots(o LookOptions) []string {
	if o.Trusted {
		return o.Hidden
	}
	return slices.Concat(o.Roots, o.Hidden)
}
