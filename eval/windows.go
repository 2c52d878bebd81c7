package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fileCap is the most lines that an escalation to the whole file costs.
const fileCap = 600

// windowsCommand measures the windows of the signal table on recorded fixes.
func windowsCommand() *cobra.Command {
	var o struct {
		data, split, sources, misses string
		json                         bool
	}
	c := &cobra.Command{
		Use:   "windows",
		Short: "Measure how many recorded fixes lie inside the edit windows",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []row
			for source := range strings.SplitSeq(o.sources, ",") {
				records, err := Load(o.data, source, o.split)
				if err != nil {
					return err
				}
				t := measureWindows(records)
				if o.misses != "" && (o.misses == "all" || o.misses == source) {
					printMisses(cmd.OutOrStdout(), t.misses)
					continue
				}
				rows = append(rows, t.rows(source)...)
				if !o.json {
					t.print(cmd.OutOrStdout(), source)
				}
			}
			if o.json {
				return writeRows(cmd.OutOrStdout(), rows)
			}
			return nil
		},
	}
	c.Flags().StringVar(&o.data, "data", "", "directory of the recorded data")
	c.Flags().StringVar(&o.split, "split", "dev", "split of the data")
	c.Flags().StringVar(&o.sources, "sources", "pyty,ruff,ruff_other,gotools,staticcheck,clippy",
		"sources, separated by commas")
	c.Flags().StringVar(&o.misses, "misses", "", "list the fixes outside the windows of this source (or all)")
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object per metric")
	_ = c.MarkFlagRequired("data")
	return c
}

// coverage sums the metrics of one code.
type coverage struct{ n, covered, lines, expected float64 }

func (t *coverage) add(w float64, covered bool, lines, file int) {
	t.n += w
	t.lines += w * float64(lines)
	t.expected += w * float64(lines)
	if covered {
		t.covered += w
	} else {
		t.expected += w * float64(min(file, fileCap))
	}
}

type windowsResult struct {
	codes  map[string]*coverage
	misses []miss
}

type miss struct {
	record Record
	set    window.Set
}

// measureWindows computes the window of every record that has a text and a fix.
// A fix that answers several diagnostics counts once.
func measureWindows(records []Record) windowsResult {
	out := windowsResult{codes: map[string]*coverage{}}
	records = slices.DeleteFunc(records, func(r Record) bool { return !r.HasText || len(r.Fix) == 0 })
	weight := map[string]float64{}
	key := func(r Record) string {
		e, _ := json.Marshal(r.Edits)
		return r.BeforeRef + "\x00" + r.Code + "\x00" + string(e)
	}
	for _, r := range records {
		weight[key(r)]++
	}
	files := map[string]*syntax.File{}
	for _, r := range records {
		f := files[r.BeforeRef]
		if f == nil {
			f = syntax.Parse(r.Before.Lang, r.Before.Text())
			files[r.BeforeRef] = f
		}
		d := r.Diagnostic()
		set := window.Compute(r.Before, f, d, signal.Require(d))
		covered := coversFix(set, r.Fix)
		if !covered {
			out.misses = append(out.misses, miss{r, set})
		}
		for _, code := range []string{r.Code, "ALL"} {
			t := out.codes[code]
			if t == nil {
				t = &coverage{}
				out.codes[code] = t
			}
			t.add(1/weight[key(r)], covered, set.LineCount(), r.Before.LineCount())
		}
	}
	return out
}

// coversFix reports whether all changed lines lie in the set. An insertion
// before line s is covered by a run from a to b when a ≤ s ≤ b+1.
func coversFix(s window.Set, fix [][2]int) bool {
	for _, r := range fix {
		if !s.Covers(text.Lines{Start: r[0] - 1, End: r[1]}) {
			return false
		}
	}
	return true
}

func (t windowsResult) order() []string {
	codes := slices.Sorted(maps.Keys(t.codes))
	codes = slices.DeleteFunc(codes, func(c string) bool { return c == "ALL" })
	return append(codes, "ALL")
}

func (t windowsResult) rows(source string) []row {
	var out []row
	for _, code := range t.order() {
		c := t.codes[code]
		if c == nil {
			continue
		}
		for _, m := range []struct {
			name  string
			value float64
		}{{"coverage", c.covered / c.n}, {"mean_lines", c.lines / c.n}, {"expected_lines", c.expected / c.n}} {
			out = append(out, row{Set: "windows", Source: source, Code: code, Metric: m.name, Value: m.value})
		}
	}
	return out
}

func (t windowsResult) print(w io.Writer, source string) {
	fmt.Fprintf(w, "\n%s\n%-40s %7s %9s %9s %9s\n", source, "code", "fixes", "coverage", "lines", "expected")
	for _, code := range t.order() {
		c := t.codes[code]
		if c == nil {
			fmt.Fprintln(w, "no record with text and fix")
			continue
		}
		fmt.Fprintf(w, "%-40s %7.0f %8.2f%% %9.2f %9.2f\n", code, c.n, 100*c.covered/c.n, c.lines/c.n, c.expected/c.n)
	}
}

func printMisses(w io.Writer, misses []miss) {
	for _, m := range misses {
		r := m.record
		var runs []string
		for _, run := range m.set.Runs {
			runs = append(runs, run.Name()+" "+run.Lines.String())
		}
		fmt.Fprintf(w, "%s %s\n  at %d-%d fix %v window %s\n  %s\n", r.Code, r.ID, r.Line, r.EndLine, r.Fix,
			strings.Join(runs, ", "), r.Message)
	}
}
