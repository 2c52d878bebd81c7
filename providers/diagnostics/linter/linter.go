package linter

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Linter is one tool that can check a snapshot.
type Linter interface {
	Name() string
	// Lint returns the tool's diagnostics of the snapshot's text. An error means
	// that nothing is known, never that there are no problems; it is an
	// [*Error].
	Lint(context.Context, text.Snapshot) ([]signal.Diagnostic, error)
	// Recheck is Lint for a candidate for a fix of base, another text of the same
	// document. A tool that knows which part of a run concerns what it reported
	// for base (pytest) runs that part alone; one that sees the files that use the
	// document (tsc) also reports what is newly wrong in those.
	Recheck(ctx context.Context, base, s text.Snapshot) ([]signal.Diagnostic, error)
}

// Trust is how far a root is trusted.
type Trust uint8

// The states of trust. Naming a tool on the command line makes a root Trusted
// for that run.
const (
	Unknown Trust = iota // class A only
	Denied               // nothing runs
	Trusted              // everything, and the project's own programs
)

func (t Trust) String() string {
	return [...]string{"unknown", "untrusted", "trusted"}[min(t, Trusted)]
}

// allows reports whether a class may run.
func (t Trust) allows(c Class) bool { return t == Trusted || t == Unknown && c == ClassA }

// Options say where and how a tool runs.
type Options struct {
	// Argv replaces the tool's program: an absolute path or a name to look up,
	// and leading arguments, from the user's own configuration only.
	Argv  []string
	Root  string // absolute; "": the document's project
	Trust Trust
	// Hidden are folders whose programs do not count: other workspace folders,
	// and projects around the root.
	Hidden []string
	// Near is a folder in the root: of the project's own programs the nearest ones count
	// that lie in it or above, up to the root.
	Near string
	// CacheDir is fettle's cache folder; "" is the user's own.
	CacheDir string
	// UserPath maps program names to paths, from the user's configuration.
	UserPath map[string]string
	Timeout  time.Duration // 0: the tool's own
	Warm     *warm.Pool    // of children that stay; nil: there are none
	Servers  *Servers      // that run as tools; nil: of this one alone
	// Laid are texts that stand for those on the disk.
	Laid []text.Snapshot
}

// New makes the linter of a built-in tool: [Spec.Linter].
func New(name string, o Options) (Linter, error) {
	s, ok := Find(name)
	if !ok {
		return nil, &Error{Tool: CleanMessage(name), Kind: ErrUnknownTool}
	}
	return newTool(s, o)
}

// Linter makes the linter of a tool. It finds the program once, so that nothing
// that appears later in the workspace can replace it. Errors: not allowed by
// trust, not installed.
func (s Spec) Linter(o Options) (Linter, error) { return newTool(s, o) }

func newTool(s Spec, o Options) (*tool, error) {
	if !o.Trust.allows(s.Class) {
		e := &Error{Tool: s.Name, Kind: ErrNotAllowed, Detail: "the root is " + o.Trust.String()}
		if o.Trust == Unknown && s.Class == ClassB {
			e.Hint, e.Step = s.Name+" can run code of the workspace", StepTrust
		}
		return nil, e
	}
	if o.CacheDir == "" {
		dir, err := cacheFolder()
		if err != nil {
			return nil, &Error{Tool: s.Name, Kind: ErrFailed, Detail: "no cache folder", Hint: "set XDG_CACHE_HOME or HOME",
				Err: err}
		}
		o.CacheDir = dir
	}
	if o.Servers == nil {
		o.Servers = &Servers{}
	}
	t := &tool{spec: s, opts: o}
	look := o.look()
	argv := []string{s.Binary}
	if len(o.Argv) > 0 {
		argv = slices.Clone(o.Argv)
	}
	if !filepath.IsAbs(argv[0]) {
		path, err := child.Look(argv[0], look)
		if err == nil {
			path, err = unshimmed(path, cmp.Or(o.Near, o.Root), look)
		}
		if err != nil {
			return nil, childError(&s, err, child.Result{})
		}
		argv[0] = path
	}
	t.argv = argv
	return t, nil
}

// look returns where programs for a root may be found.
func (o Options) look() child.LookOptions {
	look := child.LookOptions{Trusted: o.Trust == Trusted, UserPath: o.UserPath, Hidden: o.Hidden, Near: o.Near}
	if o.Root != "" {
		look.Roots = []string{o.Root}
	}
	return look
}

// cacheFolder is fettle's cache folder. A user who has none gets one for this
// process: in the system's folder for temporary files a name that anybody can
// guess would be anybody's.
func cacheFolder() (string, error) {
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "fettle"), nil
	}
	return temporaryCache()
}

var temporaryCache = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "fettle-") })

// tool is a found program with its row.
type tool struct {
	spec Spec
	opts Options
	argv []string
	more string             // rules besides those of its configuration, with commas
	tap  func(*job, []byte) // sees what the decoder reads; for tests

	asked   askings   // what it says of itself
	failing failing   // what failed in whole runs
	below   rootCache // what can be imported
	first   sync.Once
}

func (t *tool) Name() string { return t.spec.Name }

// Program returns the absolute path that runs, for fettle doctor.
func (t *tool) Program() string { return t.argv[0] }

// Lint runs the tool once.
func (t *tool) Lint(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
	return t.Recheck(ctx, text.Snapshot{}, s)
}

// Recheck runs the tool once on a candidate for a fix of a text of the document;
// that of no document stands for none.
func (t *tool) Recheck(ctx context.Context, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	if !slices.Contains(t.spec.Languages, s.Lang) {
		return nil, &Error{Tool: t.spec.Name, Kind: ErrUnsuitable, Detail: "it does not check " + CleanMessage(s.Lang)}
	}
	if !filepath.IsAbs(s.Path) {
		return nil, &Error{Tool: t.spec.Name, Kind: ErrUnsuitable, Detail: "the document is no file"}
	}
	return t.one(base, s).single(ctx)
}

// timeout returns how long one run may last.
func (j *job) timeout() time.Duration {
	if j.opts.Timeout > 0 {
		return j.opts.Timeout
	}
	return j.spec.Timeout
}

// start runs a command with what the root's trust leaves it to find. Nothing else
// here starts a child.
func (j *job) start(ctx context.Context, cmd child.Command) (child.Result, error) {
	cmd.Trusted = j.opts.Trust == Trusted
	cmd.Hidden = append(cmd.Hidden, j.opts.Hidden...)
	if !cmd.Trusted {
		cmd.Hidden = append(cmd.Hidden, j.root)
	}
	if res, err, ok := j.warmly(ctx, cmd); ok {
		return res, err
	}
	if strings.Contains(filepath.Base(j.argv[0]), "pyright") {
		dir, err := j.private()
		if err != nil {
			return child.Result{}, err
		}
		cmd.Env = append(cmd.Env, temporaryIn(dir)...)
	}
	if j.spec.stream != nil && j.tap == nil {
		cmd.MaxOutput, cmd.Read = 0, func(out io.Reader) {
			list, err := j.spec.streamed(out)
			j.streamed = func() ([]Finding, error) { return list, err }
		}
	}
	run := func() (res child.Result, err error) { return child.Run(ctx, cmd) }
	if j.spec.Name == "mypy" { // of two 2.4.1 that begin one cache at once, one ends in an internal error
		j.first.Do(func() {
			res, err := run()
			run = func() (child.Result, error) { return res, err }
		})
	}
	return run()
}

// temporaryIn has a program make its temporary files in a folder that is removed with
// its run. Pyright, and what is built on it, leaves a folder pyright-PID-… behind when
// it is ended (https://github.com/microsoft/pyright/blob/1.1.407/packages/pyright-internal/src/common/realFileSystem.ts,
// RealTempFile). Other tools keep things for their next run there.
func temporaryIn(dir string) []string {
	return []string{"TMPDIR=" + dir, "TMP=" + dir, "TEMP=" + dir}
}

func (j *job) cleanUp() {
	for _, c := range j.temp {
		c.Remove()
	}
}

// look returns where further programs that a run needs may be found.
func (j *job) look() child.LookOptions {
	look := j.opts.look()
	look.Roots = []string{j.root}
	return look
}

// args returns the program with its leading arguments, then more.
func (j *job) args(more ...string) []string { return append(slices.Clone(j.argv), more...) }

// folder returns the nearest existing folder of the document: a new file may lie in
// a folder that is not there yet.
func (j *job) folder() string {
	for dir := filepath.Dir(j.snapshot.Path); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return dir
		}
	}
}

// rel returns the document's path relative to a folder, never one that a program
// reads as an option.
func (j *job) rel(dir string) string {
	rel, err := filepath.Rel(dir, j.snapshot.Path)
	if err != nil {
		return j.snapshot.Path
	}
	if strings.HasPrefix(rel, "-") || strings.HasPrefix(rel, "@") {
		return "." + string(filepath.Separator) + rel
	}
	return rel
}

// cache returns a folder for a tool's own cache.
func (j *job) cache(name string) string { return filepath.Join(j.opts.CacheDir, "tools", name) }

// private makes a folder of our own for this run; it is removed afterwards.
func (j *job) private() (string, error) {
	c, err := claim.New(filepath.Join(j.opts.CacheDir, runsFolder), "")
	if err != nil {
		return "", &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
	}
	j.temp = append(j.temp, c)
	return files.Real(c.Dir), nil
}
