package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// recorded is one edit that a model once wrote, with the file before it and,
// where it is proven, the file after it.
type recorded struct {
	ID       string  `json:"id"`
	Format   string  `json:"format"`
	Path     string  `json:"path"`
	Before   *string `json:"before"`
	Output   string  `json:"model_output"`
	Expected *string `json:"expected_after"`
	Note     string  `json:"note"`
	Verdict  string  `json:"tool_verdict"`
}

// outcome says how one recorded edit ended.
type outcome uint8

const (
	refused outcome = iota
	applied
	crashed
)

// replayed counts outcomes of one format.
type replayed struct {
	all, expected         int
	equal, refused, wrong int // of those with an expected text
	applied, crashed      int // of all
}

// replayCommand measures the decode ladder on recorded edits of models.
func replayCommand() *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "Apply recorded edits of models to the files they were written for",
		Long: `Replay decodes each recorded answer of edits.<split>.jsonl, shape by shape, with
the whole document as the window, applies it to the recorded text, and compares
the result with the recorded one: equal, refused, or wrong. Blocks for files
other than the record's are dropped.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return replay(cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

// setOptions are the flags of the subcommands in this file.
type setOptions struct {
	data, split   string
	json, verbose bool
}

func (o *setOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.data, "data", "", "folder of the data files")
	cmd.Flags().StringVar(&o.split, "split", "dev", "name of the split")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object for each metric")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "name the records that are not equal")
	_ = cmd.MarkFlagRequired("data")
}

func replay(w io.Writer, o setOptions) error {
	counts := map[string]*replayed{}
	groups := map[string]*replayed{}
	err := eachLine(filepath.Join(o.data, "edits."+o.split+".jsonl"), func(r recorded) error {
		got, _, out, why := r.replay(r.whole())
		for _, c := range [...]*replayed{entry(counts, r.Format), entry(counts, "ALL"), entry(groups, r.group())} {
			c.add(r, got, out)
		}
		if o.verbose && (out == crashed || r.Expected != nil && (out != applied || got != *r.Expected) ||
			r.Verdict == "failed" && out == applied) {
			fmt.Fprintf(w, "%s %s %s: %s\n", r.ID, r.Format, r.Verdict, why)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if o.json {
		var rows []row
		for _, format := range sortedKeys(counts) {
			rows = append(rows, counts[format].rows(format)...)
		}
		return writeRows(w, rows)
	}
	return replayTable(w, counts, groups)
}

// entry is the value of a key, made where it is missing.
func entry[K comparable, V any](m map[K]*V, key K) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// group tells the kinds of records apart that the bars are set for.
func (r recorded) group() string {
	switch {
	case strings.HasPrefix(r.Note, "verified"):
		return "verified real edits"
	case r.Verdict == "failed":
		return "failed when recorded"
	case r.Expected != nil && r.Format == "search_replace":
		return "hand-written blocks"
	case r.Expected != nil:
		return "fixtures of " + r.Format
	}
	return "without a result"
}

// replay decodes and applies one record in some windows. why is the shape, or the reject.
func (r recorded) replay(set window.Set) (got string, script edits.Script, out outcome, why string) {
	defer func() {
		if p := recover(); p != nil {
			got, out, why = "", crashed, bug.Report("a recorded "+r.Format, p).Error()
		}
	}()
	c := edits.NewCandidates(r.snapshot(), set, nil, signal.Diagnostic{})
	script, reject := decode.Answer(r.forFile(), c)
	switch {
	case reject != nil:
		return "", script, refused, reject.Error()
	case script.Status != edits.StatusFix:
		return "", script, refused, "no_fix"
	}
	res, rejects := edits.Apply(c, script, edits.Options{Unlimited: true})
	if len(rejects) > 0 {
		return "", script, refused, rejects[0].Error()
	}
	return res.Text, script, applied, script.Shape.String()
}

var fileName = regexp.MustCompile(`^[\w./-]+\.\w{1,4}$`)

// forFile is the answer without the blocks for other files: fettle asks about one.
func (r recorded) forFile() string {
	var out []string
	above, foreign, inside := "", false, false
	for l := range strings.Lines(r.Output) {
		t := strings.TrimPrefix(strings.Trim(l, " \t\r\n*`#:\""), "./")
		switch {
		case strings.HasPrefix(l, "<<<<<"):
			inside = true
			if fileName.MatchString(above) {
				foreign = r.Path != "" && !strings.HasSuffix("/"+r.Path, "/"+above) && !strings.HasSuffix("/"+above, "/"+r.Path)
			}
		case !inside && t != "" && !strings.HasPrefix(l, "```"):
			above = t
		}
		if !inside || !foreign {
			out = append(out, l)
		}
		if inside && strings.HasPrefix(l, ">>>>>") {
			inside, above = false, ""
		}
	}
	return strings.Join(out, "")
}

// snapshot is the file as it was before.
func (r recorded) snapshot() text.Snapshot {
	before := ""
	if r.Before != nil {
		before = *r.Before
	}
	s := text.File("", syntax.Language(r.Path), before)
	if r.Path != "" {
		s.Path = "/" + strings.TrimPrefix(r.Path, "/")
	}
	return s
}

// whole is the whole file as the window.
func (r recorded) whole() window.Set {
	return window.Set{Level: window.LevelFile,
		Runs: []window.Run{{Lines: text.Lines{End: r.snapshot().LineCount()}, Index: 1}}}
}

func (c *replayed) add(r recorded, got string, out outcome) {
	c.all++
	if out == crashed {
		c.crashed++
	}
	if out == applied {
		c.applied++
	}
	if r.Expected == nil {
		return
	}
	c.expected++
	switch {
	case out == refused:
		c.refused++
	case out == applied && got == *r.Expected:
		c.equal++
	case out == applied:
		c.wrong++
	}
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func (c *replayed) rows(format string) []row {
	list := []row{}
	add := func(metric string, n, of int) {
		list = append(list, row{Set: "replay", Format: format, Metric: metric, Value: share(n, of)})
	}
	if c.expected > 0 {
		add("equal", c.equal, c.expected)
		add("refused", c.refused, c.expected)
	}
	add("wrong", c.wrong, max(c.expected, 1))
	add("crashed", c.crashed, c.all)
	return list
}

func replayTable(w io.Writer, formats, groups map[string]*replayed) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "format\trecords\twith result\tequal\trefused\twrong\tcrashed\tapplied\t")
	line := func(name string, c *replayed) {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, c.all, c.expected, c.equal, c.refused, c.wrong,
			c.crashed, c.applied)
	}
	for _, m := range [...]map[string]*replayed{formats, groups} {
		for _, name := range sortedKeys(m) {
			line(name, m[name])
		}
		fmt.Fprintln(t, "\t\t\t\t\t\t\t\t")
	}
	return t.Flush()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
