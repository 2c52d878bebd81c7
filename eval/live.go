package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/eval/right"
)

// liveOptions are the flags of the live command.
type liveOptions struct {
	bench       liveBench
	data, cases string
	fresh       string
	n           int
	naive       bool
	right       bool
	verbose     bool
	transcripts string
}

func liveCommand() *cobra.Command {
	var o liveOptions
	c := &cobra.Command{
		Use:   "live",
		Short: "Fix small real defects with a real model, and judge the results by hidden tests",
		Long: `Live runs the program fettle on small projects with one defect each, with the
model that is named. A fix is right when the tool is content and the hidden test
passes; it is wrong when fettle calls it verified and the test fails.

  fettle-eval live --fresh DIR --right                                        what becomes of right answers
  fettle-eval live --fresh DIR --url http://127.0.0.1:11434 --model qwen2.5-coder:1.5b --naive

With --naive the same model is also asked plainly, once for each case; those
answers are applied unchecked (naive: right + wrong), and beside that only where the
tool that reported the defect is content with them (checker: what a script has that
asks once and runs the linter again).`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runLive(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.bench.fettle, "fettle", "bin/fettle", "the program to measure")
	f.StringVar(&o.bench.backend, "backend", "ollama", "protocol: ollama or openai")
	f.StringVar(&o.bench.url, "url", "http://127.0.0.1:11434", "endpoint on this computer")
	f.StringVar(&o.bench.model, "model", "", "name of the model; none: fettle alone")
	f.StringVar(&o.bench.shape, "shape", "", "how it is asked: rewrite, file or script (default: as fettle chooses)")
	f.IntVar(&o.bench.seconds, "seconds", 120, "time for one fix")
	f.StringArrayVar(&o.bench.more, "set", nil, "a setting of fettle's, as its own --set")
	f.StringVar(&o.data, "data", "", "read the cases from this file, one JSON object a line")
	f.StringVar(&o.cases, "cases", "", "only those whose name holds one of these words, separated by commas")
	f.StringVar(&o.fresh, "fresh", "", "folder of cases that fettle-eval fresh made")
	f.IntVar(&o.n, "n", 0, "at most so many cases, evenly spread; 0 for all")
	f.BoolVar(&o.naive, "naive", false, "ask the same model plainly, too")
	f.BoolVar(&o.right, "right", false, "ask no model: a double answers with the right text, which the gates are to take")
	f.BoolVar(&o.verbose, "verbose", false, "print the diff or the reason of each case")
	f.StringVar(&o.transcripts, "transcripts", "", "write what is asked and answered into this folder, one file a case")
	return c
}

func runLive(ctx context.Context, w io.Writer, o liveOptions) error {
	if ctx == nil {
		ctx = context.Background()
	}
	cases, err := o.chosen()
	if err != nil {
		return err
	}
	if o.bench.fettle, err = filepath.Abs(o.bench.fettle); err != nil {
		return err
	}
	if o.bench.dir, err = os.MkdirTemp("", "fettle-live"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(o.bench.dir) }()
	var now atomic.Pointer[liveCase]
	if o.right {
		double := right.Serve(func() (was, text string) { c := now.Load(); return c.Text, c.Right })
		defer double.Close()
		o.bench.backend, o.bench.url, o.bench.model = "ollama", double.URL, "qwen2.5-coder:1.5b"
	}
	if o.bench.model == "" {
		return errors.New("--model is needed, or --right")
	}
	tap, err := newTap(o.bench.url)
	if err != nil {
		return err
	}
	defer tap.close()
	o.bench.url = tap.url
	var plain *naive
	if o.naive {
		n, err := newNaive(o.bench)
		if err != nil {
			return err
		}
		plain = &n
	}
	var t liveTally
	for _, c := range cases {
		now.Store(&c)
		r, err := o.one(ctx, w, c, tap, plain)
		if err != nil {
			return err
		}
		t.add(r)
	}
	t.print(w)
	return nil
}

// one runs a case, prints what became of it and keeps what was said.
func (o liveOptions) one(ctx context.Context, w io.Writer, c liveCase, tap *tap, plain *naive) (liveResult, error) {
	r := o.bench.fixed(ctx, c, tap)
	if plain != nil && r.found {
		r.plain = o.bench.plainly(ctx, c, r.finding, *plain)
	}
	r.print(w, o.verbose)
	if o.transcripts != "" {
		if err := put(o.transcripts, strings.ReplaceAll(c.ID, "/", "_")+".txt", r.transcript()); err != nil {
			return r, err
		}
	}
	return r, ctx.Err()
}

// chosen are the cases that the flags name.
func (o liveOptions) chosen() ([]liveCase, error) {
	var cases []liveCase
	var err error
	switch {
	case o.data != "":
		cases, err = liveRecords(o.data)
	case o.fresh != "":
		cases, err = freshCases(o.fresh)
	default:
		err = errors.New("--data FILE or --fresh DIR is needed")
	}
	if err != nil {
		return nil, err
	}
	cases = slices.DeleteFunc(cases, func(c liveCase) bool {
		if o.right && c.Right == "" {
			return true
		}
		return o.cases != "" && !slices.ContainsFunc(strings.Split(o.cases, ","),
			func(word string) bool { return strings.Contains(c.ID, word) })
	})
	cases = spread(cases, o.n)
	if len(cases) == 0 {
		return nil, errors.New("no case is chosen")
	}
	return cases, nil
}

// liveResult is what became of one case.
type liveResult struct {
	c        liveCase
	found    bool
	finding  liveFinding
	verified bool
	right    bool
	took     time.Duration
	asks     []tapped
	plain    plainResult
	err      error
	judge    string
}

// plainResult is what became of the plain question.
type plainResult struct {
	asked, placed, content, right bool
	took                          time.Duration
}

// fixed has fettle fix a case and judges the result.
func (b liveBench) fixed(ctx context.Context, c liveCase, tap *tap) liveResult {
	r := liveResult{c: c}
	dir, err := b.project(c)
	if err != nil {
		r.err = err
		return r
	}
	tap.take()
	start := time.Now()
	found, err := b.run(ctx, dir, c, append(b.settings(), "--write")...)
	r.took, r.asks = time.Since(start), tap.take()
	if err != nil || len(found) == 0 {
		r.err = err
		return r
	}
	r.found, r.finding = true, found[0]
	for _, f := range found {
		r.verified = r.verified || f.Verdict == "verified" && f.Written
		if f.Verdict == "verified" {
			r.finding = f
		}
	}
	if r.verified {
		r.right, r.judge, r.err = b.judged(ctx, dir, c)
	}
	return r
}

// plainly asks the model plainly, applies its answer and judges it.
func (b liveBench) plainly(ctx context.Context, c liveCase, f liveFinding, n naive) plainResult {
	r := plainResult{asked: true}
	start := time.Now()
	text, _, err := n.fix(ctx, c, f)
	r.took = time.Since(start)
	if err != nil || text == "" {
		return r
	}
	r.placed = true
	dir, err := b.project(c)
	if err != nil || put(dir, c.File, text) != nil {
		return r
	}
	left, err := b.run(ctx, dir, c, "--no-model")
	r.content = err == nil && len(left) == 0
	r.right, _, _ = b.judged(ctx, dir, c)
	return r
}
