package semantic

import (
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// The most files read for an answer before the index is built.
const (
	warmFolder  = 60
	warmImports = 60
)

// warm indexes what is nearest to the request's document while the whole index
// is not there yet: its folder, and the files its imports seem to name.
func (p *Provider) warm(ctx context.Context, req providers.Request) {
	path := relative(req.Root, req.Snapshot.Path)
	if path == "" || p.opts.Source == nil || !index.Code(path) {
		return
	}
	list := p.listing(ctx)
	wanted := map[string]bool{}
	for _, im := range index.Extract(req.Snapshot.Lang, req.Snapshot.Text()).Imports {
		for _, name := range append([]string{im.Spec}, im.Names...) {
			parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("./:@ ", r) })
			for _, part := range parts[max(0, len(parts)-2):] {
				wanted[strings.TrimSuffix(part, "_test")] = true
			}
		}
	}
	var near, imported []File
	for _, f := range list {
		if p.index.Has(f.Path) {
			continue
		}
		base := f.Path[len(folder(f.Path)):]
		stem, _, _ := strings.Cut(base, ".")
		parent := strings.TrimSuffix(folder(f.Path), "/")
		switch {
		case folder(f.Path) == folder(path):
			near = append(near, f)
		case wanted[stem] || wanted[parent[strings.LastIndexByte(parent, '/')+1:]]:
			imported = append(imported, f)
		}
	}
	todo := slices.Concat(imported[:min(warmImports, len(imported))], near[:min(warmFolder, len(near))])
	if len(todo) > 0 && ctx.Err() == nil {
		p.index.Apply(p.read(ctx, todo))
	}
}

// listing returns the source's listing, asked for once before the index is built.
func (p *Provider) listing(ctx context.Context) []File {
	p.mu.Lock()
	known := p.files
	p.mu.Unlock()
	if known != nil {
		return known
	}
	list, err := p.list(ctx)
	if err != nil {
		return nil
	}
	p.mu.Lock()
	p.files = list
	p.mu.Unlock()
	return list
}
