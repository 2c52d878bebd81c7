package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/engine/workspace"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

func journalCommand(io streams, _ *app.Setup) *cobra.Command {
	var stats, forget, asJSON bool
	var rating string
	c := &cobra.Command{
		Use:   "journal",
		Short: "Show, rate or delete what fettle learned in this project",
		Long: `The journal remembers, on this computer only, which files were shown for a fix
or a question, whether a fix was kept, and which files were opened and changed
after it: paths and hashed words, no code. What helped with a question counts in
the answer to the next one like it. context.learning = false stops it.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := errors.Join(excludes(c, "forget", "rate", "stats", "json"), filled(c, "rate")); err != nil {
				return err
			}
			return runJournal(io.out, rating, forget, asJSON)
		},
	}
	c.Flags().BoolVar(&stats, "stats", false, "print counts (what the command does without flags)")
	c.Flags().StringVar(&rating, "rate", "",
		"rate what was shown last, for a fix or a question: `ANSWER` is enough or missing")
	c.Flags().BoolVar(&forget, "forget", false, "delete the journal of this project")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func runJournal(out io.Writer, rating string, forget, asJSON bool) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	root := files.ProjectRoot(filepath.Join(dir, "x"))
	j, err := journal.Open(learning.JournalPath(root), time.Now())
	if err != nil && !forget {
		return err
	}
	switch r := journal.Rating(rating); {
	case forget:
		if err := errors.Join(j.Forget(), workspace.ForgetPlans(root)); err != nil {
			return err
		}
		fmt.Fprintf(out, "deleted what was learned in %s\n", app.Clean(root))
		return nil
	case rating == "":
	case r != journal.Enough && r != journal.Missing:
		return app.WithHint(fmt.Errorf("--rate %s: unknown", app.Clean(rating)), "write --rate enough or --rate missing")
	default:
		if err := j.Rate(r); err != nil {
			return app.WithHint(err, "rate after a question or a model's fix; fettle journal shows what is recorded")
		}
	}
	return printStats(out, j, asJSON)
}

func printStats(out io.Writer, j *journal.Journal, asJSON bool) error {
	if asJSON {
		return app.PrintJSON(out, j.Stats())
	}
	_, err := io.WriteString(out, app.CleanLines(j.Report()))
	return err
}
