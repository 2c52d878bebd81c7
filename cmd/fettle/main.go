// Command fettle fixes what linters, type checkers and compilers report, and
// checks every fix before it is applied.
//
// It is a language server for editors (fettle serve) and a command-line tool for
// people and CI (fettle fix); the README describes both. This package holds the
// command line and wires the other packages together; it has no logic of fixes.
//
// Exit codes of every subcommand: 0 nothing left to do, 1 findings remain,
// 2 wrong usage or environment, 130 interrupted. With --check, and of fettle check, 3
// says that a tool could not look; fettle hook has codes of its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/doctor"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/lsp/rpc"
)

// version is set by the build.
var version = "unknown"

// released returns the version that the go command has recorded, where the build
// does not say.
func released(said string) string {
	info, ok := debug.ReadBuildInfo()
	if said != "unknown" || !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return said
	}
	return info.Main.Version
}

func main() {
	if mark, ok := child.GuardOf(os.Args); ok {
		child.KeepGuard(os.Stdin, mark)
		return
	}
	child.Guard()
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
	context.AfterFunc(ctx, stop) // the second Ctrl-C ends the process at once
	written := &output{Writer: out}
	root := rootCommand(streams{in, written, errs})
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(written)
	root.SetErr(errs)
	err := execute(ctx, root)
	var code exitCode
	switch {
	case written.failed != nil:
		app.Fail(errs, app.WithHint(fmt.Errorf("write the output: %w", written.failed),
			"the output is incomplete; run the command again where there is room for it"))
		return exitFailed
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(errs, "fettle: interrupted; run the same command again")
		return exitInterrupted
	}
	app.Fail(errs, err)
	return exitFailed
}

// execute runs the command that the arguments name. An error from before it
// began is about the arguments: its next step is that command's help.
func execute(ctx context.Context, root *cobra.Command) error {
	began := false
	for _, c := range append(root.Commands(), root) {
		run := c.RunE
		if run == nil {
			continue
		}
		c.RunE = func(c *cobra.Command, args []string) error {
			began = true
			return run(c, args)
		}
	}
	c, err := root.ExecuteContextC(ctx)
	var h app.Hinted
	if err == nil || began || errors.As(err, &h) {
		return err
	}
	if !c.HasParent() && c.Flags().NArg() > 0 {
		err = noArguments(c, c.Flags().Args()) // the flags are of a command that there is not
		if errors.As(err, &h) {
			return err
		}
	}
	return app.WithHint(plainly(err), meant(c, err)+"see "+c.CommandPath()+" --help")
}

// notRead is what pflag and strconv say of a value, with their own names in it.
var notRead = lazyre.New(`^invalid argument (".*") for "(?:-\w, )?(--[\w-]+)" flag: (?:strconv\.Parse(Int|Uint|Float` +
	`|Bool): .*|(.*))$`)

// plainly says in words that the value of a flag could not be read.
func plainly(err error) error {
	m := notRead.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	want := m[4]
	switch m[3] {
	case "Int", "Uint":
		want = "want a whole number"
	case "Float":
		want = "want a number"
	case "Bool":
		want = "want true or false"
	}
	return fmt.Errorf("%s %s: %s", m[2], m[1], want)
}

// meant returns a guess which flag was meant, "" where there is none.
func meant(c *cobra.Command, err error) string {
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return ""
	}
	near := ""
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if near == "" && config.Near(f.Name, name) {
			near = "did you mean --" + f.Name + "? "
		}
	})
	return near
}

// noArguments refuses arguments, and guesses which command was meant.
func noArguments(c *cobra.Command, args []string) error {
	near := c.SuggestionsFor(strings.Join(args, " "))
	if len(args) > 0 && config.Near("help", args[0]) {
		near = append(near, "help") // which has no place in the library's list
	}
	switch {
	case len(args) == 0:
		return nil
	case c.HasParent() && c.HasAvailableSubCommands():
		var known []string
		for _, sub := range shownCommands(c) {
			known = append(known, sub.Name())
		}
		return app.WithHint(fmt.Errorf("there is no %s %q", c.CommandPath(), args[0]), "one of "+strings.Join(known, ", "))
	case c.HasParent():
		return fmt.Errorf("%s takes no arguments, but got %q", c.CommandPath(), args[0])
	case len(near) > 0:
		return app.WithHint(fmt.Errorf("there is no command %q", args[0]), "did you mean "+c.Name()+" "+near[0]+"?")
	}
	return fmt.Errorf("there is no command %q", args[0])
}

// filled refuses flags that are given an empty value, as by a variable of a
// script that is not set: they would count as not given.
func filled(c *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := c.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return app.WithHint(fmt.Errorf("--%s is empty", name), "give it a value, or leave it out")
		}
	}
	return nil
}

// exclusive refuses flags that do not go together.
func exclusive(c *cobra.Command, names ...string) error {
	var set []string
	for _, name := range names {
		if c.Flags().Changed(name) {
			set = append(set, "--"+name)
		}
	}
	if len(set) < 2 {
		return nil
	}
	return app.WithHint(fmt.Errorf("%s cannot be used together", strings.Join(set, " and ")), "leave one out")
}

// excludes refuses each of some flags next to one that does not go with any of them.
func excludes(c *cobra.Command, name string, others ...string) error {
	for _, other := range others {
		if err := exclusive(c, name, other); err != nil {
			return err
		}
	}
	return nil
}

// The exit codes that are no answer.
const (
	exitFailed      = 2
	exitNotLooked   = 3 // of --check: a tool could not look at a file
	exitInterrupted = 130
)

// output is standard output that knows whether all of it was written.
type output struct {
	io.Writer
	failed error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// Unwrap returns where it is written to.
func (o *output) Unwrap() io.Writer { return o.Writer }

// protocol reserves standard output for a protocol: what else is printed by
// mistake goes elsewhere.
func (s streams) protocol() (io.Writer, error) {
	out := s.out
	if o, ok := out.(*output); ok {
		out = o.Writer
	}
	if out == io.Writer(os.Stdout) {
		return rpc.OwnStdout()
	}
	return out, nil
}

func rootCommand(io streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "fettle",
		Short: "Fix what linters, type checkers and compilers report",
		Long: `fettle fixes what linters, type checkers and compilers report, and checks every
fix before it is applied. It is a language server for editors (fettle serve) and
a command-line tool (fettle fix).`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version,
		Args:          noArguments,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	o := app.Setup{Version: version}
	flags := root.PersistentFlags()
	flags.StringArrayVar(&o.Set, "set", nil, "override one setting with `KEY=VALUE`; repeatable")
	flags.StringVar(&o.Config, "config", "",
		"read the user settings from `FILE` (default: fettle/config.toml in the configuration folder)")
	root.AddCommand(
		serveCommand(io, &o),
		fixCommand(io, &o),
		checkCommand(io, &o),
		explainCommand(io, &o),
		contextCommand(io, &o),
		mcpCommand(io, &o),
		hookCommand(io, &o),
		workerCommand(io, &o),
		journalCommand(io, &o),
		doctorCommand(io, &o),
		trustCommand(io),
		initCommand(io, &o),
		settingsCommand(io, &o),
		versionCommand(io),
		manCommand(io),
	)
	strict(root)
	return root
}

// strict makes the library's own commands refuse arguments that name nothing,
// as all others do.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = noArguments, func(c *cobra.Command, _ []string) error { return c.Help() }
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err != nil {
					return err
				}
				return noArguments(topic, rest)
			}
		}
	}
}

// exitCode is an error that only sets the exit code: everything has been said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

func versionCommand(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, build details and a hash of the instructions for models",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(io.out, "fettle %s\n%s\nprompts %s\n", version, doctor.Build(), prompt.Sum())
			return nil
		},
	}
}
