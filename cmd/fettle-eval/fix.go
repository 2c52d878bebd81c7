package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fixOptions are the flags of the fix command.
type fixOptions struct {
	data, split, sources, backend string
	n                             int
	json, verbose                 bool
}

func fixCommand() *cobra.Command {
	var o fixOptions
	c := &cobra.Command{
		Use:   "fix",
		Short: "Fix recorded diagnostics end to end, with doubles of a model",
		Long: `Fix sends recorded diagnostics through the whole engine, up to a model over HTTP
on this machine and back through every gate. The model is a double:

  oracle   answers with the recorded fix; nothing of it may be lost on the way
  sloppy   answers with the recorded fix and one slip of models; equal or refused
  hostile  tries to change other lines, run code, silence the tool …; no use
  broken   is an endpoint with one fault after another; each ends as one line

The tool of a record is a double, too: it reports the problem on the recorded
text and on no other, so that what is wrong is seen by comparing texts.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runFixes(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.data, "data", "", "directory of the recorded data; not needed for broken")
	f.StringVar(&o.split, "split", "dev", "split of the data")
	f.StringVar(&o.sources, "sources", "pyty,ruff,ruff_other,gotools,staticcheck,clippy", "sources, separated by commas")
	f.StringVar(&o.backend, "backend", "oracle", "oracle, sloppy, hostile or broken")
	f.IntVar(&o.n, "n", 0, "records of each source, spread over all of them; 0 for all")
	f.BoolVar(&o.json, "json", false, "print one JSON object per metric")
	f.BoolVar(&o.verbose, "verbose", false, "name the records that are not equal")
	return c
}

// What became of one record.
const (
	fixEqual   = "equal"
	fixTrick   = "trick"   // the recorded fix silences or deletes, and is labelled so
	fixRefused = "refused" // by a gate or a limit
	fixOutside = "outside" // no window set holds the recorded fix
	fixUnsaid  = "unsaid"  // no script can say it, or no fix is offered for the signal
	fixWrong   = "wrong"   // another text was offered
	fixLost    = "lost"    // right on the way in, and not applied though no gate refuses it
)

// fixTally counts outcomes of one source.
type fixTally struct {
	source  string
	count   map[string]int
	records int
	asks    int
	took    time.Duration
	reasons map[string]int
}

func runFixes(ctx context.Context, w io.Writer, o fixOptions) error {
	if ctx == nil {
		ctx = context.Background()
	}
	if o.backend == "broken" {
		return faultTable(ctx, w)
	}
	double, ok := doubles()[o.backend]
	if !ok {
		return fmt.Errorf("no backend %q; there are oracle, sloppy, hostile and broken", o.backend)
	}
	if o.data == "" {
		return errors.New("--data is needed")
	}
	bench, err := newFixBench()
	if err != nil {
		return err
	}
	defer bench.close()
	total := &fixTally{source: "ALL", count: map[string]int{}, reasons: map[string]int{}}
	list := []*fixTally{}
	for source := range strings.SplitSeq(o.sources, ",") {
		records, err := Load(o.data, source, o.split)
		if err != nil {
			return err
		}
		t := &fixTally{source: source, count: map[string]int{}, reasons: map[string]int{}}
		records = slices.DeleteFunc(records, func(r Record) bool { return !r.HasText || len(r.Edits) == 0 })
		for _, r := range spread(records, o.n) {
			start := time.Now()
			outcome, why, asks := bench.record(ctx, r, double)
			for _, x := range []*fixTally{t, total} {
				x.records++
				x.asks += asks
				x.took += time.Since(start)
				x.count[outcome]++
				if why != "" {
					x.reasons[outcome+": "+why]++
				}
			}
			if o.verbose && outcome != fixEqual {
				fmt.Fprintf(w, "%s %s %s: %s\n", outcome, r.Code, r.ID, why)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		list = append(list, t)
	}
	return printFixes(w, o, append(list, total))
}

func fixOutcomes() []string {
	return []string{fixEqual, fixRefused, fixTrick, fixOutside, fixUnsaid, fixLost, fixWrong}
}

func printFixes(w io.Writer, o fixOptions, list []*fixTally) error {
	if o.json {
		var rows []row
		for _, t := range list {
			for _, outcome := range fixOutcomes() {
				rows = append(rows, row{Set: "fix-" + o.backend, Source: t.source, Code: "ALL", Metric: outcome,
					Value: float64(t.count[outcome]) / float64(max(1, t.records))})
			}
		}
		return writeRows(w, rows)
	}
	fmt.Fprintf(w, "%-8s %-12s %8s", "backend", "source", "records")
	for _, outcome := range fixOutcomes() {
		fmt.Fprintf(w, " %8s", outcome)
	}
	fmt.Fprintf(w, " %6s %9s\n", "asks", "ms each")
	for _, t := range list {
		fmt.Fprintf(w, "%-8s %-12s %8d", o.backend, t.source, t.records)
		for _, outcome := range fixOutcomes() {
			fmt.Fprintf(w, " %8d", t.count[outcome])
		}
		fmt.Fprintf(w, " %6d %9.1f\n", t.asks, float64(t.took.Microseconds())/1000/float64(max(1, t.records)))
	}
	printReasons(w, list[len(list)-1].reasons)
	return nil
}

// changing are the parts of a reason that differ from record to record.
var changing = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\d+`)

// printReasons lists why fixes were refused, or offered under another name.
func printReasons(w io.Writer, reasons map[string]int) {
	count := map[string]int{}
	for why, n := range reasons {
		if strings.HasPrefix(why, fixRefused) || strings.HasPrefix(why, fixTrick) || strings.HasPrefix(why, fixLost) {
			head, _, _ := strings.Cut(why, "; the model sent")
			head, _, _ = strings.Cut(head, " near line")
			head = changing.ReplaceAllString(head, "…")
			count[head[:min(len(head), 90)]] += n
		}
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	fmt.Fprintf(w, "\n%8s  reason\n", "records")
	for _, why := range list {
		fmt.Fprintf(w, "%8d  %s\n", count[why], strings.ToValidUTF8(why, ""))
	}
}

// egressGate is the product's gate as the fixer sees it.
type egressGate struct{ gate *egress.Gate }

func (g egressGate) Denied(string) string { return "" } // recorded files are on no disk

func (g egressGate) Redact(_, s string) (string, []string) {
	v := g.gate.Check(egress.Item{Text: s})
	var marks []string
	for _, r := range v.Redactions {
		marks = append(marks, r.Placeholder)
	}
	return v.Text, marks
}

func (g egressGate) Secrets(path, s string) []text.Span {
	var out []text.Span
	for _, r := range g.gate.Secrets(s, path) {
		out = append(out, text.Span{Start: r.Start, End: r.End})
	}
	return out
}

// client is the product's own client for a model on this machine.
func client(url string, gate *egress.Gate, total time.Duration) (*model.Client, error) {
	return model.New(model.Options{Backend: model.OpenAI, BaseURL: url + "/v1", Name: "test", Stream: true, LocalOnly: true,
		Seal: gate.Seal, Total: total, ContextWindow: 32768})
}

// engineFor is the engine as the product wires it, with a double for the tool.
func engineFor(c model.Completer, gate *egress.Gate, tools fixer.Tools) fixer.Ladder {
	return fixer.Ladder{Tools: tools, Gate: egressGate{gate}, Calls: 2, Now: time.Now, Nonce: func(string) string { return "0f1e2d3c" },
		Model: fixer.Model{Completer: c, Name: "test", Host: "127.0.0.1"}}
}

// problemOf is a record as the engine's problem, for the model only.
func problemOf(r Record) fixer.Problem {
	return fixer.Problem{Root: "/", Snapshot: r.Before, Diagnostic: r.Diagnostic(), Rungs: []signal.Rung{signal.RungModel},
		File: syntax.Parse(r.Before.Lang, r.Before.Text())}
}

// reportOnly is the tool of a record: it reports the problem on its text.
func reportOnly(p fixer.Problem) fixer.Tools {
	return fixer.LintOnly(func(_ context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
		if s.Hash() == p.Snapshot.Hash() {
			return []signal.Diagnostic{p.Diagnostic}, nil
		}
		return nil, nil
	})
}
