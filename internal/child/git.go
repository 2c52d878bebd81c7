package child

import (
	"context"
	"os"
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
	Reach     Reach
	Stdin     []byte
}

// Reach says with what repositories git may exchange objects.
type Reach uint8

// The reaches.
const (
	ReachNothing Reach = iota
	ReachPaths         // on this machine
	// ReachServers lets git talk to the server that the user has named, with the
	// user's keys, agent, credential helpers and proxies. It asks for nothing. The
	// folder must be one that we have made.
	ReachServers
)

// settings returns the arguments of git for a reach, and the variables it needs.
func (r Reach) settings() (args, env, inherit []string) {
	switch r {
	case ReachPaths:
		return []string{"-c", "protocol.file.allow=always", "-c", "core.sshCommand=false", "-c", "credential.helper="}, nil,
			nil
	case ReachServers:
		for _, p := range []string{"file", "git", "http", "https", "ssh"} {
			args = append(args, "-c", "protocol."+p+".allow=always")
		}
		// Askpass programs and ssh would open a window or read the terminal.
		args = append(args, "-c", "core.askPass=")
		env = []string{"GIT_SSH_COMMAND=ssh -o BatchMode=yes", "GCM_INTERACTIVE=never"}
		if agent, ok := os.LookupEnv("SSH_AUTH_SOCK"); ok { // the path of a socket, no secret
			env = append(env, "SSH_AUTH_SOCK="+agent)
		}
		return args, env, []string{"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
			"no_proxy", "NO_PROXY"}
	}
	return []string{"-c", "core.sshCommand=false", "-c", "credential.helper="}, nil, nil
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
		"-c", "diff.external=",
		"-c", "core.alternateRefsCommand=",
		"-c", "core.quotePath=false",
		"--no-pager", "--literal-pathspecs",
	}
	more, reach, inherit := o.Reach.settings()
	argv = append(argv, more...)
	if o.Timeout == 0 {
		o.Timeout = limits.LinterTime
	}
	env := slices.Concat(reach, []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"LC_ALL=C.UTF-8"})
	if o.Index != "" {
		env = append(env, "GIT_INDEX_FILE="+o.Index)
	}
	return Run(ctx, Command{
		Argv: append(argv, args...), Dir: o.Dir, Stdin: o.Stdin, Hidden: untrustedRoots(o.Look), git: true,
		Timeout: o.Timeout, MaxOutput: o.MaxOutput, Env: env, Inherit: inherit, Trusted: o.Reach == ReachServers,
	})
}

// untrustedRoots returns the folders whose programs a child may not find.
func untrustedRoots(o LookOptions) []string {
	if o.Trusted {
		return o.Hidden
	}
	return slices.Concat(o.Roots, o.Hidden)
}
