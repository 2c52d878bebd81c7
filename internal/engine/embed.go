package engine

import (
	"context"
	"log/slog"
	"strings"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// embedding returns how a configuration makes vectors, nil when it makes none.
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
	query, document := prefixes(c.Model)
	return &semantic.Embedding{Model: name + "@" + host, QueryPrefix: query, TextPrefix: document,
		Embed: func(ctx context.Context, texts []string) ([][]float32, error) {
			entry, v := egress.Entry{Kind: "embed", Host: host, Model: name}, [][]float32(nil)
			err := recorded(ctx, audit, &entry, func(ctx context.Context) (err error) {
				v, err = e.Embed(ctx, texts)
				return err
			})
			return v, err
		}}
}

// prefixes returns what stands in front of a question and of a text for embedding models that
// were trained so. Ollama's own templates add nothing. The model's tag and what is in
// front of its name do not matter.
func prefixes(name string) (query, text string) {
	const passages = "Represent this sentence for searching relevant passages: "
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	switch {
	case strings.HasPrefix(name, "nomic-embed-text"): // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
		return "search_query: ", "search_document: "
	// of each, its model card
	case strings.HasPrefix(name, "mxbai-embed-large"), strings.HasPrefix(name, "bge-") && strings.Contains(name, "-en"):
		return passages, ""
	case strings.HasPrefix(name, "e5-"), strings.HasPrefix(name, "multilingual-e5-") &&
		!strings.Contains(name, "instruct"):
		return "query: ", "passage: " // https://huggingface.co/intfloat/e5-base-v2
	}
	return "", ""
}

// embedder connects the model that makes vectors.
func (p *Process) embedder(s config.Settings, gate *egress.Gate, log *slog.Logger) (*model.Embedder, error) {
	c := s.Context.Embeddings
	client, err := p.local(s, localModel{key: "context.embeddings", backend: c.Backend, url: c.URL, name: c.Model,
		total: limits.EmbedTotal}, gate, log)
	if err != nil {
		return nil, err
	}
	return client.Embedder(c.Model)
}
