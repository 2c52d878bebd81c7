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
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// question is one question in words with the places that answer it, each a file and a
// part of the line that matters. keywords are what a language model expected in the
// names there that was shown the question, and no code.
type question struct {
	text     string
	places   []spot
	keywords []string
}

type spot struct{ file, line string }

// questionSet are the questions about one project, which its first line names.
type questionSet struct {
	name, version string // of the folder, and of the package
	questions     []question
}

// questionOptions are the flags of the command.
type questionOptions struct {
	sets, projects, only string
	json, verbose, words bool
}

func questionsCommand() *cobra.Command {
	var o questionOptions
	c := &cobra.Command{
		Use:   "questions",
		Short: "Measure at which place natural questions find what answers them",
		Long: `Questions asks natural questions about published packages and repositories as
"fettle context" does, and tells at which place of the answer the code stands
that a reader of the project was pointed to. --sets names a folder of question
sets, one file a project; --projects the folder with the projects, unpacked as
NAME-VERSION. The script fetch.sh beside the sets fills it through the package
managers and git.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			sets, err := o.read()
			if err != nil {
				return err
			}
			t := &questionTable{}
			for _, s := range sets {
				if err := o.ask(cmd.Context(), s, t, cmd.ErrOrStderr()); err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
			}
			if o.json {
				return writeRows(cmd.OutOrStdout(), t.rows())
			}
			return t.print(cmd.OutOrStdout())
		},
	}
	c.Flags().StringVar(&o.sets, "sets", "testdata/questions", "folder with the question sets")
	c.Flags().StringVar(&o.projects, "projects", "", "folder with the packages that the questions are about")
	c.Flags().StringVar(&o.only, "only", "", "projects to ask about, separated by commas (default: all)")
	c.Flags().BoolVar(&o.words, "keywords", false, "give the words that somebody expected in names, as an agent can")
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object a metric")
	c.Flags().BoolVar(&o.verbose, "verbose", false, "name the questions whose answer does not stand first")
	return c
}

// read reads the question sets.
func (o questionOptions) read() ([]questionSet, error) {
	names, err := filepath.Glob(filepath.Join(o.sets, "*.tsv"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(fmt.Errorf("no question sets in %s", o.sets), err)
	}
	var out []questionSet
	for _, name := range names {
		s := questionSet{name: strings.TrimSuffix(filepath.Base(name), ".tsv")}
		if o.only != "" && !slices.Contains(strings.Split(o.only, ","), s.name) {
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(body)) {
			f := strings.Split(strings.TrimRight(line, "\n"), "\t")
			if head, ok := strings.CutPrefix(f[0], "# "); ok {
				s.version = strings.TrimPrefix(head[strings.LastIndexByte(head, ' ')+1:], "v")
				continue
			}
			q := question{text: f[0]}
			for _, place := range f[1:] {
				if words, ok := strings.CutPrefix(place, "keywords: "); ok {
					q.keywords = strings.Fields(words)
					continue
				}
				file, line, ok := strings.Cut(place, "::")
				if !ok {
					return nil, fmt.Errorf("%s: %q is no place: want file::part of a line", name, place)
				}
				q.places = append(q.places, spot{file, line})
			}
			s.questions = append(s.questions, q)
		}
		out = append(out, s)
	}
	return out, nil
}

// ask puts the questions of one set.
func (o questionOptions) ask(ctx context.Context, s questionSet, t *questionTable, log io.Writer) error {
	dir := filepath.Join(o.projects, s.name+"-"+s.version)
	root, err := files.Open(dir)
	if err != nil {
		return fmt.Errorf("%w (see fetch.sh beside the question sets)", err)
	}
	defer root.Close()
	source := semantic.Disk(root, child.LookOptions{})
	p := semantic.New(semantic.Options{Source: source})
	if err := p.Build(ctx, nil); err != nil {
		return err
	}
	for _, q := range s.questions {
		lines, err := q.lines(ctx, source)
		if err != nil {
			return fmt.Errorf("%s: %w", q.text, err)
		}
		start, asked := time.Now(), semantic.DefaultQuery(q.text)
		if o.words {
			asked.Keywords = q.keywords
		}
		res, err := p.Query(ctx, asked)
		if err != nil {
			return err
		}
		a := answered{set: s.name, took: time.Since(start), place: placeOf(res, q, lines),
			fill: float64(res.TokenCount) / 4000}
		t.list = append(t.list, a)
		if o.verbose && a.place != 1 {
			fmt.Fprintf(log, "%s: %q: place %d\n", s.name, q.text, a.place)
			for i, r := range res.Results[:min(4, len(res.Results))] {
				fmt.Fprintf(log, "   %d. %s:%d %s (%.2f)\n", i+1, r.Location.FilePath, r.Location.StartLine, r.Entity.Name, r.Score)
			}
		}
	}
	return nil
}

// lines are those of the places, from 1: all that hold what it says, since overloads do.
func (q question) lines(ctx context.Context, source semantic.Source) ([][]int, error) {
	out := make([][]int, len(q.places))
	for i, p := range q.places {
		body, err := source.Read(ctx, p.file)
		if err != nil {
			return nil, err
		}
		n := 0
		for line := range strings.Lines(body) {
			if n++; strings.Contains(line, p.line) {
				out[i] = append(out[i], n)
			}
		}
		if len(out[i]) == 0 {
			return nil, fmt.Errorf("%s does not hold %q", p.file, p.line)
		}
	}
	return out, nil
}

// placeOf is the place of the first result that shows one of the lines, from 1, or 0.
func placeOf(res semantic.QueryResult, q question, lines [][]int) int {
	for i, r := range res.Results {
		for k, p := range q.places {
			in := func(line int) bool { return r.Location.StartLine <= line && line <= r.Location.EndLine }
			if r.Location.FilePath == p.file && slices.ContainsFunc(lines[k], in) {
				return i + 1
			}
		}
	}
	return 0
}

// answered is the outcome of one question.
type answered struct {
	set   string
	place int
	fill  float64
	took  time.Duration
}

// questionTable gathers outcomes.
type questionTable struct{ list []answered }

// rows are the shares of each set and of all.
func (t *questionTable) rows() []row {
	var out []row
	sets := []string{"ALL"}
	for _, a := range t.list {
		if !slices.Contains(sets, a.set) {
			sets = append(sets, a.set)
		}
	}
	for _, set := range sets {
		n, fill, within, times := 0.0, 0.0, map[int]float64{}, []time.Duration(nil)
		for _, a := range t.list {
			if set != "ALL" && a.set != set {
				continue
			}
			n++
			fill += a.fill
			times = append(times, a.took)
			for _, most := range []int{1, 3, math.MaxInt} {
				if a.place > 0 && a.place <= most {
					within[most]++
				}
			}
		}
		slices.Sort(times)
		for _, m := range []row{{Metric: "questions", Value: n}, {Metric: "first", Value: within[1] / n},
			{Metric: "first three", Value: within[3] / n},
			{Metric: "any", Value: within[math.MaxInt] / n}, {Metric: "fill", Value: fill / n},
			{Metric: "ms_p95", Value: float64(times[min(len(times)-1, len(times)*95/100)].Microseconds()) / 1000}} {
			m.Set, m.Source = "questions", set
			out = append(out, m)
		}
	}
	return out
}

// print writes the table for people, one line a set.
func (t *questionTable) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	last := ""
	fmt.Fprint(tw, "set\tquestions\tfirst\tfirst three\tany\tfill\tms_p95")
	for _, r := range t.rows() {
		if r.Source != last {
			fmt.Fprintf(tw, "\n%s", r.Source)
			last = r.Source
		}
		fmt.Fprintf(tw, "\t%.2f", r.Value)
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}
