package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/eval/gittree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// retrievalCase is one question with the files that answer it. Lines are
// 1-based and inclusive.
type retrievalCase struct {
	ID        string        `json:"id"`
	Repo      string        `json:"repo"`
	Lang      string        `json:"lang"`
	Parent    string        `json:"parent"`
	Kind      string        `json:"kind"`
	Query     string        `json:"query"`
	Position  *position     `json:"position"`
	GoldFiles []string      `json:"gold_files"`
	GoldTests []string      `json:"gold_tests"`
	Gold      []goldenRange `json:"gold_ranges"`
}

type position struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

type goldenRange struct {
	File   string `json:"file"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Test   bool   `json:"test"`
	Symbol string `json:"symbol"`
}

// The budgets of the packing metrics, in bytes: what 2000 and 8000 tokens are
// sized at.
var packBudgets = []struct {
	name  string
	bytes int
}{{"2000", 8000}, {"8000", 32_000}}

// answeredQuery is how many bytes of a recorded text are asked as a question.
const answeredQuery = 1900

// tokenBytes is what a token of an answer is taken for.
const tokenBytes = tokens.DefaultRatio

// retrievalOptions are the flags of the command.
type retrievalOptions struct {
	data, split, repos, self string
	save, against            string
	json, verbose            bool
}

func retrievalCommand() *cobra.Command {
	var o retrievalOptions
	c := &cobra.Command{
		Use:   "retrieval",
		Short: "Measure which files and lines the semantic provider finds",
		Long: `Retrieval asks the semantic provider for every recorded question and compares
what it ranks and packs with the files and lines that answered it. --repos
names a folder of clones called owner+name. --self builds questions from the
history of a clone instead: commit messages and the files the commits changed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cases, err := o.cases(cmd.Context())
			if err != nil {
				return err
			}
			m := newMeasure()
			if err := o.measure(cmd.Context(), cases, m, cmd.ErrOrStderr()); err != nil {
				return err
			}
			if o.save != "" {
				if err := saveValues(o.save, m.cases); err != nil {
					return err
				}
			}
			if o.json {
				// Rows a repository or language are for people only.
				return writeRows(cmd.OutOrStdout(), slices.DeleteFunc(m.rows(), func(r row) bool { return r.Source != "" }))
			}
			if err := m.table(cmd.OutOrStdout()); err != nil || o.against == "" {
				return err
			}
			return compareWith(cmd.OutOrStdout(), o.against, m.cases)
		},
	}
	c.Flags().StringVar(&o.data, "data", "", "folder with retrieval.<split>.jsonl")
	c.Flags().StringVar(&o.split, "split", "dev", "split of the data")
	c.Flags().StringVar(&o.repos, "repos", "", "folder of clones named owner+name")
	c.Flags().StringVar(&o.self, "self", "", "build the cases from the history of this clone")
	c.Flags().StringVar(&o.save, "save", "", "keep the outcome of every case in this file, to compare a later run with")
	c.Flags().StringVar(&o.against, "against", "",
		"a saved run over the same cases: print how each metric differs from it, with a 95 % interval")
	c.Flags().BoolVar(&o.json, "json", false, "one JSON object a metric")
	c.Flags().BoolVar(&o.verbose, "verbose", false, "name the cases whose files are missing from the first ten")
	return c
}

// cases reads or builds the questions, those of one repository state together.
func (o retrievalOptions) cases(ctx context.Context) ([]retrievalCase, error) {
	if o.self != "" {
		return selfCases(ctx, o.self)
	}
	var cases []retrievalCase
	err := eachLine(filepath.Join(o.data, "retrieval."+o.split+".jsonl"), func(r retrievalCase) error {
		cases = append(cases, r)
		return nil
	})
	slices.SortStableFunc(cases, func(a, b retrievalCase) int { return strings.Compare(a.Repo+a.Parent, b.Repo+b.Parent) })
	return cases, err
}

// state is a repository at a commit, indexed.
type state struct {
	repo     *gittree.Repo
	provider *semantic.Provider
	tree     *gittree.Tree
	name     string
	parent   string
}

// measure asks every question.
func (o retrievalOptions) measure(ctx context.Context, cases []retrievalCase, m *measure, log io.Writer) error {
	var s state
	for _, rc := range cases {
		if err := s.enter(ctx, o, rc, m); err != nil {
			return err
		}
		found, err := s.ask(ctx, rc, m)
		if err != nil {
			return err
		}
		if o.verbose && found < 1 {
			fmt.Fprintf(log, "%s: %.2f of %v in the first ten\n", rc.ID, found, rc.GoldFiles)
		}
	}
	return nil
}

// enter brings the index to the case's repository and commit.
func (s *state) enter(ctx context.Context, o retrievalOptions, rc retrievalCase, m *measure) error {
	if rc.Repo != s.name {
		dir := o.self
		if dir == "" {
			dir = filepath.Join(o.repos, strings.ReplaceAll(rc.Repo, "/", "+"))
		}
		repo, err := gittree.Open(dir)
		if err != nil {
			return err
		}
		s.repo, s.name, s.parent, s.tree = repo, rc.Repo, "", repo.Tree()
		s.provider = semantic.New(semantic.Options{Source: s.tree})
	}
	if rc.Parent == s.parent {
		return nil
	}
	if err := s.tree.Checkout(ctx, rc.Parent); err != nil {
		return err
	}
	start := time.Now()
	if err := s.provider.Build(ctx, nil); err != nil {
		return err
	}
	m.time("build", time.Since(start))
	commits, err := s.repo.History(ctx, rc.Parent)
	if err != nil {
		return err
	}
	s.provider.SetHistory(commits)
	s.parent = rc.Parent
	return nil
}

// ask measures one question and returns its recall among the first ten.
func (s *state) ask(ctx context.Context, rc retrievalCase, m *measure) (float64, error) {
	if rc.Position == nil {
		return s.question(ctx, rc, m)
	}
	body, err := s.tree.Read(ctx, rc.Position.File)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", rc.ID, err)
	}
	snap := text.File(rc.Position.File, syntax.Language(rc.Position.File), body)
	req := providers.Request{Kind: providers.Fix, Snapshot: snap, Target: snap.LineSpan(rc.Position.Line - 1)}
	start := time.Now()
	order := s.provider.Files(req)
	m.time("rank", time.Since(start))
	found := m.ranking(rc, order)
	gather := aggregator.New(aggregator.Options{Providers: []providers.Provider{s.provider}})
	for _, b := range packBudgets {
		start := time.Now()
		c, _ := gather.Gather(ctx, req, aggregator.Budget{Bytes: b.bytes, Timeout: time.Minute})
		m.time("pack "+b.name, time.Since(start))
		m.packing(rc, b.name, b.bytes, c)
	}
	return found, nil
}

// question measures the answer to a question as its user gets it.
func (s *state) question(ctx context.Context, rc retrievalCase, m *measure) (float64, error) {
	start := time.Now()
	order := s.provider.FilesFor(rc.Query)
	m.time("rank", time.Since(start))
	for _, b := range packBudgets {
		q := semantic.DefaultQuery(rc.Query[:min(len(rc.Query), answeredQuery)])
		q.MaxTokens = b.bytes / int(tokenBytes)
		start := time.Now()
		res, err := s.provider.Query(ctx, q)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", rc.ID, err)
		}
		m.time("answer "+b.name, time.Since(start))
		m.answered(rc, b.name, res)
	}
	return m.ranking(rc, order), nil
}

// table prints the metrics for people.
func (m *measure) table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, r := range m.rows() {
		fmt.Fprintf(t, "%s\t%s\t%s\t%.3f\n", r.Kind, r.Source, r.Metric, r.Value)
	}
	return t.Flush()
}
