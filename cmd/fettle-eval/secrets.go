package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// secretsOptions are the flags of the secrets command.
type secretsOptions struct {
	dirs       []string
	json, list bool
}

// secretsCommand counts what the egress gate takes for secrets in projects
// that hold none, or few: what is found there is a false alarm, unless a look
// at it (--list) says otherwise.
func secretsCommand() *cobra.Command {
	var o secretsOptions
	c := &cobra.Command{
		Use:   "secrets --dir DIR",
		Short: "What is taken for a secret in whole projects, for 1,000 lines",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return runSecrets(c.Context(), c.OutOrStdout(), o) },
	}
	f := c.Flags()
	f.StringArrayVar(&o.dirs, "dir", nil, "folder of a project (repeatable)")
	f.BoolVar(&o.json, "json", false, "one object per line")
	f.BoolVar(&o.list, "list", false, "print each line that holds one")
	_ = c.MarkFlagRequired("dir")
	return c
}

// alarmCount is what was found in one project.
type alarmCount struct {
	name         string
	files, lines int
	redactions   int
	byRule       map[string]int
}

func (a alarmCount) perThousand() float64 {
	return 1000 * float64(a.redactions) / float64(max(1, a.lines))
}

func runSecrets(ctx context.Context, w io.Writer, o secretsOptions) error {
	all := alarmCount{name: "all", byRule: map[string]int{}}
	if !o.json {
		fmt.Fprintf(w, "%-44s %6s %8s %7s %7s  %s\n", "project", "files", "lines", "found", "/1000", "by rule")
	}
	for _, dir := range o.dirs {
		list := io.Discard
		if o.list {
			list = w
		}
		a, err := countSecrets(ctx, list, dir)
		if err != nil {
			return err
		}
		printAlarms(w, a, o)
		all.files, all.lines, all.redactions = all.files+a.files, all.lines+a.lines, all.redactions+a.redactions
		for r, n := range a.byRule {
			all.byRule[r] += n
		}
	}
	if len(o.dirs) > 1 {
		printAlarms(w, all, o)
	}
	return nil
}

func printAlarms(w io.Writer, a alarmCount, o secretsOptions) {
	if o.json {
		line := func(name string, value float64) {
			fmt.Fprintf(w, "{\"project\":%q,\"metric\":%q,\"value\":%g}\n", a.name, name, value)
		}
		line("files", float64(a.files))
		line("lines", float64(a.lines))
		line("found", float64(a.redactions))
		line("per1000", a.perThousand())
		for _, r := range slices.Sorted(maps.Keys(a.byRule)) {
			line("rule."+r, float64(a.byRule[r]))
		}
		return
	}
	var rules []string
	for _, r := range slices.Sorted(maps.Keys(a.byRule)) {
		rules = append(rules, fmt.Sprintf("%s %d", r, a.byRule[r]))
	}
	fmt.Fprintf(w, "%-44s %6d %8d %7d %7.2f  %s\n", a.name, a.files, a.lines, a.redactions, a.perThousand(), strings.Join(rules, ", "))
}

// countSecrets goes through the texts of a folder that the gate does not deny
// anyway.
func countSecrets(ctx context.Context, list io.Writer, dir string) (alarmCount, error) {
	root, err := files.Open(dir)
	if err != nil {
		return alarmCount{}, err
	}
	defer root.Close()
	a := alarmCount{name: filepath.Base(root.Dir()), byRule: map[string]int{}}
	found, err := files.Walk(ctx, root, files.WalkOptions{})
	if err != nil {
		return a, err
	}
	gate := egress.New(egress.Options{Roots: []string{root.Dir()}})
	for _, e := range found.Files {
		src, err := root.ReadText(e.Path, limits.FixFile)
		if err != nil || minified(src) {
			continue // no text, or nothing that a fix is asked for
		}
		v := gate.Check(egress.Item{Text: src, Path: filepath.Join(root.Dir(), filepath.FromSlash(e.Path))})
		if v.Denied {
			continue
		}
		a.files++
		a.lines += strings.Count(src, "\n") + 1
		a.redactions += len(v.Redactions)
		for _, r := range v.Redactions {
			a.byRule[r.Rule]++
			from := strings.LastIndexByte(src[:r.Start], '\n') + 1
			line, _, _ := strings.Cut(src[from:], "\n")
			fmt.Fprintf(list, "%s:%d: %s: %s\n", path.Join(a.name, e.Path), strings.Count(src[:r.Start], "\n")+1, r.Rule, strings.TrimSpace(line))
		}
	}
	return a, nil
}

// minified recognises text that was made for machines.
func minified(src string) bool {
	return len(src) > 5000 && len(src) > 500*(strings.Count(src, "\n")+1)
}
