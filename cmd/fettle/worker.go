package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	machines "github.com/fettle-dev/fettle/cmd/fettle/fleet"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/limits"
)

// inProcess is the name of the server inside this process.
const inProcess = "embedded"

// startEmbedded starts the server inside this process; nil where it is not built in.
var startEmbedded func() (fleet.ConnProvider, func(), error)

// serverFlags are the flags that say which server of a fleet is used.
func serverFlags(f *pflag.FlagSet, o *app.Options) {
	f.StringVar(&o.On, "on", "", "work with other machines over the NATS server at `URL`; embedded: one in this process")
	f.StringVar(&o.Creds, "creds", "", "credentials `FILE` for the server of --on")
	f.StringVar(&o.CA, "ca", "", "CA certificate (PEM `FILE`) of the NATS server")
}

// connect connects to the server of --on.
func connect(ctx context.Context, o app.Options) (f *fleet.Fleet, stop func(), err error) {
	end := func() {}
	options := fleet.Options{URL: o.On, Creds: o.Creds, CA: o.CA, Name: "fettle " + version}
	switch {
	case o.On == "":
		return nil, nil, app.WithHint(errors.New("no server is named"), "fettle worker --on nats://HOST; see docs/fleet.md")
	case o.On == inProcess && startEmbedded == nil:
		return nil, nil, app.WithHint(errors.New("--on embedded: this program was built without the server"),
			"build it with the tag fleet (go build -tags fleet ./cmd/fettle), or run nats-server -js and name it: --on "+
				"nats://HOST")
	case o.On == inProcess:
		options.URL = ""
		if options.Conn, end, err = startEmbedded(); err != nil {
			return nil, nil, err
		}
	}
	if f, err = fleet.Dial(ctx, options); err != nil {
		end()
		return nil, nil, app.WithHint(fmt.Errorf("--on %s: %w", withoutPassword(o.On), err),
			"see that a nats-server -js runs there, and that --creds and --ca are right")
	}
	return f, func() { f.Close(); end() }, nil
}

// withoutPassword returns a server's address for people.
func withoutPassword(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if _, host, has := strings.Cut(rest, "@"); ok && has {
		return scheme + "://" + host
	}
	return url
}

// taker handles the results of a part of a run.
type taker interface {
	take(ctx context.Context, r app.Result)
}

// fixOn has the workers of a server do the parts of a run, for a taker each.
func fixOn(ctx context.Context, su *app.Setup, parts []machines.Part, o app.Options, errs io.Writer,
	takers []taker) error {
	f, stop, err := connect(ctx, o)
	if err != nil {
		return err
	}
	defer stop()
	if o.On == inProcess {
		working, end := context.WithCancel(ctx)
		own, with := *su, machines.WorkOptions{Jobs: runtime.NumCPU()}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = machines.Work(working, f, &own, with, io.Discard) // its work is in the results
		}()
		defer func() {
			end()
			<-ended
		}()
	}
	// A coordinator waits most of the time: it may collect garbage more often, and so
	// holds the lists of 100,000 files in less memory.
	defer debug.SetGCPercent(debug.SetGCPercent(limits.FleetGarbage))
	m := app.NewMeter(errs, 0)
	results, err := machines.Fix(ctx, f, parts, o, errs, m.Note)
	m.Clear()
	if err != nil {
		return err
	}
	for part, r := range results {
		takers[part].take(ctx, r)
	}
	return nil
}

func workerCommand(io streams, su *app.Setup) *cobra.Command {
	var o app.Options
	var jobs int
	var status bool
	c := &cobra.Command{
		Use:   "worker",
		Short: "Do jobs of fettle fix --on for other machines",
		Long: `Takes jobs of fettle fix --on from a NATS server with JetStream, fixes their
files in a folder of its own and returns the new texts. It writes nothing else,
and ends on Ctrl-C and SIGTERM: what is under work is then
finished, or handed back.

Tools, models, keys and trust come from the settings of this machine alone.
Tools that can run code of a project (mypy, ESLint …) run only when they are
named by --run. docs/fleet.md has the whole story.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if jobs < 1 {
				return app.WithHint(fmt.Errorf("--jobs %d: want at least 1", jobs), "leave it out for one job at a time")
			}
			f, stop, err := connect(c.Context(), o)
			if err != nil {
				return err
			}
			defer stop()
			if status {
				return printStatus(c.Context(), io.out, f)
			}
			fmt.Fprintf(io.err, "fettle: working for %s\n", app.Clean(withoutPassword(o.On)))
			return machines.Work(c.Context(), f, su, machines.WorkOptions{Jobs: jobs}, io.err)
		},
	}
	fl := c.Flags()
	serverFlags(fl, &o)
	fl.IntVar(&jobs, "jobs", 1, "do `N` jobs at a time")
	fl.BoolVar(&status, "status", false, "print the workers and runs that the server knows, and end")
	fl.BoolVar(&su.NoModel, "no-model", false, "do not use a model")
	fl.StringArrayVar(&su.Run, "run", nil,
		"have only this `TOOL` report problems; naming it is consent to run it here; repeatable")
	return c
}

// printStatus prints who works, and how far the runs are.
func printStatus(ctx context.Context, out io.Writer, f *fleet.Fleet) error {
	workers, err := f.Workers(ctx)
	if err != nil {
		return err
	}
	runs, err := f.Runs(ctx)
	if err != nil {
		return err
	}
	waiting, err := f.Waiting(ctx)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "WORKER\tVERSION\tMODEL\tDONE\tUNDER WORK\tTROUBLE")
	for _, s := range workers {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\n", app.Clean(s.Name), app.Clean(s.Version), app.Clean(s.About), s.Done,
			app.Clean(strings.Join(s.Jobs, " ")), app.Clean(s.Trouble))
	}
	fmt.Fprintln(t, "\nRUN\tJOBS DONE\tCALLS\tCOST\tLAST CHANGE")
	for _, r := range runs {
		calls, cost := "-", "-" // nobody has counted them
		if r.Limited || r.Calls > 0 {
			calls, cost = strconv.Itoa(r.Calls), fmt.Sprintf("%.4f", r.Cost)
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\n", app.Clean(r.Run), r.Done, calls, cost, r.Changed.Local().Format(time.DateTime))
	}
	fmt.Fprintf(t, "\n%s in the queue\n", app.Counted(waiting, "job"))
	return t.Flush()
}
