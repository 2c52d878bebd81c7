package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/eval/fresh"
)

func freshCommand() *cobra.Command {
	var o fresh.Options
	var names string
	var drawn int
	c := &cobra.Command{
		Use:   "fresh --out DIR [PACKAGE...]",
		Short: "Make new cases of released packages: one mistake each, which the checker and a test see",
		Long: `Fresh takes released packages (python:NAME, go:MODULE@VERSION, npm:NAME), sees that their own tests pass, puts
one mistake into a file by syntax, and keeps that where the checker reports it and a test fails. Of the right text it makes
wrong answers by one token, which the checker accepts and a test does not. It runs the packages' own code: name packages
that you would run.

  fettle-eval fresh --out /tmp/fresh --seed 7 python:NAME go:MODULE@VERSION
  fettle-eval fresh --out /tmp/fresh --seed 7 --names FILE --draw 10

Two lots of one seed and the same packages are alike. A case is fresh once: after somebody has looked at it, it is for
regressions.`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Packages = args
			if names != "" {
				some, err := draw(names, drawn, o.Seed)
				if err != nil {
					return err
				}
				o.Packages = append(o.Packages, some...)
			}
			if len(o.Packages) == 0 {
				return errors.New("name packages, or --names FILE with one a line")
			}
			var err error
			if o.Out, err = filepath.Abs(o.Out); err != nil {
				return err
			}
			return fresh.Make(c.Context(), c.OutOrStdout(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Out, "out", "", "folder for the cases, outside of any repository")
	f.Uint64Var(&o.Seed, "seed", 1, "what is drawn")
	f.IntVar(&o.Each, "each", 6, "cases of one package")
	f.IntVar(&o.Wrong, "wrong", 2, "wrong answers of one case")
	f.DurationVar(&o.Most, "most", 10*time.Minute, "time for one package")
	f.StringVar(&names, "names", "", "file with names of packages, one a line")
	f.IntVar(&drawn, "draw", 5, "how many of them to draw")
	_ = c.MarkFlagRequired("out")
	return c
}

// draw draws names from a file.
func draw(file string, n int, seed uint64) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("names of packages: %w", err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name := strings.TrimSpace(lines.Text()); name != "" {
			out = append(out, name)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(n, len(out))], nil
}
