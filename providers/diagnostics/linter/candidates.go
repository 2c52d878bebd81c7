package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// errAlone says that texts are to be checked one by one.
var errAlone = errors.New("these texts are checked one by one")

// Candidates checks many texts of one document: element i of the answer is what
// [Runner.Recheck] would say of list[i], with the same base. The answer may be shorter than the list,
// and each text stands for about so many diagnostics. A tool whose answer could
// differ from that of runs of their own, and a run that fails, are an error;
// nothing follows from it.
//
// What is shared is the start of the tool, never what it says: each text is
// checked under the document's name and place, with nothing but the text
// changed. ruff gets every text in a private tree of its own; it reads one file
// alone and its configuration, from folders above it. ESLint and the TypeScript
// compiler get one text after the other, from memory. For the tools that look at
// a whole package or crate (the Go tools, clippy, mypy) the texts of a document
// exclude each other, and nearly all of a run is spent on what depends on the
// text.
func (r *Runner) Candidates(ctx context.Context, name string, base text.Snapshot, list []text.Snapshot,
	each int) ([][]signal.Diagnostic, error) {
	spec, ok := r.opts.Set.Find(name)
	together := map[string]func(*Runner, context.Context, []*job) ([][]signal.Diagnostic, error){
		"ruff": (*Runner).inTrees, "eslint": (*Runner).inOneProcess, "tsc": (*Runner).inOneProgram,
	}[spec.Name]
	if !ok || together == nil || len(list) == 0 || r.opts.Tools[spec.Name].Off || r.overLaid(spec) {
		return nil, errAlone
	}
	root := r.Root(list[0].Path)
	as := r.key(spec.Name, root)
	key := func(s text.Snapshot) runKey { return runKey{as, s.Path, s.Hash()} }
	t, err := r.tool(spec, root, r.trust(spec.Name, root, list[0].Path))
	if err != nil {
		return nil, err
	}
	most := max(1, min(limits.CandidateTexts, limits.Diagnostics/max(each, 1)))
	list = list[:min(len(list), most)]
	out := make([][]signal.Diagnostic, len(list))
	var jobs []*job
	var at []int
	r.mu.Lock()
	_, paused := r.pauses[pauseKey{as, ""}]
	for i, s := range list {
		if e, ok := r.results.get(key(s)); ok && e.fresh(spec, r.opts.Now()) {
			out[i] = versioned(e.list, s.Version)
			continue
		}
		j := &job{tool: t, snapshot: s, root: root}
		if base.Path == s.Path {
			j.base = &base
		}
		jobs, at = append(jobs, j), append(at, i)
	}
	r.mu.Unlock()
	if len(jobs) == 0 {
		return out, nil
	}
	if paused {
		return nil, errAlone
	}
	found, err := guarded(spec.Name, func() ([][]signal.Diagnostic, error) { return together(r, ctx, jobs) })
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, j := range jobs {
		if k == len(found) { // the trees would have had too many links
			return out[:at[k]], nil
		}
		r.results.put(key(j.snapshot), result{list: found[k], at: r.opts.Now()})
		out[at[k]] = versioned(found[k], j.snapshot.Version)
	}
	return out, nil
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

// inTrees runs ruff over the texts of jobs of one document, at least over the
// first ones.
func (r *Runner) inTrees(ctx context.Context, jobs []*job) ([][]signal.Diagnostic, error) {
	j := jobs[0]
	settings, err := j.ruffSettings()
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return nil, errAlone
	}
	plan, err := files.PlanMirror(j.root, rel)
	if err != nil {
		return nil, errAlone
	}
	asked := settings.text
	for _, one := range jobs {
		asked += strings.Join(imports.FindAllString(one.snapshot.Text(), -1), "\n")
	}
	plan.Keep(func(name string) bool { return asksFor(name, asked) })
	jobs = jobs[:min(len(jobs), max(1, limits.CandidateLinks/plan.Links()))]
	dir, err := j.private()
	if err != nil {
		return nil, err
	}
	defer j.cleanUp()
	// ruff looks for the settings of the whole run in its folder and above.
	if err := os.WriteFile(filepath.Join(dir, "ruff.toml"), []byte(settings.whole()), 0o600); err != nil {
		return nil, errAlone
	}
	byPath := map[string]int{}
	var paths []string
	for i, one := range jobs {
		tree := filepath.Join(dir, "text-"+strconv.Itoa(i), filepath.Base(j.root))
		path := filepath.Join(tree, rel)
		one.mapping = Mapping{Snapshot: one.snapshot, Version: one.snapshot.Version, Origin: signal.FromLinter,
			Dir: dir, Aliases: []string{path}, Mirror: tree, Root: j.root}
		byPath[path] = i
		paths = append(paths, path)
	}
	defer func() {
		_ = eachOf(jobs, func(one *job) error { return os.RemoveAll(filepath.Dir(one.mapping.Mirror)) })
	}()
	if eachOf(jobs, func(one *job) error { return one.plant(plan, settings) }) != nil {
		return nil, errAlone
	}
	out, err := r.overAll(ctx, j, surveys()[j.spec.Name].command(j, dir, paths))
	if err != nil {
		return nil, err
	}
	list, err := j.decoded(out)
	if err != nil {
		return nil, err
	}
	split := make([][]Finding, len(jobs))
	for _, f := range list {
		i, ok := byPath[filepath.Clean(f.Path)]
		if !ok {
			return nil, errAlone
		}
		split[i] = append(split[i], f)
	}
	found := make([][]signal.Diagnostic, len(jobs))
	for i, one := range jobs {
		found[i] = Resolve(split[i], one.mapping)
	}
	return found, nil
}

// plant makes the private tree of a text.
func (j *job) plant(plan files.MirrorPlan, settings ruffConfigured) error {
	if err := os.Mkdir(filepath.Dir(j.mapping.Mirror), 0o700); err != nil {
		return err
	}
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return err
	}
	if err := plan.Make(j.mapping.Mirror,
		files.MirrorOptions{Texts: map[string][]byte{rel: []byte(j.snapshot.Text())}}); err != nil {
		return err
	}
	if settings.file != "" {
		return nil
	}
	return os.WriteFile(filepath.Join(j.mapping.Mirror, "ruff.toml"), nil, 0o600)
}

// eachOf does something for all jobs, several at a time: it is the file system
// that is waited for.
func eachOf(jobs []*job, do func(*job) error) error {
	const atOnce = 8
	errs := make([]error, atOnce)
	var wg sync.WaitGroup
	for k := range atOnce {
		wg.Go(func() {
			for i := k; i < len(jobs); i += atOnce {
				errs[k] = errors.Join(errs[k], do(jobs[i]))
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// overAll is one run for many texts. Other tools may run while trees for it are
// made and removed.
func (r *Runner) overAll(ctx context.Context, j *job, cmd child.Command) ([]byte, error) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	cmd.Timeout = j.timeOver(limits.CandidateTexts)
	cmd.MaxOutput = limits.ChildListing
	res, err := j.start(ctx, cmd)
	if err != nil {
		err = childError(&j.spec, err, res)
		if errors.Is(err, ErrTimeout) {
			r.mu.Lock()
			defer r.mu.Unlock()
			err = r.pause(r.keyed(j.spec.Name, j.root), "", err)
		}
		return nil, err
	}
	if res.ExitCode > 1 {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}

// ruffConfigured is where ruff finds its settings for a document.
type ruffConfigured struct {
	file string // "" = there are none
	text string
}

// imports finds the import statements of a text, and may find more.
var imports = lazyre.New(`(?m)^.*\bimport\b(?:[ \t]*\([^)]*\)|(?:[^\n\\]|\\\r?\n)*)`)

// asksFor reports whether ruff may look for a file or folder of that name next to
// or above a document: for its settings, for what makes a package, and for the
// modules that are imported, in the folders that the settings name. Making
// entries is most of the work of a private tree, so there are no others.
func asksFor(name, importsAndSettings string) bool {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	switch {
	case slices.Contains(ruffFiles(), name), stem == "__init__", name == "src":
		return true
	case ext != "" && ext != ".py" && ext != ".pyi", stem == "":
		return false
	}
	return strings.Contains(importsAndSettings, stem)
}

// whole returns the configuration of a run over many trees: what holds for the run
// as a whole is what holds for the document.
func (c ruffConfigured) whole() string {
	if c.file == "" {
		return ""
	}
	return "extend = " + strconv.Quote(c.file) + "\n"
}

var (
	ruffTable  = lazyre.New(`(?m)^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*ruff\b`)
	otherTable = lazyre.New(`(?m)^[ \t]*\[+[^\[\]\n=]+\]+[ \t\r]*(#.*)?$`)
	// mentionsRuff finds settings of ruff in a form that ruffTable does not
	// know: "[tool]" with "ruff = {…}" or "ruff.lint.select = …" below.
	mentionsRuff = lazyre.New(`(?m)^[^#\n]*\bruff["']?[ \t]*(\.|=[^=])`)
	// leadsOut is what may lead out of the tree: another file's settings, a
	// folder above, a place on this computer.
	leadsOut = lazyre.New(`(?m)^[ \t]*["']?extend["']?[ \t]*=|["'/]\.\.["'/\\]|["']~|\$[A-Za-z{]|["']/|["'][A-Za-z]:[/\\]`)
)

// ruffTables returns the part of a pyproject.toml that is about ruff, "" if there is
// none.
func ruffTables(data string) string {
	var b strings.Builder
	for at := ruffTable.FindStringIndex(data); at != nil; at = ruffTable.FindStringIndex(data) {
		data = data[at[0]:]
		first := strings.IndexByte(data, '\n') + 1
		if first == 0 {
			first = len(data)
		}
		end := len(data)
		if next := otherTable.FindStringIndex(data[first:]); next != nil {
			end = first + next[0]
		}
		b.WriteString(data[:end])
		data = data[end:]
	}
	return b.String()
}

// ruffSettings finds the settings of the document, and refuses those which may
// mean something else in another place.
func (j *job) ruffSettings() (ruffConfigured, error) {
	if _, err := os.Stat(j.snapshot.Path); err != nil {
		return ruffConfigured{}, errAlone // some rules look at the file itself
	}
	plain := true // no pyproject.toml below the root has a version of Python
	for dir := filepath.Dir(j.snapshot.Path); ; dir = filepath.Dir(dir) {
		c, other, err := ruffIn(dir)
		if err != nil || c.file != "" {
			return c, err
		}
		plain = plain && (!other || dir == j.root)
		if dir == j.root {
			break
		}
		if dir == filepath.Dir(dir) {
			return ruffConfigured{}, errAlone
		}
	}
	if !plain || !j.nothingAbove() {
		return ruffConfigured{}, errAlone
	}
	return ruffConfigured{}, nil
}

// ruffIn returns the settings that lie in a folder, if any do; other: a pyproject.toml
// lies there that says nothing to ruff.
func ruffIn(dir string) (c ruffConfigured, other bool, err error) {
	for _, name := range ruffFiles() {
		path := filepath.Join(dir, name)
		f, err := files.Read(path, 0)
		switch {
		case errors.Is(err, files.ErrMissing):
			continue
		case err != nil:
			return c, false, errAlone
		}
		own := string(f.Data)
		if name == "pyproject.toml" {
			own = ruffTables(own)
		}
		switch {
		case own == "" && mentionsRuff.Match(f.Data), leadsOut.MatchString(own):
			return c, false, errAlone
		case own != "" || name != "pyproject.toml":
			return ruffConfigured{path, own}, false, nil
		}
		other = true
	}
	return c, other, nil
}

func ruffFiles() []string { return []string{".ruff.toml", "ruff.toml", "pyproject.toml"} }

// nothingAbove reports whether no file above the root, and none of the user's,
// says anything to ruff.
func (j *job) nothingAbove() bool {
	var dirs []string
	for dir := filepath.Dir(j.root); ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if dir, err := os.UserConfigDir(); err == nil {
		dirs = append(dirs, filepath.Join(dir, "ruff"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".config", "ruff"))
	}
	for _, dir := range dirs {
		for _, name := range ruffFiles() {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return false
			}
		}
	}
	return true
}
