package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp"
	"github.com/fettle-dev/fettle/lsp/rpc"
)

func serveCommand(io streams, su *app.Setup) *cobra.Command {
	var clientConfig string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if clientConfig != "user" && clientConfig != "workspace" {
				return app.WithHint(fmt.Errorf("--client-config %s: unknown", clientConfig),
					"write --client-config user or --client-config workspace")
			}
			out, err := io.protocol()
			if err != nil {
				return err
			}
			return runServe(c, su, io, out, clientConfig == "user")
		},
	}
	c.Flags().StringVar(&clientConfig, "client-config", "workspace",
		"`SCOPE` of the editor's settings: user (may set everything) or workspace (restricted)")
	c.Flags().BoolVar(&su.Trusted, "trusted", false, "treat the workspace as trusted: the editor has asked the user")
	return c
}

// sparing has the collector run more often than it would: a server lives for
// days next to an editor, with little garbage a second. GOGC has the last word.
func sparing() {
	const usual, sparing = 100, 50
	if was := debug.SetGCPercent(sparing); was != usual {
		debug.SetGCPercent(was)
	}
}

func runServe(c *cobra.Command, su *app.Setup, io streams, out io.Writer, clientIsUser bool) error {
	read := time.Now()
	sparing()
	layers, problems := su.Layers()
	level := su.LogLevel(layers)
	// An editor that does not read the log must not stop the server.
	lines := rpc.NewLogWriter(io.err)
	defer lines.Flush(limits.Flush)
	var server *lsp.Server
	su.Stale = func(t trust.Stale) {
		slog.Warn("trust ended", "why", app.TrustEnded(t))
		server.Warn("trust "+t.Root, "trust ended: "+strings.Join(t.Changes, ", "), "run fettle trust .")
	}
	process := su.Process()
	defer process.Close()
	log := slog.New(process.Scrubbed(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: level})))
	// Libraries that print with the standard logger print into ours.
	slog.SetDefault(log)
	for _, p := range problems {
		log.Warn("setting not used", "problem", p.String())
	}
	flags, _ := su.Flags()
	trusted, err := trust.Store()
	if err != nil {
		log.Warn("trust is not watched", "err", err)
	}
	server = lsp.New(lsp.Options{
		In: io.in, Out: out, Log: log, Version: version,
		Layers: layers, Flags: flags, ClientIsUser: clientIsUser,
		Workspace: app.WorkspaceLayers,
		UserFile:  su.UserFile(), TrustFile: trusted, Read: read, State: files.StateFolder(),
		Reload: func() []config.Layer { l, _ := su.Layers(); return l },
		Build: func(s config.Settings, roots []string, src lsp.Sources) lsp.Engine {
			return process.Engine(s, roots, engine.Sources(src), log)
		},
		Fixable: func(ctx context.Context, e lsp.Engine, dir string) ([]text.Snapshot, error) {
			return app.Fixable(ctx, process, e.(*engine.Engine), dir)
		},
	})
	if code := server.Run(c.Context()); code != 0 {
		return exitCode(code)
	}
	return nil
}
