package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// rulesOptions are the flags of the rules command.
type rulesOptions struct {
	data, split, source, ruff string
	fettle                    string
	sightings                 bool
	codes                     []string
	parallel                  int
	json, verbose, rulesOnly  bool
}

// rulesCommand measures what is fixed without a model: on every text of the
// data, ruff's own fix and then a rule is tried for every diagnostic, judged by
// all gates, and checked once more by a ruff run of its own.
func rulesCommand() *cobra.Command {
	var o rulesOptions
	c := &cobra.Command{
		Use:   "rules",
		Short: "Share of diagnostics fixed by the tool's own fix or a rule",
		Long: `Rules tries ruff's own fix and then a rule for every recorded diagnostic. With --sightings it looks in place of
that at released packages, which it fetches into the folder --data: which rules have a fix there, how often, and where.

  fettle-eval rules --data ../shared/eval
  fettle-eval rules --sightings --data /tmp/released --fettle bin/fettle python:NAME go:MODULE@VERSION`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.sightings {
				return printSightings(c.Context(), c.OutOrStdout(), o, args)
			}
			return runRules(c.Context(), c.OutOrStdout(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.data, "data", "", "directory of the data files")
	f.StringVar(&o.split, "split", "dev", "split to read")
	f.StringVar(&o.source, "source", "ruff", "source to read: ruff or ruff_other")
	f.StringVar(&o.ruff, "ruff", "", "ruff program (default: found in PATH)")
	f.StringSliceVar(&o.codes, "codes", nil, "only these codes")
	f.IntVar(&o.parallel, "parallel", 2, "texts worked on at a time")
	f.BoolVar(&o.json, "json", false, "one object per line")
	f.BoolVar(&o.verbose, "verbose", false, "list every diagnostic that is not fixed, with the reason")
	f.BoolVar(&o.rulesOnly, "rules-only", false, "leave the tool's own fixes out")
	f.BoolVar(&o.sightings, "sightings", false, "look at released packages for what the rules mend")
	f.StringVar(&o.fettle, "fettle", "bin/fettle", "with --sightings, the program")
	_ = c.MarkFlagRequired("data")
	return c
}

// Outcomes of one diagnostic.
const (
	byTool   = "tool"        // the tool's safe fix
	byUnsafe = "tool-unsafe" // the tool's fix, labelled
	byRule   = "rule"
	declined = "declined"
	wrong    = "wrong"
	removed  = "removed" // the installed tool does not know the code
)

// ruleResult is the outcome of one diagnostic.
type ruleResult struct {
	Code    string `json:"code"`
	Place   string `json:"place"`
	Outcome string `json:"outcome"`
	Detail  string `json:"detail,omitempty"`
}

// tally counts results of one code, or of all.
type tally struct {
	Metric   string         `json:"metric"`
	Code     string         `json:"code"`
	Found    int            `json:"diagnostics"`
	Recorded int            `json:"recorded"`
	Outcomes map[string]int `json:"outcomes"`
	Fixed    float64        `json:"fixed"` // share
	Wrong    int            `json:"wrong"`
}

func runRules(ctx context.Context, w io.Writer, o rulesOptions) error {
	records, err := Load(o.data, o.source, o.split)
	if err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	program, err := ruffProgram(o.ruff)
	if err != nil {
		return err
	}
	bench := ruleBench{program: program, rulesOnly: o.rulesOnly, cache: map[string][]signal.Diagnostic{},
		missing: map[string]string{}}
	type job struct {
		code string
		text text.Snapshot
	}
	var jobs []job
	seen := map[string]bool{}
	recorded := map[string]int{}
	for _, r := range records {
		if !r.HasText || len(o.codes) > 0 && !slices.Contains(o.codes, r.Code) {
			continue
		}
		recorded[r.Code]++
		key := r.BeforeRef + "\x00" + r.Before.Path + "\x00" + r.Code
		if !seen[key] {
			seen[key] = true
			jobs = append(jobs, job{r.Code, r.Before})
		}
	}
	results := make([][]ruleResult, len(jobs))
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(1, o.parallel))
	for i, j := range jobs {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wg.Done() }()
			results[i], errs[i] = bench.text(ctx, j.code, j.text)
		}()
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return printRules(w, o, slices.Concat(results...), recorded)
}

// ruffProgram is an absolute path to ruff.
func ruffProgram(flag string) (string, error) {
	if flag != "" {
		return filepath.Abs(flag)
	}
	return child.Look("ruff", child.LookOptions{})
}

// ruleBench runs one ruff on the texts; equal questions are asked once.
type ruleBench struct {
	program   string
	rulesOnly bool
	mu        sync.Mutex
	cache     map[string][]signal.Diagnostic
	missing   map[string]string // by code, why it cannot be looked for, "" if it can
}

// options are the settings under which the data were recorded, in the form that
// may stand before ruff's subcommand.
func (b *ruleBench) lint(ctx context.Context, code string, s text.Snapshot) ([]signal.Diagnostic, error) {
	key := code + "\x00" + s.Path + "\x00" + s.Text()
	b.mu.Lock()
	known, ok := b.cache[key]
	b.mu.Unlock()
	if ok {
		return known, nil
	}
	l, err := linter.New("ruff", linter.Options{
		Argv: []string{b.program, "--isolated", "--config", "preview=true", "--config", "target-version='py314'",
			"--config", fmt.Sprintf("lint.select=[%q]", code)},
		Root: filepath.Dir(s.Path), Trust: linter.Trusted,
	})
	if err != nil {
		return nil, err
	}
	list, err := l.Lint(ctx, s)
	if err != nil {
		return nil, err
	}
	if list == nil {
		list = []signal.Diagnostic{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cache[key] = list
	return list, nil
}

// text tries every diagnostic of one code on one text.
func (b *ruleBench) text(ctx context.Context, code string, s text.Snapshot) ([]ruleResult, error) {
	if why, err := b.lacks(ctx, code); why != "" || err != nil {
		return []ruleResult{{Code: code, Place: s.Path, Outcome: removed, Detail: why}}, err
	}
	known, err := b.lint(ctx, code, s)
	if err != nil {
		return nil, fmt.Errorf("running ruff on %s: %w", s.Path, err)
	}
	file := syntax.Parse(s.Lang, s.Text())
	before, err := b.apart(ctx, code, s)
	if err != nil {
		return nil, err
	}
	var out []ruleResult
	for _, d := range known {
		if d.Code != code {
			continue
		}
		r := ruleResult{Code: code, Place: fmt.Sprintf("%s:%d", s.Path, s.LineAt(d.Span.Start)+1)}
		fixed, outcome, why := b.fix(ctx, code, s, file, d, known)
		r.Outcome, r.Detail = outcome, why
		if outcome != declined {
			after, err := b.apart(ctx, code, s.With(fixed))
			if err != nil {
				return nil, err
			}
			if after[code] >= before[code] || after[""] > before[""] {
				r.Detail = fmt.Sprintf("offered by %s; apart: %d of the code (was %d), %d syntax errors (was %d)",
					outcome, after[code], before[code], after[""], before[""])
				r.Outcome = wrong
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// lacks says why ruff cannot look for a code at all, "" if it can: rules get
// removed and renamed from version to version.
func (b *ruleBench) lacks(ctx context.Context, code string) (string, error) {
	b.mu.Lock()
	why, ok := b.missing[code]
	b.mu.Unlock()
	if ok {
		return why, nil
	}
	res, err := child.Run(ctx, child.Command{
		Argv: []string{b.program, "check", "--isolated", "--preview", "--select", code, "--no-cache", "--stdin-filename",
			"/a.py", "-"},
		Dir: "/", Stdin: []byte("\n"),
	})
	if err != nil {
		return "", err
	}
	said, _, _ := strings.Cut(strings.TrimSpace(res.Stderr), "\n")
	switch {
	case res.ExitCode > 1: // 0 and 1 tell whether something was found
		why = cmp.Or(said, fmt.Sprintf("ruff ended with %d", res.ExitCode))
	case strings.Contains(said, "Unknown rule selector"): // since 0.17 it only warns
		why = said
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missing[code] = why
	return why, nil
}

// fix is rung 1 and rung 2: the first text that passes every gate. A fix of
// which the tool is not sure comes behind the rules.
func (b *ruleBench) fix(ctx context.Context, code string, s text.Snapshot, file *syntax.File, d signal.Diagnostic,
	known []signal.Diagnostic) (fixed, outcome, why string) {
	t := ruleTrial{verify.Input{
		Before: s, File: file, Windows: window.Set{}, Target: d, Known: known, Requirement: signal.Require(d),
		Lint: func(ctx context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
			return b.lint(ctx, code, s)
		},
	}, "no fix of the tool, no rule"}
	own := func() bool {
		if d.Fix == nil || b.rulesOnly || d.Fix.Applicability == signal.DisplayOnly {
			return false
		}
		t.in.Source, outcome = verify.ToolSafe, byTool
		if d.Fix.Applicability == signal.Unsafe {
			t.in.Source, outcome = verify.ToolUnsafe, byUnsafe
		}
		return t.passes(ctx, d.Fix.Edits, "")
	}
	unsure := d.Fix != nil && d.Fix.Applicability == signal.Unsafe
	if !unsure && own() {
		return t.in.After, outcome, ""
	}
	for _, r := range rules.For(d) {
		edits, err := r.Fix(rules.Problem{Snapshot: s, File: file, Diagnostic: d, Others: known})
		if err != nil {
			t.why = r.Name + ": " + err.Error()
			continue
		}
		t.in.Source = verify.Rule
		if t.passes(ctx, edits, r.Name+": ") {
			return t.in.After, byRule, r.Name
		}
	}
	if unsure && own() {
		return t.in.After, outcome, ""
	}
	return "", declined, t.why
}

// ruleTrial tries one text after another for a diagnostic.
type ruleTrial struct {
	in  verify.Input // After is the text tried last, as it was verified
	why string       // the reason against it
}

// passes reports whether the edits pass every gate; by goes before the reason if
// they do not.
func (t *ruleTrial) passes(ctx context.Context, edits []text.Edit, by string) bool {
	after, err := t.in.Before.Apply(edits)
	if err != nil {
		t.why = by + err.Error()
		return false
	}
	t.in.After = after.Text()
	report := verify.Run(ctx, t.in)
	if report.Verdict == verify.Verified {
		t.in.After = report.Text
		return true
	}
	for _, r := range report.Results {
		if r.State == verify.Fail || r.State == verify.Unknown {
			source := [...]string{"model", "rule", "tool-unsafe", "tool"}[t.in.Source]
			t.why = by + source + ": " + string(r.Gate) + ": " + r.Detail
		}
	}
	return false
}

// apart runs ruff without any code of fettle's linters, and counts by code;
// syntax errors count under "".
func (b *ruleBench) apart(ctx context.Context, code string, s text.Snapshot) (map[string]int, error) {
	res, err := child.Run(ctx, child.Command{
		Argv: []string{b.program, "check", "--isolated", "--preview", "--target-version", "py314", "--select", code,
			"--no-cache", "--output-format", "json", "--stdin-filename", s.Path, "-"},
		Dir: "/", Stdin: []byte(s.Text()),
	})
	if err != nil {
		return nil, err
	}
	var list []struct {
		Code *string `json:"code"`
	}
	if err := json.Unmarshal(res.Stdout, &list); err != nil {
		return nil, fmt.Errorf("reading ruff's answer: %w: %s", err, res.Stderr)
	}
	out := map[string]int{}
	for _, it := range list {
		if it.Code == nil || *it.Code == "invalid-syntax" {
			out[""]++
			continue
		}
		out[*it.Code]++
	}
	return out, nil
}

// printRules prints one row per code and the total.
func printRules(w io.Writer, o rulesOptions, results []ruleResult, recorded map[string]int) error {
	list := tallies(results, recorded)
	if o.verbose {
		for _, r := range results {
			if r.Outcome == declined || r.Outcome == wrong || r.Outcome == removed {
				fmt.Fprintf(w, "%s %s %s: %s\n", r.Outcome, r.Code, r.Place, r.Detail)
			}
		}
	}
	if o.json {
		enc := json.NewEncoder(w)
		for _, t := range list {
			if err := enc.Encode(t); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(w, "%-8s %8s %8s %6s %6s %6s %8s %8s %6s %7s\n", "code", "recorded", "found", "tool", "unsafe", "rule",
		"declined", "removed", "wrong", "fixed")
	for _, t := range list {
		fmt.Fprintf(w, "%-8s %8d %8d %6d %6d %6d %8d %8d %6d %6.1f%%\n", t.Code, t.Recorded, t.Found,
			t.Outcomes[byTool], t.Outcomes[byUnsafe], t.Outcomes[byRule], t.Outcomes[declined], t.Outcomes[removed], t.Wrong,
			100*t.Fixed)
	}
	return nil
}

// tallies counts the results by code, and at last all of them.
func tallies(results []ruleResult, recorded map[string]int) []*tally {
	rows := map[string]*tally{}
	total := &tally{Metric: "rules", Code: "total", Outcomes: map[string]int{}}
	for code, n := range recorded {
		rows[code] = &tally{Metric: "rules", Code: code, Recorded: n, Outcomes: map[string]int{}}
		total.Recorded += n
	}
	for _, r := range results {
		for _, t := range []*tally{rows[r.Code], total} {
			t.Outcomes[r.Outcome]++
			if r.Outcome == removed {
				continue // nothing was found
			}
			t.Found++
			if r.Outcome == wrong {
				t.Wrong++
			}
		}
	}
	var list []*tally
	for _, code := range slices.Sorted(maps.Keys(rows)) {
		list = append(list, rows[code])
	}
	list = append(list, total)
	for _, t := range list {
		if t.Found > 0 {
			t.Fixed = float64(t.Outcomes[byTool]+t.Outcomes[byUnsafe]+t.Outcomes[byRule]) / float64(t.Found)
		}
	}
	return list
}
