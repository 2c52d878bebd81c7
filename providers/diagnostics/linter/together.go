package linter

import (
	"context"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Texts are files of one root as they would be: a change set and the files
// besides it that a tool is asked about.
type Texts struct {
	Root  string
	Files []text.Snapshot
	// Changed holds the paths of those whose text is not the one on the disk.
	Changed map[string]bool
	// Consent says that the user has asked for what the run is for: it may take place where nobody has decided.
	Consent bool
}

// Together is as [Runner.Together], with what the session holds.
func (h *Session) Together(ctx context.Context, name string, in Texts) (map[string][]signal.Diagnostic, error) {
	r := h.runner
	spec, ok := r.opts.Set.Find(name)
	switch {
	case !ok:
		return nil, &Error{Tool: CleanMessage(name), Kind: ErrUnknownTool}
	case !spec.many():
		return nil, &Error{Tool: spec.Name, Kind: ErrUnsuitable, Detail: "it checks one file at a time"}
	case r.opts.Tools[spec.Name].Off:
		return nil, &Error{Tool: spec.Name, Kind: ErrNotAllowed, Detail: "it is switched off"}
	}
	trust := r.trust(spec.Name, in.Root, in.Root)
	if trust == Unknown && in.Consent {
		trust = Trusted
	}
	out := map[string][]signal.Diagnostic{}
	var failed error // in one folder: runs in others count
	g := groups{root: in.Root, most: spec.atOnce()}
	if spec.Project {
		g.most = whole
	}
	for _, s := range in.Files {
		if r.opts.Trust(in.Root, s.Path) == Denied {
			continue
		}
		t, err := r.toolAs(trust, spec, in.Root, s.Path)
		if err != nil {
			failed = err
			continue
		}
		g.add(t, s, in.Changed[s.Path])
	}
	for _, j := range g.runs {
		if err := r.paused(r.near(r.key(spec.Name, in.Root), j.snapshot.Path), ""); err != nil {
			failed = err // this program did not answer, here or in another folder
			continue
		}
		j.session, j.changed = h, append(j.changed, j.laidBeside(in.Root, j.files)...)
		a, err := r.run(ctx, j)
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			failed = err
			continue
		}
		for i, s := range j.files {
			if a.seen[i] {
				out[s.Path] = a.found[i]
			}
		}
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}
