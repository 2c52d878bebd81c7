package semantic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
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
	RelatedTo       string   `json:"relatedTo,omitempty"`       // a file, instead of a query
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

// DefaultQuery is a query with the usual parameters.
func DefaultQuery(text string) QueryParams {
	o := assemble.Defaults()
	return QueryParams{Query: text, Limit: 10, MinScore: 0.3, MaxTokens: o.MaxTokens, IncludeImports: o.IncludeImports, ContextLines: o.ContextLines,
		Format: o.Format, Truncation: o.Truncation, MaxContextFiles: 10, Plan: "auto"}
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
	CodePreview string              `json:"codePreview"`
}

// The bounds of a query.
const (
	maxQuery    = 2000 // characters
	previewSize = 200  // bytes
	queryFiles  = 20
	queryChunks = 12
	maxStarts   = 3
	synonymW    = 0.3
	planW       = 0.5
)

func (q QueryParams) check() error {
	switch {
	case q.Query == "" && q.RelatedTo == "":
		return errors.New("the query is empty")
	case utf8.RuneCountInString(q.Query) > maxQuery:
		return fmt.Errorf("the query has more than %d characters", maxQuery)
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
	case !slices.Contains([]string{"", "auto", "model", "heuristic"}, q.Plan):
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
	res := QueryResult{Query: cmp.Or(q.Query, q.RelatedTo), Results: []Result{}, Partial: p.partial()}
	var iq index.Query
	var starts []string
	if q.RelatedTo != "" {
		snap, err := p.texts.read(ctx, q.RelatedTo)
		if err != nil || !p.allowed(q.RelatedTo) {
			res.Hint, res.Unreadable = fmt.Sprintf("%s cannot be read", q.RelatedTo), true
			return res, nil
		}
		iq = p.relatedQuery(q.RelatedTo, snap)
		iq.Alike = p.vectors.near(q.RelatedTo, p.vectors.chunksOf(q.RelatedTo))
	} else {
		pl := p.planInTime(ctx, q.Query, q.Plan)
		if q.MaxDepth != nil {
			pl.MaxDepth = *q.MaxDepth
		}
		if q.IncludeTests != nil {
			pl.IncludeTests = *q.IncludeTests
		}
		if pl.Strategy == plan.StrategyEntry {
			starts = pl.EntryFiles
		}
		iq = p.learned(p.planned(q.Query, pl, q.Strategies), time.Now())
		if q.IncludeTests != nil {
			iq.Tests, iq.TestPrior = *q.IncludeTests, 0
		}
		if len(q.Strategies) == 0 || slices.Contains(q.Strategies, "semantic") {
			iq.Alike = p.alike(ctx, q.Query)
		}
		if q.Explain {
			res.Plan, res.PlanOrigin, res.PlanReason = &pl, pl.Origin, pl.Reason
		}
	}
	p.approach(ctx, iq, "")
	r := p.index.Rank(iq)
	if r.Floor {
		res.Hint = p.emptyHint()
		return res, nil
	}
	entities := p.entities(r, q, starts)
	out, formatted := assemble.Assemble(ctx, entities, p.parts(), assemble.Options{
		MaxTokens: q.MaxTokens, IncludeImports: q.IncludeImports, ContextLines: q.ContextLines, Format: cmp.Or(q.Format, assemble.Markdown),
		Truncation: q.Truncation, MaxFiles: q.MaxContextFiles,
	})
	res.Context, res.Summary, res.TokenCount = formatted, out.Summary, out.TotalTokens
	for _, b := range out.Blocks {
		res.Results = append(res.Results, Result{b.Entity, b.Score, b.Location, preview(own(b))})
		if q.Explain {
			res.Why = append(res.Why, why(b, q.Query))
		}
	}
	if q.Explain {
		for _, e := range out.Summary.Exclusions {
			res.Why = append(res.Why, fmt.Sprintf("left out: %s (%s)", e.Name, e.Reason))
		}
	}
	if len(out.Blocks) == 0 {
		res.Hint = p.emptyHint()
	}
	return res, nil
}

// why says in one line where a block is from, how large it is, and why it was
// chosen: the words of the question that it is named after or holds, then what
// spoke for its file.
func why(b assemble.Block, question string) string {
	name, held := index.TextTerms(b.Entity.Name, 1), index.TextTerms(b.Code, 1)
	var named, holds []string
	for _, word := range strings.FieldsFunc(question, notWord) {
		terms := index.TextTerms(word, 1)
		in := func(all map[string]float64) bool {
			for t := range terms {
				if all[t] > 0 {
					return true
				}
			}
			return false
		}
		switch {
		case slices.Contains(named, word) || slices.Contains(holds, word):
		case in(name):
			named = append(named, word)
		case in(held):
			holds = append(holds, word)
		}
	}
	var reasons []string
	if len(named) > 0 {
		reasons = append(reasons, "named "+strings.Join(named, ", "))
	}
	if len(holds) > 0 {
		reasons = append(reasons, "holds "+strings.Join(holds, ", "))
	}
	cut := ""
	if b.Cut != "" {
		cut = ", cut by " + b.Cut
	}
	return fmt.Sprintf("%s:%d-%d %s, %d bytes%s: %s", b.Location.FilePath, b.Shown.StartLine, b.Shown.EndLine, b.Entity.Name, len(b.Code), cut,
		strings.Join(append(reasons, b.Why...), "; "))
}

func notWord(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// partial says how much of the workspace is indexed, "" once it is all.
func (p *Provider) partial() string {
	indexed, listed := p.Coverage()
	if p.Ready() || listed <= indexed {
		return ""
	}
	return fmt.Sprintf("%d of %d files are indexed so far", indexed, listed)
}

func (p *Provider) emptyHint() string {
	if !p.Ready() {
		return "the index is still being built"
	}
	return "nothing in the workspace matches"
}

// entities are what the ranking found, best first; starts are the files in
// which a program starts, where that is asked.
func (p *Provider) entities(r *index.Ranking, q QueryParams, starts []string) []assemble.Entity {
	scores := map[string]index.Hit{}
	for _, h := range r.Hits[:min(queryFiles, len(r.Hits))] {
		scores[h.Path] = h
	}
	names := "the question names"
	if q.RelatedTo != "" {
		names = q.RelatedTo + " uses"
	}
	var out []assemble.Entity
	seen := map[string]bool{}
	add := func(path string, d index.Def, score float64, why []string) {
		k := fmt.Sprintf("%s:%d", path, d.Start)
		if seen[k] || q.IncludeTests != nil && !*q.IncludeTests && index.IsTest(path) || len(q.IncludeTypes) > 0 && !slices.Contains(q.IncludeTypes, string(d.Kind)) {
			return
		}
		seen[k] = true
		name := d.Name
		if name == "" {
			name = fmt.Sprintf("%s:%d", path[strings.LastIndexByte(path, '/')+1:], d.Start+1)
		}
		out = append(out, assemble.Entity{Name: name, Type: string(d.Kind), QualifiedName: qualified(path, d.Container, name), Path: path,
			StartLine: d.Start + 1, EndLine: d.End, Doc: max(0, d.Start-d.Doc), Score: score, Why: why})
	}
	for _, path := range starts[:min(maxStarts, len(starts))] {
		for _, d := range p.index.DefsOf(path) {
			if d.Kind == scan.Function && d.Name == "main" {
				add(path, d, 1, []string{"a program starts here"})
			}
		}
	}
	for _, h := range r.Defs {
		for _, d := range h.Defs[:min(2, len(h.Defs))] {
			add(h.Path, d, share(h.Weight, r.Defs[0].Weight), []string{fmt.Sprintf("defines `%s`, which %s", h.Name, names)})
		}
	}
	chunks := r.Chunks(queryFiles, queryChunks)
	best := 0.0
	for _, c := range chunks {
		best = max(best, c.Match)
	}
	for _, c := range chunks {
		if c.Match < q.MinScore*best {
			continue
		}
		d := index.Def{Name: c.Chunk.Name, Kind: c.Chunk.Kind, Container: c.Chunk.Container, Doc: c.Chunk.Start, Start: c.Chunk.Start, End: c.Chunk.End}
		if d.Kind != scan.Gap {
			for _, known := range p.index.DefsOf(c.Path) {
				if known.Name == d.Name && known.Doc <= d.Start && d.Start < known.End && known.Container == d.Container && known.Kind != scan.Class {
					d = known
					break
				}
			}
		}
		add(c.Path, d, c.Value, reasons(scores[c.Path]))
	}
	slices.SortStableFunc(out, func(a, b assemble.Entity) int { return cmp.Compare(b.Score, a.Score) })
	if len(out) > 0 {
		floor := q.MinScore * out[0].Score
		out = slices.DeleteFunc(out, func(e assemble.Entity) bool { return e.Score < floor })
	}
	if q.Limit > 0 {
		out = out[:min(q.Limit, len(out))]
	}
	return out
}

func qualified(path, container, name string) string {
	if container != "" {
		name = container + "." + name
	}
	return path + "::" + name
}

// reasons are what spoke for a file, each from 0 to 1.
func reasons(h index.Hit) []string {
	var out []string
	for _, f := range h.Factors {
		out = append(out, fmt.Sprintf("%s %.2f", f.Name, f.Value))
	}
	if len(out) == 0 {
		return nil
	}
	return []string{"its file: " + strings.Join(out, ", ")}
}

// own is the code of a block from its entity on, without the lines in front.
func own(b assemble.Block) string {
	code := b.Code
	if b.Cut != "" {
		return code
	}
	for range b.Location.StartLine - b.Shown.StartLine {
		_, rest, ok := strings.Cut(code, "\n")
		if !ok {
			return b.Code
		}
		code = rest
	}
	return code
}

// preview is the beginning of the code: whole lines, or a part of the first.
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
