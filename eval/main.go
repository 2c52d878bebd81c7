// Command fettle-eval measures the packages of fettle on recorded data:
// diagnostics with the fixes that people and tools made, answers of models,
// and queries with the files that answer them. It has one subcommand per set,
// calls the product's own code. What is measured on recorded data is deterministic.
//
//	fettle-eval windows --data DIR [--split dev] [--sources pyty,ruff] [--json]
//
// fresh and harm fetch what they measure: releases from package indexes. live asks a model.
//
// A data directory holds <source>.<split>.jsonl, the records, and
// <source>.files.<split>.jsonl, the texts they name. With --json every metric
// is one object on one line of stdout; otherwise a table is printed.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{
		Use:           "fettle-eval",
		Short:         "Measure fettle on recorded data",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	for _, add := range commands() {
		root.AddCommand(add())
	}
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "fettle-eval: error:", err)
		os.Exit(1)
	}
}

// commands lists the sets that can be measured.
func commands() []func() *cobra.Command {
	return []func() *cobra.Command{
		windowsCommand, rulesCommand, applyCommand, replayCommand, liveCommand, pytyLLMCommand, retrievalCommand,
		questionsCommand, freshCommand, doublesCommand, harmCommand, effectsCommand,
	}
}
