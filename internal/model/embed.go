package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/tmc/langchaingo/embeddings"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Embedder turns texts into vectors, through the same transport, gate, limits
// and circuit as a [Client]. Texts must have passed the egress gate.
type Embedder struct {
	client *Client
	embed  embeddings.Embedder
}

// NewEmbedder makes an embedder; Options.Name names the embedding model. The
// backend Anthropic has none.
func NewEmbedder(o Options) (*Embedder, error) {
	if o.Backend == Anthropic {
		return nil, errors.New("anthropic has no embedding models; use ollama or openai")
	}
	o.Stream = false
	c, err := New(o)
	if err != nil {
		return nil, err
	}
	client := &http.Client{
		Transport:     wire{c},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var ec embeddings.EmbedderClient
	if o.Backend == Ollama {
		ec, err = ollama.New(ollama.WithServerURL(c.end.base.String()), ollama.WithModel(o.Name),
			ollama.WithHTTPClient(client))
	} else {
		ec, err = openai.New(openai.WithToken(placeholder), openai.WithModel(o.Name), openai.WithEmbeddingModel(o.Name),
			openai.WithBaseURL(c.end.base.String()), openai.WithOrganization(""), openai.WithHTTPClient(client))
	}
	if err != nil {
		return nil, fmt.Errorf("embedding client: %s", c.scrub.Scrub(err.Error()))
	}
	// Its default joins lines, and writes the result into the caller's slice.
	e, err := embeddings.NewEmbedder(ec, embeddings.WithStripNewLines(false), embeddings.WithBatchSize(limits.EmbedBatch))
	if err != nil {
		return nil, fmt.Errorf("embedding client: %w", err)
	}
	return &Embedder{c, e}, nil
}

// Embedder makes an embedder that asks the client's endpoint, under its rules,
// for vectors of another model; "" is the client's own.
func (c *Client) Embedder(name string) (*Embedder, error) {
	o := c.opt
	if name != "" {
		o.Name = name
	}
	return NewEmbedder(o)
}

// Client returns the client underneath, for its host, name and [Client.Ping].
func (e *Embedder) Client() *Client { return e.client }

// Embed returns a vector for each text, all of one length. Texts go out in
// batches of limits.EmbedBatch; what a failed batch was preceded by is lost,
// so a caller that wants to resume sends one batch at a time. Errors are
// [*Error].
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c, out := e.client, make([][]float32, 0, len(texts))
	w := c.timing.of(Explicit, c.end.loopback, false)
	for batch := range slices.Chunk(texts, limits.EmbedBatch) {
		start := time.Now()
		k, f := c.run(ctx, w, func(ctx context.Context) (*call, *fail) { return e.attempt(ctx, batch, w, start) })
		if f == nil && len(out) > 0 && len(k.vectors[0]) != len(out[0]) {
			f = &fail{fault: FaultMalformed, detail: "vectors of two lengths"}
		}
		c.logCall(ctx, Prompt{}, k, f, start)
		if f != nil {
			if f.fault == FaultTimeout && f.limit == 0 {
				f.limit = time.Since(start)
			}
			return nil, c.err(f)
		}
		out = append(out, k.vectors...)
	}
	return out, nil
}

func (e *Embedder) attempt(ctx context.Context, batch []string, w waits, start time.Time) (k *call, f *fail) {
	k = &call{embeds: true, waits: w, started: start}
	if e.client.opt.Backend == Ollama {
		if f := e.client.embedAll(context.WithValue(ctx, callKey{}, k), batch, k); f != nil && ctx.Err() == nil {
			return k, f
		} else if ctx.Err() != nil {
			return k, ended(ctx)
		}
		return k, nil
	}
	got, err := e.generate(context.WithValue(ctx, callKey{}, k), batch)
	switch {
	case k.fail != nil:
		return k, k.fail
	case ctx.Err() != nil:
		return k, ended(ctx)
	case err != nil || len(k.vectors) != len(batch) || !slices.EqualFunc(got, k.vectors, slices.Equal[[]float32]):
		return k, &fail{fault: FaultMalformed, detail: "vectors do not fit the texts"}
	}
	return k, nil
}

func (e *Embedder) generate(ctx context.Context, batch []string) (v [][]float32, err error) {
	defer func() {
		if r := recover(); r != nil {
			_ = bug.Report("the library of models", r)
			err = errors.New("panic in the model library")
		}
	}()
	return e.embed.EmbedDocuments(ctx, slices.Clone(batch))
}

// embedAll asks Ollama for the vectors of a whole batch: langchaingo would send
// one request for each text.
func (c *Client) embedAll(ctx context.Context, batch []string, k *call) *fail {
	body := mustJSON(map[string]any{"model": c.opt.Name, "input": batch})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.end.base.JoinPath("api/embed").String(),
		bytes.NewReader(body))
	if err != nil {
		return &fail{fault: FaultConfig, cause: "model.url is not usable; write it like https://host/v1", detail: "request"}
	}
	_, _, f := c.send(req, k)
	return f
}

// receiveVectors does the exchange for vectors; those of several requests add
// up.
func (c *Client) receiveVectors(out *http.Request, body []byte, k *call) (rebuilt []byte, contentType string, f *fail) {
	x, f := c.exchange(out, plan{kind: "embed", body: body, waits: k.waits, cap: limits.EmbedAnswer})
	k.x = x
	switch {
	case f != nil:
		return nil, "", f
	case x.status != http.StatusOK:
		return nil, "", c.fromStatus(x.status, x.body, retryAfter(x.header, time.Now(), c.timing))
	case x.broke:
		return nil, "", &fail{fault: FaultIncomplete, detail: "broke"}
	}
	list, f := parseVectors(x.body)
	if f != nil {
		f.after = retryAfter(x.header, time.Now(), c.timing)
		return nil, "", f
	}
	if want := inputs(body); len(list) != want {
		return nil, "", &fail{fault: FaultMalformed, detail: fmt.Sprintf("%d vectors for %d texts", len(list), want)}
	}
	for _, v := range list {
		first := list[0]
		if len(k.vectors) > 0 {
			first = k.vectors[0]
		}
		if len(v) == 0 || len(v) != len(first) ||
			slices.ContainsFunc(v, func(f float32) bool { return math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) }) {
			return nil, "", &fail{fault: FaultMalformed, detail: "vector of a wrong length"}
		}
	}
	k.vectors = append(k.vectors, list...)
	if c.opt.Backend == Ollama {
		return mustJSON(map[string]any{"embeddings": list}), "application/json", nil
	}
	data := make([]any, len(list))
	for i, v := range list {
		data[i] = map[string]any{"index": i, "embedding": v}
	}
	return mustJSON(map[string]any{"data": data}), "application/json", nil
}

// parseVectors reads both forms. OpenAI's may come in any order.
func parseVectors(body []byte) ([][]float32, *fail) {
	var b struct {
		Error      json.RawMessage `json:"error"`
		Embeddings [][]float32     `json:"embeddings"`
		Data       []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if f := decode(body, &b); f != nil {
		return nil, f
	}
	if f := reported(b.Error); f != nil {
		return nil, f
	}
	if b.Data == nil {
		return b.Embeddings, nil
	}
	list := make([][]float32, len(b.Data))
	for _, d := range b.Data {
		if d.Index < 0 || d.Index >= len(list) || list[d.Index] != nil {
			return nil, &fail{fault: FaultMalformed, detail: "vectors out of order"}
		}
		list[d.Index] = d.Embedding
	}
	return list, nil
}

// inputs returns how many texts a request contains.
func inputs(body []byte) int {
	var b struct {
		Input json.RawMessage `json:"input"`
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &b) != nil || json.Unmarshal(b.Input, &list) != nil {
		return 1
	}
	return len(list)
}
