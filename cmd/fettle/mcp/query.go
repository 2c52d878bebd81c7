package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// querySchema describes the parameters of context_query that a model has a use for. The
// others of [semantic.QueryParams] are accepted as well; every session pays for what is listed.
const querySchema = `{"type":"object","properties":{
"query":{"type":"string","description":"What to look for, in words, names or both"},
"keywords":{"type":"array","items":{"type":"string"},"description":"Single words, the likeliest first, that the code is named with (backoff, retry, jitter). Guess freely: they only add"},
"lines":{"type":"string","description":"path:40-90, instead of query: these lines"},
"relatedTo":{"type":"string","description":"A file, instead of query: what belongs to it"},
"maxTokens":{"type":"integer"},
"includeTests":{"type":"boolean"}}}`

// query answers context_query: it checks the arguments of the question against the roots, and updates the index, since
// nobody has reported changes since the last question.
func (m *server) query(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	p.step(ctx, "searching")
	args := struct {
		semantic.QueryParams
		ProjectRoot string `json:"projectRoot"`
	}{QueryParams: m.w.Engine.Questions()}
	if err := decodeCall("context_query", raw, &args); err != nil {
		return "", err
	}
	root, err := m.locate(cmp.Or(args.ProjectRoot, m.roots[0]))
	if err != nil {
		return "", err
	}
	if file, list, ok := strings.Cut(args.Lines, ":"); ok && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(root, file); err == nil {
			args.Lines = filepath.ToSlash(rel) + ":" + list
		}
	}
	if args.RelatedTo != "" {
		path := args.RelatedTo
		if !filepath.IsAbs(path) {
			path = filepath.Join(root, filepath.FromSlash(path))
		}
		real, err := filepath.EvalSymlinks(path)
		rel, relErr := filepath.Rel(root, real)
		if err != nil || relErr != nil || !filepath.IsLocal(rel) {
			return "", app.WithHint(errors.New("relatedTo names no file below the root"), "name one relative to "+root)
		}
		args.RelatedTo = filepath.ToSlash(rel)
	}
	if err := m.w.Engine.Refresh(ctx, root); err != nil {
		return "", app.WithHint(err, "see fettle doctor in "+root)
	}
	res, err := m.w.Engine.Ask(ctx, root, args.QueryParams)
	return found(res), err
}

// found returns what a model reads: the code, and what to do next.
func found(f semantic.QueryResult) string {
	notes := []string{}
	if f.Context == "" {
		notes = append(notes, "Nothing found: "+f.Hint+".")
	} else {
		notes = append(notes, `More of a file: "lines": "path:40-90".`)
	}
	if f.Partial != "" {
		notes = append(notes, "This answer is "+f.Partial+"; ask again and it goes on from there.")
	}
	return f.Context + strings.Join(notes, " ")
}

// fresh updates the index that a model's context is taken from, as far as that goes in the time there is for it.
func (m *server) fresh(ctx context.Context, root string) {
	limited, done := context.WithTimeout(ctx, limits.WarmTime)
	defer done()
	_ = m.w.Engine.Refresh(limited, root) // without it the document's surroundings answer
}

// rateSchema describes the parameters of rate_context.
const rateSchema = `{"type":"object","required":["rating"],"properties":{
"rating":{"type":"string","enum":["enough","missing"],"description":"missing: something had to be looked for elsewhere"}}}`

// rate answers rate_context.
func (m *server) rate(_ context.Context, raw json.RawMessage, _ *progress) (string, error) {
	var args struct {
		Rating      string `json:"rating"`
		ProjectRoot string `json:"projectRoot"`
	}
	if err := decodeCall("rate_context", raw, &args); err != nil {
		return "", err
	}
	root, err := m.locate(cmp.Or(args.ProjectRoot, m.roots[0]))
	if err != nil {
		return "", err
	}
	if err := m.w.Engine.Rate(root, args.Rating); err != nil {
		return "", app.WithHint(err, "ask context_query first")
	}
	return "rated: " + args.Rating + "\n", nil
}
