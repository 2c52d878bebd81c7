package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/providers/signal"
)

func explainCommand(io streams, su *setup) *cobra.Command {
	var rule string
	c := &cobra.Command{
		Use:   "explain FILE:LINE[:COLUMN]",
		Short: "Show what a fix would see and send, without calling a model",
		Long: `Shows for each diagnostic on the line what its rule requires, the lines that may
change, the addresses a model may use, the context with the reason for each
piece, the token counts, and the exact prompt. No model is called.

With --rule it prints the row of the signal table instead.`,
		Args: func(_ *cobra.Command, args []string) error {
			if (len(args) == 1) == (rule != "") {
				return withHint(errors.New("name either FILE:LINE or --rule TOOL/CODE"), "for example: fettle explain app.py:12")
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
	c.Flags().StringVar(&rule, "rule", "", "print the table row of a `SIGNAL`, for example ruff/F821")
	c.Flags().StringArrayVar(&su.run, "run", nil, "run only this `TOOL`; naming it is consent to run it here; repeatable")
	contextFlags(c.Flags(), su)
	return c
}

// runExplain lints one file and explains each diagnostic on the line.
func runExplain(ctx context.Context, io streams, su *setup, arg string) error {
	path, line, column, err := splitPlace(arg)
	if err != nil {
		return err
	}
	su.oneRun = true
	w, err := su.build(io.err)
	if err != nil {
		return err
	}
	defer w.close()
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	t, err := w.read(path, abs)
	if err != nil {
		return withHint(err, "name a file that fettle's linters check; fettle doctor lists them")
	}
	if n := t.snapshot.LineCount(); line > n {
		return withHint(fmt.Errorf("%s has %d lines, not %d", path, n, line), "fettle fix "+path+" lists what is reported")
	}
	found, err := t.lint(ctx, t.snapshot)
	if err != nil {
		return err
	}
	var here []signal.Diagnostic
	for _, d := range found {
		lines := t.snapshot.LinesOf(d.Span)
		at := d.Span.Start - t.snapshot.LineStart(line-1)
		if lines.Contains(line-1) && (column == 0 || lines.Start != line-1 || at+1 <= column) {
			here = append(here, d)
		}
	}
	if len(here) == 0 {
		return withHint(fmt.Errorf("no diagnostic on line %d of %s", line, path), "fettle fix "+path+" lists them all")
	}
	w.warmed(ctx, t.snapshot)
	for _, d := range here {
		md, err := w.engine.Explain(ctx, fixer.Problem{Root: t.root, Snapshot: t.snapshot, Diagnostic: d, Others: found})
		if err != nil {
			return err
		}
		fmt.Fprint(io.out, cleanLines(md))
	}
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
		return "", 0, 0, withHint(fmt.Errorf("%q has no line number", arg), "write FILE:LINE, for example app.py:12")
	}
	if len(numbers) == 2 {
		column = numbers[1]
	}
	return strings.Join(parts, ":"), numbers[0], column, nil
}

// explainRule prints one row of the signal table.
func explainRule(io streams, su *setup, rule string) error {
	if tool, code, _ := strings.Cut(rule, "/"); tool == "" || code == "" {
		return withHint(fmt.Errorf("%q is not a signal", rule), "write TOOL/CODE, for example ruff/F821")
	}
	w, err := su.build(io.err)
	if err != nil {
		return err
	}
	defer w.close()
	fmt.Fprint(io.out, cleanLines(w.ruleText(rule)))
	return nil
}

// ruleText is one row of the signal table.
func (w *app) ruleText(rule string) string {
	var b strings.Builder
	table := w.ladder.Table
	row, taken := table.Effective(rule)
	if _, exact := table.Row(rule); !exact {
		fmt.Fprintf(&b, "%s has no row of its own; this one applies:\n", clean(rule))
	}
	needs := make([]string, len(row.Needs))
	for i, n := range row.Needs {
		needs[i] = string(n)
	}
	fmt.Fprintf(&b, "signal  %s\nwindow  %s\nneeds   %s\nrungs   %s\nwhy     %s\n",
		row.Signal, row.Window, cmp.Or(strings.Join(needs, ", "), "none"), cmp.Or(rungNames(row.Rungs), "none"), row.Why)
	if row.Docs != "" {
		fmt.Fprintf(&b, "about   %s\n", row.Docs)
	}
	tool, code, _ := strings.Cut(rule, "/")
	if page := signal.Link(tool, code); page != "" {
		fmt.Fprintf(&b, "page    %s\n", page)
	}
	if row.Traits.OnRequest {
		b.WriteString("offer   only when it is asked for\n")
	}
	if len(taken) > 0 {
		fmt.Fprintf(&b, "note    The workspace narrows this row: %s.\n", strings.Join(taken, ", "))
	}
	return b.String()
}

func rungNames(letters string) string {
	var names []string
	for _, l := range letters {
		switch l {
		case 'T':
			names = append(names, "the tool's own fix")
		case 'R':
			names = append(names, "a rule")
		case 'M':
			names = append(names, "a model")
		}
	}
	return strings.Join(names, ", then ")
}
