package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

func contextCommand(io streams, su *app.Setup) *cobra.Command {
	q := semantic.DefaultQuery("")
	var asJSON, noImports bool
	var depth int
	var tests bool
	c := &cobra.Command{
		Use:   "context QUERY",
		Short: "Find the code of this project that a question is about",
		Long: `Searches the project by words, names, imports and history, and prints the most
relevant code within a token budget. If a planning model is available
(context.plan.*), it gets broad questions and names of the project; if
embeddings are enabled, the embedding model gets the question.

--keywords are words that you expect in the names there, in a project whose
words are not yours: "how does it wait longer after each failure" with
--keywords backoff,delay,retry. They only add to what is found.

Exit codes: 0 something was found, 1 nothing, 2 wrong usage or environment.`,
		RunE: func(c *cobra.Command, args []string) error {
			q.Query = strings.Join(args, " ")
			q.IncludeImports = !noImports
			if c.Flags().Changed("max-depth") {
				q.MaxDepth = &depth
			}
			if c.Flags().Changed("tests") {
				q.IncludeTests = &tests
			}
			return runContext(c, io, su, q, asJSON)
		},
	}
	f := c.Flags()
	f.StringSliceVar(&q.Keywords, "keywords", nil,
		"words that names in the code are likely made of, best first: backoff,retry,jitter")
	f.BoolVar(&asJSON, "json", false, "print the whole result as JSON")
	f.StringVar(&q.RelatedTo, "related-to", "", "find what is related to a `FILE`, instead of answering a query")
	f.StringVar(&q.Lines, "lines", "", "show these lines of a file, as `PATH:40-90`, instead of answering a query")
	f.StringVar(&q.Format, "format", q.Format, "format: markdown, plain or xml")
	f.IntVar(&q.MaxTokens, "max-tokens", q.MaxTokens, "token budget")
	f.IntVar(&q.Limit, "limit", q.Limit, "maximum number of results (0: as many as fit the budget)")
	f.Float64Var(&q.MinScore, "min-score", q.MinScore, "minimum score, relative to the best")
	f.IntVar(&q.ContextLines, "context-lines", q.ContextLines, "lines of context around each result")
	f.IntVar(&q.MaxContextFiles, "max-context-files", q.MaxContextFiles, "maximum number of files (0: no limit)")
	f.IntVar(&depth, "max-depth", 0, "how many levels of imports to follow, 0 to 3 (default: depends on the question)")
	f.BoolVar(&tests, "tests", false, "include tests (default: depends on the question)")
	f.BoolVar(&noImports, "no-imports", false, "leave out the import lines")
	f.BoolVar(&q.Explain, "explain-context", false, "say how the search was planned and why each piece was chosen")
	f.StringVar(&q.Plan, "plan", q.Plan, "who plans the search: auto, model or heuristic")
	f.StringVar(&q.Truncation, "truncation", q.Truncation,
		"how long code is cut: auto, signature-first (the end goes) or bookend (the middle goes)")
	f.StringSliceVar(&q.Strategies, "strategies", nil,
		"ways to find code: lexical, symbol, history, semantic (default: all)")
	f.StringSliceVar(&q.IncludeTypes, "types", nil, "kinds of code: function, method, class, struct … (default: all)")
	return c
}

// withSettings puts the settings in the place of what no flag says.
func withSettings(q, set semantic.QueryParams, f *pflag.FlagSet) semantic.QueryParams {
	for name, take := range map[string]func(){
		"format":            func() { q.Format = set.Format },
		"max-tokens":        func() { q.MaxTokens = set.MaxTokens },
		"limit":             func() { q.Limit = set.Limit },
		"min-score":         func() { q.MinScore = set.MinScore },
		"context-lines":     func() { q.ContextLines = set.ContextLines },
		"max-context-files": func() { q.MaxContextFiles = set.MaxContextFiles },
		"max-depth":         func() { q.MaxDepth = set.MaxDepth },
		"tests":             func() { q.IncludeTests = set.IncludeTests },
		"no-imports":        func() { q.IncludeImports = set.IncludeImports },
		"plan":              func() { q.Plan = set.Plan },
	} {
		if !f.Changed(name) {
			take()
		}
	}
	return q
}

// runContext answers one query about the project of the working folder.
func runContext(c *cobra.Command, io streams, su *app.Setup, q semantic.QueryParams, asJSON bool) error {
	switch {
	case q.Query == "" && q.RelatedTo == "" && q.Lines == "":
		return app.WithHint(errors.New("no query"), "for example: fettle context where is the retry limit read")
	case q.Query != "" && q.RelatedTo != "":
		return app.WithHint(fmt.Errorf("--related-to %s and the query %q cannot be used together", app.Clean(q.RelatedTo),
			app.Clean(q.Query)), "leave one out")
	}
	if q.Plan == "model" { // the settings may name no model that plans
		su.Set = append(su.Set, "context.plan.mode=model")
	}
	w, err := su.Build(io.err)
	if err != nil {
		return err
	}
	defer w.Close()
	q = withSettings(q, w.Engine.Questions(), c.Flags())
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	root := files.ProjectRoot(filepath.Join(dir, "x"))
	if q.RelatedTo, err = inProject(root, q.RelatedTo); err != nil {
		return err
	}
	res, err := w.Engine.Query(c.Context(), root, q)
	if err != nil {
		return err
	}
	if res.Unreadable {
		return unreadable(root, q.RelatedTo)
	}
	if asJSON {
		if err := app.PrintJSON(io.out, res); err != nil {
			return err
		}
	} else {
		printFound(io, res, q.MaxTokens)
	}
	if res.Partial != "" {
		fmt.Fprintf(io.err, "fettle: the answer is %s; ask again and it goes on from there\n", app.Clean(res.Partial))
	}
	if len(res.Results) == 0 {
		fmt.Fprintf(io.err, "fettle: nothing found: %s\n", app.Clean(res.Hint))
		return exitCode(1)
	}
	return nil
}

// inProject returns the path of a file below the root, "" for none.
func inProject(root, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is outside %s", name, root)
	}
	return filepath.ToSlash(rel), nil
}

// printFound prints the code that was found, and next to it how.
func printFound(io streams, res semantic.QueryResult, budget int) {
	fmt.Fprint(io.out, app.CleanLines(res.Context))
	if res.Plan != nil {
		fmt.Fprintf(io.err, "fettle: searched %s, as planned %s, imports followed to depth %d%s\n", wayOf(res.Plan.Strategy),
			plannedBy(res.PlanOrigin), res.Plan.MaxDepth, reasonOfPlan(res.PlanReason))
	}
	if res.Plan == nil && res.PlanReason != "" {
		fmt.Fprintf(io.err, "fettle: planned by the words of the question%s\n", reasonOfPlan(res.PlanReason))
	}
	for _, w := range res.Why {
		fmt.Fprintf(io.err, "fettle: %s\n", app.Clean(w))
	}
	if len(res.Results) > 0 {
		fmt.Fprintf(io.err, "fettle: %s\nfettle: was it enough? fettle journal --rate enough, or missing\n",
			sizeOf(res, budget))
	}
}

// unreadable says why a file of the root is none to find related code for.
func unreadable(dir, path string) error {
	root, err := files.Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := root.ReadText(path, limits.FixFile); err != nil {
		return app.WithHint(fmt.Errorf("--related-to %s: %w", path, app.ReasonOf(err)), "name a text file of "+dir)
	}
	return app.WithHint(fmt.Errorf("--related-to %s cannot be read: ignore files or settings exclude it", path),
		"name a file that may be shown to a model")
}

// sizeOf says how much was found, and what would show more of it.
func sizeOf(r semantic.QueryResult, budget int) string {
	files := map[string]bool{}
	for _, e := range r.Results {
		files[e.Location.FilePath] = true
	}
	said := fmt.Sprintf("%s from %s, about %d of %d tokens", app.Counted(len(r.Results), "piece"),
		app.Counted(len(files), "file"), r.TokenCount, budget)
	over := 0
	for _, e := range r.Summary.Exclusions {
		if e.Reason == assemble.OverBudget {
			over++
		}
	}
	if over > 0 {
		said += fmt.Sprintf("; %d more did not fit: --max-tokens", over)
	}
	return said
}

// wayOf says in words how the code was looked for.
func wayOf(s plan.Strategy) string {
	switch s {
	case plan.StrategyFocused:
		return "for a name"
	case plan.StrategyBroad:
		return "for a feature with all that belongs to it"
	case plan.StrategyEntry:
		return "from the start of the program"
	case plan.StrategySemantic:
		return "by words and meaning"
	}
	return "by words"
}

// plannedBy says in words who planned a search.
func plannedBy(origin string) string {
	switch origin {
	case "heuristic":
		return "without a model"
	case "cache":
		return "by a model earlier"
	}
	return "by a model"
}

// reasonOfPlan says why no model planned.
func reasonOfPlan(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + app.Clean(reason) + ")"
}

// contextFlags are the flags about context of the commands that fix.
func contextFlags(f *pflag.FlagSet, su *app.Setup) {
	f.Func("max-context-files", "show the model related code from at most `N` files", func(n string) error {
		set := "context.providers.semantic.maxContextFiles=" + n
		layer, _ := config.Flags([]string{set})
		if _, wrong := config.Resolve(layer); len(wrong) > 0 {
			return errors.New("want a whole number from 0 to 100")
		}
		su.Set = append(su.Set, set)
		return nil
	})
}
