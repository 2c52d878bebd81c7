package linter

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
)

// pytest runs the project's tests, or those that the user's arguments name, in
// a private tree of links: with the document's text in place of the file. What
// is imported from an installed copy of the project is tested as it is
// installed. Python writes no byte code, which would end up behind the links.
//
// To check a fix it runs again only what failed with the text before the fix.
// Pytest itself remembers that in its cache, which is a private one here.
func (j *job) pytest() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	return j.pytestIn(tree)
}

// pytestSurvey runs all tests on the files as they are, or in a tree that is led
// to other texts.
func pytestSurvey(j *job, dir string, _ []string) child.Command {
	if dir == j.root {
		tree, err := j.mirror()
		if err != nil {
			return child.Command{} // nothing is started
		}
		dir = tree
	}
	cmd, err := j.pytestIn(dir)
	if err != nil {
		return child.Command{}
	}
	return cmd
}

func (j *job) pytestIn(tree string) (child.Command, error) {
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	j.report = filepath.Join(dir, "report.xml")
	argv := j.args("-q", "-o", "cache_dir="+filepath.Join(dir, "cache"), "--rootdir", tree, "--basetemp", filepath.Join(dir, "tmp"), "--junitxml", j.report)
	if failed := j.failing.of(j.snapshot.Path, j.base); failed != nil {
		path := j.lastFailed()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
		}
		if err := os.WriteFile(path, failed, 0o600); err != nil {
			return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
		}
		argv = append(argv, "--last-failed")
	}
	return child.Command{
		Argv: argv,
		Dir:  tree,
		Env:  []string{"PYTHONDONTWRITEBYTECODE=1", "PY_COLORS=0"},
	}, nil
}

// lastFailed is where pytest keeps what failed in a run.
func (j *job) lastFailed() string {
	return filepath.Join(filepath.Dir(j.report), "cache", "v", "cache", "lastfailed")
}

// pytestOutput takes the report. Exit code 1 is failed tests, 2 a failed
// collection, 5 no tests at all; the others are pytest's own failures.
func pytestOutput(j *job, res child.Result) ([]byte, error) {
	switch res.ExitCode {
	case 0, 1, 2:
	case 5:
		return nil, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "no tests were found"}
	default:
		return nil, cannotStart(&j.spec, res)
	}
	f, err := files.Read(j.report, limits.ChildOutput)
	if err != nil {
		return nil, &Error{Tool: j.spec.Name, Kind: ErrOutput, Detail: "no report", Err: err}
	}
	_ = os.Remove(j.report)
	j.failed = nil
	if kept, err := files.Read(j.lastFailed(), limits.ChildOutput); err == nil && res.ExitCode != 0 {
		j.failed = kept.Data // none where the project does without the cache
	}
	if j.base == nil {
		j.failing.keep(j.snapshot, j.failed)
	}
	return f.Data, nil
}

// UnderTest is what a finding in a test says of the place of the code that the
// test is about.
const UnderTest = "the code under test"

// aboutCode puts failures of tests also where the code is that they are about: the
// code that raised has a finding in the test that called it, too, and where the
// test's own assertion failed, what it has called has one. read gives the files
// as the tests saw them.
func aboutCode(list []Finding, m Mapping, read func(path string) (string, bool)) []Finding {
	var out []Finding
	at := func(f Finding, path string, line int, says Related) Finding {
		f.Path, f.Start, f.End = path, Point{Line: line}, Point{}
		f.Related = append([]Related{says}, f.Related...)
		return f
	}
	for _, f := range list {
		f.Path = m.Real(f.Path)
		for i := range f.Related {
			f.Related[i].Path = m.Real(f.Related[i].Path)
		}
		if !undertest.IsTest(f.Path) {
			out = append(out, f)
			if i := slices.IndexFunc(f.Related, func(r Related) bool { return undertest.IsTest(r.Path) }); i >= 0 {
				out = append(out, at(f, f.Related[i].Path, f.Related[i].Line, Related{Path: f.Path, Line: f.Start.Line, Message: UnderTest}))
			}
			continue
		}
		code, ok := codeOf(f, m.Root, read)
		if !ok {
			out = append(out, f)
			continue
		}
		out = append(out, at(f, code.Path, code.Line, Related{Path: f.Path, Line: f.Start.Line, Message: "fails here"}),
			at(f, f.Path, f.Start.Line, Related{Path: code.Path, Line: code.Line, Message: UnderTest}))
	}
	return out
}

// codeOf is the code that a failure in a test is about.
func codeOf(f Finding, root string, read func(path string) (string, bool)) (undertest.Code, bool) {
	rel, err := filepath.Rel(root, f.Path)
	if err != nil || !filepath.IsLocal(rel) {
		return undertest.Code{}, false
	}
	code, ok := undertest.Find(func(rel string) (string, bool) { return read(filepath.Join(root, filepath.FromSlash(rel))) }, filepath.ToSlash(rel), f.Start.Line)
	code.Path = filepath.Join(root, filepath.FromSlash(code.Path))
	return code, ok
}

// reader reads files of a root, with some texts in place of them.
func reader(root string, texts ...text.Snapshot) (read func(path string) (string, bool), done func()) {
	r, err := files.Open(root)
	if err != nil {
		return func(string) (string, bool) { return "", false }, func() {}
	}
	return func(path string) (string, bool) {
		for _, s := range texts {
			if s.Path == path {
				return s.Text(), true
			}
		}
		body, err := r.ReadText(path, limits.FixFile)
		return body, err == nil
	}, func() { _ = r.Close() }
}

// cannotStart is the error of a run that ended before the first test: a wrong
// option, a module that conftest.py needs. What pytest says last then is where it
// looked, not why (exit codes 3 and 4, https://docs.pytest.org/en/stable/reference/exit-codes.html).
func cannotStart(s *Spec, res child.Result) error {
	for line := range strings.Lines(res.Stderr + "\n" + string(res.Stdout)) {
		at := strings.LastIndex(line, "rror: ")
		if why := CleanMessage(line[max(0, at):]); at >= 0 && !strings.HasPrefix(line, "ERROR: usage") {
			return &Error{Tool: s.Name, Kind: ErrStart, Detail: strings.TrimPrefix(why, "rror: "), Err: ErrFailed}
		}
	}
	return failed(s, res)
}

// failing is what failed in the last whole run for each document, in pytest's
// own form.
type failing struct {
	mu   sync.Mutex
	runs map[string]failedRun
}

type failedRun struct {
	hash  [sha256.Size]byte
	names []byte
}

func (f *failing) keep(s text.Snapshot, names []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if names == nil {
		delete(f.runs, s.Path)
		return
	}
	if f.runs == nil {
		f.runs = map[string]failedRun{}
	}
	f.runs[s.Path] = failedRun{s.Hash(), names}
}

// of is what failed with a base text; nil if that is not known.
func (f *failing) of(path string, base *text.Snapshot) []byte {
	if base == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if run, ok := f.runs[path]; ok && run.hash == base.Hash() {
		return run.names
	}
	return nil
}

// tested is [aboutCode] of a run in a folder with some texts.
func (j *job) tested(list []Finding, dir string, texts ...text.Snapshot) []Finding {
	read, done := reader(j.root, texts...)
	defer done()
	m := j.mapping
	m.Dir, m.Root = dir, j.root
	return aboutCode(list, m, read)
}
