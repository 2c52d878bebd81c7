package linter

import (
	"crypto/sha256"
	_ "embed" // pytest_calls.py
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

//go:embed pytest_calls.py
var pytestCalls string

// pytest runs the project's tests, or those that the user's arguments name, in
// a private tree of links: with the document's text in place of the file. What
// is imported from an installed copy of the project is tested as it is
// installed. Python writes no byte code, which would end up behind the links.
//
// To check a fix it runs again only what failed with the text before the fix.
// Pytest itself remembers that in its cache, which is a private one here.
func (j *job) pytest(tree string, _ []string) (child.Command, error) {
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, "fettle_calls.py"), []byte(pytestCalls), 0o600); err != nil {
		return child.Command{}, j.broke("no private folder", err)
	}
	j.report = filepath.Join(dir, "report.xml")
	argv := j.args("-q", "-p", "fettle_calls", "-o", "cache_dir="+filepath.Join(dir, "cache"), "--rootdir", tree,
		"--basetemp", filepath.Join(dir, "tmp"), "--junitxml", j.report)
	if failed := j.failing.of(j.snapshot.Path, j.base); failed != nil {
		path := j.lastFailed()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return child.Command{}, j.broke("no cache folder", err)
		}
		if err := os.WriteFile(path, failed, 0o600); err != nil {
			return child.Command{}, j.broke("no cache folder", err)
		}
		argv = append(argv, "--last-failed")
	}
	return child.Command{
		Argv: argv,
		Dir:  tree,
		Env: []string{"PYTHONDONTWRITEBYTECODE=1", "PY_COLORS=0", "PYTHONPATH=" + dir,
			"FETTLE_ROOTS=" + strings.Join([]string{tree, j.root}, string(os.PathListSeparator))},
	}, nil
}

// lastFailed returns where pytest keeps what failed in a run.
func (j *job) lastFailed() string {
	return filepath.Join(filepath.Dir(j.report), "cache", "v", "cache", "lastfailed")
}

// pytestOutput reads the report. Exit code 1 is failed tests, 2 a failed
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
	for _, s := range j.files {
		if j.base == nil {
			j.failing.keep(s, j.failed)
		}
	}
	return f.Data, nil
}

// cannotStart is the error of a run that ended before the first test: a wrong
// option, a module that conftest.py needs. What pytest says last then is where it
// looked, not why (exit codes 3 and 4, https://docs.pytest.org/en/stable/reference/exit-codes.html).
func cannotStart(s *Spec, res child.Result) error {
	for line := range strings.Lines(res.Stderr + "\n" + string(res.Stdout)) {
		at := strings.LastIndex(line, "rror: ")
		if why := CleanMessage(line[max(0, at):]); at >= 0 && !strings.HasPrefix(line, "ERROR: usage") {
			e := &Error{Tool: s.Name, Kind: ErrStart, Detail: strings.TrimPrefix(why, "rror: "), Err: ErrFailed}
			if strings.HasPrefix(e.Detail, "No module named") { // package child hands on no variable that loads code
				e.Hint = "install it where pytest runs, or have the project's settings name its folder (pythonpath = src); tools " +
					"do not get PYTHONPATH"
			}
			return e
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

// of returns what failed with a base text; nil if that is not known.
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
