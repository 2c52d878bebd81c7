package linter

import (
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// pytest runs the project's tests, or those that the user's arguments name, in
// a private tree of links: with the document's text in place of the file. What
// is imported from an installed copy of the project is tested as it is
// installed. Python writes no byte code, which would end up behind the links.
func (j *job) pytest() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	j.report = filepath.Join(dir, "report.xml")
	return child.Command{
		Argv: j.args("-q", "-p", "no:cacheprovider", "--rootdir", tree, "--basetemp", filepath.Join(dir, "tmp"), "--junitxml", j.report),
		Dir:  tree,
		Env:  []string{"PYTHONDONTWRITEBYTECODE=1", "PY_COLORS=0"},
	}, nil
}

// pytestOutput takes the report. Exit code 1 is failed tests, 2 a failed
// collection, 5 no tests at all; the others are pytest's own failures.
func pytestOutput(j *job, res child.Result) ([]byte, error) {
	switch res.ExitCode {
	case 0, 1, 2:
	case 5:
		return nil, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "no tests were found"}
	default:
		return nil, failed(&j.spec, res)
	}
	f, err := files.Read(j.report, limits.ChildOutput)
	if err != nil {
		return nil, &Error{Tool: j.spec.Name, Kind: ErrOutput, Detail: "no report", Err: err}
	}
	_ = os.Remove(j.report)
	return f.Data, nil
}
