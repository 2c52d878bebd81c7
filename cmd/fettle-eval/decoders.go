package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// decodersCommand measures what each form that the decoder knows earns.
func decodersCommand() *cobra.Command {
	var o decodersOptions
	c := &cobra.Command{
		Use:   "decoders",
		Short: "Measure which answers each form of the decoder rescues",
		Long: `Decoders takes every answer whose right result is known: the recorded edits of
models, in the whole file and in windows round what changes (replay, windowed), the recorded answers about type errors that equal the human fix
up to blanks (pyty-llm), and the perfect and the noisy scripts made of recorded
fixes, and those with further slips of models (apply, noisy, slips). Of those that
come out right it counts for each form, a shape or a repair, how many were read by
it, and how many are lost when it alone is left out: they then go on to the next
shape, or are refused.

With --live it also reads the answers in the transcripts of fettle-eval live. All
that give a text count there, right or not.

Forms marked * are required of the decoder whatever they earn here: an acceptance
case of edits/decode (cases_*_test.go, answers_test.go) names them.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return decoders(c.OutOrStdout(), o)
		},
	}
	c.Flags().StringVar(&o.data, "data", "", "directory of the recorded data")
	c.Flags().StringVar(&o.split, "split", "dev", "split of the data")
	c.Flags().StringVar(&o.sources, "sources", "pyty,ruff,ruff_other,gotools,staticcheck,clippy", "sources of apply and noisy, separated by commas")
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object per metric")
	c.Flags().StringVar(&o.live, "live", "", "folder of transcripts that live --transcripts wrote, and its folders")
	c.Flags().StringVar(&o.cases, "cases", "", "file of further cases that the transcripts are about (live --data)")
	_ = c.MarkFlagRequired("data")
	return c
}

// decoderSets are the sets of answers, in the order of the table's columns.
var decoderSets = [...]string{"replay", "windowed", "pyty-llm", "apply", "noisy", "slips", "live"}

// decodersOptions are the flags of the decoders command.
type decodersOptions struct {
	applyOptions
	live, cases string
}

// trial decodes and applies one answer without a form, "" for none, and tells
// whether the result is right.
type trial func(without decode.Form) (right bool, script edits.Script)

// formEarns counts the right answers that a form has read, and of those the ones
// that are lost without it.
type formEarns struct{ read, lost int }

// decoderTable counts by set and form.
type decoderTable map[decodedBy]*formEarns

type decodedBy struct {
	set  string
	form decode.Form
}

func (t decoderTable) add(set string, try trial) {
	right, script := try("")
	if !right {
		return
	}
	for _, form := range decode.FormsOf(script) {
		n := entry(t, decodedBy{set, form})
		n.read++
		if still, _ := try(form); !still {
			n.lost++
		}
	}
}

func decoders(w io.Writer, o decodersOptions) error {
	t := decoderTable{}
	err := eachLine(filepath.Join(o.data, "edits."+o.split+".jsonl"), func(r recorded) error {
		try := func(set window.Set) trial {
			return func(without decode.Form) (bool, edits.Script) {
				got, script, out, _ := r.replay(set, decode.Options{Without: without})
				return r.Expected != nil && out == applied && got == *r.Expected, script
			}
		}
		t.add("replay", try(r.whole()))
		if set := r.changed(); len(set.Runs) > 0 {
			t.add("windowed", try(set))
		}
		return nil
	})
	if err != nil {
		return err
	}
	questions, err := loadAsked(setOptions{data: o.data, split: o.split})
	if err != nil {
		return err
	}
	for _, r := range questions {
		t.addAsked(r)
	}
	for source := range strings.SplitSeq(o.sources, ",") {
		records, err := Load(o.data, source, o.split)
		if err != nil {
			return err
		}
		for p, ok := range o.oracles(records, map[string]*syntax.File{}) {
			if ok {
				t.addScripts(p)
			}
		}
	}
	if o.live != "" {
		all, err := o.transcripts()
		if err != nil {
			return err
		}
		t.addLive(all)
	}
	return t.write(w, o)
}

// transcripts are the answers of the folder that the flags name.
func (o decodersOptions) transcripts() ([]transcribed, error) {
	cases, err := liveCases()
	if err != nil {
		return nil, err
	}
	if o.cases != "" {
		more, err := liveRecords(o.cases)
		if err != nil {
			return nil, err
		}
		cases = append(cases, more...)
	}
	return transcripts(o.live, cases)
}

// addAsked counts the answers to one question that are right up to blanks.
func (t decoderTable) addAsked(r *asked) {
	at := r.place()
	for _, model := range sortedKeys(r.Answers) {
		for _, a := range r.Answers[model] {
			p := putBack{model: model, answer: a, rec: r}
			if !a.Exact || p.empty() {
				continue
			}
			t.add("pyty-llm", func(without decode.Form) (bool, edits.Script) {
				script := p.put(at, without)
				return p.ok && p.exactBack(), script
			})
		}
	}
}

// addScripts counts the perfect and the noisy scripts of one record.
func (t decoderTable) addScripts(p *oracle) {
	try := func(s scriptText) trial {
		return func(without decode.Form) (bool, edits.Script) {
			v, script, _ := p.try(s, decode.Options{Without: without})
			return v == isEqual, script
		}
	}
	for _, s := range p.scripts() {
		if s.unsaid {
			continue
		}
		t.add("apply", try(s))
		for _, n := range p.noises(s) {
			t.add("noisy", try(n))
		}
		for _, text := range p.slipped(s) {
			t.add("slips", try(scriptText{text: text}))
		}
	}
}

// required are the forms that an acceptance case names, and that no recorded set
// has: the edit lists with anchors of agents, old code in place of an id, a
// replacement by nothing, lines in one string, escapes made twice.
func required() map[decode.Form]bool {
	return map[decode.Form]bool{
		decode.Form(edits.ShapeAnchored.String()): true,
		decode.Form(edits.RepairLineHint):         true,
		decode.Form(edits.RepairTextAnchor):       true,
		decode.Form(edits.RepairEmptyOp):          true,
		decode.Form(edits.RepairSplitLines):       true,
		decode.Form(edits.RepairUnescape):         true,
	}
}

func (t decoderTable) write(w io.Writer, o decodersOptions) error {
	if o.json {
		var rows []row
		for _, form := range decode.Forms() {
			for _, set := range decoderSets {
				n := entry(t, decodedBy{set, form})
				rows = append(rows, row{Set: "decoders", Source: set, Format: string(form), Metric: "read", Value: float64(n.read)},
					row{Set: "decoders", Source: set, Format: string(form), Metric: "lost", Value: float64(n.lost)})
			}
		}
		return writeRows(w, rows)
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "lost of read\t%s\t\n", strings.Join(decoderSets[:], "\t"))
	for _, form := range decode.Forms() {
		fmt.Fprintf(out, "%s%s\t", form, map[bool]string{true: "*"}[required()[form]])
		for _, set := range decoderSets {
			n := entry(t, decodedBy{set, form})
			fmt.Fprintf(out, "%d of %d\t", n.lost, n.read)
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
