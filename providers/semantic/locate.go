package semantic

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// importLines is how many lines of imports are shown for a file.
const importLines = 20

// parts returns what the assembler asks for.
func (p *Provider) parts() assemble.Parts {
	return assemble.Parts{
		Read: p.locate,
		Imports: func(_ string, s text.Snapshot, code string) string {
			return p.redact("", index.ImportLines(s.Lang, s.Text(), code, importLines))
		},
		Related: func(path, code string) []string { return p.index.Uses(languageOf(path), code, 5) },
	}
}

func (p *Provider) redact(path, body string) string {
	if p.opts.Gate == nil || body == "" {
		return body
	}
	out, _ := p.opts.Gate(path, body)
	return out
}

// locate finds an entity in the text of its file as it is now. A file that has
// changed since it was indexed is indexed again and the entity found by its
// name; one that has moved is found by its content; the stored text is the
// last resort.
func (p *Provider) locate(ctx context.Context, e assemble.Entity) (assemble.Entity, assemble.Text, error) {
	if !p.allowed(e.Path) {
		return e, assemble.Text{}, assemble.Denied
	}
	indexed, known := p.index.Hash(e.Path)
	snap, err := p.texts.fresh(ctx, e.Path)
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return e, assemble.Text{}, assemble.Deadline
	case err != nil:
		return p.gone(ctx, e, indexed, known)
	case strings.IndexByte(snap.Text()[:min(snap.Len(), 8<<10)], 0) >= 0:
		return e, assemble.Text{}, assemble.Binary
	case snap.Len() >= index.MaxFile:
		return e, assemble.Text{}, assemble.TooLarge
	}
	origin := "disk"
	if p.texts.isOpen(e.Path) {
		origin = "document"
	}
	if !known || snap.Hash() == indexed {
		return p.shown(e, e.Path, snap, origin)
	}
	p.index.Apply([]index.Change{{Path: e.Path, Text: snap.Text()}})
	if moved, ok := p.relocate(e); ok {
		return p.shown(moved, e.Path, snap, origin)
	}
	return p.stored(e, indexed, "stored-changed")
}

// shown returns an entity with its text as the assembler gets it: redacted. Where a
// redaction removes lines, places no longer fit, and nothing is shown.
func (p *Provider) shown(e assemble.Entity, path string, s text.Snapshot,
	origin string) (assemble.Entity, assemble.Text, error) {
	if out := p.redact(path, s.Text()); out != s.Text() {
		if strings.Count(out, "\n") != strings.Count(s.Text(), "\n") {
			return e, assemble.Text{}, assemble.Denied
		}
		s = s.With(out)
	}
	return e, assemble.Text{Snapshot: s, Origin: origin, Path: path}, nil
}

// gone answers for a path that cannot be read: the same content under another
// live path, else the stored text.
func (p *Provider) gone(ctx context.Context, e assemble.Entity, hash [sha256.Size]byte,
	known bool) (assemble.Entity, assemble.Text, error) {
	if !known {
		return e, assemble.Text{}, assemble.NotFound
	}
	if other := p.index.WithHash(hash); other != "" && p.allowed(other) {
		if snap, err := p.texts.fresh(ctx, other); err == nil && snap.Hash() == hash {
			return p.shown(e, other, snap, "moved")
		}
	}
	return p.stored(e, hash, "stored-deleted")
}

func (p *Provider) stored(e assemble.Entity, hash [sha256.Size]byte,
	origin string) (assemble.Entity, assemble.Text, error) {
	body, ok := p.storedText(hash)
	if !ok {
		return e, assemble.Text{}, assemble.NotFound
	}
	s := text.New(body)
	s.Lang = languageOf(e.Path)
	return p.shown(e, e.Path, s, origin)
}

// relocate finds an entity in the new text of its file: by qualified name and
// kind, by name and kind nearest to the old line.
func (p *Provider) relocate(e assemble.Entity) (assemble.Entity, bool) {
	best, distance := index.Def{}, -1
	for _, exact := range []bool{true, false} {
		for _, d := range p.index.DefsOf(e.Path) {
			if d.Name != e.Name || string(d.Kind) != e.Type || exact &&
				qualified(e.Path, d.Container, d.Name) != e.QualifiedName {
				continue
			}
			off := max(d.Start+1-e.StartLine, e.StartLine-d.Start-1)
			if distance < 0 || off < distance {
				best, distance = d, off
			}
		}
		if distance >= 0 {
			e.StartLine, e.EndLine = best.Start+1, best.End
			return e, true
		}
	}
	return e, false
}
