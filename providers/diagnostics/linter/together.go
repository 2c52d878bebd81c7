package linter

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
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
	how, known := surveys()[spec.Name]
	switch {
	case !ok:
		return nil, &Error{Tool: CleanMessage(name), Kind: ErrUnknownTool}
	case !known:
		return nil, &Error{Tool: spec.Name, Kind: ErrUnsuitable, Detail: "it checks one file at a time"}
	case r.opts.Tools[spec.Name].Off:
		return nil, &Error{Tool: spec.Name, Kind: ErrNotAllowed, Detail: "it is switched off"}
	}
	key := r.key(spec.Name, in.Root)
	if paused := r.paused(key, ""); paused != nil {
		return nil, paused
	}
	in.Files = slices.DeleteFunc(slices.Clone(in.Files),
		func(s text.Snapshot) bool { return r.opts.Trust(in.Root, s.Path) == Denied })
	trust := r.trust(spec.Name, in.Root, in.Root)
	if trust == Unknown && in.Consent {
		trust = Trusted
	}
	t, err := r.tool(spec, in.Root, trust)
	if err != nil {
		return nil, err
	}
	out := map[string][]signal.Diagnostic{}
	keep := map[string]kept.As{}
	in.Files = slices.DeleteFunc(in.Files, func(s text.Snapshot) bool {
		list, as, ok := r.kept.Get(t.source(in.Root), s, r.opts.Now())
		keep[s.Path] = as
		if ok {
			out[s.Path] = versioned(list, s.Version)
		}
		return ok
	})
	var failed error // of a run in one folder: those in others count
	for _, b := range t.batches(how, in) {
		var seen []bool
		found, err := guarded(spec.Name, func() (_ [][]signal.Diagnostic, err error) {
			b.session = h
			a, err := r.batch(ctx, how, b)
			seen = a.seen
			return a.found, err
		})
		if err != nil && (errors.Is(err, ErrTimeout) || ctx.Err() != nil) {
			return nil, err
		}
		if err != nil {
			failed = err
			continue
		}
		for i, s := range b.files {
			if seen == nil || seen[i] {
				out[s.Path] = found[i]
				if in.Changed[s.Path] || t.lays(s.Path) {
					r.kept.Put(keep[s.Path], found[i], r.opts.Now())
				} else {
					r.kept.PutFile(keep[s.Path], s, found[i], r.opts.Now())
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}

// batch is one run of a tool over several texts.
type batch struct {
	*job    // of the first file; it holds what is removed afterwards
	dir     string
	files   []text.Snapshot
	changed []text.Snapshot // those that the tool is not to read from the disk
	session *Session        // nil: of a survey, which looks at what is on the disk
	modules modules
	// renamed are files' paths by those of the texts that were laid over them.
	renamed map[string]string
}

// batches splits files into runs: by the folder that the tool runs in, so that it can
// look at all of its files (see [modules]), and, where a file's findings depend on
// nothing else, so that each report fits into memory.
func (t *tool) batches(how survey, in Texts) []*batch {
	var list []*batch
	for _, s := range in.Files {
		if !slices.Contains(t.spec.Languages, s.Lang) {
			continue
		}
		j := &job{tool: t, snapshot: s, root: in.Root}
		dir := how.folder(j)
		if dir == "" || s.Lang == "go" && j.goBuilds() != nil {
			continue
		}
		i := slices.IndexFunc(list, func(b *batch) bool {
			return b.dir == dir && (t.spec.Project || len(b.files) < how.limit()) && b.modules.take(j, dir)
		})
		if i < 0 {
			list = append(list, &batch{job: j, dir: dir})
			i = len(list) - 1
			list[i].modules.take(j, dir)
		}
		list[i].files = append(list[i].files, s)
		if in.Changed[s.Path] || j.justSaved() || t.lays(s.Path) {
			list[i].changed = append(list[i].changed, s)
		}
	}
	for _, b := range list {
		b.changed = append(b.changed, t.laidBeside(in.Root, b.files)...)
	}
	return list
}

// batch does one run.
func (r *Runner) batch(ctx context.Context, how survey, b *batch) (answer, error) {
	defer b.cleanUp()
	cmd, err := b.command(how)
	if err != nil {
		return answer{}, err
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return answer{}, &Error{Tool: b.spec.Name, Kind: contextKind(ctx), Err: context.Cause(ctx)}
	}
	cmd.Timeout = b.timeOver(len(b.files))
	cmd.MaxOutput = limits.ChildListing
	cmd.ErrorTail = limits.ChildOutput
	res, err := b.start(ctx, cmd)
	b.session.heard(b.spec.Name, err == nil && b.alone)
	if err != nil {
		if err = childError(&b.spec, err, res); errors.Is(err, ErrTimeout) { // it would hang the next time, too
			r.mu.Lock()
			defer r.mu.Unlock()
			err = r.pause(r.keyed(b.spec.Name, b.root), "", err)
		}
		return answer{}, err
	}
	stopped := vets(b.spec.Name) && res.ExitCode == 1     // perhaps at code that does not compile
	blocked := b.spec.Name == "mypy" && len(b.files) == 1 // perhaps at what it cannot parse: it says so of that file
	if blocked {
		_, failed := mypyOutput(b.job, res)
		blocked = failed == nil
	}
	if (res.ExitCode > how.most || b.mute(res)) && !stopped && !blocked {
		return answer{}, b.failure(res)
	}
	if err := errors.Join(b.needsModules(res.Stdout), b.needsModules([]byte(res.Stderr))); err != nil {
		return answer{}, err
	}
	if b.spec.Name == "eslint" && len(b.changed) > 0 {
		if res.Stdout, err = flattened(res.Stdout); err != nil {
			return answer{}, err
		}
	}
	found, err := b.findings(res)
	if err != nil {
		return answer{}, err
	}
	if b.spec.Name == "pytest" {
		found = b.tested(found, cmd.Dir, b.changed...)
	}
	resolved, err := b.resolve(found, cmd.Dir)
	if err != nil {
		return answer{}, err
	}
	a := answer{resolved, b.lookedAt(res.Stdout)}
	if stopped && !b.uncompiled(a) {
		return answer{}, b.failure(res)
	}
	return a, nil
}

// resolve assigns the findings to their files. A tool that read a tree of links, shadow
// files or an overlay may name those.
func (b *batch) resolve(found []Finding, dir string) ([][]signal.Diagnostic, error) {
	m := b.mapping
	m.Dir, m.Origin = dir, signal.FromLinter
	own := func(path *string) {
		if *path == "" {
			return
		}
		*path = m.Real(strings.TrimPrefix(*path, "file://"))
		if name, ok := b.renamed[filepath.Clean(*path)]; ok {
			*path = name
		}
	}
	for i := range found {
		own(&found[i].Path)
		if fix := found[i].Fix; fix != nil {
			for k := range fix.Edits {
				own(&fix.Edits[k].Path)
			}
		}
		for k := range found[i].Related {
			own(&found[i].Related[k].Path)
		}
	}
	if err := unplaced(b.spec.Name, found, Mapping{Snapshot: b.files[0], Dir: dir}, b.files...); err != nil {
		return nil, err
	}
	byFile := bucket(found, dir)
	out := make([][]signal.Diagnostic, len(b.files))
	for i, s := range b.files {
		m.Snapshot, m.Version = s, s.Version
		out[i] = Resolve(of(byFile, s.Path), m)
	}
	return out, nil
}

// command is the run: the one over files as they are on the disk, led to the
// texts.
func (b *batch) command(how survey) (child.Command, error) {
	paths := make([]string, len(b.files))
	for i, s := range b.files {
		paths[i] = s.Path
	}
	if b.spec.Name == "clippy" { // cargo goes by the times of files: all are to be newer than what was built
		b.changed = b.files
	}
	if len(b.changed) == 0 && (b.spec.Name != "pytest" || b.session == nil) {
		cmd := how.command(b.job, b.dir, paths)
		if len(cmd.Argv) == 0 {
			return cmd, b.cannot("it is not complete")
		}
		return cmd, nil
	}
	switch b.spec.Name {
	case "mypy":
		if slices.ContainsFunc(b.changed, func(s text.Snapshot) bool { _, err := os.Lstat(s.Path); return err != nil }) {
			break // a file that is not there has no name to shadow
		}
		return b.shadowed(how, paths)
	case "go", "go vet", goFix:
		return b.overlaid(how, paths)
	case "eslint":
		return b.eslintTexts()
	case "tsc":
		return b.tscTogether()
	case "ruff":
		return b.ruffTree(how)
	case Floor:
		return b.floorTexts(how, paths)
	}
	tree, err := b.tree(copied[:])
	if err != nil {
		return child.Command{}, err
	}
	for i, p := range paths {
		paths[i] = b.mirrored(tree, p)
	}
	return how.command(b.job, b.mirrored(tree, b.dir), paths), nil
}

func (b *batch) cannot(why string) error {
	return &Error{Tool: b.spec.Name, Kind: ErrUnsuitable, Detail: why}
}

// tree returns a private tree of links with the changed texts in it. It has the same
// path for every run of a tool in a root, as long as no other run uses it.
func (b *batch) tree(copies []string) (string, error) {
	texts, root := map[string][]byte{}, b.treeRoot()
	for _, s := range b.changed {
		rel, err := filepath.Rel(root, s.Path)
		if err != nil || !filepath.IsLocal(rel) {
			return "", b.cannot("a file lies outside its root")
		}
		texts[rel] = []byte(s.Text())
	}
	tree, err := b.session.tree(b.job, texts, copies)
	if err != nil {
		return "", &Error{Tool: b.spec.Name, Kind: ErrFailed, Detail: "no private copy", Err: err}
	}
	b.mapping.Mirror, b.mapping.Root = tree, root
	return tree, nil
}

// ruffTree lets ruff read a tree whose settings are those of the root: it would
// look for settings above the tree, too.
func (b *batch) ruffTree(how survey) (child.Command, error) {
	var settings string
	for i, s := range b.changed {
		one := *b.job
		one.snapshot = s
		own, err := one.ruffSettings()
		if err != nil {
			return child.Command{}, b.cannot("its settings may mean something else in another place")
		}
		if i == 0 || filepath.Dir(own) == b.root || own == "" {
			settings = own
		}
	}
	tree, err := b.tree(nil)
	if err != nil {
		return child.Command{}, err
	}
	if settings == "" {
		// What counts as the project's own module is looked for next to it.
		if err := os.WriteFile(filepath.Join(tree, "ruff.toml"), nil, 0o600); err != nil {
			return child.Command{}, &Error{Tool: b.spec.Name, Kind: ErrFailed, Detail: "no private copy", Err: err}
		}
	}
	paths := make([]string, len(b.files))
	for i, s := range b.files {
		paths[i] = b.mirrored(tree, s.Path)
	}
	return how.command(b.job, tree, paths), nil
}

// texts writes the changed texts where a run for each of them would, and returns
// their paths by those of the files.
func (b *batch) texts() (map[string]string, error) {
	written := map[string]string{}
	b.renamed = map[string]string{}
	for _, s := range b.changed {
		one := *b.job
		one.snapshot, one.temp, one.mapping = s, nil, Mapping{}
		path, err := one.shadow()
		if err == nil && b.spec.Name == "mypy" {
			err = one.unlikeDisk(path)
		}
		b.temp = append(b.temp, one.temp...)
		if err != nil {
			return nil, err
		}
		written[s.Path] = path
		for _, a := range one.mapping.Aliases {
			b.renamed[filepath.Clean(a)] = s.Path
		}
	}
	return written, nil
}

// shadowed is mypy's command with a shadow file for each changed text.
func (b *batch) shadowed(how survey, paths []string) (child.Command, error) {
	texts, err := b.texts()
	if err != nil {
		return child.Command{}, err
	}
	cmd := how.command(b.job, b.dir, paths)
	at := slices.Index(cmd.Argv, "--")
	var flags []string
	for _, s := range b.changed {
		flags = append(flags, "--shadow-file", relativeTo(b.dir, []string{s.Path})[0], texts[s.Path])
	}
	cmd.Argv = slices.Insert(cmd.Argv, at, flags...)
	return cmd, nil
}

// overlaid returns a command of the go tool with the changed texts laid over the
// files.
func (b *batch) overlaid(how survey, paths []string) (child.Command, error) {
	texts, err := b.texts()
	if err != nil {
		return child.Command{}, err
	}
	dir, err := b.private()
	if err != nil {
		return child.Command{}, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": texts})
	if err != nil {
		return child.Command{}, b.cannot(err.Error())
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return child.Command{}, &Error{Tool: b.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
	}
	cmd := how.command(b.job, b.dir, paths)
	// The packages come last; the overlay has to stand before them.
	at := len(cmd.Argv) - len(packagesOf(b.dir, paths))
	cmd.Argv = slices.Insert(cmd.Argv, at, "-overlay="+file)
	return cmd, nil
}
