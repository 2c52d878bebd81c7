package linter

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
)

// goCompile asks go list to compile the package and its tests: all errors of
// the compiler, where go vet stops at the first, and nothing is linked.
func (j *job) goCompile() (child.Command, error) {
	return j.goCommand(goCompileArgs()...)
}

func goCompileArgs() []string {
	return []string{"list", "-e", "-export", "-test", "-gcflags=-e",
		"-json=ImportPath,Error,DepsErrors,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"}
}

func goCompileOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 {
		return nil, goFailure(j, res)
	}
	if err := j.needsModules(res.Stdout); err != nil {
		return nil, err
	}
	// A listing that does not have the document says nothing of it.
	base, err := json.Marshal(filepath.Base(j.snapshot.Path))
	if err != nil || !bytes.Contains(res.Stdout, base) && !j.mentioned(res.Stdout) {
		return nil, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable,
			Detail: "it belongs to no package that the go command lists"}
	}
	return res.Stdout, nil
}
