package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/effect"
	"github.com/fettle-dev/fettle/eval/fresh"
	"github.com/fettle-dev/fettle/internal/text"
)

func effectsCommand() *cobra.Command {
	var out, date string
	var share float64
	c := &cobra.Command{
		Use:   "effects DIR...",
		Short: "Measure what each class of effect is worth, on fresh cases",
		Long: `Effects reads folders of fresh cases, has edits/effect look at each right and each wrong answer, and weighs each class
by how much likelier a wrong answer has it than a right one. Each package in turn is left out of the weighing and judged by
the rest. The threshold is the lowest one below which --share of the right answers stay. --write stores the weights.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, dirs []string) error {
			var all []weighed
			for _, dir := range dirs {
				cases, err := fresh.Read(dir)
				if err != nil {
					return err
				}
				for _, x := range cases {
					all = append(all, answersOf(x)...)
				}
			}
			m := weigh(all, share)
			m.Date = date
			m.Cases = fmt.Sprintf("fettle-eval fresh: one mistake each in %d released packages, and answers that differ by "+
				"one token", packagesOf(all))
			printEffects(c, all, m, share)
			if out == "" {
				return nil
			}
			body, err := json.MarshalIndent(m, "", "  ")
			if err != nil {
				return err
			}
			return os.WriteFile(out, append(body, '\n'), 0o600)
		},
	}
	c.Flags().StringVar(&out, "write", "", "store the weights in `FILE` (edits/effect/weights.json)")
	c.Flags().StringVar(&date, "date", "", "day of the measurement, stored with the weights")
	c.Flags().Float64Var(&share, "share", 0.9, "share of right answers that stay below the threshold")
	return c
}

// weighed is one answer with the classes that it has.
type weighed struct {
	pkg     string
	wrong   bool
	classes []string
}

func answersOf(x fresh.Case) []weighed {
	line, message, _ := strings.Cut(x.Said, ":")
	about := effect.About{Message: message}
	if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
		s := text.File(x.File, x.Lang, x.Text)
		if n > 0 && n <= s.LineCount() {
			about.Spans = []text.Span{s.LineSpan(n - 1)}
		}
	}
	of := func(after string, wrong bool) weighed {
		a := weighed{pkg: x.Package, wrong: wrong}
		for _, e := range effect.Of(x.Text, after, x.Lang, about) {
			a.classes = append(a.classes, e.Class)
		}
		return a
	}
	out := []weighed{of(x.Right, false)}
	for _, w := range x.Wrong {
		out = append(out, of(w.Text, true))
	}
	return out
}

func packagesOf(all []weighed) int {
	seen := map[string]bool{}
	for _, a := range all {
		seen[a.pkg] = true
	}
	return len(seen)
}

// least is how many answers of a set must have a class for it to be weighed.
const least = 5

// weigh returns for each class the logarithm of how much likelier a wrong answer has
// it, with half an answer added to each count, and the threshold.
func weigh(all []weighed, share float64) effect.Measured {
	m := effect.Measured{Weights: map[string]float64{}}
	for _, a := range all {
		if a.wrong {
			m.Wrong++
		} else {
			m.Right++
		}
	}
	for _, c := range effect.Classes {
		right, wrong := counted(all, c.Name)
		if right+wrong < least {
			continue
		}
		w := math.Log((float64(wrong)+.5)/(float64(m.Wrong)+1)) - math.Log((float64(right)+.5)/(float64(m.Right)+1))
		if w = math.Round(w*100) / 100; w > 0 { // what else an edit does may be a doubt: it speaks for nothing
			m.Weights[c.Name] = w
		}
	}
	var sums []float64
	for _, a := range all {
		if !a.wrong {
			sums = append(sums, sum(a, m.Weights))
		}
	}
	slices.Sort(sums)
	if len(sums) > 0 {
		m.Threshold = sums[min(len(sums)-1, int(math.Ceil(share*float64(len(sums))))-1)]
	}
	return m
}

func counted(all []weighed, class string) (right, wrong int) {
	for _, a := range all {
		switch has := slices.Contains(a.classes, class); {
		case has && a.wrong:
			wrong++
		case has:
			right++
		}
	}
	return right, wrong
}

func sum(a weighed, weights map[string]float64) float64 {
	s := 0.0
	for _, c := range a.classes {
		s += weights[c]
	}
	return math.Round(s*100) / 100
}

func printEffects(c *cobra.Command, all []weighed, m effect.Measured, share float64) {
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "class\tright (%d)\twrong (%d)\tweight\n", m.Right, m.Wrong)
	for _, k := range effect.Classes {
		right, wrong := counted(all, k.Name)
		fmt.Fprintf(w, "%s\t%d\t%d\t%+.2f\n", k.Name, right, wrong, m.Weights[k.Name])
	}
	// Each package is judged by what the others taught.
	var over, kept, n [2]int
	for _, pkg := range packageNames(all) {
		taught := weigh(slices.DeleteFunc(slices.Clone(all), func(a weighed) bool { return a.pkg == pkg }), share)
		for _, a := range all {
			if a.pkg != pkg {
				continue
			}
			k := 0
			if a.wrong {
				k = 1
			}
			n[k]++
			if sum(a, taught.Weights) > taught.Threshold {
				over[k]++
			} else {
				kept[k]++
			}
		}
	}
	fmt.Fprintf(w, "\nby the other packages\tright\twrong\n")
	fmt.Fprintf(w, "unsure\t%d of %d\t%d of %d\nchecked\t%d of %d\t%d of %d\n", over[0], n[0], over[1], n[1], kept[0],
		n[0], kept[1], n[1])
	fmt.Fprintf(w, "threshold\t%.2f\n", m.Threshold)
	_ = w.Flush()
}

func packageNames(all []weighed) []string {
	var out []string
	for _, a := range all {
		out = append(out, a.pkg)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
