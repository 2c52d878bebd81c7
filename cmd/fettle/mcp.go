package main

import (
	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/mcp"
)

func mcpCommand(io streams, su *app.Setup) *cobra.Command {
	var o mcp.Options
	c := &cobra.Command{
		Use:   "mcp [ROOT...]",
		Short: "Serve search, diagnostics and fixes to other programs over the Model Context Protocol",
		Long: `Speaks the Model Context Protocol on standard input and output. It serves only
the named folders or, without any, the project of the working folder. It writes
no file of the project, but for the tool apply, which --write offers.

Tools:
  check          what an edit newly broke, hides or weakens
  apply          with --write: writes sure fixes of the last check
  context_query  the code that a question, or a file, is about
  rate_context   whether the last answer was enough
  diagnostics    what the linters of a file or folder report
  fix            the checked fixes of a file, a folder or a line, as a diff
  edit           what your model makes of an instruction, checked, as a diff

Tools that can run code of the project run only in folders you trust (fettle
trust), or when --run names them. A model is asked only when your own
settings name one, and never with --no-model.`,
		RunE: func(c *cobra.Command, args []string) error {
			out, err := io.protocol()
			if err != nil {
				return err
			}
			o.Roots = args
			return mcp.Serve(c.Context(), su, io.in, out, io.err, o)
		},
	}
	c.Flags().BoolVarP(&o.Write, "write", "w", false, "offer apply, which writes sure fixes into files of the folders")
	c.Flags().BoolVar(&su.NoModel, "no-model", false, "do not use a model")
	c.Flags().StringArrayVar(&su.Run, "run", nil,
		"have only this `TOOL` report problems; naming it is consent to run it here; repeatable")
	return c
}
