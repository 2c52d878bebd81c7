package engine

import (
	"context"
	"log/slog"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// embedding is how a configuration makes vectors, nil when it makes none.
func (p *Process) embedding(s config.Settings, gate *egress.Gate, log *slog.Logger) *semantic.Embedding {
	c := s.Context.Embeddings
	if !c.Enabled || p.o.NoModel || s.NoModel() {
		return nil
	}
	e, err := p.embedder(s, gate, log)
	if err != nil {
		log.Warn("searches work without embeddings", "err", err)
		return nil
	}
	audit, _ := p.openAudit() // what cannot be written is kept in memory
	host, name := e.Client().Host(), e.Client().Name()
	return &semantic.Embedding{Model: name + "@" + host, Embed: func(ctx context.Context, texts []string) ([][]float32, error) {
		entry, v := egress.Entry{Kind: "embed", Host: host, Model: name}, [][]float32(nil)
		err := recorded(ctx, audit, &entry, func(ctx context.Context) (err error) {
			v, err = e.Embed(ctx, texts)
			return err
		})
		return v, err
	}}
}

// embedder connects the model that makes vectors.
func (p *Process) embedder(s config.Settings, gate *egress.Gate, log *slog.Logger) (*model.Embedder, error) {
	c := s.Context.Embeddings
	client, err := p.local(s, localModel{key: "context.embeddings", backend: c.Backend, url: c.URL, name: c.Model, total: limits.EmbedTotal}, gate, log)
	if err != nil {
		return nil, err
	}
	return client.Embedder(c.Model)
}
