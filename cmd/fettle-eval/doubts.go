package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle-eval/doubts"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/testkit"
)

type doubtsOptions struct{ data, split, sources, answers, show string }

// doubtsCommand counts what each rule of the gates brings and costs.
func doubtsCommand() *cobra.Command {
	var o doubtsOptions
	c := &cobra.Command{
		Use:   "doubts",
		Short: "Count, for each rule of the gates, the right answers it doubts and the tricks it sees",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return countDoubts(cmd.OutOrStdout(), o) },
	}
	c.Flags().StringVar(&o.data, "data", "", "directory of the recorded data, whose fixes are right answers")
	c.Flags().StringVar(&o.split, "split", "dev", "split of the data")
	c.Flags().StringVar(&o.sources, "sources", "pyty,ruff,ruff_other,gotools,staticcheck,clippy", "sources, separated by commas")
	c.Flags().StringVar(&o.answers, "answers", "edits/verify/testdata", "directory of written answers: honest/*.txt, tricks/*.txt")
	c.Flags().StringVar(&o.show, "show", "", "list right answers that this rule doubts, and tricks that it alone sees (all: every lost or passed one)")
	return c
}

func countDoubts(w io.Writer, o doubtsOptions) error {
	var t doubts.Tally
	count := func(name string, in verify.Input, right bool) {
		list := t.Add(in, right)
		said := func(rule string) bool {
			for _, r := range list {
				if r.Rule == rule && (right || len(list) == 1) {
					return true
				}
			}
			return false
		}
		if o.show == "all" && (len(list) > 0) == right || o.show != "" && said(o.show) {
			fmt.Fprintf(w, "%s %s %s: %s %v\n", name, in.Target.Tool, in.Target.Code, in.Target.Message, list)
		}
	}
	for _, kind := range []string{"honest", "tricks"} {
		right := kind == "honest"
		list, err := testkit.Answers(o.answers + "/" + kind + "/*.txt")
		if err != nil {
			return err
		}
		for _, a := range list {
			in := doubts.Row(a)
			if !right {
				in.Project.Module = func(string) bool { return false }
			}
			count(kind+"/"+a.At, in, right)
		}
	}
	if o.data == "" {
		o.sources = ""
	}
	for _, source := range strings.FieldsFunc(o.sources, func(r rune) bool { return r == ',' }) {
		records, err := Load(o.data, source, o.split)
		if err != nil {
			return err
		}
		for _, r := range records {
			if after, err := r.After(); r.HasText && len(r.Edits) > 0 && err == nil {
				count(r.ID, doubts.Believed(r.Before, after, r.Diagnostic()), true)
			}
		}
	}
	return t.Print(w)
}
