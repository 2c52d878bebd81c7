package semantic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// QueryParams are the parameters of a context query. Decode JSON over
// [DefaultQuery].
type QueryParams struct {
	Query           string   `json:"query"`                     // 1 to 2000 characters
	Keywords        []string `json:"keywords,omitempty"`        // words that names of the code are expected to be made of
	RelatedTo       string   `json:"relatedTo,omitempty"`       // a file, instead of a query
	Lines           string   `json:"lines,omitempty"`           // path:40-90, instead of a query: more of a file
	MaxDepth        *int     `json:"maxDepth,omitempty"`        // 0 to 3; nil: by plan
	Limit           int      `json:"limit,omitempty"`           // entities; 0 = budget only
	MinScore        float64  `json:"minScore,omitempty"`        // relative to the best hit
	IncludeTypes    []string `json:"includeTypes,omitempty"`    // nil: all
	Strategies      []string `json:"strategies,omitempty"`      // lexical, symbol, history, semantic; nil: all
	MaxTokens       int      `json:"maxTokens,omitempty"`       // 100 to 64 000
	IncludeImports  bool     `json:"includeImports,omitempty"`  //
	ContextLines    int      `json:"contextLines,omitempty"`    // 0 to 20
	Format          string   `json:"format,omitempty"`          // markdown, plain, xml
	Truncation      string   `json:"truncation,omitempty"`      // auto, signature-first, bookend
	IncludeTests    *bool    `json:"includeTests,omitempty"`    // nil: by intent
	MaxContextFiles int      `json:"maxContextFiles,omitempty"` // distinct files; 0 = no cap
	Plan            string   `json:"plan,omitempty"`            // auto, model, heuristic
	Explain         bool     `json:"explain,omitempty"`
}

// DefaultQuery returns a query with the usual parameters.
func DefaultQuery(text string) QueryParams {
	o := assemble.Defaults()
	return QueryParams{Query: text, Limit: 10, MinScore: 0.3, MaxTokens: o.MaxTokens, IncludeImports: o.IncludeImports,
		ContextLines: o.ContextLines,
		Format:       o.Format, Truncation: o.Truncation, MaxContextFiles: 10, Plan: "auto"}
}

// QueryResult is the answer to a context query.
type QueryResult struct {
	Query      string           `json:"query"`
	Context    string           `json:"context"`
	Results    []Result         `json:"results"`
	Summary    assemble.Summary `json:"summary"`
	TokenCount int              `json:"tokenCount"`
	Plan       *plan.Plan       `json:"plan,omitempty"`
	PlanOrigin string           `json:"planOrigin,omitempty"`
	PlanReason string           `json:"planReason,omitempty"`
	Why        []string         `json:"why,omitempty"`
	Hint       string           `json:"hint,omitempty"`    // why nothing was found
	Partial    string           `json:"partial,omitempty"` // how much is indexed, until all is
	Unreadable bool             `json:"-"`                 // RelatedTo is missing, no text, or may not be shown
}

// Result is one entity shown.
type Result struct {
	Entity      assemble.EntityName `json:"entity"`
	Score       float64             `json:"score"`
	Location    assemble.Location   `json:"location"`
	CodePreview string              `json:"codePreview,omitempty"`
	// what it is there for: direct, type, callee, caller, test …
	Role   string           `json:"role,omitempty"`
	Source string           `json:"source,omitempty"` // what it was found by
	Why    []string         `json:"why,omitempty"`
	Cut    string           `json:"cut,omitempty"`   // how its code is shortened
	Shown  []assemble.Range `json:"shown,omitempty"` // of code that is shortened: the lines that are left
}

// The bounds of a query.
const (
	maxQuery    = 2000 // characters
	maxKeywords = 20
	maxKeyword  = 60  // characters
	previewSize = 200 // bytes
	queryFiles  = 20
	queryChunks = 12
	planW       = 0.5
	// of the instruction of an edit
	instructionW = 2
)

// uses reports whether a way of finding code is one of those that are asked for.
func (q QueryParams) uses(way string) bool {
	return len(q.Strategies) == 0 || slices.Contains(q.Strategies, way)
}

func (q QueryParams) check() error {
	switch {
	case q.Query == "" && q.RelatedTo == "" && q.Lines == "":
		return errors.New("the query is empty")
	case q.Lines != "" && (q.Query != "" || q.RelatedTo != ""):
		return errors.New("lines are asked for instead of a query")
	case utf8.RuneCountInString(q.Query) > maxQuery:
		return fmt.Errorf("the query has more than %d characters", maxQuery)
	case len(q.Keywords) > maxKeywords ||
		slices.ContainsFunc(q.Keywords, func(w string) bool { return utf8.RuneCountInString(w) > maxKeyword }):
		return fmt.Errorf("keywords: want at most %d words of at most %d characters", maxKeywords, maxKeyword)
	case q.RelatedTo != "" && len(q.Keywords) > 0:
		return errors.New("keywords belong to a query in words, and relatedTo has none")
	case q.MaxTokens < 100 || q.MaxTokens > 64_000:
		return fmt.Errorf("maxTokens %d: want 100 to 64000", q.MaxTokens)
	case q.ContextLines < 0 || q.ContextLines > 20:
		return fmt.Errorf("contextLines %d: want 0 to 20", q.ContextLines)
	case q.MaxDepth != nil && (*q.MaxDepth < 0 || *q.MaxDepth > index.MaxDepth):
		return fmt.Errorf("maxDepth %d: want 0 to %d", *q.MaxDepth, index.MaxDepth)
	case q.Limit < 0 || q.MinScore < 0 || q.MinScore > 1 || q.MaxContextFiles < 0:
		return errors.New("limit, minScore and maxContextFiles must not be negative, minScore at most 1")
	case !slices.Contains([]string{"", assemble.Markdown, assemble.Plain, assemble.XML}, q.Format):
		return fmt.Errorf("format %q: want markdown, plain or xml", q.Format)
	case !slices.Contains([]string{"", "auto", "signature-first", "bookend"}, q.Truncation):
		return fmt.Errorf("truncation %q: want auto, signature-first or bookend", q.Truncation)
	case !slices.Contains([]string{"", "auto", planByModel, "heuristic"}, q.Plan):
		return fmt.Errorf("plan %q: want auto, model or heuristic", q.Plan)
	}
	if err := known("strategy", q.Strategies, "lexical", "symbol", "history", "semantic"); err != nil {
		return err
	}
	return known("type", q.IncludeTypes, scan.Kinds()...)
}

// known refuses names that are none of a list.
func known[T ~string](what string, names []string, list ...T) error {
	for _, name := range names {
		if !slices.Contains(list, T(name)) {
			return fmt.Errorf("%s %q: want some of %v", what, name, list)
		}
	}
	return nil
}

// Query answers a question in words, or finds what is related to a file. It
// ends within three seconds.
func (p *Provider) Query(ctx context.Context, q QueryParams) (QueryResult, error) {
	if err := q.check(); err != nil {
		return QueryResult{}, fmt.Errorf("context query: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, limits.ContextQuery)
	defer cancel()
	if q.Lines != "" {
		return p.more(ctx, q)
	}
	res := QueryResult{Query: cmp.Or(q.Query, q.RelatedTo), Results: []Result{}, Partial: p.partial()}
	var iq index.Query
	var pl plan.Plan
	var ev evidence
	aboutTests := false
	if q.RelatedTo != "" {
		snap, err := p.texts.read(ctx, q.RelatedTo)
		if err != nil || !p.allowed(q.RelatedTo) {
			res.Hint, res.Unreadable = fmt.Sprintf("%s cannot be read", q.RelatedTo), true
			return res, nil
		}
		iq = p.relatedQuery(q.RelatedTo, snap)
		iq.Alike = p.vectors.Near(q.RelatedTo, p.vectors.Of(q.RelatedTo)...).Files
	} else {
		pl = p.planInTime(ctx, q.Query, q.Plan)
		pl.Expected = slices.Concat(q.Keywords, pl.Expected)
		if q.MaxDepth != nil {
			pl.MaxDepth = *q.MaxDepth
		}
		if q.IncludeTests != nil {
			pl.IncludeTests = *q.IncludeTests
		}
		iq = p.learned(p.planned(q.Query, pl, q.Strategies), time.Now())
		if q.IncludeTests != nil {
			iq.Tests, iq.TestPrior = *q.IncludeTests, 0
		}
		if !q.uses("history") {
			iq.Learned = nil
		}
		if q.uses("semantic") {
			ev.like = p.alike(ctx, q.Query)
			iq.Alike = ev.like.Files
		}
		aboutTests = q.IncludeTests != nil && *q.IncludeTests || plan.Analyze(q.Query, p.index.Definers, false).Tests
		if q.Explain {
			res.Plan, res.PlanOrigin, res.PlanReason = &pl, pl.Origin, pl.Reason
		}
		if q.Plan == planByModel { // a model was asked for: say where none planned
			res.PlanOrigin, res.PlanReason = pl.Origin, pl.Reason
		}
	}
	r := p.index.Rank(iq)
	if r.Floor && !(q.uses("symbol") && (founded(pl) || p.asksForUsers(q.Query))) && !p.speaksOf(pl.Expected) {
		res.Hint = p.emptyHint(q)
		return res, nil
	}
	if len(r.PlaceHits) == 0 {
		iq.Groups = nil // no word is known
	}
	ev.hits, ev.reading, ev.learned = r.PlaceHits, index.Read(cmp.Or(pl.Query, q.Query), iq.Groups, r.PlaceIDF), iq.Learned
	entities := p.answer(ctx, q, pl, r, aboutTests, ev)
	out, formatted := assemble.Assemble(ctx, entities, p.parts(), assemble.Options{
		MaxTokens: q.MaxTokens, IncludeImports: q.IncludeImports, ContextLines: q.ContextLines,
		Format:     cmp.Or(q.Format, assemble.Markdown),
		Truncation: q.Truncation, MaxFiles: q.MaxContextFiles,
		Match: func(_, line string) []float64 { return ev.reading.Line(line) },
	})
	res.Context, res.Summary, res.TokenCount = formatted, out.Summary, out.TotalTokens
	res.Results = results(out.Blocks)
	if q.Explain {
		for _, b := range out.Blocks {
			res.Why = append(res.Why, why(b))
		}
		for _, e := range out.Summary.Exclusions {
			res.Why = append(res.Why, fmt.Sprintf("left out: %s (%s)", e.Name, e.Reason))
		}
	}
	if len(out.Blocks) == 0 {
		res.Hint = p.emptyHint(q)
		if out.Summary.Truncated {
			res.Hint = fmt.Sprintf("what matches does not fit into %d tokens: ask for more", q.MaxTokens)
		}
	}
	return res, nil
}

// more shows some lines of a file: the cheap second question about what was cut.
func (p *Provider) more(ctx context.Context, q QueryParams) (QueryResult, error) {
	res := QueryResult{Query: q.Lines, Results: []Result{}}
	path, list, _ := cutLast(q.Lines, ":")
	var first, last int
	if n, err := fmt.Sscanf(list, "%d-%d", &first, &last); n == 0 || first < 1 || err == nil && last < first {
		return res, fmt.Errorf("lines %q: want path:40-90", q.Lines)
	}
	e := assemble.Entity{Name: path[strings.LastIndexByte(path, '/')+1:], Type: string(scan.Gap), QualifiedName: q.Lines,
		Path:      path,
		StartLine: first, EndLine: max(first, last), Score: 1}
	out, formatted := assemble.Assemble(ctx, []assemble.Entity{e}, p.parts(),
		assemble.Options{MaxTokens: q.MaxTokens, Format: cmp.Or(q.Format, assemble.Markdown)})
	res.Context, res.Summary, res.TokenCount, res.Results = formatted, out.Summary, out.TotalTokens, results(out.Blocks)
	for _, x := range out.Summary.Exclusions {
		res.Hint = fmt.Sprintf("%s: %s", q.Lines, x.Reason)
		res.Unreadable = x.Reason != assemble.OverBudget
	}
	return res, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// founded reports whether a plan finds something that no word of the question does:
// what is to be new is not there yet, and where a program starts says no name.
func founded(pl plan.Plan) bool {
	return pl.Strategy == plan.StrategyBroad || pl.Strategy == plan.StrategyEntry && len(pl.EntryFiles) > 0
}

// speaksOf reports whether the index has half of the words that its names are expected
// to be made of.
func (p *Provider) speaksOf(expected []string) bool {
	groups := plan.Expected(expected, nil)
	for i := range groups {
		groups[i].Extra = false
	}
	return p.index.Spoken(groups)
}

// why says in one line where a block is from, how large it is, and why it was
// chosen.
func why(b assemble.Block) string {
	cut := ""
	if b.Cut != "" {
		cut = ", cut by " + b.Cut
	}
	reasons := slices.Clone(b.Why)
	if b.Source != "" {
		reasons = append(reasons, b.Role+", found by "+b.Source)
	}
	for _, m := range b.Merged {
		reasons = append(reasons, fmt.Sprintf("with %s (%s)", m.Entity.Name, strings.Join(m.Why, "; ")))
	}
	return fmt.Sprintf("%s:%d-%d %s, %d bytes%s: %s", b.Location.FilePath, b.Shown.StartLine, b.Shown.EndLine,
		b.Entity.Name, len(b.Code), cut, strings.Join(reasons, "; "))
}

// partial says that an answer comes from a part of the workspace, and how much of
// it is indexed; "" once it is all.
func (p *Provider) partial() string {
	indexed, listed := p.Coverage()
	p.mu.Lock()
	full := p.full
	p.mu.Unlock()
	switch {
	case full:
		return fmt.Sprintf("partial: %d of %d files are indexed, more would not fit into memory", indexed, listed)
	case p.Ready():
		return ""
	case listed == 0:
		return fmt.Sprintf("partial: the files are still being listed, %d are indexed so far", indexed)
	}
	return fmt.Sprintf("partial: %d of %d files are indexed so far", min(indexed, listed), listed)
}

func (p *Provider) emptyHint(q QueryParams) string {
	switch {
	case !p.Ready():
		return "the index is still being built"
	case slices.Equal(q.Strategies, []string{"semantic"}) && p.tuned().Embedding == nil:
		return "nothing is ranked by embeddings: switch them on with context.embeddings.enabled, or take another strategy"
	}
	return "nothing in the workspace matches"
}

// results returns the entities that blocks show, best first, each under its own
// name and place.
func results(blocks []assemble.Block) []Result {
	out := []Result{}
	for _, b := range blocks {
		out = append(out, Result{b.Entity, b.Score, b.Location, preview(own(b)), b.Role, b.Source, b.Why, b.Cut, b.Lines})
		for _, m := range b.Merged {
			out = append(out, Result{m.Entity, m.Score, m.Location, preview(codeAt(b, m.Location)), m.Role, m.Source, m.Why,
				b.Cut, b.Lines})
		}
	}
	slices.SortStableFunc(out, func(a, b Result) int {
		return cmp.Or(slots[a.Role]-slots[b.Role], cmp.Compare(b.Score, a.Score))
	})
	return out
}

func qualified(path, container, name string) string {
	if container != "" {
		name = container + "." + name
	}
	return path + "::" + name
}

// reasons says what spoke for a file, each from 0 to 1.
func reasons(h index.Hit) string {
	var out []string
	for _, f := range h.Factors {
		out = append(out, fmt.Sprintf("%s %.2f", f.Name, f.Value))
	}
	return "its file: " + strings.Join(out, ", ")
}

// own returns the code of a block from its entity on, without the lines in front.
func own(b assemble.Block) string {
	if b.Cut != "" {
		return b.Code
	}
	return codeAt(b, b.Location)
}

// codeAt returns the code of a block from a line of the file on.
func codeAt(b assemble.Block, at assemble.Location) string {
	code := b.Code
	for range at.StartLine - b.Shown.StartLine {
		_, rest, ok := strings.Cut(code, "\n")
		if !ok {
			return b.Code
		}
		code = rest
	}
	return code
}

// preview returns the beginning of the code: whole lines, or a part of the first.
func preview(code string) string {
	if len(code) <= previewSize {
		return code
	}
	cut := previewSize - len("...")
	if i := strings.LastIndexByte(code[:cut], '\n'); i > 0 {
		return code[:i+1] + "..."
	}
	for cut > 0 && !utf8.RuneStart(code[cut]) {
		cut--
	}
	return code[:cut] + "..."
}
