package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	machines "github.com/fettle-dev/fettle/cmd/fettle/fleet"
	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/cmd/fettle/repos"
	"github.com/fettle-dev/fettle/internal/files"
)

// repoRun is one repository of a run.
type repoRun struct {
	repos.Entry
	clone   *repos.Clone
	commit  string
	app     *app.App
	targets []app.Target
	run     *fixRun
	changed []repoFile
	result  string // what became of it
	failed  bool
}

// repoFile is a file of a repository that is to be changed.
type repoFile struct {
	path, before string
	change       files.Change
}

// fixRepos fixes the repositories of a list: one after the other, or all at once on
// the workers of a server. What goes wrong with one is listed, and the others are
// done.
func fixRepos(ctx context.Context, out streams, su *app.Setup, o app.Options) error {
	list, err := repos.Read(o.Repos)
	if err != nil {
		return app.WithHint(fmt.Errorf("--repos: %w", app.ReasonOf(err)),
			"list a path or an address, and a revision if it is not what is checked out, on each line; see docs/fleet.md")
	}
	if o.Branch != "" {
		if err := repos.CheckBranch(ctx, o.Branch); err != nil {
			return fmt.Errorf("--branch: %w", err)
		}
		if err := repos.CheckAuthor(ctx); err != nil {
			return app.WithHint(fmt.Errorf("--branch: %w", err), "git config --global user.name NAME, and user.email ADDRESS")
		}
	}
	if o.Patch != "" {
		if err := os.MkdirAll(o.Patch, 0o777); err != nil { //nolint:gosec // for those whom the user's umask lets
			return fmt.Errorf("--patch: %w", app.BareOf(err))
		}
	}
	o = o.OneBudget()
	runs := make([]*repoRun, len(list))
	for i, e := range list {
		runs[i] = &repoRun{Entry: e}
		defer runs[i].close()
	}
	if o.On != "" {
		err = fixReposOn(ctx, out, su, o, runs)
	} else {
		for _, r := range runs {
			if r.prepare(ctx, out, su, o) {
				for one := range r.app.FixAll(ctx, r.targets, r.run.o, r.run.done) {
					r.take(ctx, one)
				}
				r.deliver(ctx, o)
			}
			r.close()
		}
	}
	if err != nil {
		return err
	}
	return endRepos(out, o, runs)
}

// fixReposOn has the workers of a server fix all repositories in one run.
func fixReposOn(ctx context.Context, out streams, su *app.Setup, o app.Options, runs []*repoRun) error {
	var parts []machines.Part
	var takers []taker
	for _, r := range runs {
		if r.prepare(ctx, out, su, o) {
			parts, takers = append(parts, machines.Part{App: r.app, Targets: r.targets}), append(takers, r)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	if err := fixOn(ctx, su, parts, o, out.err, takers); err != nil {
		return err
	}
	for _, r := range runs {
		if r.run != nil {
			r.deliver(ctx, o)
		}
	}
	return nil
}

// prepare clones a repository and lists its files. It is false where there is
// nothing to fix.
func (r *repoRun) prepare(ctx context.Context, out streams, su *app.Setup, o app.Options) bool {
	if ctx.Err() != nil {
		return r.end("interrupted", true)
	}
	m := app.NewMeter(out.err, 0)
	m.Note("fetching " + r.Name)
	clone, err := repos.Open(ctx, r.Entry)
	m.Clear()
	if err != nil {
		return r.end(app.Clean(err.Error()), true)
	}
	r.clone, r.commit = clone, clone.Commit
	if o.Branch != "" { // before anything is paid for
		if err := clone.Free(ctx, o.Branch); err != nil {
			return r.end("no branch: "+app.Clean(err.Error()), true)
		}
	}
	own := *su
	w, err := own.Build(out.err, clone.Dir)
	if err != nil {
		return r.end(err.Error(), true)
	}
	r.app = w
	targets, skipped, err := w.Files(ctx, r.Name, clone.Dir, o)
	for _, s := range skipped {
		fmt.Fprintf(out.err, "fettle: warning: skipped: %s\n", app.Clean(s))
	}
	switch {
	case err != nil:
		return r.end(err.Error(), true)
	case len(targets) == 0:
		return r.end("no file that fettle's linters check", false)
	}
	if o.On == "" {
		if err := w.Spend(o); err != nil {
			return r.end(err.Error(), true)
		}
	}
	r.targets, r.run = targets, newFixRun(out, w, o, len(targets))
	r.run.o.Stage, r.run.o.Said = r.run.meter.Stage, r.run.meter.Note
	if o.Delivers() && !o.JSON {
		r.run.printer.out = nobody
	}
	return true
}

// nobody is whom diffs are shown to that are in a patch or a branch.
var nobody = io.Discard

func (r *repoRun) end(result string, failed bool) bool {
	r.result, r.failed = result, failed
	return false
}

func (r *repoRun) close() {
	if r.app != nil {
		r.app.Close()
	}
	if r.clone != nil {
		r.clone.Close()
	}
	r.app, r.clone, r.targets, r.changed = nil, nil, nil, nil
}

// take handles the result of one file.
func (r *repoRun) take(ctx context.Context, one app.Result) {
	r.run.take(ctx, one)
	if rel, ok := strings.CutPrefix(filepath.ToSlash(one.Path), r.Name+"/"); ok && one.Err == nil &&
		one.After != one.Before && ctx.Err() == nil {
		before, _ := one.Texts()
		r.changed = append(r.changed, repoFile{rel, before, one.Change()})
	}
}

// deliver makes the patch and the branch of a repository.
func (r *repoRun) deliver(ctx context.Context, o app.Options) {
	if ctx.Err() != nil {
		r.end("interrupted", true)
		return
	}
	var made []string
	if o.Patch != "" {
		name, err := r.patch(o.Patch)
		if err != nil {
			r.end("no patch: "+err.Error(), true)
			return
		}
		if name != "" {
			made = append(made, name)
		}
	}
	if o.Branch != "" && len(r.changed) > 0 {
		if err := r.branch(ctx, o.Branch); err != nil {
			r.end("no branch: "+app.Clean(err.Error()), true)
			return
		}
		made = append(made, "branch "+o.Branch)
	}
	switch {
	case len(made) > 0:
		r.end(strings.Join(made, ", "), false)
	case len(r.changed) == 0:
		r.end("nothing to change", false)
	default:
		r.end("shown", false)
	}
}

// patch writes the patch of a repository. One of an earlier run goes where there
// is nothing to change.
func (r *repoRun) patch(dir string) (name string, err error) {
	name = filepath.Join(dir, r.Name+".patch")
	if len(r.changed) == 0 {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", app.BareOf(err)
		}
		return "", nil
	}
	var list []format.File
	for _, f := range r.changed {
		if err := f.change.Check(f.path, f.before); err != nil {
			return "", err
		}
		list = append(list, format.File{Path: f.path, Before: f.before, After: f.change.After})
	}
	var body bytes.Buffer
	if err := format.Write(&body, "patch", format.Run{Version: version, Files: list}); err != nil {
		return "", err
	}
	return name, app.BareOf(files.WriteShared(name, body.Bytes()))
}

// branch makes the changes in the clone, and a branch of the repository of it.
func (r *repoRun) branch(ctx context.Context, name string) error {
	for _, f := range r.changed {
		if err := files.Apply(filepath.Join(r.clone.Dir, filepath.FromSlash(f.path)), r.clone.Dir, f.change); err != nil {
			return err
		}
	}
	return r.clone.Branch(ctx, name, r.message())
}

// message returns the commit's.
func (r *repoRun) message() string {
	t := r.run.tally
	var b strings.Builder
	fmt.Fprintf(&b, "Fix %s of linters\n\n", app.Counted(t.Fixed, "finding"))
	for _, rule := range slices.Sorted(maps.Keys(t.Codes)) {
		if n := t.Codes[rule].Fixed(); n > 0 {
			fmt.Fprintf(&b, "%s: %d\n", app.Clean(rule), n)
		}
	}
	fmt.Fprintf(&b, "\nMade by fettle %s.\n", version)
	return b.String()
}

// endRepos prints the table of the repositories and the closing lines, and returns
// the exit code.
func endRepos(out streams, o app.Options, runs []*repoRun) error {
	o.Write = o.Write || o.Delivers()
	all := &fixRun{io: out, o: o, done: &app.Finished{}, tally: app.NewTally(), waiting: map[string]bool{},
		meter: app.NewMeter(out.err, 0)}
	t := tabwriter.NewWriter(out.err, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "REPOSITORY\tREVISION\tFILES\tFIXED\tGRADES\tNEED MODEL\tDECLINED\tFAILED\tRESULT")
	for _, r := range runs {
		revision := cmp.Or(r.commit, "-")
		if r.run == nil {
			fmt.Fprintf(t, "%s\t%.12s\t-\t-\t-\t-\t-\t-\t%s\n", app.Clean(r.Name), revision, app.Clean(r.result))
		} else {
			n := r.run.tally
			fmt.Fprintf(t, "%s\t%.12s\t%d\t%d\t%s\t%d\t%d\t%d\t%s\n", app.Clean(r.Name), revision, r.run.files, n.Fixed,
				cmp.Or(n.Grades.String(), "-"), n.NeedModel, n.Declined, n.Failed, app.Clean(r.result))
			all.files += r.run.files
			all.same += r.run.same
			all.tally.Add(n)
			maps.Copy(all.waiting, r.run.waiting)
			all.why = cmp.Or(all.why, r.run.why)
		}
		if r.failed {
			all.unread++
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return all.end()
}
