package semantic

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/vectors"
)

// Embedding is how texts become vectors. Without one nothing is embedded.
type Embedding struct {
	// Embed makes one vector a text, all of one length. The texts have passed
	// the gate. It must honour its context.
	Embed func(ctx context.Context, texts []string) ([][]float32, error)
	// Model names what makes the vectors: those of different models are not
	// compared.
	Model string
	// What the model wants in front of a question, and of what is searched.
	QueryPrefix, TextPrefix string
}

// Vectors keeps vectors between sessions, by what they were made of. A [Store]
// that is one is used; nothing here knows what is behind it.
type Vectors interface {
	// Vectors returns the stored ones among the keys.
	Vectors(ctx context.Context, model string, keys [][sha256.Size]byte) (map[[sha256.Size]byte][]float32, error)
	// KeepVectors stores vectors.
	KeepVectors(ctx context.Context, model string, vectors map[[sha256.Size]byte][]float32) error
}

// Embed makes the vectors that are missing: of files that are new or have
// changed since. Texts of denied paths are left out, secrets in others
// redacted. What has been made before, in whatever branch or session, is taken
// from the store. Every batch is stored at once, so that a cancelled run is
// resumed where it ended.
func (p *Provider) Embed(ctx context.Context) error {
	e := p.tuned().Embedding
	if e == nil || !p.Ready() {
		return nil
	}
	return p.embed(ctx, *e)
}

// RecallVectors loads the stored vectors into memory, without asking a model.
func (p *Provider) RecallVectors(ctx context.Context) {
	e := p.tuned().Embedding
	if e == nil || !p.Ready() {
		return
	}
	_ = p.embed(ctx, Embedding{Model: e.Model, TextPrefix: e.TextPrefix}) // asks nobody: it only reads
}

func (p *Provider) embed(ctx context.Context, e Embedding) error {
	p.embedding.Lock()
	defer p.embedding.Unlock()
	p.vectors.Use(e.Model)
	live := map[string]bool{}
	var batch []waiting
	for _, path := range p.index.Paths() {
		live[path] = true
		hash, ok := p.index.Hash(path)
		if !ok || p.vectors.Has(path, hash) {
			continue
		}
		w := p.chunkTexts(ctx, path, hash, e.TextPrefix)
		batch = append(batch, w)
		if pieces(batch) < limits.EmbedBatch {
			continue
		}
		if err := p.embedAll(ctx, e, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
	p.vectors.Only(live)
	return p.embedAll(ctx, e, batch)
}

// waiting is a file whose chunks are to be embedded.
type waiting struct {
	path  string
	hash  [sha256.Size]byte
	texts []string
	lines []text.Lines // of each
}

func pieces(batch []waiting) (n int) {
	for _, w := range batch {
		n += len(w.texts)
	}
	return n
}

// chunkTexts returns the texts that stand for the chunks of a file.
func (p *Provider) chunkTexts(ctx context.Context, path string, hash [sha256.Size]byte, prefix string) waiting {
	w := waiting{path: path, hash: hash}
	snap, err := p.texts.read(ctx, path)
	if err != nil || !p.allowed(path) || snap.Hash() != hash {
		return w // nothing of it leaves; it is looked at again when it changes
	}
	for _, c := range p.index.ChunksOf(path) {
		if c.End > snap.LineCount() {
			continue
		}
		name := c.Name
		if c.Container != "" {
			name = strings.TrimSuffix(c.Container+"."+c.Name, ".")
		}
		body := lines(snap, text.Lines{Start: c.Start, End: c.End})
		if len(body) > limits.EmbedText {
			body = body[:strings.LastIndexByte(body[:limits.EmbedText], '\n')+1]
		}
		if s, ok := p.outgoing(path, path+": "+name+"\n"+body); ok && strings.TrimSpace(body) != "" {
			w.texts, w.lines = append(w.texts, prefix+s), append(w.lines, text.Lines{Start: c.Start, End: c.End})
		}
	}
	return w
}

// outgoing returns a text as it may leave.
func (p *Provider) outgoing(path, s string) (string, bool) {
	if p.opts.Gate == nil {
		return s, true
	}
	return p.opts.Gate(path, s)
}

// embedAll loads the vectors of a few files into memory: from the store, and
// those that are not there from the model.
func (p *Provider) embedAll(ctx context.Context, e Embedding, batch []waiting) error {
	known := map[[sha256.Size]byte][]float32{}
	var keys [][sha256.Size]byte
	texts := map[[sha256.Size]byte]string{}
	for _, w := range batch {
		for _, s := range w.texts {
			k := sha256.Sum256([]byte(s))
			if _, ok := texts[k]; !ok {
				keys = append(keys, k)
			}
			texts[k] = s
		}
	}
	store, _ := p.storage().(Vectors)
	if store != nil && len(keys) > 0 {
		if got, err := store.Vectors(ctx, e.Model, keys); err == nil {
			known = got
		}
	}
	missing := slices.DeleteFunc(keys, func(k [sha256.Size]byte) bool { return known[k] != nil })
	if e.Embed == nil {
		missing = nil
	}
	for part := range slices.Chunk(missing, limits.EmbedBatch) {
		if err := ctx.Err(); err != nil {
			return err
		}
		send := make([]string, len(part))
		for i, k := range part {
			send[i] = texts[k]
		}
		got, err := e.Embed(ctx, send)
		if err != nil {
			return fmt.Errorf("embedding: %w", err)
		}
		if len(got) != len(part) {
			return fmt.Errorf("embedding: %d vectors for %d texts", len(got), len(part))
		}
		made := make(map[[sha256.Size]byte][]float32, len(part))
		for i, k := range part {
			made[k] = vectors.Normalised(got[i])
			known[k] = made[k]
		}
		if store != nil {
			if err := store.KeepVectors(ctx, e.Model, made); err != nil {
				p.storeFailed(err)
				store = nil
			}
		}
	}
	for _, w := range batch {
		f := vectors.File{Hash: w.hash}
		for i, s := range w.texts {
			if v := known[sha256.Sum256([]byte(s))]; v != nil {
				f.Pieces = append(f.Pieces, vectors.Piece{Lines: w.lines[i], Vector: v})
			}
		}
		if len(f.Pieces) == len(w.texts) {
			p.vectors.Put(e.Model, w.path, f)
		}
	}
	return nil
}

// alike says how near the files and their pieces are to a question; nothing is when
// there are no vectors, or none of the question in time.
func (p *Provider) alike(ctx context.Context, question string) vectors.Likeness {
	e := p.tuned().Embedding
	if e == nil || question == "" || p.vectors.Empty(e.Model) {
		return vectors.Likeness{}
	}
	if len(question) > limits.EmbedQuery {
		question = question[:strings.LastIndexByte(question[:limits.EmbedQuery], '\n')+1]
	}
	question, ok := p.outgoing("", question)
	if !ok || strings.TrimSpace(question) == "" {
		return vectors.Likeness{}
	}
	ctx, cancel := context.WithTimeout(ctx, limits.EmbedWait)
	defer cancel()
	v, err := e.Embed(ctx, []string{e.QueryPrefix + question})
	if err != nil || len(v) != 1 {
		return vectors.Likeness{}
	}
	return p.vectors.Near("", vectors.Normalised(v[0]))
}
