package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/eval/fresh"
	"github.com/fettle-dev/fettle/eval/right"
)

// doublesOptions are the flags of the doubles command.
type doublesOptions struct {
	bench           liveBench
	fresh, language string
	wrong, n        int
	verbose         bool
}

func doublesCommand() *cobra.Command {
	var o doublesOptions
	c := &cobra.Command{
		Use:   "doubles --fresh DIR --fettle PROGRAM",
		Short: "What becomes of right answers, and of wrong ones that the checker accepts, on fresh cases",
		Long: `Doubles runs fettle fix --write on the cases that fettle-eval fresh made, with two models that know everything: one
answers always with the released text, one always with a wrong text that the checker accepts and a test does not. What they
are asked plainly (a function, a statement, a file) they answer in that form.

The table has of the right answers those that were written, offered (unsure, unchecked) and refused, and how many requests
were spent on one that was not written; of the wrong ones those written unasked, and of these the ones without a word of
what else they do. Shares have their 95 % interval (Wilson).`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context(), c.OutOrStdout()) },
	}
	f := c.Flags()
	f.StringVar(&o.bench.fettle, "fettle", "bin/fettle", "the program to measure")
	f.StringVar(&o.fresh, "fresh", "", "folder of cases")
	f.StringVar(&o.language, "lang", "", "only cases of this language")
	f.IntVar(&o.wrong, "wrong", 2, "at most so many wrong answers of a case")
	f.IntVar(&o.n, "n", 0, "at most so many cases, evenly spread; 0 for all")
	f.IntVar(&o.bench.seconds, "seconds", 120, "time for one fix")
	f.StringArrayVar(&o.bench.more, "set", nil, "a setting of fettle's, as its own --set")
	f.BoolVar(&o.verbose, "verbose", false, "print the reason of each answer that is not written")
	_ = c.MarkFlagRequired("fresh")
	return c
}

func (o doublesOptions) run(ctx context.Context, w io.Writer) error {
	cases, err := fresh.Read(o.fresh)
	if err != nil {
		return err
	}
	cases = slices.DeleteFunc(cases, func(c fresh.Case) bool { return o.language != "" && c.Lang != o.language })
	cases = spread(cases, o.n)
	if len(cases) == 0 {
		return errors.New("no case is chosen")
	}
	if o.bench.fettle, err = filepath.Abs(o.bench.fettle); err != nil {
		return err
	}
	if o.bench.dir, err = os.MkdirTemp("", "fettle-doubles"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(o.bench.dir) }()
	var now atomic.Pointer[[2]string]
	var asked atomic.Int64
	double := right.Serve(func() (was, text string) { asked.Add(1); return now.Load()[0], now.Load()[1] })
	defer double.Close()
	o.bench.backend, o.bench.url, o.bench.model = "ollama", double.URL, "qwen2.5-coder:1.5b"
	var all []doubleResult
	for _, c := range cases {
		answers := append([]fresh.Wrong{{Kind: "right", Text: c.Right}}, c.Wrong[:min(o.wrong, len(c.Wrong))]...)
		for _, a := range answers {
			now.Store(&[2]string{c.Text, a.Text})
			asked.Store(0)
			r := o.bench.answered(ctx, c, a)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r.asks = int(asked.Load())
			all = append(all, r)
			fmt.Fprintf(w, "%-42s %-26s %-20s %-10s %d asks\n", c.ID, c.Kind, a.Kind, r.outcome, r.asks)
			if o.verbose && r.outcome != "written" {
				fmt.Fprintf(w, "    %s\n", clipped(r.reason))
			}
			if r.err != nil {
				fmt.Fprintf(w, "    %v\n", r.err)
			}
		}
	}
	printDoubles(w, all)
	return nil
}

// doubleResult is what became of an answer.
type doubleResult struct {
	lang    string
	right   bool   // the answer
	outcome string // written, offered, refused; else why it does not count
	grade   string
	said    bool // what else it does was said
	reason  string
	asks    int
	err     error
}

// answered has fettle fix a case whose model has one answer.
func (b liveBench) answered(ctx context.Context, c fresh.Case, a fresh.Wrong) doubleResult {
	r := doubleResult{lang: c.Lang, right: a.Text == c.Right, outcome: "failed"}
	dir := filepath.Join(b.dir, "work")
	r.err = errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(filepath.Join(c.Tree, "tree"))),
		put(dir, c.File, c.Text))
	if r.err != nil {
		return r
	}
	found, err := b.run(ctx, dir, liveCase{File: c.File, Tool: c.Tool}, append(b.settings(), "--write")...)
	if err != nil || len(found) == 0 {
		r.outcome, r.err = "not found", err
		return r
	}
	best := found[0]
	for _, f := range found {
		if f.Written || !best.Written && f.Verdict != "rejected" && f.Diff != "" {
			best = f
		}
	}
	r.grade, r.reason, r.said = best.grade(), best.Reason, best.said()
	text, err := os.ReadFile(filepath.Join(dir, c.File))
	if err != nil {
		r.err = err
		return r
	}
	switch {
	case best.Rung != "" && best.Rung != "model":
		r.outcome = "by " + best.Rung
	case string(text) == c.Text && best.Diff != "":
		r.outcome = "offered"
	case string(text) == c.Text:
		r.outcome = "refused"
	case alike(string(text), a.Text):
		r.outcome = "written"
	default: // a part of the answer, or something beside it
		r.outcome = "other text"
	}
	return r
}

// alike compares programs without their layout at the ends of lines.
func alike(a, b string) bool {
	trim := func(s string) []string {
		var out []string
		for l := range strings.Lines(s) {
			if l = strings.TrimRight(l, " \t\r\n"); l != "" {
				out = append(out, l)
			}
		}
		return out
	}
	return slices.Equal(trim(a), trim(b))
}

// printDoubles prints the table of a run.
func printDoubles(w io.Writer, all []doubleResult) {
	fmt.Fprintf(w, "\n%-11s %-6s %4s  %-24s %-24s %-24s %-24s %s\n", "", "answer", "n", "written", "offered", "refused",
		"written without a word", "asks on one not written")
	for _, lang := range []string{"python", "go", "typescript", ""} {
		for _, good := range []bool{true, false} {
			n, asks, silent := 0, 0, 0
			count, grades := map[string]int{}, map[string]int{}
			left := map[string]int{}
			for _, r := range all {
				if lang != "" && r.lang != lang || r.right != good {
					continue
				}
				if !slices.Contains([]string{"written", "offered", "refused"}, r.outcome) {
					left[r.outcome]++
					continue
				}
				n++
				count[r.outcome]++
				grades[r.grade]++
				if r.outcome != "written" {
					asks += r.asks
				} else if !r.said {
					silent++
				}
			}
			if n+len(left) == 0 {
				continue
			}
			name, answer := lang, "wrong"
			if lang == "" {
				name = "all"
			}
			if good {
				answer = "right"
			}
			fmt.Fprintf(w, "%-11s %-6s %4d  %-24s %-24s %-24s %-24s %.1f   %v", name, answer, n, wilson(count["written"], n),
				wilson(count["offered"], n),
				wilson(count["refused"], n), wilson(silent, n), float64(asks)/float64(max(1, n-count["written"])), grades)
			if len(left) > 0 {
				fmt.Fprintf(w, "  not counted: %v", left)
			}
			fmt.Fprintln(w)
		}
	}
}

// wilson is a share with its 95 % interval.
func wilson(k, n int) string {
	if n == 0 {
		return "-"
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	mid, half := (p+z*z/(2*m))/(1+z*z/m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))/(1+z*z/m)
	return fmt.Sprintf("%d: %.0f%% (%.0f-%.0f)", k, 100*p, 100*math.Max(0, mid-half), 100*math.Min(1, mid+half))
}
