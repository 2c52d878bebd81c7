package linter

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
	"github.com/fettle-dev/fettle/providers/signal"
)

// RunnerOptions are the surroundings in which tools run.
type RunnerOptions struct {
	// Roots are the workspace folders; a document outside of them belongs to
	// its own project.
	Roots []string
	// Trust returns the state of a document, or of a folder, in a root; nil: unknown.
	Trust func(root, path string) Trust
	// Hidden lists the folders whose programs do not count for a root; nil: the
	// root itself, unless it is trusted.
	Hidden func(root string) []string
	Set    Set // the tools there are
	// Tools are the user's settings for single tools, by name.
	Tools    map[string]ToolOptions
	UserPath map[string]string
	CacheDir string
	Parallel int // tools at once; 0: cores − 1, but two where there are two
	// OneRun says that the runner serves one command, not an editor: a tool that
	// did not answer in its time is not asked again.
	OneRun bool
	Now    func() time.Time // nil: time.Now
	// Warm keeps tools running that are slow to start; nil: each run starts anew.
	Warm *warm.Pool
	// Servers are those that run as tools.
	Servers *Servers
	// Laid are texts that stand for those on the disk, for all tools.
	Laid []text.Snapshot
}

// ToolOptions are the user's settings for one tool.
type ToolOptions struct {
	Off bool
	// Always runs the tool also in projects that do not configure it.
	Always bool
	// Named says that the user has named the tool for this run, which is consent to
	// run it where nobody has decided about trust.
	Named   bool
	Argv    []string
	Timeout time.Duration
}

// Runner runs tools for the server, the gates and the command line. It is safe
// for concurrent use: equal requests share one run, results are kept per tool,
// file and text, and no more tools run at once than the machine can bear.
type Runner struct {
	opts  RunnerOptions
	slots chan struct{}
	roots rootCache

	mu       sync.Mutex
	tools    map[program]*tool
	flights  map[runKey]*flight
	results  *lru
	surveyed map[runKey]result // of runs over many files
	pauses   map[pauseKey]pause
	extended map[string]extension // by tool
	leftOut  []string             // folders: see [Runner.LeaveOut]
	hooks    map[string]hook      // by folder: see [Runner.hookLeaves]
	passed   map[runKey]bool      // texts that a tool was shown and did not look at
}

// toolKey names a tool in a root, with the rules that it looks for besides those of its
// configuration.
type toolKey struct{ name, root, more string }

// program is a tool as one of the root's packages has it installed, by the package's folder;
// "" where the root's is the nearest.
type program struct {
	toolKey
	near string
}

type runKey struct {
	toolKey
	path string
	hash [sha256.Size]byte
}

// near names the tool that runs for a file: a package may have its own.
func (r *Runner) near(key toolKey, path string) program {
	return program{key, r.roots.programs(path, key.root, r.opts.Now())}
}

// pauseKey is a tool, and the folder whose configuration it failed with, or whose package
// does not have it; "" where it did not answer in time: it would not in any folder.
type pauseKey struct {
	program
	folder string
}

// pause keeps a tool that failed from being run again at once.
type pause struct {
	until time.Time
	wait  time.Duration
	why   error // it failed
	hung  error // why it is not asked again at all
}

// over is the error of a pause that still lasts.
func (p pause) over(tool string, now time.Time) error {
	switch {
	case p.hung != nil:
		return p.hung
	case now.Before(p.until):
		return &Error{Tool: tool, Kind: ErrPaused, Err: p.why,
			Detail: "for " + p.until.Sub(now).Round(time.Second).String()}
	}
	return nil
}

// paused is the error of a tool that is left alone now, in a folder or everywhere.
func (r *Runner) paused(key program, folder string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pausedIn(key, folder)
}

// pausedIn is paused where the lock is held.
func (r *Runner) pausedIn(key program, folder string) error {
	now := r.opts.Now()
	if err := r.pauses[pauseKey{key, ""}].over(key.name, now); err != nil || folder == "" {
		return err
	}
	return r.pauses[pauseKey{key, folder}].over(key.name, now)
}

// pausesAny reports whether any tool is left alone: only then its folder matters.
func (r *Runner) pausesAny() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.pauses) > 0
}

// folderOf returns the folder with the configuration that a tool uses for a file, of which a
// root may have several; where the tool is not there, that of the package that lacks it.
func (r *Runner) folderOf(spec Spec, root, path string) string {
	t, err := r.tool(spec, root, path)
	switch {
	case err != nil:
		return cmp.Or(r.roots.programs(path, root, r.opts.Now()), root)
	case spec.folder == nil:
		return ""
	}
	return (&job{tool: t, snapshot: text.File(path, "", ""), root: root}).configured()
}

// NewRunner makes a runner. It starts nothing.
func NewRunner(o RunnerOptions) *Runner {
	if o.Trust == nil {
		o.Trust = func(string, string) Trust { return Unknown }
	}
	if o.Hidden == nil {
		o.Hidden = func(string) []string { return nil }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Parallel <= 0 {
		o.Parallel = max(min(2, runtime.NumCPU()), runtime.NumCPU()-1)
	}
	r := &Runner{
		opts: o, slots: make(chan struct{}, o.Parallel), tools: map[program]*tool{},
		flights: map[runKey]*flight{}, results: newLRU(limits.LinterResults), pauses: map[pauseKey]pause{},
	}
	return r
}

// Root returns the workspace folder of a document: the innermost of the runner's
// roots that holds it, else its project's, as it was up to
// [limits.RootMemory] ago.
func (r *Runner) Root(path string) string {
	best := ""
	for _, root := range r.opts.Roots {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) && len(root) > len(best) {
			best = root
		}
	}
	if best == "" {
		best = r.roots.of(path, r.opts.Now())
	}
	return best
}

// Names lists the names of the tools that may run for a document, cheapest
// first: those of its language that its project uses, that the user has not
// switched off and that its root's trust allows. Whether they are installed is
// found out by running. It asks the file system for configuration files.
func (r *Runner) Names(s text.Snapshot) (names []string) {
	names, _ = r.names(s, r.wants)
	return names
}

// Namer is [Runner.Names] for many documents at once, between which nothing changes on the disk:
// each folder is looked at once.
func (r *Runner) Namer() func(text.Snapshot) []string {
	known, now := &rootCache{}, r.opts.Now()
	return func(s text.Snapshot) []string {
		names, _ := r.names(s, func(spec *Spec, path, root string) bool { return known.wants(spec, path, root, now) })
		return names
	}
}

// Held lists the names of the tools that only the state of a document's root keeps
// from running for it: those that would be [Runner.Names] too if it were trusted.
func (r *Runner) Held(s text.Snapshot) (held []string) {
	_, held = r.names(s, r.wants)
	return held
}

func (r *Runner) names(s text.Snapshot, wants func(s *Spec, path, root string) bool) (names, held []string) {
	root := r.Root(s.Path)
	for _, spec := range r.opts.Set.For(s.Lang) {
		o, trust := r.opts.Tools[spec.Name], r.trust(spec.Name, root, s.Path)
		switch {
		case o.Off || trust == Denied || r.leaves(spec.Name, s.Path) || !o.Always &&
			(spec.Asked || !wants(&spec, s.Path, root)):
		case trust.allows(spec.Class):
			names = append(names, spec.Name)
		default:
			held = append(held, spec.Name)
		}
	}
	return names, held
}

// trust returns how far a tool may go on a document, or in a folder, of a root: one that
// was named for this run may run where nobody has decided.
func (r *Runner) trust(tool, root, path string) Trust {
	state := r.opts.Trust(root, path)
	if state == Unknown && r.opts.Tools[tool].Named {
		return Trusted
	}
	return state
}

// wants reports whether a document's project uses a tool. One command asks it of
// all files of a folder, several times; in an editor a configuration file that has
// just come has to count at once.
func (r *Runner) wants(s *Spec, path, root string) bool {
	if r.opts.OneRun {
		return r.roots.wants(s, path, root, r.opts.Now())
	}
	return s.wanted(path, root)
}

// Lint returns the diagnostics of one tool for a snapshot: from a finished run
// of the same text, by waiting for one in progress, or by running the tool.
// Errors are as for [Linter]; a tool that failed is left alone for 1 to 60 s
// and returns ErrPaused meanwhile.
func (r *Runner) Lint(ctx context.Context, name string, s text.Snapshot) ([]signal.Diagnostic, error) {
	return r.ask(ctx, name, asked{Snapshot: s})
}

// Recheck is as [Runner.Lint], for a candidate for a fix of base: see [Linter].
func (r *Runner) Recheck(ctx context.Context, name string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	return r.ask(ctx, name, asked{s, base})
}

// asked is a text that a tool is asked about, and the one that it is a candidate
// for a fix of; one of no document stands for none.
type asked struct {
	text.Snapshot
	base text.Snapshot
}

func (r *Runner) ask(ctx context.Context, name string, s asked) ([]signal.Diagnostic, error) {
	spec, ok := r.opts.Set.Find(name)
	if !ok {
		name = CleanMessage(name)
		return nil, &Error{Tool: name, Kind: ErrUnknownTool, Detail: "linters.custom." + name + " can say how it runs"}
	}
	if r.opts.Tools[spec.Name].Off {
		return nil, &Error{Tool: spec.Name, Kind: ErrNotAllowed, Detail: "it is switched off"}
	}
	key := runKey{r.key(spec.Name, r.Root(s.Path)), s.Path, s.Hash()}
	if spec.Name == "pytest" && s.base.Path == s.Path {
		// It runs only what failed before: no answer for who asks about the text.
		was := s.base.Hash()
		key.hash = sha256.Sum256(slices.Concat(was[:], key.hash[:]))
	}
	known, err := r.join(ctx, spec, key, func(run context.Context) (result, error) { return r.alone(run, spec, key, s) })
	return versioned(known.list, s.Version), err
}

// Wait waits for the runs in progress for this very text, up to the context's
// end. It starts nothing.
func (r *Runner) Wait(ctx context.Context, s text.Snapshot) {
	var list []*flight
	r.mu.Lock()
	for k, f := range r.flights {
		if k.path == s.Path && k.hash == s.Hash() {
			list = append(list, f)
		}
	}
	r.mu.Unlock()
	for _, f := range list {
		select {
		case <-f.done:
		case <-ctx.Done():
			return
		}
	}
}

// Known returns finished results of this very text, by tool.
func (r *Runner) Known(s text.Snapshot) map[string][]signal.Diagnostic {
	root, hash := r.Root(s.Path), s.Hash()
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string][]signal.Diagnostic{}
	for _, spec := range r.opts.Set.For(s.Lang) {
		if e, ok := r.found(spec, runKey{r.keyed(spec.Name, root), s.Path, hash}); ok {
			out[spec.Name] = versioned(e.list, s.Version)
		}
	}
	return out
}

// Changed forgets what a change of a file makes doubtful: the results of tools
// that read the whole project; all results and pauses when the file is a
// tool's configuration.
func (r *Runner) Changed(path string) {
	name := filepath.Base(path)
	config := name == ".gitignore" || name == hookFile || signal.IsConfigFile(name)
	r.roots.changed(path)
	r.opts.Warm.Changed(path, config)
	r.mu.Lock()
	defer r.mu.Unlock()
	if config {
		clear(r.pauses)
		clear(r.hooks)
	}
	doubtful := func(k runKey) bool {
		spec, _ := r.opts.Set.Find(k.name)
		return config || spec.Project && k.path != path
	}
	maps.DeleteFunc(r.results.of, func(k runKey, _ *used) bool { return doubtful(k) })
	maps.DeleteFunc(r.surveyed, func(k runKey, _ result) bool { return doubtful(k) })
	maps.DeleteFunc(r.flights, func(k runKey, _ *flight) bool { return doubtful(k) }) // those who wait began before
}

// lint runs the tool.
func (r *Runner) lint(ctx context.Context, spec Spec, key runKey, s asked) ([]signal.Diagnostic, error) {
	t, err := r.tool(spec, key.root, key.path)
	if err != nil {
		return nil, err
	}
	return t.Recheck(ctx, s.base, s.Snapshot)
}

// pause leaves a tool alone that failed, and returns the error to show. The lock is
// held.
func (r *Runner) pause(tool program, folder string, err error) error {
	for _, kind := range [...]error{ErrFailed, ErrOutput, ErrMissing, ErrTimeout} {
		if errors.Is(err, kind) {
			key := pauseKey{tool, folder}
			if errors.Is(kind, ErrTimeout) {
				key.folder = ""
			}
			p := r.pauses[key]
			p.wait = min(max(2*p.wait, limits.LinterPauseMin), limits.LinterPauseMax)
			if errors.Is(kind, ErrMissing) {
				p.wait = limits.LinterPauseMax
			}
			if told := new(Error); r.opts.OneRun && errors.Is(kind, ErrTimeout) && errors.As(err, &told) {
				had, more := r.moreTime(key.name)
				p.hung = &Error{Tool: told.Tool, Kind: ErrTimeout, Detail: "it is not asked again here in this run", Hint: had,
					Step: StepMoreTime, Setting: more, Err: told.Err}
				err = p.hung
			}
			p.until, p.why = r.opts.Now().Add(p.wait), err
			r.pauses[key] = p
			return err
		}
	}
	return err
}

// moreTime says how much time a tool had, and which setting allows it more.
func (r *Runner) moreTime(tool string) (had, more string) {
	spec, _ := r.opts.Set.Find(tool)
	setting, most := "timeouts.linter", limits.LinterTimeMost
	if spec.Compiles() {
		setting, most = "timeouts.compiler", limits.CompilerTimeMost
	}
	now := cmp.Or(r.opts.Tools[spec.Name].Timeout, spec.Timeout)
	if now < most {
		more = fmt.Sprintf("%s=%d", setting, int(min(4*now, most).Seconds()))
	}
	return fmt.Sprintf("it has %d s for a file, up to %d s for many", int(now.Seconds()), int(now.Seconds())*surveyMost),
		more
}

// Again begins another run: tools that have failed are asked again.
func (r *Runner) Again() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.pauses)
}

func contextKind(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ErrTimeout
	}
	return ErrCanceled
}

// guarded makes a panic in a decoder cost this run only.
func guarded[T any](tool string, run func() (T, error)) (found T, err error) {
	defer func() {
		if p := recover(); p != nil {
			_ = bug.Report("a report of "+tool, p)
			err = &Error{Tool: tool, Kind: ErrOutput, Detail: "its output could not be read"}
		}
	}()
	return run()
}

// versioned copies a result for the version that asked: equal text may have
// another version, and callers own what they get.
func versioned(list []signal.Diagnostic, version int32) []signal.Diagnostic {
	if list == nil {
		return nil
	}
	out := slices.Clone(list)
	for i := range out {
		out[i].Version = version
	}
	slices.SortStableFunc(out, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}
