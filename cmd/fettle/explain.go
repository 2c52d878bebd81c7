package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
)

func explainCommand(io streams, su *app.Setup) *cobra.Command {
	var rule string
	c := &cobra.Command{
		Use:   "explain FILE:LINE[:COLUMN]",
		Short: "Show what a fix would see and send, without calling a model",
		Long: `Shows for each diagnostic on the line what its rule requires, the lines that may
change, the places an answer of a model may name, the context with the reason
for each piece, the token counts, and the exact prompt. No model is called.

With --rule it says what fettle knows about a rule instead.`,
		Args: func(_ *cobra.Command, args []string) error {
			if (len(args) == 1) == (rule != "") {
				return app.WithHint(errors.New("name either FILE:LINE or --rule TOOL/CODE"),
					"for example: fettle explain app.py:12")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if rule != "" {
				return explainRule(io, su, rule)
			}
			return runExplain(c.Context(), io, su, args[0])
		},
	}
	c.Flags().StringVar(&rule, "rule", "", "say what fettle knows about a `RULE`, for example ruff/F821")
	c.Flags().StringArrayVar(&su.Run, "run", nil,
		"have only this `TOOL` report problems; naming it is consent to run it here; repeatable")
	contextFlags(c.Flags(), su)
	return c
}

// runExplain lints one file and explains each diagnostic on the line.
func runExplain(ctx context.Context, io streams, su *app.Setup, arg string) error {
	path, line, column, err := splitPlace(arg)
	if err != nil {
		return err
	}
	su.OneRun = true
	w, err := su.Build(io.err)
	if err != nil {
		return err
	}
	defer w.Close()
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	t, err := w.Read(path, abs)
	if err != nil {
		return app.WithHint(err, "name a file that fettle's linters check; fettle doctor lists them")
	}
	said, err := w.Explain(ctx, t, line, column)
	if err == nil && said == "" {
		err = app.WithHint(fmt.Errorf("no diagnostic on line %d of %s", line, path), "fettle fix "+path+" lists them all")
	}
	if err != nil {
		return err
	}
	fmt.Fprint(io.out, app.CleanLines(said))
	return nil
}

// splitPlace reads FILE:LINE[:COLUMN].
func splitPlace(arg string) (path string, line, column int, err error) {
	parts := strings.Split(arg, ":")
	numbers := []int{}
	for len(parts) > 1 && len(numbers) < 2 {
		n, convErr := strconv.Atoi(parts[len(parts)-1])
		if convErr != nil || n < 1 {
			break
		}
		numbers = append([]int{n}, numbers...)
		parts = parts[:len(parts)-1]
	}
	if len(numbers) == 0 {
		return "", 0, 0, app.WithHint(fmt.Errorf("%q has no line number", arg), "write FILE:LINE, for example app.py:12")
	}
	if len(numbers) == 2 {
		column = numbers[1]
	}
	return strings.Join(parts, ":"), numbers[0], column, nil
}

// explainRule says what is known about a rule.
func explainRule(io streams, su *app.Setup, rule string) error {
	if tool, code, _ := strings.Cut(rule, "/"); tool == "" || code == "" {
		return app.WithHint(fmt.Errorf("%q is not a rule", rule), "write TOOL/CODE, for example ruff/F821")
	}
	w, err := su.Build(io.err)
	if err != nil {
		return err
	}
	defer w.Close()
	fmt.Fprint(io.out, app.CleanLines(w.RuleText(rule)))
	return nil
}
