package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Embedder turns texts into vectors, through the same transport, gate, limits
// and circuit as a [Client]. Texts must have passed the egress gate.
type Embedder struct{ client *Client }

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
	return &Embedder{c}, nil
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

// attempt asks for the vectors of one batch. langchaingo would send Ollama one request for each text.
func (e *Embedder) attempt(ctx context.Context, batch []string, w waits, start time.Time) (*call, *fail) {
	c := e.client
	k := &call{waits: w, started: start}
	elem := "embeddings"
	if c.opt.Backend == Ollama {
		elem = "api/embed"
	}
	k.body = mustJSON(map[string]any{"model": c.opt.Name, "input": batch})
	if f := c.seal(k.body); f != nil {
		return k, f
	}
	req, f := c.request(ctx, http.MethodPost, c.end.base.JoinPath(elem).Path, k.body)
	if f != nil {
		return k, f
	}
	k.x, f = c.exchange(req, plan{kind: "embed", body: k.body, waits: w, cap: limits.EmbedAnswer})
	switch {
	case f != nil:
		return k, f
	case k.x.status != http.StatusOK:
		return k, c.fromStatus(k.x.status, k.x.body, retryAfter(k.x.header, time.Now(), c.timing))
	case k.x.broke:
		return k, &fail{fault: FaultIncomplete, detail: "broke"}
	}
	if k.vectors, f = parseVectors(k.x.body); f != nil {
		f.after = retryAfter(k.x.header, time.Now(), c.timing)
		return k, f
	}
	if len(k.vectors) != len(batch) {
		return k, &fail{fault: FaultMalformed, detail: fmt.Sprintf("%d vectors for %d texts", len(k.vectors), len(batch))}
	}
	for _, v := range k.vectors {
		if len(v) == 0 || len(v) != len(k.vectors[0]) ||
			slices.ContainsFunc(v, func(f float32) bool { return math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) }) {
			return k, &fail{fault: FaultMalformed, detail: "vector of a wrong length"}
		}
	}
	return k, nil
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
