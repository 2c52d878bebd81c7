package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// caseValue is the value of one metric for one case: what two runs are compared
// by.
type caseValue struct {
	ID     string  `json:"id"`
	Kind   string  `json:"kind"`
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`
}

// saveValues writes the outcomes of a run for a later comparison.
func saveValues(name string, list []caseValue) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("saving the run: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for _, o := range list {
		if err := enc.Encode(o); err != nil {
			return fmt.Errorf("saving the run: %w", err)
		}
	}
	return w.Flush()
}

// draws of the bootstrap.
const draws = 2000

// difference is how much a metric moved between two runs over the same cases,
// with the interval that holds 95 of 100 draws.
type difference struct {
	kind, metric   string
	cases          int
	mean, low, top float64
}

// compare pairs the outcomes of two runs by case and draws cases again and
// again, with replacement: an interval that holds zero is noise.
func compare(before, after []caseValue) []difference {
	type key struct{ kind, metric string }
	type pair struct{ id, kind, metric string }
	old := map[pair]float64{}
	for _, o := range before {
		old[pair{o.ID, o.Kind, o.Metric}] = o.Value
	}
	moved := map[key][]float64{}
	for _, o := range after {
		if v, ok := old[pair{o.ID, o.Kind, o.Metric}]; ok {
			k := key{o.Kind, o.Metric}
			moved[k] = append(moved[k], o.Value-v)
		}
	}
	out := make([]difference, 0, len(moved))
	for k, list := range moved {
		d := difference{kind: k.kind, metric: k.metric, cases: len(list)}
		for _, v := range list {
			d.mean += v / float64(len(list))
		}
		r := rand.New(rand.NewPCG(1, uint64(len(list)))) //nolint:gosec // the same draws every time
		means := make([]float64, draws)
		for i := range means {
			for range list {
				means[i] += list[r.IntN(len(list))]
			}
			means[i] /= float64(len(list))
		}
		slices.Sort(means)
		d.low, d.top = means[draws*25/1000], means[draws*975/1000-1]
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b difference) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.metric, b.metric))
	})
	return out
}

// compareWith prints how the outcomes differ from those of a saved run.
func compareWith(w io.Writer, name string, after []caseValue) error {
	var before []caseValue
	if err := eachLine(name, func(o caseValue) error { before = append(before, o); return nil }); err != nil {
		return err
	}
	list := compare(before, after)
	if len(list) == 0 {
		return fmt.Errorf("%s holds no case of this run", name)
	}
	fmt.Fprintf(w, "\nagainst %s (95 %% interval, paired bootstrap)\n", name)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, d := range list {
		fmt.Fprintf(t, "%s\t%s\t%d cases\t%+.3f\t[%+.3f, %+.3f]\n", d.kind, d.metric, d.cases, d.mean, d.low, d.top)
	}
	return t.Flush()
}
