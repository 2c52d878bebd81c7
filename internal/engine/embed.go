package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// embeddingFor is how a configuration makes vectors, nil when it makes none.
func (su *setup) embeddingFor(s config.Settings, gate *egress.Gate, log *slog.Logger) *semantic.Embedding {
	c := s.Context.Embeddings
	if !c.Enabled || su.noModel {
		return nil
	}
	e, err := su.embedder(s, gate, log)
	if err != nil {
		log.Warn("searches work without embeddings", "err", err)
		return nil
	}
	audit, _ := su.openAudit() // what cannot be written is kept in memory
	host, name := e.Client().Host(), e.Client().Name()
	return &semantic.Embedding{Model: name + "@" + host, Embed: func(ctx context.Context, texts []string) ([][]float32, error) {
		if err := audit.Writable(); err != nil && s.Audit.Required {
			return nil, errors.New("nothing sent: the audit log cannot be written (audit.required)")
		}
		entry := egress.Entry{Time: time.Now(), Kind: "embed", Host: host, Model: name, Attempt: 1, Outcome: "ok"}
		for _, t := range texts {
			entry.Bytes += len(t)
		}
		v, err := e.Embed(ctx, texts)
		entry.Millis = time.Since(entry.Time).Milliseconds()
		var me *model.Error
		switch {
		case errors.As(err, &me):
			entry.Outcome = string(me.Fault)
		case err != nil:
			entry.Outcome = "error"
		}
		_ = audit.Add(entry)
		return v, err
	}}
}

// embedder connects the model that makes vectors.
func (su *setup) embedder(s config.Settings, gate *egress.Gate, log *slog.Logger) (*model.Embedder, error) {
	c := s.Context.Embeddings
	client, err := su.local(s, localModel{key: "context.embeddings", backend: c.Backend, url: c.URL, name: c.Model, total: limits.EmbedTotal}, gate, log)
	if err != nil {
		return nil, err
	}
	return client.Embedder(c.Model)
}

// embedLater makes the vectors that a root lacks once nothing has happened for
// a while. Calling it again begins the wait anew.
func (r *related) embedLater(root string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.roots[root]
	if p == nil || r.choices.embedding == nil || r.closed {
		return
	}
	if p.embed == nil {
		p.embed = time.AfterFunc(limits.EmbedIdle, func() { r.embedNow(p.gone, root, p) })
		return
	}
	p.embed.Reset(limits.EmbedIdle)
}

// embedNow makes the missing vectors of a root.
func (r *related) embedNow(ctx context.Context, root string, p *rooted) {
	c := r.now()
	if c.embedding == nil || c.denied(root) {
		return
	}
	if err := p.Embed(ctx); err != nil && ctx.Err() == nil {
		c.log.Debug("embedding stopped; it goes on after the next change", "err", err)
	}
}
