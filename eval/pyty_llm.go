package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// asked is one type error with the recorded answers of several models. Each
// answer was to replace the hunk.
type asked struct {
	ID        string              `json:"id"`
	Line      int                 `json:"line"`
	Message   string              `json:"message"`
	BeforeRef string              `json:"before_ref"`
	Start     int                 `json:"hunk_start"`
	Len       int                 `json:"hunk_len"`
	Old       string              `json:"hunk_old"`
	New       string              `json:"hunk_new"`
	Answers   map[string][]answer `json:"llm_outputs"`

	before string // the text
}

type answer struct {
	Text  string `json:"text"`
	N     int    `json:"n"`
	Exact bool   `json:"exact_ignoring_space"`
}

// putBack is the text after one answer was put in place of its hunk; ok is
// false where that was refused.
type putBack struct {
	model string
	answer
	ok    bool
	whole string // the new document
	block []string
	rec   *asked
}

// modelScore counts answers of one model, each as often as it was given.
type modelScore struct{ all, parses, kept, exact, exactBack int }

// pytyLLMCommand measures how recorded answers, which lost their indentation
// and their edges, are put back.
func pytyLLMCommand() *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "pyty-llm",
		Short: "Put recorded answers of models back in place of their hunks",
		Long: `Pyty-llm puts each recorded answer of pyty_llm.<split>.jsonl in place of the hunk
it was asked for. Over the errors whose file parses it reports, weighted by how
often an answer was given: parses; parses and keeps every line that the human
fix kept; and of the answers equal to the human fix up to blanks, how many come
back line for line. Python itself judges whether a text parses, where there is
a python3; otherwise the syntax tree does, which is said.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return pytyLLM(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

func pytyLLM(ctx context.Context, w io.Writer, o setOptions) error {
	if ctx == nil {
		ctx = context.Background()
	}
	records, err := loadAsked(o)
	if err != nil {
		return err
	}
	befores := make([]string, len(records))
	for i, r := range records {
		befores[i] = r.before
	}
	parses, judge, err := parsePython(ctx, befores)
	if err != nil {
		return err
	}
	var all []putBack
	for i, r := range records {
		if parses[i] {
			all = append(all, r.putBackAll()...)
		}
	}
	after := make([]string, len(all))
	for i, p := range all {
		after[i] = p.whole
	}
	if parses, _, err = parsePython(ctx, after); err != nil {
		return err
	}
	scores := map[string]*modelScore{}
	for i, p := range all {
		entry(scores, p.model).add(p, p.ok && parses[i])
		if o.verbose && (!p.ok || !parses[i]) && !p.empty() {
			fmt.Fprintf(w, "%s %s n=%d:\n%s\n", p.rec.ID, p.model, p.N, p.Text)
		}
	}
	return writeScores(w, scores, judge, o)
}

// loadAsked reads the questions whose text is recorded.
func loadAsked(o setOptions) ([]*asked, error) {
	texts := map[string]string{}
	err := eachLine(filepath.Join(o.data, "pyty.files."+o.split+".jsonl"), func(e struct {
		Ref  string `json:"ref"`
		Text string `json:"text"`
	}) error {
		texts[e.Ref] = e.Text
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var records []*asked
	err = eachLine(filepath.Join(o.data, "pyty_llm."+o.split+".jsonl"), func(r asked) error {
		before, ok := texts[r.BeforeRef]
		if ok && r.BeforeRef != "" {
			r.before = before
			records = append(records, &r)
		}
		return nil
	})
	return records, err
}

func (p putBack) empty() bool {
	t := strings.TrimSpace(p.Text)
	return t == "" || t == "nothing"
}

func (s *modelScore) add(p putBack, parses bool) {
	s.all += p.N
	if parses {
		s.parses += p.N
		if p.keeps() {
			s.kept += p.N
		}
	}
	if p.Exact && !p.empty() {
		s.exact += p.N
		if parses && p.exactBack() {
			s.exactBack += p.N
		}
	}
}

// exactBack reports whether the lines of the human fix stand there.
func (p putBack) exactBack() bool {
	return slices.Equal(content(p.block), content(linesOf(p.rec.New)))
}

// keeps reports whether every line of the hunk that the human fix kept is still
// there.
func (p putBack) keeps() bool {
	have := map[string]bool{}
	for _, l := range p.block {
		have[strings.TrimSpace(l)] = true
	}
	for _, l := range keptLines(linesOf(p.rec.Old), linesOf(p.rec.New)) {
		if l = strings.TrimSpace(l); l != "" && !have[l] {
			return false
		}
	}
	return true
}

// keptLines are the lines of a that b keeps.
func keptLines(a, b []string) (out []string) {
	for _, i := range lines.Align(a, b, lines.ExactKey) {
		if i >= 0 {
			out = append(out, a[i])
		}
	}
	return out
}

// content drops blank lines and trailing blanks.
func content(list []string) []string {
	var out []string
	for _, l := range list {
		if l = strings.TrimRight(l, " \t\r"); strings.TrimSpace(l) != "" {
			out = append(out, l)
		}
	}
	return out
}

func linesOf(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

// putBackAll puts all answers back into the text.
func (r *asked) putBackAll() []putBack {
	hunk := r.place()
	var out []putBack
	for _, model := range sortedKeys(r.Answers) {
		for _, a := range r.Answers[model] {
			p := putBack{model: model, answer: a, rec: r}
			if !p.empty() {
				p.put(hunk)
			}
			out = append(out, p)
		}
	}
	return out
}

// hunkPlace is where the answers to a question go.
type hunkPlace struct {
	lines text.Lines
	c     edits.Candidates
	apply edits.Options
}

func (r *asked) place() hunkPlace {
	s := text.File("", "python", r.before)
	f := syntax.Parse("python", r.before)
	hunk := text.Lines{Start: r.Start - 1, End: r.Start - 1 + r.Len}
	d := signal.Diagnostic{Message: r.Message, Span: s.LineSpan(r.Line - 1)}
	c := edits.NewCandidates(s, window.Set{Runs: hunkRuns(f, hunk)}, f, d)
	return hunkPlace{hunk, c, edits.Options{Unlimited: true, Parse: edits.NoWorse(f)}}
}

// put applies one answer as the new text of the hunk whose layout cannot be trusted.
// The recorder's prompts held control tokens, which some answers echo.
func (p *putBack) put(at hunkPlace) {
	answer := strings.NewReplacer("<IND>", "", "<DED>", "", "<STARTSNIPPET>", "", "<ENDSNIPPET>", "").Replace(p.Text)
	p.ok, p.whole, p.block = false, "", nil
	res, rejects := edits.Apply(at.c, edits.Script{Status: edits.StatusFix, Ops: []edits.Op{
		{Kind: edits.Rewrite, From: edits.AnchorID(window.Primary.String()), Lines: lines.TrimBlank(lines.Split(answer))}}},
		at.apply)
	switch {
	case len(rejects) == 0:
		p.took(at, res)
	case rejects[0].Code == edits.RejectNoop: // the model changed nothing
		p.took(at, edits.Result{Text: at.c.Snapshot.Text()})
	}
}

// took notes the result of an answer.
func (p *putBack) took(at hunkPlace, res edits.Result) {
	before := at.c.Snapshot
	start, end := before.LineStart(at.lines.Start), before.LineStart(at.lines.End)
	from, to := start, end
	for _, e := range res.Edits {
		delta := len(e.New) - e.Span.Len()
		if e.Span.End <= start && e.Span.Start < start {
			from += delta
		}
		if e.Span.Start < end || e.Span.Start == end && e.Span.Len() == 0 {
			to += delta
		}
	}
	p.ok, p.whole = true, res.Text
	p.block = linesOf(res.Text[from:min(to, len(res.Text))])
}

// hunkRuns are the windows: the hunk, and the block of imports where it lies
// apart.
func hunkRuns(f *syntax.File, hunk text.Lines) []window.Run {
	runs := []window.Run{{Lines: hunk, Role: window.Primary, Index: 1}}
	imports := text.Lines{Start: -1}
	for _, n := range f.Nodes {
		if n.Kind != syntax.Import || n.Parent >= 0 {
			continue
		}
		if imports.Start >= 0 && n.Lines.Start > imports.End+1 {
			break
		}
		if imports.Start < 0 {
			imports = n.Lines
		}
		imports = imports.Union(n.Lines)
	}
	if imports.Start < 0 || imports.Touches(hunk) || imports.Start > hunk.Start {
		return runs
	}
	return slices.Insert(runs, 0, window.Run{Lines: imports, Role: window.Imports, Index: 1,
		ImportOnly: []text.Lines{imports}})
}

const parseScript = `import ast, json, sys, warnings
warnings.simplefilter("ignore")
def ok(t):
    try:
        ast.parse(t)
        return True
    except Exception:
        return False
json.dump([ok(t) for t in json.load(sys.stdin)], sys.stdout)`

// parsePython asks Python which texts parse. judge names who answered.
func parsePython(ctx context.Context, texts []string) (ok []bool, judge string, err error) {
	python, err := child.Look("python3", child.LookOptions{})
	if err != nil {
		for _, t := range texts {
			ok = append(ok, len(syntax.Parse("python", t).Damage) == 0)
		}
		return ok, "the syntax tree (no python3)", nil
	}
	input, err := json.Marshal(texts)
	if err != nil {
		return nil, "", err
	}
	res, err := child.Run(ctx, child.Command{
		Argv: []string{python, "-I", "-c", parseScript}, Dir: os.TempDir(),
		Stdin: input, Timeout: 10 * time.Minute,
	})
	if err != nil {
		return nil, "", fmt.Errorf("asking python3 which texts parse: %w", err)
	}
	if err := json.Unmarshal(res.Stdout, &ok); err != nil || len(ok) != len(texts) {
		return nil, "", fmt.Errorf("asking python3 which texts parse: it failed: %s", res.Stderr)
	}
	return ok, "python3", nil
}

func writeScores(w io.Writer, scores map[string]*modelScore, judge string, o setOptions) error {
	if o.json {
		var rows []row
		for _, model := range sortedKeys(scores) {
			s := scores[model]
			for _, m := range []struct {
				name  string
				n, of int
			}{{"parses", s.parses, s.all}, {"kept", s.kept, s.all}, {"exact_back", s.exactBack, s.exact}} {
				rows = append(rows, row{Set: "pyty-llm", Model: model, Metric: m.name, Value: share(m.n, m.of)})
			}
		}
		return writeRows(w, rows)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "model\tanswers\tparses %\tkept %\texact answers\texact back %\t")
	for _, model := range sortedKeys(scores) {
		s := scores[model]
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.1f\t%d\t%.1f\t\n", model, s.all,
			100*share(s.parses, s.all), 100*share(s.kept, s.all), s.exact, 100*share(s.exactBack, s.exact))
	}
	fmt.Fprintf(t, "parsed by %s\t\t\t\t\t\t\n", judge)
	return t.Flush()
}
