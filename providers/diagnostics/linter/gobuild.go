package linter

import "github.com/fettle-dev/fettle/internal/child"

// goCompileArgs ask go list to compile the package and its tests: all errors of
// the compiler, where go vet stops at the first, and nothing is linked.
func goCompileArgs() []string {
	return []string{"list", "-e", "-export", "-test", "-gcflags=-e",
		"-json=ImportPath,Error,DepsErrors,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"}
}

func goCompileOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 {
		return nil, goFailure(j, res)
	}
	return res.Stdout, nil
}
