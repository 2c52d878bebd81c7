// Command fettle fixes what linters, type checkers and compilers report, and
// offers a fix only after it has checked it.
//
// It is a language server (fettle serve) for any editor, and a command line
// tool (fettle fix) for people and CI. See the README for both.
//
// Exit codes of every subcommand: 0 nothing left to do, 1 findings remain,
// 2 wrong usage or environment.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"
)

// version is set by the build.
var version = "unknown"

// released is the version that the go command has recorded, where the build
// does not say.
func released(said string) string {
	info, ok := debug.ReadBuildInfo()
	if said != "unknown" || !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return said
	}
	return info.Main.Version
}

func main() {
	version = released(version)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams are the process's standard streams, replaced by tests.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run executes one command line and returns the exit code.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	root := rootCommand(streams{in, out, errs})
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fail(errs, err)
	return 2
}

func rootCommand(io streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "fettle",
		Short:         "Fix what other tools only report, checked before it is offered",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var o setup
	flags := root.PersistentFlags()
	flags.StringArrayVar(&o.set, "set", nil, "set one `KEY=VALUE`, above every settings file; repeatable")
	flags.StringVar(&o.config, "config", "", "user settings `FILE` (default: fettle/config.toml in the user's configuration folder)")
	root.AddCommand(
		serveCommand(io, &o),
		fixCommand(io, &o),
		explainCommand(io, &o),
		contextCommand(io, &o),
		mcpCommand(io, &o),
		journalCommand(io, &o),
		doctorCommand(io, &o),
		versionCommand(io),
	)
	return root
}

// exitCode is an error that only sets the exit code: everything has been said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// hinted is an error with a next step.
type hinted struct {
	err  error
	hint string
}

func (h hinted) Error() string { return h.err.Error() }
func (h hinted) Unwrap() error { return h.err }

// withHint adds the next step to an error.
func withHint(err error, hint string) error { return hinted{err, hint} }

// fail prints an error and its hint.
func fail(w io.Writer, err error) {
	fmt.Fprintf(w, "fettle: error: %s\n", clean(err.Error()))
	var h hinted
	if errors.As(err, &h) && h.hint != "" {
		fmt.Fprintf(w, "fettle: hint: %s\n", clean(h.hint))
	}
}

func versionCommand(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(io.out, "fettle %s\n", version)
			return nil
		},
	}
}
