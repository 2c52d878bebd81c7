package linter

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

// survey is how a tool checks many files as they are on disk in one run: where
// it runs, and with what. The runs of one tool differ by their folder alone.
type survey struct {
	// folder is where the tool runs for a file.
	folder func(*job) string
	// command checks files; their paths are absolute.
	command func(j *job, dir string, paths []string) child.Command
	// most is the highest exit code of a run that checked every file.
	most int
	// files is how many files one run checks at most; 0: surveyFiles.
	files int
}

// surveyFiles is how many files one run checks at most: its report has to fit
// into memory, and its time into a deadline. ruff checks thousands in a second, and
// its start costs more than that of the files; what says more than fits is cut in two.
const (
	surveyFiles = 200
	ruffAtOnce  = 1000
)

// limit returns how many files one run checks.
func (s survey) limit() int {
	if s.files == 0 || runtime.GOOS == "windows" { // where a command line ends at 32 KB
		return surveyFiles
	}
	return s.files
}

// surveys returns the table of the tools that can. The others check one file a run.
func surveys() map[string]survey {
	inRoot := rootOf
	module := func(j *job) string { return files.NearestWith(j.folder(), "", "go.mod") }
	golang := func(env string, args ...string) func(*job, string, []string) child.Command {
		return func(j *job, dir string, paths []string) child.Command {
			c := child.Command{Argv: append(j.args(args...), packagesOf(dir, paths)...), Dir: dir, Env: j.goEnvironment()}
			if env != "" {
				c.Env = append(c.Env, env+"="+j.cache(j.spec.Name))
			}
			return c
		}
	}
	table := map[string]survey{
		"ruff": {inRoot, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: append(append(j.args(j.ruffArgs()...), "--"), paths...), Dir: dir}
		}, 1, ruffAtOnce},
		Floor: {inRoot, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: append(append(j.args(floorArgs()...), "--"), paths...), Dir: dir}
		}, 1, ruffAtOnce},
		"bandit": {inRoot, func(j *job, dir string, paths []string) child.Command {
			argv := append(j.args("--format", "json", "--quiet", "--exit-zero"), banditConfig(j.root)...)
			return child.Command{Argv: append(append(argv, "--"), relativeTo(dir, paths)...), Dir: dir}
		}, 0, 0},
		// A file that mypy cannot parse ends its run, with exit code 2.
		"mypy": {(*job).mypyFolder, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: append(append(j.mypyArgs(), "--"), relativeTo(dir, paths)...), Dir: dir}
		}, 1, 0},
		"pyright": {inRoot, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: append(j.args("--outputjson"), relativeTo(dir, paths)...), Dir: dir,
				Env: []string{"PYRIGHT_PYTHON_IGNORE_WARNINGS=1", "NO_COLOR=1"}}
		}, 1, 0},
		"eslint": {(*job).eslintFolder, func(j *job, dir string, paths []string) child.Command {
			return child.Command{Argv: append(j.args("--format", "json", "--"), paths...), Dir: dir}
		}, 1, 0},
		"tsc":           {inRoot, tscSurvey, 0, 0},
		"go":            {module, golang("", goCompileArgs()...), 0, 0},
		"go vet":        {module, golang("", "vet", "-json", "-c=-1"), 0, 0},
		goFix:           {module, golang("", "fix", "-json", "-c=-1"), 0, 0},
		"staticcheck":   {module, golang("STATICCHECK_CACHE", "-f", "sarif"), 1, 0},
		"golangci-lint": {module, golang("GOLANGCI_LINT_CACHE", golangciArgs()...), 1, 0},
		"clippy":        {(*job).clippyFolder, (*job).clippySurvey, cargoFails, math.MaxInt}, // all targets of the workspace
		// one run of all tests, whatever files are asked about
		"pytest": {inRoot, pytestSurvey, 5, math.MaxInt},
	}
	for _, s := range specs() {
		if s.over != nil {
			table[s.Name] = *s.over
		}
	}
	return table
}

// rootOf has the tool run in the root.
func rootOf(j *job) string { return j.root }

// surveyed are the files of one run of a tool.
type surveyed struct {
	spec    Spec
	root    string
	dir     string
	jobs    []*job
	modules modules
}

// take adds a file, and reports whether the run can look at it with the others.
func (g *surveyed) take(j *job, dir string, most int) bool {
	if g.spec.Name != j.spec.Name || g.root != j.root || g.dir != dir || len(g.jobs) >= most || !g.modules.take(j, dir) {
		return false
	}
	g.jobs = append(g.jobs, j)
	return true
}

// Survey runs the tools of many files with few processes, each tool over all
// files it checks, so that [Runner.Lint] has the results at hand. Texts that are
// not what lies on the disk are left out. What a tool cannot do in such a run
// (or fails at) is left to the runs file by file. names chooses the tools of a
// file; those that may not run are left out.
func (r *Runner) Survey(ctx context.Context, list []text.Snapshot, names func(text.Snapshot) []string) {
	r.surveyLaid(ctx, list, names)
	var groups []*surveyed
	table := surveys()
	for _, s := range list {
		if !asOnDisk(s) {
			continue
		}
		for _, name := range names(s) {
			how, ok := table[name]
			if spec, _ := r.opts.Set.Find(name); !ok || r.overLaid(spec) {
				continue
			}
			j, dir := r.surveyJob(how, name, s)
			if dir == "" {
				continue
			}
			if !slices.ContainsFunc(groups, func(g *surveyed) bool { return g.take(j, dir, how.limit()) }) {
				g := &surveyed{spec: j.spec, root: j.root, dir: dir}
				g.take(j, dir, how.limit())
				groups = append(groups, g)
			}
		}
	}
	var wg sync.WaitGroup
	for _, g := range groups {
		if len(g.jobs) < 2 {
			continue // nothing is won
		}
		wg.Go(func() {
			select {
			case r.slots <- struct{}{}:
				defer func() { <-r.slots }()
			case <-ctx.Done():
				return
			}
			r.survey(ctx, table[g.spec.Name], g.dir, g.jobs)
		})
	}
	wg.Wait()
}

// surveyJob returns what a survey has to do for a file, and the folder that it runs in; ""
// where there is nothing to do: the tool may not run, or what it says is known.
func (r *Runner) surveyJob(how survey, name string, s text.Snapshot) (*job, string) {
	spec, _ := r.opts.Set.Find(name)
	if r.opts.Tools[spec.Name].Off {
		return nil, ""
	}
	key := r.key(spec.Name, r.Root(s.Path))
	if r.paused(key, "") != nil {
		return nil, ""
	}
	t, err := r.tool(spec, key.root, r.trust(spec.Name, key.root, s.Path))
	if err != nil {
		return nil, ""
	}
	list, keep, ok := r.kept.Get(t.source(t.opts.Root), s, r.opts.Now())
	if ok {
		r.surveyedAs(runKey{key, s.Path, s.Hash()}, versioned(list, s.Version))
		return nil, ""
	}
	j := &job{tool: t, snapshot: s, root: t.opts.Root, keep: keep}
	dir := how.folder(j)
	if dir != "" && s.Lang == "go" && j.goBuilds() != nil {
		return nil, ""
	}
	return j, dir
}

// survey does one run and keeps what it says of each file.
func (r *Runner) survey(ctx context.Context, how survey, dir string, jobs []*job) {
	first := jobs[0]
	found, err := guarded(first.spec.Name, func() ([][]signal.Diagnostic, error) {
		return r.surveyOnce(ctx, how, dir, jobs)
	})
	if errors.Is(err, child.ErrOutput) && len(jobs) > 1 {
		r.survey(ctx, how, dir, jobs[:len(jobs)/2])
		r.survey(ctx, how, dir, jobs[len(jobs)/2:])
		return
	}
	if err != nil {
		return // the runs file by file will say why
	}
	for i, j := range jobs {
		s := j.snapshot
		key := runKey{r.key(first.spec.Name, r.Root(s.Path)), s.Path, s.Hash()}
		r.surveyedAs(key, found[i])
		if r.passesOver(key) {
			continue // the next run is to see that too
		}
		r.kept.PutFile(j.keep, s, found[i], r.opts.Now())
	}
}

// surveyOnce does one run; element i of its result belongs to job i.
func (r *Runner) surveyOnce(ctx context.Context, how survey, dir string, jobs []*job) ([][]signal.Diagnostic, error) {
	first := jobs[0]
	b := &batch{job: first, dir: dir}
	for _, j := range jobs {
		b.files = append(b.files, j.snapshot)
		if j.justSaved() {
			b.changed = append(b.changed, j.snapshot)
		}
	}
	b.session = r.Session(first.root)
	defer b.session.Close()
	defer first.cleanUp()
	cmd, err := b.command(how)
	if err != nil {
		return nil, errAlone
	}
	cmd.Timeout = first.timeOver(len(jobs))
	cmd.ErrorTail = limits.ChildOutput
	res, err := first.start(ctx, cmd)
	if errors.Is(err, child.ErrTimeout) { // the runs file by file would hang as well
		r.mu.Lock()
		_ = r.pause(r.keyed(first.spec.Name, first.root), "", childError(&first.spec, err, res))
		r.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	if res.ExitCode > how.most || first.mute(res) || first.needsModules(res.Stdout) != nil ||
		first.needsModules([]byte(res.Stderr)) != nil {
		return nil, errAlone
	}
	found, err := first.findings(res)
	if err != nil {
		return nil, err
	}
	if first.spec.Name == "pytest" {
		found = first.tested(found, cmd.Dir)
		for _, j := range jobs {
			first.failing.keep(j.snapshot, first.failed)
		}
	}
	if unplaced(first.spec.Name, found, Mapping{Snapshot: first.snapshot, Dir: dir}) != nil {
		return nil, errAlone
	}
	byFile := bucket(found, dir)
	var saw, ignored map[string]bool
	switch first.spec.Name {
	case "bandit":
		saw = decode.BanditSaw(res.Stdout)
	case "eslint":
		ignored = decode.ESLintIgnores(res.Stdout)
	}
	out := make([][]signal.Diagnostic, len(jobs))
	for i, j := range jobs {
		if ignored[j.snapshot.Path] || len(saw) > 0 && !saw[filepath.Clean(relativeTo(dir, []string{j.snapshot.Path})[0])] {
			r.passOver(runKey{r.key(first.spec.Name, r.Root(j.snapshot.Path)), j.snapshot.Path, j.snapshot.Hash()})
		}
		out[i] = j.withServerFixes(ctx, Resolve(of(byFile, j.snapshot.Path),
			Mapping{Snapshot: j.snapshot, Dir: dir, Version: j.snapshot.Version, Origin: signal.FromLinter}))
	}
	return out, nil
}

// findings returns the findings of a run over several files.
func (j *job) findings(res child.Result) ([]Finding, error) {
	out := res.Stdout
	switch j.spec.Name {
	case "go vet", goFix:
		out = slices.Concat(out, []byte("\n"), []byte(res.Stderr))
	case "clippy":
		if _, err := clippyOutput(j, res); err != nil {
			return nil, err
		}
	case "pytest":
		var err error
		if out, err = pytestOutput(j, res); err != nil {
			return nil, err
		}
	}
	return j.decoded(out)
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

// timeOver bounds one run over many files or texts: what one needs, and more for
// many of them.
func (j *job) timeOver(many int) time.Duration {
	return j.timeout() * time.Duration(min(1+many/surveyStep, surveyMost))
}

// A run over many files may last longer by the time of one for each so many files, up
// to so many times.
const (
	surveyStep = 10
	surveyMost = 8
)

// bucket sorts findings by file.
func bucket(found []Finding, dir string) map[string][]Finding {
	real := map[string]string{}
	out := map[string][]Finding{}
	for _, f := range found {
		p, ok := real[f.Path]
		if !ok {
			p = filepath.FromSlash(strings.TrimPrefix(f.Path, "file://"))
			if !filepath.IsAbs(p) {
				p = filepath.Join(dir, p)
			}
			p = realPath(p)
			real[f.Path] = p
		}
		out[p] = append(out[p], f)
	}
	return out
}

// of returns the findings of a file. Links are followed only if there are any.
func of(byFile map[string][]Finding, path string) []Finding {
	if len(byFile) == 0 {
		return nil
	}
	return byFile[realPath(path)]
}

func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}

// relativeTo names files from a folder, never so that a program reads one as
// an option.
func relativeTo(dir string, paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p
		if rel, err := filepath.Rel(dir, p); err == nil && filepath.IsLocal(rel) {
			out[i] = "." + string(filepath.Separator) + rel
		}
	}
	return out
}

// packagesOf returns the folders of files, as patterns from their module's folder.
func packagesOf(dir string, paths []string) []string {
	var out []string
	for _, p := range paths {
		rel, err := filepath.Rel(dir, filepath.Dir(p))
		if err != nil {
			continue
		}
		pattern := "./" + filepath.ToSlash(rel)
		if rel == "." {
			pattern = "."
		}
		if !slices.Contains(out, pattern) {
			out = append(out, pattern)
		}
	}
	return out
}

// tool returns the program of a row for a root, found once.
func (r *Runner) tool(spec Spec, root string, trust Trust) (*tool, error) {
	r.mu.Lock()
	key := r.keyed(spec.Name, root)
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

func (r *Runner) find(spec Spec, key toolKey, trust Trust) (*tool, error) {
	o := r.opts.Tools[spec.Name]
	t, err := newTool(spec, Options{Argv: o.Argv, Timeout: o.Timeout, Root: key.root, Trust: trust,
		Hidden: r.opts.Hidden(key.root), CacheDir: r.opts.CacheDir, UserPath: r.opts.UserPath, Paths: &r.paths,
		Warm: r.opts.Warm, Servers: r.opts.Servers, Laid: r.opts.Laid})
	if err == nil {
		t.more = key.more
	}
	return t, err
}
