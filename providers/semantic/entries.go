package semantic

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/manifest"
)

// entryFiles returns the files a program starts in, at most n: those that a manifest of the project names, then those
// found in the code. starts are the functions that the manifests name, by file.
func (p *Provider) entryFiles(ctx context.Context, n int) (files []string, starts map[string]string) {
	starts = map[string]string{}
	for _, name := range manifest.Names {
		body, err := p.texts.fresh(ctx, name)
		if err != nil {
			continue
		}
		for _, s := range manifest.Starts(name, body.Text()) {
			at := slices.IndexFunc(s.Paths, p.index.Has)
			if at < 0 || slices.Contains(files, s.Paths[at]) {
				continue
			}
			files = append(files, s.Paths[at])
			if slices.ContainsFunc(p.index.DefsOf(s.Paths[at]), func(d index.Def) bool { return d.Name == s.Function }) {
				starts[s.Paths[at]] = s.Function // else the file has it from elsewhere
			}
		}
	}
	for _, path := range p.index.Entries(n) {
		if !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	return files[:min(n, len(files))], starts
}
