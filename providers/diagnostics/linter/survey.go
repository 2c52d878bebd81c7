package linter

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Survey runs the tools of many files with few processes, each tool over all
// files it checks, so that [Runner.Lint] has the results at hand. Texts that are
// not what lies on the disk, or is laid over it, are left out. What a tool cannot do in such a run
// (or fails at) is left to the runs file by file. names chooses the tools of a
// file; those that may not run are left out.
func (r *Runner) Survey(ctx context.Context, list []text.Snapshot, names func(text.Snapshot) []string) {
	byRoot := map[string]*groups{}
	for _, s := range list {
		onDisk := asOnDisk(s)
		for _, name := range names(s) {
			spec, _ := r.opts.Set.Find(name)
			root := r.Root(s.Path)
			t := r.toSurvey(spec, root, s)
			if t == nil || !onDisk && !t.lays(s.Path) {
				continue
			}
			if byRoot[root] == nil {
				byRoot[root] = &groups{root: root}
			}
			byRoot[root].most = spec.atOnce()
			if j := byRoot[root].add(t, s, false); j != nil {
				j.fixes = true
			}
		}
	}
	var wg sync.WaitGroup
	for _, g := range byRoot {
		for _, j := range g.runs {
			if len(j.files) > 1 { // of one, nothing is won
				j.changed = append(j.changed, j.laidBeside(j.root, j.files)...)
				wg.Go(func() { r.survey(ctx, j) })
			}
		}
	}
	wg.Wait()
}

// toSurvey returns the tool that is to look at a file together with others; nil where it may not run.
func (r *Runner) toSurvey(spec Spec, root string, s text.Snapshot) *tool {
	if !spec.many() || spec.folder == nil || r.opts.Tools[spec.Name].Off ||
		r.paused(r.near(r.key(spec.Name, root), s.Path), "") != nil {
		return nil
	}
	t, err := r.tool(spec, root, s.Path)
	if err != nil {
		return nil
	}
	return t
}

// survey does one run and notes what it says of each file.
func (r *Runner) survey(ctx context.Context, j *job) {
	a, err := r.run(ctx, j)
	if errors.Is(err, child.ErrOutput) && len(j.files) > 1 {
		for _, part := range [][]text.Snapshot{j.files[:len(j.files)/2], j.files[len(j.files)/2:]} {
			r.survey(ctx, j.part(part))
		}
		return
	}
	if parts := j.byConfiguration(); errors.Is(err, ErrFailed) && len(parts) > 1 {
		for _, part := range parts {
			r.survey(ctx, part)
		}
		return
	}
	if err != nil {
		return // the runs file by file will say why
	}
	for i, s := range j.files {
		key := runKey{r.key(j.spec.Name, r.Root(s.Path)), s.Path, s.Hash()}
		if !a.seen[i] && !a.passed[i] {
			continue
		}
		r.surveyedAs(key, a.found[i])
		if a.passed[i] {
			r.passOver(key)
		}
	}
}

// part is the same run over some of the files.
func (j *job) part(list []text.Snapshot) *job {
	part := *j
	part.files, part.snapshot, part.temp, part.mapping = list, list[0], nil, Mapping{}
	return &part
}

// byConfiguration splits a run by the configurations that apply to its files: one that is broken
// is to cost only the files below it.
func (j *job) byConfiguration() (parts []*job) {
	in := map[string][]text.Snapshot{}
	for _, s := range j.files {
		dir := j.part([]text.Snapshot{s}).configured()
		in[dir] = append(in[dir], s)
	}
	for _, dir := range slices.Sorted(maps.Keys(in)) {
		parts = append(parts, j.part(in[dir]))
	}
	return parts
}

// run does a run over several files, when its turn comes.
func (r *Runner) run(ctx context.Context, j *job) (answer, error) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return answer{}, &Error{Tool: j.spec.Name, Kind: contextKind(ctx), Err: context.Cause(ctx)}
	}
	a, err := guarded(j.spec.Name, func() (answer, error) { return j.do(ctx) })
	if errors.Is(err, ErrTimeout) { // it would hang the next time, too
		r.mu.Lock()
		defer r.mu.Unlock()
		err = r.pause(program{r.keyed(j.spec.Name, j.root), j.opts.Near}, "", err)
	}
	return a, err
}

// surveyedAs notes what a tool says of a file.
func (r *Runner) surveyedAs(key runKey, list []signal.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.surveyed == nil {
		r.surveyed = map[runKey]result{}
	}
	r.surveyed[key] = result{list: list, at: r.opts.Now()}
}

// tool returns the program of a row for a file or folder of a root, found once.
func (r *Runner) tool(spec Spec, root, path string) (*tool, error) {
	return r.toolAs(r.trust(spec.Name, root, path), spec, root, path)
}

// toolAs is tool where it is known how far the row may go.
func (r *Runner) toolAs(trust Trust, spec Spec, root, path string) (*tool, error) {
	key := program{r.key(spec.Name, root), ""}
	if trust == Trusted {
		key.near = r.roots.programs(path, root, r.opts.Now())
	}
	r.mu.Lock()
	t := r.tools[key]
	r.mu.Unlock()
	if t != nil && t.opts.Trust == trust {
		return t, nil
	}
	t, err := r.find(spec, key, trust)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.tools[key] = t
	r.mu.Unlock()
	return t, nil
}

func (r *Runner) find(spec Spec, key program, trust Trust) (*tool, error) {
	o := r.opts.Tools[spec.Name]
	t, err := newTool(spec, Options{Argv: o.Argv, Timeout: o.Timeout, Root: key.root, Near: key.near, Trust: trust,
		Hidden: r.opts.Hidden(key.root), CacheDir: r.opts.CacheDir, UserPath: r.opts.UserPath,
		Warm: r.opts.Warm, Servers: r.opts.Servers, Laid: r.opts.Laid})
	if err == nil {
		t.more = key.more
	}
	return t, err
}
