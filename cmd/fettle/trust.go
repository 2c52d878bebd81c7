package main

import (
	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
)

func trustCommand(io streams) *cobra.Command {
	return &cobra.Command{
		Use:   "trust FOLDER",
		Short: "Trust a folder: tools that can run its code (mypy, ESLint, cargo ...) may run there",
		Long: `Some tools run code of the project that they look at: plugins, configuration
files that are programs, build scripts. They run only in folders that you trust.
You are asked again when the files change that say which code the tools run.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return app.GrantTrust(io.out, args[0]) },
	}
}
