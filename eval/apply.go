package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/decode"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// applyOptions are the flags of the apply command.
type applyOptions struct {
	data, split, sources, formats, only string
	json, verbose                       bool
}

// applyCommand measures decoding and applying with perfect scripts made of
// recorded fixes.
func applyCommand() *cobra.Command {
	var o applyOptions
	c := &cobra.Command{
		Use:   "apply",
		Short: "Apply perfect scripts made of recorded fixes",
		Long: `Apply makes of every recorded fix the script that a perfect model would send, in
each encoding, and feeds it through decoding, resolving and applying. The window
is the signal's own, or the whole file where the fix lies outside, or the lines
round the fix where the file has too many lines for ids; the limits on size are
off. The result must equal the recorded text.

Scripts that an encoding cannot say are not tried, and counted as unsaid: a diff
whose old side is empty or not unique in the windows, or a range of more lines
than get ids. A rewrite uses ids for a run of which it would drop an edge or most
lines.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return apply(cmd.OutOrStdout(), o)
		},
	}
	c.Flags().StringVar(&o.data, "data", "", "directory of the recorded data")
	c.Flags().StringVar(&o.split, "split", "dev", "split of the data")
	c.Flags().StringVar(&o.sources, "sources", "pyty,ruff,ruff_other,gotools,staticcheck,clippy",
		"sources, separated by commas")
	c.Flags().StringVar(&o.formats, "formats", "", "encodings, separated by commas; all if empty")
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object per metric")
	c.Flags().BoolVar(&o.verbose, "verbose", false, "name the records that are not equal")
	c.Flags().StringVar(&o.only, "only", "", "take records whose id holds this text, and show their refused answers")
	_ = c.MarkFlagRequired("data")
	return c
}

// verdict is the outcome of one script.
type verdict uint8

const (
	isEqual verdict = iota
	isRefused
	isWrong
	isCrashed
)

func (v verdict) String() string { return [...]string{"equal", "refused", "wrong", "crashed"}[v] }

// verdictCount counts verdicts.
type verdictCount [4]int

func (t verdictCount) total() int { return t[0] + t[1] + t[2] + t[3] }

// verdictTable are the counts of one set, by source and encoding.
type verdictTable struct {
	set    string
	keys   []string // in order of appearance
	count  map[string]*verdictCount
	unsaid map[string]int // fixes that the encoding cannot say
}

func newVerdicts(set string) *verdictTable {
	return &verdictTable{set: set, count: map[string]*verdictCount{}, unsaid: map[string]int{}}
}

// keysOf are the keys under which a script counts.
func (t *verdictTable) keysOf(source, format string) []string {
	list := []string{source + "\x00" + format, source + "\x00ALL", "ALL\x00" + format, "ALL\x00ALL"}
	for _, key := range list {
		if t.count[key] == nil {
			t.keys = append(t.keys, key)
			t.count[key] = &verdictCount{}
		}
	}
	return list
}

func (t *verdictTable) add(source, format string, v verdict) {
	for _, key := range t.keysOf(source, format) {
		t.count[key][v]++
	}
}

func (t *verdictTable) addUnsaid(source, format string) {
	for _, key := range t.keysOf(source, format) {
		t.unsaid[key]++
	}
}

func (t *verdictTable) rows() []row {
	var out []row
	for _, key := range t.keys {
		source, format, _ := strings.Cut(key, "\x00")
		n := t.count[key]
		for v := isEqual; v <= isCrashed; v++ {
			out = append(out, row{Set: t.set, Source: source, Code: "ALL", Format: format, Metric: v.String(),
				Value: share(n[v], n.total())})
		}
		out = append(out, row{Set: t.set, Source: source, Code: "ALL", Format: format, Metric: "scripts",
			Value: float64(n.total())},
			row{Set: t.set, Source: source, Code: "ALL", Format: format, Metric: "unsaid",
				Value: share(t.unsaid[key], t.unsaid[key]+n.total())})
	}
	return out
}

func (t *verdictTable) print(w io.Writer) {
	fmt.Fprintf(w, "\n%-12s %-14s %-16s %8s %8s %8s %8s %8s %8s\n", "set", "source", "format", "scripts", "equal",
		"refused", "wrong", "crashed", "unsaid")
	for _, key := range t.keys {
		source, format, _ := strings.Cut(key, "\x00")
		n := t.count[key]
		fmt.Fprintf(w, "%-12s %-14s %-16s %8d %8d %8d %8d %8d %8d\n", t.set, source, format, n.total(), n[0], n[1], n[2],
			n[3], t.unsaid[key])
	}
}

func apply(w io.Writer, o applyOptions) error {
	t := newVerdicts("apply")
	for source := range strings.SplitSeq(o.sources, ",") {
		records, err := Load(o.data, source, o.split)
		if err != nil {
			return err
		}
		for p, ok := range o.oracles(records) {
			if ok {
				o.tryAll(w, t, source, p)
				continue
			}
			for _, format := range formats() {
				if o.wants(format) {
					t.addUnsaid(source, format)
				}
			}
		}
	}
	if o.json {
		return writeRows(w, t.rows())
	}
	t.print(w)
	return nil
}

// oracles are those of the records with a fix, false where no script can say it.
func (o applyOptions) oracles(records []Record) iter.Seq2[*oracle, bool] {
	return func(yield func(*oracle, bool) bool) {
		files := map[string]*syntax.File{}
		for _, r := range records {
			if !r.HasText || len(r.Edits) == 0 || !strings.Contains(r.ID, o.only) {
				continue
			}
			f := files[r.BeforeRef]
			if f == nil {
				f = syntax.Parse(r.Before.Lang, r.Before.Text())
				files[r.BeforeRef] = f
			}
			if !yield(newOracle(r, f)) {
				return
			}
		}
	}
}

// wants reports whether an encoding is to be measured.
func (o applyOptions) wants(format string) bool {
	return o.formats == "" || slices.Contains(strings.Split(o.formats, ","), format)
}

// tryAll feeds the scripts of one record through the engine.
func (o applyOptions) tryAll(w io.Writer, t *verdictTable, source string, p *oracle) {
	for _, a := range p.scripts() {
		switch {
		case !o.wants(a.format):
			continue
		case a.unsaid:
			t.addUnsaid(source, a.format)
			continue
		}
		v, why := p.try(a)
		t.add(source, a.format, v)
		if o.verbose && v >= isRefused {
			fmt.Fprintf(w, "%s %s %s %s: %s\n", v, p.record.Code, p.record.ID, a.format, why)
			o.showAnswer(w, p, a)
		}
	}
}

// showAnswer prints the run of a single record and the answer about it.
func (o applyOptions) showAnswer(w io.Writer, p *oracle, a scriptText) {
	if o.only == "" {
		return
	}
	for i, r := range p.candidates.Windows.Runs {
		lines, _ := p.candidates.Shown(i)
		fmt.Fprintf(w, "%s %s\n  %s\n", r.Name(), r.Lines, strings.Join(lines, "\n  "))
	}
	fmt.Fprintf(w, "answer\n%s\n", a.text)
}

// oracle knows the fix of one record and the windows it is asked for.
type oracle struct {
	record     Record
	candidates edits.Candidates
	options    edits.Options
	after      string
	changes    []lineChange
}

// newOracle prepares a record; ok is false where no script of lines can say the
// fix: it adds or removes the final newline, or only the blanks of an empty line.
func newOracle(r Record, f *syntax.File) (*oracle, bool) {
	after, err := r.After()
	if err != nil || r.AfterSHA256 != "" && hash(after) != r.AfterSHA256 || after == r.Before.Text() ||
		strings.HasSuffix(after, "\n") != strings.HasSuffix(r.Before.Text(), "\n") || respacesBlanks(r) {
		return nil, false
	}
	d := r.Diagnostic()
	need := signal.Require(d)
	p := &oracle{record: r, after: after, changes: lineChanges(r)}
	set := window.Compute(r.Before, f, d, need)
	if !p.inside(set) {
		set = window.Set{Level: window.LevelFile,
			Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{End: r.Before.LineCount()}}}}
	}
	p.candidates = edits.NewCandidates(r.Before, set, f, d)
	if !p.addressable() {
		set.Runs = p.around(f)
		p.candidates = edits.NewCandidates(r.Before, set, f, d)
	}
	p.options = edits.Options{Parse: noWorse(f), Characters: need.Characters, Unlimited: true}
	if !p.options.Parse(after) {
		p.options.Parse = nil // newer syntax than the grammar's
	}
	return p, true
}

// noWorse is the engine's own test of what parses; it remembers its verdicts,
// as many answers give the same text.
func noWorse(f *syntax.File) func(string) bool {
	test, known := edits.NoWorse(f), map[string]bool{}
	return func(next string) bool {
		ok, found := known[next]
		if !found {
			ok = test(next)
			known[next] = ok
		}
		return ok
	}
}

// respacesBlanks reports whether a fix changes the blanks on a line that holds
// nothing else: those are the document's.
func respacesBlanks(r Record) bool {
	for _, c := range lineChanges(r) {
		if c.old.Len() != len(c.new) {
			continue
		}
		for i, l := range c.new {
			if old := r.Before.Line(c.old.Start + i); old != l && strings.TrimSpace(old+l) == "" {
				return true
			}
		}
	}
	return false
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// try feeds one answer through the engine.
func (p *oracle) try(a scriptText) (v verdict, why string) {
	defer func() {
		if r := recover(); r != nil {
			v, why = isCrashed, bug.Report("an answer of "+a.format, r).Error()
		}
	}()
	s, reject := decode.Answer(a.text, p.candidates)
	if reject != nil {
		return isRefused, "decode: " + reject.Error()
	}
	if s.Status != edits.StatusFix {
		return isRefused, "decoded as no fix"
	}
	res, rejects := edits.Apply(p.candidates, s, p.options)
	if len(rejects) > 0 {
		return isRefused, rejects[0].Error()
	}
	if res.Text != p.after {
		return isWrong, "another text:\n" + diff.Unified("expected and applied", p.after, res.Text)
	}
	return isEqual, ""
}
