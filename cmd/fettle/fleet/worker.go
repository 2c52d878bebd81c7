package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/tree"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// WorkOptions say how a worker works.
type WorkOptions struct {
	Jobs int // at a time
}

// Work does jobs of a server until the context ends.
func Work(ctx context.Context, f *fleet.Fleet, su *app.Setup, o WorkOptions, errs io.Writer) error {
	su.OneRun = true
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	w := &worker{setup: su, fleet: f, errs: errs}
	defer w.close()
	about, kind := w.about()
	w.kind = kind
	return f.Work(ctx, &fleet.Worker{
		Name: name(host), Version: versionOf(su.Version), About: about, Jobs: o.Jobs, Do: w.do, Kind: kind,
		By:  func(body []byte) string { return by(body, kind) },
		Say: func(s string) { fmt.Fprintf(errs, "fettle: worker: %s\n", app.Clean(s)) },
	})
}

// name returns a worker's name: a key on the server.
func name(host string) string {
	host = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, host)
	return host + "-" + claim.Name()[:6]
}

// worker has the trees of its jobs.
type worker struct {
	setup *app.Setup
	fleet *fleet.Fleet
	errs  io.Writer

	kind string // of its model

	mu    sync.Mutex
	trees []*workTree // used last at the end
}

// workTree is a tree in a folder of ours, with the engines of its projects.
type workTree struct {
	digest string
	name   string
	folder *claim.Folder // holds the tree's own
	users  int

	mu   sync.Mutex
	apps map[string]*app.App // by their roots in the tree
}

// noModel is what a worker says that asks none.
const noModel = "no model"

// about returns the worker's model in words, and with what else of its settings makes
// its results of a model others than another worker's.
func (w *worker) about() (words, kind string) {
	if w.setup.NoModel {
		return noModel, noModel
	}
	a, err := w.setup.Build(io.Discard)
	if err != nil {
		return "", noModel
	}
	defer a.Close()
	if m := a.Ladder.Model; m.Asks() {
		words = m.Name + " at " + m.Host
		return words, fmt.Sprintf("%s, %d calls, %d candidates", words, a.Ladder.Calls, a.Settings.Fix.Candidates)
	}
	return noModel, noModel
}

// by names whose results of a job are as good as those of a worker of some kind:
// where no model is asked, everybody's.
func by(body []byte, kind string) string {
	if j, err := readJob(body); err == nil && j.NoModel {
		return ""
	}
	return kind
}

// do does one job.
func (w *worker) do(ctx context.Context, run string, body []byte) ([]byte, bool, error) {
	j, err := readJob(body)
	if err != nil {
		return nil, false, err
	}
	if got := versionOf(j.Engine); got != versionOf(w.setup.Version) || j.Prompt != prompt.Version {
		return nil, false, fmt.Errorf("%w: the job is for %s, this is %s", fleet.ErrRefused, got, versionOf(w.setup.Version))
	}
	t, err := w.tree(ctx, j.Tree, j.Name)
	if err != nil {
		return nil, false, err
	}
	defer w.leave(t)
	a, err := t.app(w, j)
	if err != nil {
		return nil, false, err
	}
	a.Engine.Again() // a tool that was too slow for one job, on a busy machine, has a say in the next
	targets, err := t.targets(a, j)
	if err != nil {
		return nil, false, err
	}
	if tools := toolsOf(ctx, a, targets); digestOf(tools) != j.Tools {
		return nil, false, fmt.Errorf("%w: the run was planned with other tools than this worker's: %s", fleet.ErrRefused,
			cmp.Or(strings.Join(tools, ", "), "none"))
	}
	o := app.Options{Unsafe: j.Unsafe, Grade: j.Grade, NoModel: j.NoModel || w.setup.NoModel,
		Rules: j.Rules, NoResume: true}
	if m := a.Ladder.Model; j.Limited && m.Asks() {
		o.Model = app.Limited{Next: m.Completer, Budget: budget{w.fleet.Budget(run)}, In: j.PriceIn / 1e6,
			Out: j.PriceOut / 1e6}
	}
	return t.fix(ctx, a, targets, j, o)
}

// fix fixes the files of a job as fettle fix does, and returns their results instead of writing them.
func (t *workTree) fix(ctx context.Context, a *app.App, targets []app.Target, j job,
	o app.Options) ([]byte, bool, error) {
	out, keep := result{}, true
	for r := range a.FixAll(ctx, targets, o, a.Finished(o)) {
		one := a.Outcome(r)
		one.Path = j.Files[len(out.Files)].Path
		one.Error = strings.ReplaceAll(one.Error, t.top()+string(filepath.Separator), "")
		// Of one that is not done to its end another run may find out more.
		keep = keep && one.Error == "" && len(one.Unlooked) == 0 &&
			!slices.ContainsFunc(one.Findings, func(f app.Far) bool { return f.Open })
		out.Files = append(out.Files, one)
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	data, err := json.Marshal(out)
	return data, keep, err
}

// tree returns a tree by its digest, unpacked once in a folder of its name. Leave it when done.
func (w *worker) tree(ctx context.Context, digest, name string) (*workTree, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, t := range w.trees {
		if t.digest == digest && t.name == name {
			t.users++
			w.trees = append(slices.Delete(w.trees, i, i+1), t)
			return t, nil
		}
	}
	for i := 0; i < len(w.trees) && len(w.trees) >= limits.FleetTrees; {
		if t := w.trees[i]; t.users == 0 {
			w.trees = slices.Delete(w.trees, i, i+1)
			t.close()
			continue
		}
		i++
	}
	cache := files.CacheFolder()
	if cache == "" {
		return nil, errors.New("there is no folder for trees: set HOME or XDG_CACHE_HOME")
	}
	base := filepath.Join(cache, "fleet")
	claim.Sweep(base, claim.Options{})
	folder, err := claim.New(base, "tree-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the tree: %w", err)
	}
	t := &workTree{digest: digest, name: name, folder: folder, users: 1, apps: map[string]*app.App{}}
	if err = os.Mkdir(t.top(), 0o700); err == nil {
		err = tree.Fetch(ctx, digest, t.top(), w.fleet.Get)
	}
	if err != nil {
		t.close()
		return nil, fmt.Errorf("unpack the tree: %w", err)
	}
	w.trees = append(w.trees, t)
	return t, nil
}

// top returns the tree's own folder.
func (t *workTree) top() string { return filepath.Join(t.folder.Dir, t.name) }

func (w *worker) leave(t *workTree) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t.users--
}

func (w *worker) close() {
	for _, t := range w.trees {
		t.close()
	}
}

func (t *workTree) close() {
	for _, a := range t.apps {
		a.Close()
	}
	t.folder.Remove()
}

// app returns the engine of a project of the tree.
func (t *workTree) app(w *worker, j job) (*app.App, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a := t.apps[j.Root]; a != nil {
		return a, nil
	}
	dir := filepath.Join(t.top(), filepath.FromSlash(j.Root))
	if !app.IsFolder(dir) {
		return nil, fmt.Errorf("%w: there is no %s in its tree", errJob, j.Root)
	}
	su := *w.setup
	su.NoCache = true // what is kept by folder serves nobody where the folders are others each time
	a, err := su.Build(w.errs, files.Real(dir))
	if err != nil {
		return nil, err
	}
	t.apps[j.Root] = a
	return a, nil
}

// targets returns the files of a job, read from the tree.
func (t *workTree) targets(a *app.App, j job) ([]app.Target, error) {
	top := files.Real(t.top())
	var out []app.Target
	for _, f := range j.Files {
		target, err := a.Read(f.Shown, filepath.Join(top, filepath.FromSlash(f.Path)))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errJob, err)
		}
		if sumOf(target.Snapshot) != f.Sum {
			return nil, fmt.Errorf("%w: %s has another text in its tree", errJob, f.Path)
		}
		out = append(out, target)
	}
	return out, nil
}

func sumOf(s text.Snapshot) string { return fmt.Sprintf("%x", s.Hash()) }
